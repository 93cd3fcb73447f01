"""Reading files that nobody vouches for, in a process of their own with limits.

A file may be made to break its reader, or to unpack to more than the machine has. What it breaks
then is a process that holds nothing: not the server, its studies or its secrets.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from whichmetric import errors
from whichmetric.errors import InvalidInputError, TooLargeError
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.plain_columns import table_of_columns
from whichmetric.sources.first_look import Column

__all__ = ["FOREIGN", "OWN", "Limits", "confined_look", "confined_scores"]

GIGABYTE = 2**30
_AT_ONCE = BoundedSemaphore(2)
"""Readers of this process; each may take a core and its share of memory."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a reader may take.

    Parameters
    ----------
    seconds : int
        By the clock on the wall; of the processor as many.
    memory : int or None
        Bytes of address space.
    disk : int or None
        Bytes of the largest file that it writes.
    is_foreign : bool
        Whether the file's own word about its size is asked first, and its kind is looked at.
    """

    seconds: int
    memory: int | None = None
    disk: int | None = None
    is_foreign: bool = True

    def as_resources(self) -> dict[str, int]:
        """By the names of the system."""
        most = {"CPU": self.seconds, "AS": self.memory, "FSIZE": self.disk, "CORE": 0}
        return {name: value for name, value in most.items() if value is not None}


FOREIGN = Limits(seconds=60, memory=4 * GIGABYTE, disk=2 * GIGABYTE)
"""For what somebody has sent."""
OWN = Limits(seconds=600, is_foreign=False)
"""For what whoever started the server has named."""


def confined_look(
    source: str | Path, *, name: str, folder: Path, limits: Limits = FOREIGN
) -> tuple[Column, ...]:
    """The columns of a file, as `first_look` finds them.

    Parameters
    ----------
    source : str or Path
    name : str
        What errors call the file; they name no folder.
    folder : Path
        Where the reader may put what does not fit into memory.
    limits : Limits

    Raises
    ------
    InvalidInputError
        For what cannot be read; TooLargeError and UnknownFormatError among them.
    """
    found = _ask({"task": "look"}, source, name, folder, limits)
    return tuple(
        Column(
            name=column["name"],
            values=tuple(column["values"]),
            different=tuple(column["different"]),
            is_number=column["is_number"],
        )
        for column in found["columns"]
    )


def confined_scores(
    source: str | Path,
    *,
    label: str,
    score: str,
    weight: str | None,
    pos_label: str | None,
    name: str,
    folder: Path,
    limits: Limits = FOREIGN,
) -> ScoreTable:
    """The score table of a file, as `read_scores` makes it; the other parameters are those above.

    More different scores than a study holds are put into bins.
    """
    columns = {"label": label, "score": score, "weight": weight, "pos_label": pos_label}
    found = _ask({"task": "count", "columns": columns}, source, name, folder, limits)
    return table_of_columns(found)


def _ask(
    task: dict[str, Any], source: str | Path, name: str, folder: Path, limits: Limits
) -> dict[str, Any]:
    asked = task | {
        "source": str(source),
        "is_foreign": limits.is_foreign,
        "limits": limits.as_resources(),
    }
    with _AT_ONCE:
        try:
            ran = subprocess.run(
                [sys.executable, "-m", "whichmetric.sources.reader_process"],
                input=json.dumps(asked),
                capture_output=True,
                encoding="utf-8",
                timeout=limits.seconds,
                cwd=folder,
                env=_surroundings(folder),
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise _too_much(name, limits) from None
    try:
        given: dict[str, Any] = json.loads(ran.stdout)
    except ValueError:  # it was stopped
        raise _too_much(name, limits) from None
    if "refused" in given:
        raise _refusal(given, str(source), name, folder, limits)
    return given


def _refusal(
    given: dict[str, Any], source: str, name: str, folder: Path, limits: Limits
) -> InvalidInputError:
    """What the reader says, without the folders of this machine."""
    if given["refused"] == "memory":
        return _too_much(name, limits)
    kind = getattr(errors, given["refused"], None)
    text = given["text"].replace(source, name)
    folders = (str(folder), str(Path(source).parent))
    if kind is None or any(len(where) > 1 and where in text for where in folders):
        return InvalidInputError(f"{name} cannot be read: it is damaged, or no table at all.")
    refused: InvalidInputError = kind(text)
    return refused


def _too_much(name: str, limits: Limits) -> TooLargeError:
    return TooLargeError(
        f"{name} takes more than {limits.seconds} seconds or more memory to read than there is for "
        "it: keep only the columns that are needed, or draw a sample of the cases."
    )


def _surroundings(folder: Path) -> dict[str, str]:
    """Nothing that is secret, and one thread for what computes."""
    return {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": os.pathsep.join(part for part in sys.path if part),
        "PYTHONIOENCODING": "utf-8",
        "TMPDIR": str(folder),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
