"""Rows that DuckDB counts in cells, for tables on score bins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.dyadic_cells import FINEST, HIGHEST_POWER, LOWEST_POWER, SMALLEST, Grid
from whichmetric.geometry.score_bins import Cells
from whichmetric.sources.counted_cells import counted_cells
from whichmetric.sources.weight_levels import WeightLevels, factors

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["DuckBins"]

FloatArray = NDArray[np.float64]
FEW_CELLS = 2**16
"""Up to so many, a cell's number has two bytes, and DuckDB counts in an array instead of a hash
table (`file_rows.ARRAY_BITS`): half of the time, with the lowest and highest scores."""


class DuckBins:
    """Rows of a relation; implements `whichmetric.geometry.score_bins.Rows`.

    Parameters
    ----------
    connection : DuckDBPyConnection
        That of the relation. Nothing is written to it.
    rows : DuckDBPyRelation
        With the columns ``score``, ``positive``, ``weight`` where there are weights, and ``cell``
        where some are chosen.
    levels : WeightLevels or None
        For the sums of weights; None counts rows.
    chosen : ndarray of shape (m,), optional
        Cells whose rows these are; each is an interval.
    """

    def __init__(
        self,
        connection: DuckDBPyConnection,
        rows: DuckDBPyRelation,
        levels: WeightLevels | None,
        chosen: NDArray[np.intp] | None = None,
    ) -> None:
        self.connection, self.rows, self.levels, self.chosen = connection, rows, levels, chosen
        self.placed = rows

    def cells(self, grid: Grid) -> Cells:
        """Count the rows in the cells of a grid."""
        self.placed = self._placed(grid)
        return counted_cells(self._counted(), self.levels)

    def within(self, chosen: NDArray[np.intp]) -> DuckBins:
        """The rows of some cells."""
        return DuckBins(self.connection, self.placed, self.levels, chosen)

    def _counted(self) -> dict[str, Any]:
        asked = ["cell", "min(score) AS lowest", "max(score) AS highest"]
        rows = self.placed
        if self.levels is None:
            asked += ["count(*) FILTER (positive) AS positive", "count(*) AS n"]
        else:
            rows = _cut(rows, self.levels)
            for level in range(len(self.levels.units)):
                asked += [
                    f"coalesce(sum(q{level}) FILTER (positive), 0) AS positive{level}",
                    f"coalesce(sum(q{level}) FILTER (NOT positive), 0) AS negative{level}",
                ]
            if self.chosen is None:
                asked += _cases_sql(self.levels)
        found: dict[str, Any] = rows.aggregate(", ".join(asked), "cell").fetchnumpy()
        if self.levels is None:
            found["negative"] = found["n"] - found["positive"]
        return found

    def _placed(self, grid: Grid) -> DuckDBPyRelation:
        """The rows with their cells, as `Grid.columns` says."""
        kind = "USMALLINT" if grid.sizes.sum() <= FEW_CELLS else "UINTEGER"
        rows = self.rows
        if self.chosen is None:
            cell = _cell_sql({name: _double(x.item()) for name, x in grid.columns.items()}, grid)
            if grid.is_of_probabilities:  # the same numbers, in less time
                size = grid.sizes.item()
                cell = f"floor(greatest(least(score * {size}, {size} - 1), 0))"
                if self.levels is None:  # no row is filtered out, so none lies below 0
                    cell = f"floor(least(score * {size}, {size} - 1))"
        else:
            cell = _cell_sql({name: f'"{name}"' for name in grid.columns}, grid)
            rows = rows.join(self._few({"cell": self.chosen, **grid.columns}), "cell")
            if grid.by_octaves.any():
                rows = _with_octaves(rows)
        kept = "score, positive" + ("" if self.levels is None else ", weight")
        return rows.select(f"{kept}, CAST({cell} AS {kind}) AS cell")

    def _few(self, columns: dict[str, NDArray[Any]]) -> DuckDBPyRelation:
        """A small relation in memory, to join with."""
        kinds = ("DOUBLE" if column.dtype.kind == "f" else "BIGINT" for column in columns.values())
        listed = (
            f'unnest(CAST(? AS {kind}[])) AS "{name}"'
            for name, kind in zip(columns, kinds, strict=True)
        )
        return self.connection.sql(
            f"SELECT {', '.join(listed)}", params=[column.tolist() for column in columns.values()]
        )


def _cell_sql(of: Mapping[str, str], grid: Grid) -> str:
    """SQL for the cell of a score, from SQL for each of `Grid.columns`."""
    far = "abs(score)" if grid.is_signed else "score"
    if grid.by_octaves.any():
        far = f"CASE WHEN {of['octaves']} = 1 THEN octave ELSE {far} END"
    number = f"floor({far} / {of['width']})"
    if grid.is_signed:
        number = f"CASE WHEN score < 0 THEN -{number} - 1 ELSE {number} END"
    # In range before it is a whole number, also for rows that are filtered out afterwards.
    return f"{of['first']} + greatest(least({number} - {of['begin']}, {of['size']} - 1), 0)"


def _with_octaves(rows: DuckDBPyRelation) -> DuckDBPyRelation:
    """The rows with ``octave``, which is what `octaves_of` gives for the score.

    A logarithm may miss the octave by one. Then the quotient with its power of two is below 1 or 2
    and more, and the least of three lines is where it lies all the same.
    """
    far, finest = f"greatest(abs(score), {_double(SMALLEST)})", _double(2.0**FINEST)
    guess = f"greatest(least(floor(log2({far})), {HIGHEST_POWER}), {LOWEST_POWER})"
    rows = rows.select(f"*, {guess} AS guess")
    rows = rows.select(f"*, {far} / pow(CAST(2 AS DOUBLE), guess) AS over")
    inside = "least(over * 2 - 2, over - 1, over / 2)"
    return rows.select(f"*, guess + floor({inside} * {finest}) / {finest} AS octave")


def _cut(rows: DuckDBPyRelation, levels: WeightLevels) -> DuckDBPyRelation:
    """The rows with the whole numbers of every level, and what is left of each weight."""
    rows = rows.select("*, weight AS rest")
    for level, unit in enumerate(levels.units):
        down, up = (" * ".join(map(_double, factors(power))) for power in (-unit, unit))
        whole = f"floor(rest * {down})"
        rows = rows.select(f"*, {whole} AS q{level}")
        rows = rows.select(f"* REPLACE (rest - q{level} * {up} AS rest)")
    return rows


def _cases_sql(levels: WeightLevels) -> list[str]:
    """SQL for what tells how many cases all rows count for."""
    relative = " * ".join(["weight", *map(_double, factors(-levels.units[0]))])
    asked = []
    for side, chosen in (("positive", "positive"), ("negative", "NOT positive")):
        squares = f"sum(({relative}) * ({relative})) FILTER ({chosen})"
        parts = f"count(*) FILTER ({chosen} AND weight <> floor(weight))"
        asked += [f"coalesce({squares}, 0) AS {side}_squares", f"{parts} AS {side}_parts"]
    return asked


def _double(number: float) -> str:
    """A float as SQL, every digit of it."""
    return f"CAST('{number!r}' AS DOUBLE)"
