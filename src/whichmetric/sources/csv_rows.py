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
from typing import TYPE_CHECKING, Any, NamedTuple

from whichmetric.errors import InvalidInputError
from whichmetric.sources.columns import Columns
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
    Fault,
    refuse_unknown_columns,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["CsvFiles", "CsvRows", "look_at_files"]

COMPLAINTS = {
    "unterminated quote": "has a quotation mark that is not closed, or text after a closing one",
    "Maximum line size": f"is longer than {LONGEST_LINE:,} bytes",
    "invalid state": "has quotation marks or line ends that contradict each other",
}
"""DuckDB's words, and ours."""


class CsvFiles(NamedTuple):
    """CSV files with the same first line.

    Parameters
    ----------
    layout : CsvFormat
    paths : tuple of Path
    records : int
        In all of them, by our own count.
    """

    layout: CsvFormat
    paths: tuple[Path, ...]
    records: int


def look_at_files(paths: tuple[Path, ...], columns: Columns) -> list[CsvFiles]:
    """The files, those with the same first line together, after a look at every byte."""
    alike: dict[CsvFormat, list[Path]] = defaultdict(list)
    for path in paths:
        layout = csv_format(path, columns)
        folders = [key for key in folder_columns(path) if key not in layout.columns]
        refuse_unknown_columns(str(path), columns, [*layout.columns, *folders])
        alike[layout].append(path)
    return [
        CsvFiles(layout, tuple(group), sum(_records_in(path, layout) for path in group))
        for layout, group in alike.items()
    ]


class CsvRows(FileRows):
    """Rows of CSV files with the same columns in the same order.

    Parameters
    ----------
    name : str
    connection : DuckDBPyConnection
    files : CsvFiles
    columns : Columns
    """

    def __init__(
        self, name: str, connection: DuckDBPyConnection, files: CsvFiles, columns: Columns
    ) -> None:
        self.files = files
        self.columns = columns
        found = files.layout.columns
        cells = {
            role: f"c{found.index(column)}" if column in found else sql_name(column)
            for role, column in columns.roles.items()
        }
        select = ", ".join(
            f"{cell if role == 'label' else number_sql(cell)} AS {role}"
            for role, cell in cells.items()
        )
        source = _scan(files, is_hive=not set(columns.names) <= set(found))
        super().__init__(name, connection.sql(f"SELECT {select} FROM {source}"), connection)

    @cached_property
    def by_label(self) -> DuckDBPyRelation:
        """What is asked of all rows, after a look at whether all records have come into it."""
        import duckdb

        expected = self.files.records
        try:
            if not self.is_grouped:
                self._keep()
            by_label = super().by_label
        except duckdb.InvalidInputException as error:
            raise _unreadable(self.name, str(error)) from None
        read = by_label.aggregate("sum(rows)").fetchall()[0][0] or 0
        if read != expected:
            raise InvalidInputError(
                f"{self.name} holds {expected:,} records, by its line ends and quotation marks, "
                f"but {read:,} were read: look for quotation marks inside values."
            )
        return by_label

    def _keep(self) -> None:
        """Put the rows into a table, on disk in part, since bins take several passes over them.

        Reading text is what takes most of the time.
        """
        table = f"rows_{id(self)}"
        rows = self.relation.sql_query()
        self.connection.execute(f"CREATE TEMP TABLE {table} AS {rows}").fetchall()
        self.relation = self.connection.table(table)

    def label_of(self, value: Any) -> Any:
        """The number, truth value or text that a cell stands for."""
        return None if is_missing(value) else label_in(value)

    def first(self, role: str, fault: Fault) -> Found:
        """The first cell with a fault, with its file and the line on which its record ends."""
        for path in self.files.paths:
            for at, text in self._cells(path, self.columns.roles[role]):
                reason = _fault_in(text, role)
                if reason is not None:
                    return Found(str(path), repr(text), at, reason)
        return Found(self.name, "a value", "", fault)  # Python reads the file otherwise than DuckDB

    def place_of(self, value: Any) -> str:
        """The file and the line where a label value stands first."""
        for path in self.files.paths:
            for at, text in self._cells(path, self.columns.label):
                if text == value:
                    return f"{path}{at}"
        return ""

    def _cells(self, path: Path, name: str) -> Iterator[tuple[str, str]]:
        """The cells of a column, each with where it stands."""
        separator, found = self.files.layout
        if name not in found:
            yield "", folder_columns(path)[name]
            return
        place = found.index(name)
        with suppress(csv.Error):
            for line, record in islice(records_of(path, separator), 1, None):
                if len(record) > place:
                    yield f" at line {line:,}", record[place]


def _records_in(path: Path, layout: CsvFormat) -> int:
    """The number of records, after refusing those with more values than columns.

    DuckDB refuses such a record too, unless what is too much is empty.
    """
    records, values = count_records(path, layout.separator)
    width = len(layout.columns)
    if values > (records + 1) * width:
        with suppress(csv.Error):
            for line, record in records_of(path, layout.separator):
                if len(record) > width:
                    raise _wrong_length(f"{path}, line {line:,}", len(record), width)
    return records


def _wrong_length(where: str, values: int, columns: int) -> InvalidInputError:
    return InvalidInputError(
        f"{where} has {values} {'value' if values == 1 else 'values'}, but the first line names "
        f"{columns} {'column' if columns == 1 else 'columns'}."
    )


def _scan(files: CsvFiles, *, is_hive: bool) -> str:
    """SQL that reads every cell as text and refuses every record of another length.

    Nothing is left to detection: DuckDB would look at the first 20,480 rows alone.
    """
    columns = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(files.layout.columns)))
    return (
        f"read_csv({sql_list(files.paths)}, auto_detect = false, header = true, "
        f"columns = {{{columns}}}, delim = {sql_text(files.layout.separator)}, "
        "quote = '\"', escape = '\"', comment = '', strict_mode = true, null_padding = false, "
        f"ignore_errors = false, hive_partitioning = {is_hive}, hive_types_autocast = false)"
    )


def _fault_in(text: str, role: str) -> Fault | None:
    """What is wrong with a cell."""
    if is_missing(text):
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
        return _wrong_length(where, int(lengths[2]), int(lengths[1]))
    for sign, words in COMPLAINTS.items():
        if sign in message:
            return InvalidInputError(f"{where} {words}.")
    return InvalidInputError(f"{where} cannot be read as CSV: {message.splitlines()[0]}.")
