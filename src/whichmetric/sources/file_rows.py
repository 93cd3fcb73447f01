"""Rows of files, on a DuckDB connection of our own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.cores import usable_cores
from whichmetric.sources.csv_values import label_in
from whichmetric.sources.duckdb_rows import DuckRows

if TYPE_CHECKING:
    from pathlib import Path

    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = [
    "FileRows",
    "connected",
    "refusing_unreadable",
    "sql_list",
    "sql_name",
    "sql_text",
]

LEAST_MEGABYTES, MEGABYTES_PER_CORE = 300, 150
PAGE = 1_000_000
"""Groups that come over at a time."""
ARRAY_BITS = 18
"""DuckDB groups by a key of two bytes in an array, without hashing, where so many bits may name a
place in it: 16, and one for nulls."""


@contextmanager
def connected() -> Iterator[DuckDBPyConnection]:
    """A connection that nobody else sees, with a folder for what does not fit into memory."""
    import duckdb

    with TemporaryDirectory(prefix="whichmetric-") as folder:
        config: dict[str, str | bool | int | float | list[str]] = {
            "temp_directory": folder,
            # Enough for a group-by on every core; what does not fit goes to disk. The table that
            # we make of the groups is not in it.
            "memory_limit": f"{max(LEAST_MEGABYTES, MEGABYTES_PER_CORE * usable_cores())}MB",
            "perfect_ht_threshold": ARRAY_BITS,
            "autoinstall_known_extensions": False,  # nothing is fetched from anywhere
            "autoload_known_extensions": False,
            # Else a search for NaN skips Parquet files: their statistics do not count it in.
            "disabled_optimizers": "filter_pushdown,statistics_propagation",
        }
        with duckdb.connect(":memory:", config=config) as connection:
            connection.execute("SET enable_progress_bar = false").fetchall()
            yield connection


@contextmanager
def refusing_unreadable(name: object, kind: str) -> Iterator[None]:
    """Say in a line why DuckDB cannot read a file; that memory is short is another matter."""
    import duckdb

    try:
        yield
    except duckdb.OutOfMemoryException:
        raise
    except duckdb.Error as error:
        reason = str(error).strip().splitlines()[0]
        raise InvalidInputError(f"{name} cannot be read as {kind}: {reason}") from None


class FileRows(DuckRows):
    """Rows of files of one layout.

    Parameters
    ----------
    name, relation
        As of :class:`~whichmetric.sources.duckdb_rows.DuckRows`.
    connection : DuckDBPyConnection
        Where the relation is from.
    """

    def __init__(
        self, name: str, relation: DuckDBPyRelation, connection: DuckDBPyConnection
    ) -> None:
        super().__init__(name, relation)
        self.connection = connection

    @cached_property
    def groups(self) -> DuckDBPyRelation:
        """The groups in the order of their scores, as a table that may be on disk in part."""
        table = f"groups_{id(self)}"
        grouped = self.relation.aggregate("*, count(*) AS n").order("score")
        self.connection.execute(f"CREATE TEMP TABLE {table} AS {grouped.sql_query()}").fetchall()
        return self.connection.table(table)

    def pages(self) -> Iterator[DuckDBPyRelation]:
        """A million groups at a time, so that pages have few scores in common, or none.

        After the last, the engine lets go of them.
        """
        number = self.groups.aggregate("count(*)").fetchall()[0][0]
        for start in range(0, number, PAGE):
            yield self.groups.filter(f"rowid >= {start} AND rowid < {start + PAGE}")
        self.connection.execute(f"DROP TABLE groups_{id(self)}").fetchall()

    def fetched(self, relation: DuckDBPyRelation) -> dict[str, Any]:
        """The columns as arrays; a relation would keep in memory what it gave."""
        found: dict[str, Any] = self.connection.execute(relation.sql_query()).fetchnumpy()
        return found

    def meant_label(self, pos_label: str) -> Any:
        """On a command line everything is text: ``1`` may mean the number."""
        return label_in(pos_label)


def sql_text(text: str) -> str:
    """A text as SQL."""
    return "'" + text.replace("'", "''") + "'"


def sql_name(name: str) -> str:
    """The name of a column as SQL."""
    return '"' + name.replace('"', '""') + '"'


def sql_list(paths: tuple[Path, ...]) -> str:
    """Files as SQL; names with brackets or stars in them are no patterns."""
    from glob import escape

    return "[" + ", ".join(sql_text(escape(str(path))) for path in paths) + "]"
