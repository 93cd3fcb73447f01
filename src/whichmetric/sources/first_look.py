"""What a file of scores begins with: its columns, and some values of each."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from whichmetric.errors import InvalidInputError, TooLargeError, UnknownFormatError
from whichmetric.sources.columns import Columns
from whichmetric.sources.csv_format import csv_format, records_of
from whichmetric.sources.csv_values import number_in
from whichmetric.sources.file_rows import connected, refusing_unreadable, sql_list
from whichmetric.sources.files import PARQUET_MAGIC, find_files
from whichmetric.sources.refusals import no_rows

__all__ = ["MOST_ROWS", "Column", "first_look", "refuse_foreign", "refuse_unpacked_size"]

ROWS = 1_000
"""Looked at."""
SHOWN = 5
"""Values of a column that are shown."""
FEW = 8
"""Up to so many different values, all are named: one of them may be the positive label."""
LONGEST_VALUE = 40
MOST_COLUMNS = 1_000
MOST_ROWS = 20_000_000
MOST_BYTES = 4 * 2**30
"""Of a Parquet file, unpacked."""
PACKED = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstd"}


class Column(NamedTuple):
    """A column as it begins.

    Parameters
    ----------
    name : str
    values : tuple of str
        The first few, as they are written.
    different : tuple of str
        All that were seen, the most frequent first, where they are few; else empty.
    is_number : bool
        Whether all that were seen are finite numbers.
    """

    name: str
    values: tuple[str, ...]
    different: tuple[str, ...]
    is_number: bool


def first_look(source: str | Path) -> tuple[Column, ...]:
    """The columns of a CSV or Parquet file, of a folder of them or of a pattern.

    Raises
    ------
    InvalidInputError
        For what cannot be read, and for columns that nobody could choose from.
    """
    kind, paths = find_files(source)
    names, rows = _parquet_rows(paths[0]) if kind == "Parquet" else _csv_rows(paths[0])
    if len(names) > MOST_COLUMNS:
        raise InvalidInputError(
            f"{source} has {len(names):,} columns: keep the label, the score and a weight, "
            f"{MOST_COLUMNS:,} at most."
        )
    if not rows:
        raise no_rows(source)
    cells = zip(*rows, strict=True)
    return tuple(_column(name, values) for name, values in zip(names, cells, strict=True))


def refuse_foreign(source: Path) -> None:
    """Refuse a file that is neither CSV nor Parquet by what it begins with.

    Raises
    ------
    UnknownFormatError
        Naming what it seems to be.
    """
    with source.open("rb") as file:
        begins = file.read(65_536)
    if begins.startswith(PARQUET_MAGIC):
        return
    for magic, name in PACKED.items():
        if begins.startswith(magic):
            raise UnknownFormatError(
                f"{source} is packed by {name}: unpack it, and save a table as CSV or Parquet."
            )
    if b"\0" in begins:
        raise UnknownFormatError(
            f"{source} is neither CSV in UTF-8 nor Parquet: save the table as one of them."
        )


def refuse_unpacked_size(source: Path) -> None:
    """Refuse a Parquet file that says of itself that it would unpack to too much.

    Raises
    ------
    TooLargeError
    """
    kind, paths = find_files(source)
    if kind != "Parquet":
        return
    files = sql_list(paths)
    with connected() as connection:
        ((said,),) = connection.sql(
            f"SELECT sum(num_rows) FROM parquet_file_metadata({files})"
        ).fetchall()
        # What is read is what the parts say, whatever the whole says.
        ((parts, size),) = connection.sql(
            "SELECT max(part_rows), sum(part_size) FROM ("
            "SELECT sum(row_group_num_rows) AS part_rows, "
            "sum(total_uncompressed_size) AS part_size "
            f"FROM parquet_metadata({files}) GROUP BY column_id)"
        ).fetchall()
    rows = max(said or 0, parts or 0)
    if rows > MOST_ROWS:
        raise TooLargeError(
            f"{source} holds {rows:,} rows, more than the {MOST_ROWS:,} that are taken here: draw "
            "a sample of the cases, or name the file to `whichmetric serve`, which reads any size."
        )
    if (size or 0) > MOST_BYTES:
        raise TooLargeError(
            f"{source} unpacks to {size / 2**30:,.0f} gigabytes, more than the "
            f"{MOST_BYTES // 2**30} that are taken here: keep only the columns that are needed."
        )


def _csv_rows(path: Path) -> tuple[tuple[str, ...], list[list[str]]]:
    layout = csv_format(path, Columns("label", "score", None))
    width = len(layout.columns)
    try:
        records = [
            record
            for _, record in islice(records_of(path, layout.separator), 1, ROWS + 1)
            if record
        ]
    except (csv.Error, UnicodeDecodeError) as failure:
        raise InvalidInputError(f"{path} cannot be read as CSV: {failure}.") from None
    for number, record in enumerate(records, start=1):
        if len(record) != width:
            raise InvalidInputError(
                f"{path}, row {number:,} has {len(record)} values, but the first line names "
                f"{width} columns."
            )
    return layout.columns, records


def _parquet_rows(path: Path) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    with connected() as connection, refusing_unreadable(path, "Parquet"):
        relation = connection.sql(f"FROM read_parquet({sql_list((path,))}) LIMIT {ROWS}")
        return tuple(relation.columns), relation.fetchall()


def _column(name: str, values: tuple[Any, ...]) -> Column:
    texts = ["" if value is None else str(value) for value in values]
    often = Counter(texts)
    different = sorted(often, key=lambda text: (-often[text], text))
    return Column(
        name=name,
        values=tuple(text[:LONGEST_VALUE] for text in texts[:SHOWN]),
        different=tuple(text[:LONGEST_VALUE] for text in different)
        if len(different) <= FEW
        else (),
        is_number=all(number_in(text) is not None for text in different),
    )
