"""Where a report comes from: the data, the versions, and the commands that make it again."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

from whichmetric.geometry import ScoreTable
from whichmetric.reports.table_text import table_texts
from whichmetric.studies import Study
from whichmetric.studies.specification import installed_version

__all__ = ["commands_of", "table_as_plain", "versions"]

WHERE = (
    "The study as a document, made where it is kept, with the --db that you use there; it holds "
    "the score table and every answer."
)
ELSEWHERE = "On any other machine, into a new database: every session is replayed and compared."
AGAIN = "This report: the same but for its date."
UNKNOWN_COLUMNS = {"label": "COLUMN", "score": "COLUMN"}


def versions() -> dict[str, str]:
    """What computed the report, by name."""
    return {
        "whichmetric": installed_version(),
        "Python": platform.python_version(),
        "numpy": version("numpy"),
        "scipy": version("scipy"),
    }


def table_as_plain(table: ScoreTable) -> dict[str, Any]:
    """How large a score table is, and what tells it from every other; not the scores themselves.

    Examples
    --------
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1, 0, 1], [0.1, 0.3, 0.35, 0.8, 0.6, 0.9])
    >>> known = table_as_plain(table)
    >>> known["positives"], known["negatives"], known["scores"], known["fingerprint"][:8]
    (3.0, 3.0, 6, '7f493701')
    >>> binned = table_as_plain(table.binned(3))
    >>> binned["scores"], binned["bins"], binned["highest"], binned["certificate"]["tpr"]
    (None, 3, 0.9, 0.6666666666666666)
    """
    lowest, highest = table.score_range
    is_exact = table.certificate.is_exact
    return {
        "fingerprint": table.fingerprint,
        "positives": float(table.positive.sum()),
        "negatives": float(table.negative.sum()),
        "prevalence": float(table.prevalence),
        "scores": len(table) if is_exact else None,
        "bins": None if is_exact else len(table),
        "lowest": lowest,
        "highest": highest,
        "certificate": None if is_exact else table.certificate.as_dict(),
        "texts": list(table_texts(table)),
    }


def commands_of(
    study: Study,
    models: Iterable[str] = (),
    expert: str | None = None,
    *,
    everyone: bool = False,
    read_with: Mapping[str, str | int | None] | None = None,
) -> list[dict[str, str]]:
    """The commands that make a report again, each with what it is for.

    Parameters
    ----------
    study : Study
    models : iterable of str
        Names of the further models; where their files are is not known.
    expert : str, optional
        Whose part alone the report tells.
    everyone : bool
        Whether it counts all, however little their answers hang together.
    read_with : mapping, optional
        The options by which the files of further models were read, where that is known.
    """
    document, database = f"{study.id}.json", f"{study.id}.db"
    again = ["whichmetric", "report", study.id, "--db", database, "--out", f"{study.id}.html"]
    if expert is not None:
        again += ["--expert", expert]
    if everyone:
        again += ["--everyone"]
    names = list(models)
    for name in names:
        again += ["--model", f"{name}=FILE"]
    if names:
        for option, value in (read_with or UNKNOWN_COLUMNS).items():
            again += [] if value is None else [f"--{option.replace('_', '-')}", str(value)]
    steps = (
        (WHERE, ["whichmetric", "export", study.id, "--out", document]),
        (ELSEWHERE, ["whichmetric", "import", document, "--db", database]),
        (AGAIN, again),
    )
    return [{"purpose": purpose, "command": shlex.join(words)} for purpose, words in steps]
