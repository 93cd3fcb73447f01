"""Score tables from CSV files."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable

__all__ = ["read_csv_scores"]

TRUTH = {"true": 1.0, "false": 0.0}


def read_csv_scores(
    path: str | Path, *, label: str, score: str, pos_label: str | None = None
) -> ScoreTable:
    """The score table of a CSV file with a header and one row per case.

    Parameters
    ----------
    path : str or Path
        Of a UTF-8 file with commas.
    label, score : str
        Names of the columns.
    pos_label : str, optional
        The positive label; may be left out for 0 and 1, -1 and 1, true and false.

    Raises
    ------
    InvalidInputError
        For a file, a column or a value that cannot be used; the text names it, with its line.
    """
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            columns = _columns(path, next(reader, []), (label, score))
            rows = [(reader.line_num, row) for row in reader if row]
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InvalidInputError(f"{path} cannot be read ({reason}): name a CSV file.") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise InvalidInputError(f"{path} is not a CSV file in UTF-8: {error}.") from None
    cells = {
        name: [(line, row[place].strip() if place < len(row) else "") for line, row in rows]
        for name, place in columns.items()
    }
    for name in (label, score):
        missing = [(line, text) for line, text in cells[name] if not text]
        _refuse(path, name, missing, len(rows), "a missing value", "fill in or remove such rows")
    wrong = [(line, text) for line, text in cells[score] if _number(text) is None]
    _refuse(path, score, wrong, len(rows), "no finite number", "a score is one for each case")
    labels = [_label(text) for _, text in cells[label]]
    positive = None if pos_label is None else _label(pos_label.strip())
    scores = [float(text) for _, text in cells[score]]
    try:
        return ScoreTable.from_arrays(labels, scores, pos_label=positive)
    except InvalidInputError as error:
        raise InvalidInputError(f"{path}, column {label!r} as y_true: {error}") from None


def _columns(path: str | Path, header: list[str], wanted: Iterable[str]) -> dict[str, int]:
    names = [name.strip() for name in header]
    for name in wanted:
        if names.count(name) != 1:
            how_often = "no" if name not in names else f"{names.count(name)} times the"
            found = ", ".join(map(repr, names)) or "nothing: the file is empty"
            raise InvalidInputError(f"{path} has {how_often} column {name!r}. It has {found}.")
    return {name: names.index(name) for name in wanted}


def _refuse(
    path: str | Path, column: str, bad: Sequence[tuple[int, str]], rows: int, what: str, remedy: str
) -> None:
    if bad:
        line, text = bad[0]
        raise InvalidInputError(
            f"{path}, column {column!r}: {text!r} at line {line} is {what} "
            f"({len(bad)} such in {rows} rows): {remedy}."
        )


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _label(text: str) -> float | str:
    """A label as a number where it is one, so that 1 and 1.0 are the same."""
    number = TRUTH.get(text.lower(), _number(text))
    return text if number is None else number
