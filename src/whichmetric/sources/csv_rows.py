"""Rows of CSV files."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichmetric.errors import InvalidInputError
from whichmetric.sources.csv_format import CsvFormat, csv_format, records_of
from whichmetric.sources.csv_records import LONGEST_LINE, count_records
from whichmetric.sources.csv_values import is_missing, is_wide, label_in, number_in, number_sql
from whichmetric.sources.duckdb_rows import Found
from whichmetric.sources.file_rows import FileRows, sql_list, sql_name, sql_text
from whichmetric.sources.files import folder_columns
from whichmetric.sources.refusals import (
    MISSING_TEXT,
    NEGATIVE,
    NOT_A_NUMBER,
    WIDE,
    Columns,
    Fault,
    refuse_unknown_columns,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["csv_pieces"]

COMPLAINTS = {
    "unterminated quote": "has a quotation mark that is not closed, or text after a closing one",
    "Maximum line size": f"is longer than {LONGEST_LINE:,} bytes",
    "invalid state": "has quotation marks or line ends that contradict each other",
}
"""DuckDB's words, and ours."""


class CsvRows(FileRows):
    """Rows of CSV files with the same columns in the same order.

    Parameters
    ----------
    name : str
    connection : DuckDBPyConnection
    paths : tuple of Path
    layout : CsvFormat
    columns : Columns
    """

    def __init__(
        self,
        name: str,
        connection: DuckDBPyConnection,
        paths: tuple[Path, ...],
        layout: CsvFormat,
        columns: Columns,
    ) -> None:
        self.paths = paths
        self.layout = layout
        self.columns = columns
        cells = {
            role: f"c{layout.columns.index(name)}" if name in layout.columns else sql_name(name)
            for role, name in columns.roles.items()
        }
        select = ", ".join(
            f"{cell if role == 'label' else number_sql(cell)} AS {role}"
            for role, cell in cells.items()
        )
        is_hive = not set(columns.names) <= set(layout.columns)
        source = _scan(paths, layout, is_hive=is_hive)
        super().__init__(name, connection.sql(f"SELECT {select} FROM {source}"), connection)

    @cached_property
    def groups(self) -> DuckDBPyRelation:
        """The groups, after a look at whether all records have come into them."""
        import duckdb

        expected = sum(count_records(path) for path in self.paths)
        try:
            groups = super().groups
        except duckdb.InvalidInputException as error:
            raise _unreadable(self.name, str(error)) from None
        read = groups.aggregate("sum(n)").fetchall()[0][0] or 0
        if read != expected:
            raise InvalidInputError(
                f"{self.name} holds {expected:,} records, by its line ends and quotation marks, "
                f"but {read:,} were read: look for quotation marks inside values."
            )
        return groups

    def label_of(self, value: Any) -> Any:
        """The number, truth value or text that a cell stands for."""
        return None if is_missing(value) else label_in(value)

    def first(self, role: str, fault: Fault) -> Found:
        """The first cell with a fault, with its file and the line on which its record ends."""
        for path in self.paths:
            for at, text in self._cells(path, self.columns.roles[role]):
                reason = _fault_in(text, role)
                if reason is not None:
                    return Found(str(path), repr(text), at, reason)
        return Found(self.name, "a value", "", fault)  # Python reads the file otherwise than DuckDB

    def _cells(self, path: Path, name: str) -> Iterator[tuple[str, str]]:
        """The cells of a column, each with where it stands."""
        if name not in self.layout.columns:
            yield "", folder_columns(path)[name]
            return
        place = self.layout.columns.index(name)
        with suppress(csv.Error):
            for line, record in islice(records_of(path, self.layout.separator), 1, None):
                if len(record) > place:
                    yield f" at line {line:,}", record[place]


def csv_pieces(
    connection: DuckDBPyConnection, name: str, paths: tuple[Path, ...], columns: Columns
) -> list[CsvRows]:
    """The rows of CSV files, those with the same first line together."""
    alike: dict[CsvFormat, list[Path]] = defaultdict(list)
    for path in paths:
        layout = csv_format(path, columns)
        folders = [key for key in folder_columns(path) if key not in layout.columns]
        refuse_unknown_columns(str(path), columns, [*layout.columns, *folders])
        alike[layout].append(path)
    return [
        CsvRows(name, connection, tuple(group), layout, columns) for layout, group in alike.items()
    ]


def _scan(paths: tuple[Path, ...], layout: CsvFormat, *, is_hive: bool) -> str:
    """SQL that reads every cell as text and refuses every record of another length.

    Nothing is left to detection: DuckDB would look at the first 20,480 rows alone.
    """
    columns = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(layout.columns)))
    return (
        f"read_csv({sql_list(paths)}, auto_detect = false, header = true, "
        f"columns = {{{columns}}}, delim = {sql_text(layout.separator)}, "
        "quote = '\"', escape = '\"', comment = '', strict_mode = true, null_padding = false, "
        f"ignore_errors = false, hive_partitioning = {is_hive}, hive_types_autocast = false)"
    )


def _fault_in(text: str, role: str) -> Fault | None:
    """What is wrong with a cell."""
    if is_missing(text) and (role == "label" or not text.strip()):
        return MISSING_TEXT
    if role == "label":
        return None
    if is_wide(text):
        return WIDE
    number = number_in(text)
    if number is None:
        return NOT_A_NUMBER
    return NEGATIVE if role == "weight" and number < 0 else None


def _unreadable(name: str, message: str) -> InvalidInputError:
    """DuckDB's complaint in our words."""
    file = re.search(r"^ *file = (.*)$", message, re.MULTILINE)
    line = re.search(r"CSV Error on Line: (\d+)", message)
    where = (file[1] if file else name) + (f", line {int(line[1]):,}" if line else "")
    lengths = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", message)
    if lengths:
        return InvalidInputError(
            f"{where} has {lengths[2]} values, but the first line names {lengths[1]} columns."
        )
    for sign, words in COMPLAINTS.items():
        if sign in message:
            return InvalidInputError(f"{where} {words}.")
    return InvalidInputError(f"{where} cannot be read as CSV: {message.splitlines()[0]}.")
