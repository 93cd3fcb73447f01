"""Score tables from data frames and files of any size."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.score_bins import checked_bins
from whichmetric.sources.columns import Columns
from whichmetric.sources.csv_rows import CsvRows, look_at_files
from whichmetric.sources.duckdb_table import table_of_rows
from whichmetric.sources.file_rows import connected, refusing_unreadable
from whichmetric.sources.files import find_files
from whichmetric.sources.frames import table_of_frame
from whichmetric.sources.parquet_rows import parquet_pieces
from whichmetric.sources.watched import looking_at_queries, watched

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["read_at_most", "read_scores"]


def read_scores(
    source: Any,
    *,
    label: str,
    score: str,
    weight: str | None = None,
    pos_label: Any = None,
    bins: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> ScoreTable:
    """The score table of a data frame or of files, one row per case.

    It is identical to :meth:`ScoreTable.from_arrays
    <whichmetric.ScoreTable.from_arrays>` on the same rows, whatever the source and the
    order of the rows: exact, or with `bins` on the same bins.

    Parameters
    ----------
    source : data frame, str or Path
        - A frame of pandas, Polars (also lazy), PyArrow, Spark or another library that narwhals
          knows, or a DuckDB relation. Lazy frames and those of a cluster are counted where they
          are, and only the counts come over; for bins in several passes over their rows.
        - The path of a CSV file (UTF-8, with a first line that names the columns) or a Parquet
          file, of a folder with files of one of these kinds, or a pattern such as
          ``scores/*.csv``. Files may be larger than memory: DuckDB groups their rows. In a folder,
          names that begin with ``_`` or ``.`` are passed over.
    label, score : str
        Names of the columns with the label and the score of each case. A higher score speaks for
        the positive class.
    weight : str, optional
        Name of the column with the weight of each case, 0 or more; 1 where left out.
    pos_label : label, optional
        The positive label; may be left out for the labels {0, 1}, {-1, 1} and booleans. In a CSV
        file, 1 and 1.0 are the same label, and ``true`` and ``false`` are 1 and 0. For files a text
        is also understood as the number that it spells.
    bins : int, optional
        Put the scores into so many bins at most, which adapt to where they lie; 65,536 leave
        little open.
        :attr:`ScoreTable.certificate <whichmetric.ScoreTable.certificate>` bounds it. Exact where
        left out, except for a Spark frame with more than a million different scores.
    progress : callable, optional
        Called with the share that is done, which never falls, and with 1 at the end: for files a
        few times a second, for lazy frames and relations after each pass over the rows. Since
        nobody knows how many passes it takes, each is half of what is left. What it raises stops
        the read, as Ctrl-C does.

    Warns
    -----
    BinnedWarning
        Where bins were not asked for and a cluster holds too many different scores to do without.

    Raises
    ------
    InvalidInputError
        For anything that cannot be counted exactly. The text names the source, the column, the
        first value that cannot be used and how many there are; for files also its line or row.
        Nothing is left out silently.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ill": ["no", "yes", "no"], "risk": [0.1, 0.8, 0.4]})
    >>> read_scores(frame, label="ill", score="risk", pos_label="yes")
    ScoreTable(3 distinct scores from 0.1 to 0.8, 1 positive, 2 negative)
    """
    for argument, name in (("label", label), ("score", score), ("weight", weight)):
        if not isinstance(name, str) and (argument, name) != ("weight", None):
            raise InvalidInputError(f"{argument}={name!r} is not the name of a column.")
    if progress is not None and not callable(progress):
        raise InvalidInputError(
            f"progress={progress!r} is not a function: give one of the share that is read, or None."
        )
    columns = Columns(label, score, weight)
    bins = None if bins is None else checked_bins(bins)
    if isinstance(source, str | os.PathLike):
        table = _table_of_files(source, columns, pos_label, bins, None, progress)
    else:
        table = table_of_frame(source, columns, pos_label, bins, progress)
    if progress is not None:
        progress(1.0)
    return table


def read_at_most(
    source: str,
    columns: Columns,
    *,
    pos_label: Any,
    most: int,
    bins: int,
    progress: Callable[[float], None] | None,
) -> ScoreTable:
    """The score table of files, exact up to so many different scores, else on bins.

    Which of the two shows before the scores are brought over, so that neither takes much memory.

    Parameters
    ----------
    source, columns, pos_label, progress
        As of `read_scores`.
    most : int
        Different scores that an exact table may have.
    bins : int
        Score bins, at most, where there are more.
    """
    table = _table_of_files(source, columns, pos_label, bins, most, progress)
    if progress is not None:
        progress(1.0)
    return table


def _table_of_files(
    source: str | os.PathLike[str],
    columns: Columns,
    pos_label: Any,
    bins: int | None,
    most: int | None,
    progress: Callable[[float], None] | None,
) -> ScoreTable:
    name = os.fspath(source)
    kind, paths = find_files(name)
    alike = look_at_files(paths, columns) if kind == "CSV" else []

    def read(connection: DuckDBPyConnection) -> ScoreTable:
        with refusing_unreadable(name, kind):
            pieces = (
                [CsvRows(name, connection, files, columns) for files in alike]
                if kind == "CSV"
                else parquet_pieces(connection, name, paths, columns)
            )
            return table_of_rows(
                name, pieces, columns, pos_label, bins=bins, most=most, connection=connection
            )

    with connected() as connection:
        if progress is None:
            return watched(connection, lambda: read(connection))
        look = looking_at_queries(connection, progress)
        return watched(connection, lambda: read(connection), look)
