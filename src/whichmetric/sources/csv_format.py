"""How a CSV file is laid out: its separator, its columns, its records."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from whichmetric.errors import InvalidInputError
from whichmetric.sources.columns import Columns
from whichmetric.sources.csv_records import count_records, open_text
from whichmetric.sources.csv_values import number_in
from whichmetric.sources.folders import unreadable

__all__ = ["CsvFormat", "csv_format", "records_of"]

SEPARATORS = (",", ";", "\t", "|")


class CsvFormat(NamedTuple):
    """What the first line says.

    Parameters
    ----------
    separator : str
    columns : tuple of str
        Names without the spaces around them.
    """

    separator: str
    columns: tuple[str, ...]


def csv_format(path: Path, wanted: Columns) -> CsvFormat:
    """The layout of a file, read from its first line.

    The separator is the one under which most of the wanted columns are found: a comma, a semicolon,
    a tabulator or a vertical bar.
    """
    candidates = [CsvFormat(separator, _names(path, separator)) for separator in SEPARATORS]

    def found(candidate: CsvFormat) -> tuple[int, int]:
        return len(set(wanted.names) & set(candidate.columns)), len(candidate.columns)

    best = max(candidates, key=found)
    if not any(best.columns):
        raise InvalidInputError(
            f"{path} begins with nothing that can be read: the first line must name the columns."
        )
    if not found(best)[0] and all(number_in(name) is not None for name in best.columns):
        raise InvalidInputError(
            f"{path} begins with {', '.join(best.columns[:5])}, which look like values: "
            "the first line must name the columns."
        )
    return best


def records_of(path: Path, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The records with the number of the line on which each ends; the first line is 1."""
    with open_text(path) as file, TextIOWrapper(file, encoding="utf-8-sig", newline="") as text:
        reader = csv.reader(text, delimiter=separator, strict=True)
        for row in reader:
            yield reader.line_num, row


def _names(path: Path, separator: str) -> tuple[str, ...]:
    """The values on the first line; none where its quotation marks contradict the separator."""
    try:
        _, first = next(records_of(path, separator), (0, []))
    except csv.Error:
        return ()
    except UnicodeDecodeError:
        count_records(path, separator)  # refuses the encoding, and names the line
        raise
    except (OSError, EOFError) as error:
        raise unreadable(path, error) from None
    return tuple(name.strip() for name in first)
