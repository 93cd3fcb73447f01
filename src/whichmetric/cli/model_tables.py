"""Further models as they are named on the command line."""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.cli.reading import read_for_a_study
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.sources.columns import Columns

__all__ = ["ModelColumns", "model_tables"]


class ModelColumns(NamedTuple):
    """Which columns of the files hold what, and score bins, the same in all of them."""

    label: str | None
    score: str | None
    weight: str | None
    pos_label: str | None
    bins: int | None


def model_tables(models: list[str], columns: ModelColumns) -> dict[str, ScoreTable]:
    """The score tables of ``--model NAME=FILE``, by name.

    Parameters
    ----------
    models : list of str
    columns : ModelColumns

    Raises
    ------
    InvalidInputError
        Where a model has no name or no file, two have the same name, or columns are not named.
    """
    if not models:
        for option, value in columns._asdict().items():
            if value is not None:
                name = option.replace("_", "-")
                raise InvalidInputError(
                    f"--{name} {value} is for the files of further models, but there is none: "
                    "add --model NAME=FILE."
                )
        return {}
    files: dict[str, str] = {}
    for model in models:
        name, _, file = (part.strip() for part in model.partition("="))
        if not name or not file:
            raise InvalidInputError(
                f"--model {model!r} is not a name and a file: give it as forest=forest.csv."
            )
        if name in files:
            raise InvalidInputError(f"--model {name} is there twice: name one of them otherwise.")
        files[name] = file
    if columns.label is None or columns.score is None:
        raise InvalidInputError(
            "--model needs to know the columns of its file: add --label and --score."
        )
    return {
        name: read_for_a_study(
            file,
            Columns(columns.label, columns.score, columns.weight),
            pos_label=columns.pos_label,
            bins=columns.bins,
        )
        for name, file in files.items()
    }
