"""The score table of rows that DuckDB reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.columns import positive_label, refuse_overflow, too_many_labels
from whichmetric.geometry.score_bins import adaptive_bins
from whichmetric.geometry.tally import Tally, added_up, in_a_row
from whichmetric.sources.columns import Columns
from whichmetric.sources.duckdb_bins import DuckBins
from whichmetric.sources.duckdb_rows import LABELS, NUMBERS, TEXTS, DuckRows, Summary
from whichmetric.sources.refusals import (
    INFINITE,
    MISSING,
    NEGATIVE,
    TEXT,
    WIDE,
    Fault,
    counted_label,
    no_rows,
    refusal,
    wrong_type,
)
from whichmetric.sources.weight_levels import MOST_LEVELS, WeightLevels

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["table_of_rows"]

SURELY = 2.5
"""Times a number of scores that an estimate for both labels together is above it for certain: one
may be found with each label, and the estimate may be off by some hundredths."""


def table_of_rows(
    name: str,
    pieces: Sequence[DuckRows],
    columns: Columns,
    pos_label: Any,
    *,
    bins: int | None = None,
    most: int | None = None,
    connection: DuckDBPyConnection,
    told: Callable[[], None] = lambda: None,
) -> ScoreTable:
    """The score table of the rows of all pieces.

    Parameters
    ----------
    name : str
        Of the source, for errors.
    pieces : sequence of DuckRows
        At least one.
    columns : Columns
        What the user calls the columns.
    pos_label : label or None
    bins : int, optional
        Score bins, at most.
    most : int, optional
        Different scores up to which the table is exact all the same.
    connection : DuckDBPyConnection
        That of the pieces, maybe the user's own: bins are counted on it, and nothing is written.
    told : callable
        Is called after each pass over the rows.
    """
    for piece in pieces:
        # Bins alone never ask how many scores differ.
        piece.is_quick = most is not None or (piece.is_quick and bins is None)
        piece.is_grouped = bins is None and not piece.is_quick
        _refuse_wrong_types(piece, columns)
    rows = sum(piece.summary.rows for piece in pieces)
    told()
    if rows == 0:
        raise no_rows(name)
    for role in columns.number_roles:
        for fault in (TEXT, MISSING, WIDE, INFINITE, NEGATIVE):
            _refuse_fault(pieces, columns, role, fault, rows)
    weight = None if columns.weight is None else f"{name}, column {columns.weight!r}"
    if weight is not None:
        largest = np.array([piece.summary.largest_weight for piece in pieces])
        refuse_overflow(weight, largest, rows)
    positive = _positive_label(name, pieces, columns, pos_label, rows)
    if bins is not None and (most is None or _hold_more(pieces, most)):
        counted = reduce(
            lambda some, more: some.union(more), (piece.counted(positive) for piece in pieces)
        )
        summaries = [piece.summary for piece in pieces]
        tally = _binned(connection, counted, summaries, bins, weight, told)
        if tally is not None:
            return ScoreTable.from_tally(tally, weight=weight)
    table = ScoreTable.from_tally(
        added_up(in_a_row(piece.tallies(positive)) for piece in pieces), weight=weight
    )
    is_small = most is not None and len(table) <= most
    return table if bins is None or is_small else table.binned(bins)


def _hold_more(pieces: Sequence[DuckRows], most: int) -> bool:
    """Whether there are more different scores for certain: they were counted for each label."""
    return sum(piece.summary.scores for piece in pieces) > SURELY * most * len(pieces)


def _binned(
    connection: DuckDBPyConnection,
    counted: DuckDBPyRelation,
    summaries: Sequence[Summary],
    bins: int,
    weight: str | None,
    told: Callable[[], None],
) -> Tally | None:
    """The tally on bins; None where weights differ too much in size for sums by the engine."""
    lowest = [summary.lowest for summary in summaries if summary.lowest is not None]
    highest = [summary.highest for summary in summaries if summary.highest is not None]
    if not lowest:  # no row weighs anything, which is refused when the table is made
        return Tally(np.zeros(0), (np.zeros(0),), (np.zeros(0),))
    levels = None
    if weight is not None:
        rows = sum(summary.rows for summary in summaries)
        largest = max(summary.largest_weight for summary in summaries)
        smallest = min(summary.smallest_weight for summary in summaries)
        levels = WeightLevels.of(largest, smallest, rows)
        if len(levels.units) > MOST_LEVELS:
            return None
    cells = DuckBins(connection, counted, levels)
    return adaptive_bins(cells, min(lowest), max(highest), bins, told)


def _refuse_wrong_types(piece: DuckRows, columns: Columns) -> None:
    for role, column in columns.roles.items():
        wanted, allowed = ("labels", LABELS) if role == "label" else ("numbers", NUMBERS | TEXTS)
        if piece.types[role].id not in allowed:
            raise wrong_type(f"{piece.name}, column {column!r}", piece.types[role], wanted)


def _refuse_fault(
    pieces: Sequence[DuckRows], columns: Columns, role: str, fault: Fault, rows: int
) -> None:
    counts = [piece.summary.faults[role, fault] for piece in pieces]
    for piece, count in zip(pieces, counts, strict=True):
        if count:
            raise _refused(piece, columns, role, fault, sum(counts), rows)


def _refused(
    piece: DuckRows, columns: Columns, role: str, fault: Fault, count: int, rows: int
) -> InvalidInputError:
    source, value, at, fault = piece.first(role, fault)
    where = f"{source}, column {columns.roles[role]!r}"
    together = source != piece.name
    return refusal(where, value, fault, count=count, rows=rows, at=at, together=together)


def _first_place(pieces: Sequence[DuckRows], label: Any) -> str:
    """Where a label stands first, in words that follow it; empty where rows have no place."""
    for piece in pieces:
        for value, _ in piece.label_counts:
            place = piece.place_of(value) if piece.label_of(value) == label else ""
            if place:
                return f"{label!r} stands in {place}"
    return ""


def _positive_label(
    name: str, pieces: Sequence[DuckRows], columns: Columns, pos_label: Any, rows: int
) -> Any:
    """The positive label, after refusing missing labels and any number of labels but two."""
    where = f"{name}, column {columns.label!r}"
    counts: Counter[Any] = Counter()
    for piece in pieces:
        for value, count in piece.label_counts:
            counts[piece.label_of(value)] += count
    if None in counts:
        lacking = next(
            piece
            for piece in pieces
            if any(piece.label_of(value) is None for value, _ in piece.label_counts)
        )
        raise _refused(lacking, columns, "label", MISSING, counts[None], rows)
    found = sorted(counts, key=str)
    if len(found) > 2:
        most = sorted(found, key=lambda label: -counts[label])[:5]
        some = [counted_label(label, counts[label]) for label in most]
        number = max(len(found), *(piece.summary.labels for piece in pieces))
        raise too_many_labels(where, some, number, _first_place(pieces, most[2]))
    if isinstance(pos_label, str) and pos_label not in counts:
        pos_label = pieces[0].meant_label(pos_label)
    return positive_label(where, found, pos_label)
