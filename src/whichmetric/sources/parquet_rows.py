"""Rows of Parquet files."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichmetric.errors import InvalidInputError
from whichmetric.sources.columns import Columns
from whichmetric.sources.duckdb_rows import Found, in_words
from whichmetric.sources.file_rows import FileRows, sql_list, sql_name
from whichmetric.sources.files import folder_columns
from whichmetric.sources.refusals import Fault, refuse_unknown_columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["parquet_pieces"]

PLACE = ("filename", "file_row_number")
"""Where a row stands: columns that DuckDB adds to files which have none of these names."""


class ParquetRows(FileRows):
    """Rows of Parquet files whose columns have the same types."""

    def __init__(
        self,
        name: str,
        connection: DuckDBPyConnection,
        paths: tuple[Path, ...],
        columns: Columns,
        *,
        is_hive: bool,
        is_placed: bool,
    ) -> None:
        self.place = PLACE if is_placed else ()
        roles = (f"{sql_name(name)} AS {role}" for role, name in columns.roles.items())
        self.source = (
            f"(SELECT {', '.join((*roles, *self.place))} FROM "
            f"read_parquet({sql_list(paths)}, hive_partitioning = {is_hive}))"
        )
        super().__init__(
            name,
            connection.sql(f"SELECT {', '.join(columns.roles)} FROM {self.source}"),
            connection,
        )
        self.is_quick = True

    def first(self, role: str, fault: Fault) -> Found:
        """The first value with a fault, with its file and its row there, from 0."""
        if not self.place:
            return super().first(role, fault)
        ((value, file, row),) = self.connection.sql(
            f"SELECT {role}, {', '.join(self.place)} FROM {self.source} "
            f"WHERE {self.condition(role, fault)} LIMIT 1"
        ).fetchall()
        return Found(file, in_words(value), f" at row {row}", fault)

    def place_of(self, value: Any) -> str:
        """The file and the row, from 0, where a label value stands first."""
        if not self.place:
            return ""
        ((file, row),) = self.connection.execute(
            f"SELECT {', '.join(self.place)} FROM {self.source} WHERE label = ? LIMIT 1", [value]
        ).fetchall()
        return f"{file} at row {row}"


def parquet_pieces(
    connection: DuckDBPyConnection, name: str, paths: tuple[Path, ...], columns: Columns
) -> list[ParquetRows]:
    """The rows of Parquet files, those of like types together.

    Read as one, DuckDB would cast the columns of all files to the types of the first, and turn a
    score of 0.7 into 1 where that holds whole numbers. Columns that are written into the names of
    folders (``year=2024``) are taken where a file lacks them; DuckDB would prefer them.
    """
    alike: dict[tuple[object, ...], list[Path]] = defaultdict(list)
    for path in paths:
        is_hive, types = False, _types(connection, path, is_hive=False)
        if not set(columns.names) <= types.keys():
            is_hive, inside = True, types
            types = _types(connection, path, is_hive=True)
            _refuse_ambiguous(path, columns, set(inside))
        refuse_unknown_columns(str(path), columns, list(types))
        is_placed = types.keys().isdisjoint(PLACE)
        alike[is_hive, is_placed, *(types[name] for name in columns.names)].append(path)
    return [
        ParquetRows(
            name,
            connection,
            tuple(group),
            columns,
            is_hive=bool(is_hive),
            is_placed=bool(is_placed),
        )
        for (is_hive, is_placed, *_), group in alike.items()
    ]


def _types(connection: DuckDBPyConnection, path: Path, *, is_hive: bool) -> dict[str, str]:
    relation = connection.sql(
        f"FROM read_parquet({sql_list((path,))}, hive_partitioning = {is_hive})"
    )
    return dict(zip(relation.columns, map(str, relation.types), strict=True))


def _refuse_ambiguous(path: Path, columns: Columns, inside: set[str]) -> None:
    for name in columns.names:
        if name in inside and name in folder_columns(path):
            raise InvalidInputError(
                f"{path} has the column {name!r} both inside and in its name: rename one of them."
            )
