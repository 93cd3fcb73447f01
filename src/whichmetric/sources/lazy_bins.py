"""Score bins of lazy frames, counted by the engine that holds the rows: Spark, Polars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.dyadic_cells import FINEST, HIGHEST_POWER, LOWEST_POWER, SMALLEST, Grid
from whichmetric.geometry.score_bins import Cells
from whichmetric.sources.counted_cells import counted_cells
from whichmetric.sources.weight_levels import WeightLevels, factors

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["LazyBins", "SmallFrame", "collecting", "small_frames"]

SmallFrame = Callable[[Mapping[str, NDArray[Any]]], "nw.LazyFrame[Any]"]
"""Makes a lazy frame of a few columns in memory, in the engine that holds the rows."""


def small_frames(frame: nw.LazyFrame[Any]) -> SmallFrame | None:
    """How to make small frames beside a large one; None for an engine where we do not know."""
    import narwhals as nw

    if frame.implementation.is_pyspark():
        session = frame.to_native().sparkSession

        def of_spark(columns: Mapping[str, NDArray[Any]]) -> nw.LazyFrame[Any]:
            kinds = (f"{name} {_spark_kind(column)}" for name, column in columns.items())
            rows = list(zip(*(column.tolist() for column in columns.values()), strict=True))
            few = session.createDataFrame(rows, ", ".join(kinds))
            # Else Spark, which does not know how few they are, sorts all rows for a join.
            frame: nw.LazyFrame[Any] = nw.from_native(few.hint("broadcast"))
            return frame

        return of_spark
    if frame.implementation.is_polars():
        polars = frame.__native_namespace__()
        return lambda columns: nw.from_native(polars.LazyFrame(dict(columns)))
    return None


def collecting(frame: nw.LazyFrame[Any]) -> dict[str, Any]:
    """How to carry a plan out: Polars' other engine would hold all rows in memory."""
    return {"engine": "streaming"} if frame.implementation.is_polars() else {}


def _spark_kind(column: NDArray[Any]) -> str:
    return "double" if column.dtype.kind == "f" else "bigint"


class LazyBins:
    """Rows of a lazy frame; implements `whichmetric.geometry.score_bins.Rows`.

    Parameters
    ----------
    frame : LazyFrame
        With the columns ``score`` (a float), ``positive`` (1 or 0), ``weight`` (a float above 0)
        where there are weights, and ``cell`` where some are chosen.
    levels : WeightLevels or None
        For the sums of weights; None counts rows.
    small : callable
        Makes small frames to join with.
    chosen : ndarray of shape (m,), optional
        Cells whose rows these are; each is an interval.
    """

    def __init__(
        self,
        frame: nw.LazyFrame[Any],
        levels: WeightLevels | None,
        small: SmallFrame,
        chosen: NDArray[np.intp] | None = None,
    ) -> None:
        self.frame, self.levels, self.small, self.chosen = frame, levels, small, chosen
        self.placed = frame

    def cells(self, grid: Grid) -> Cells:
        """Count the rows in the cells of a grid."""
        self.placed = self._placed(grid)
        return counted_cells(self._counted(), self.levels)

    def within(self, chosen: NDArray[np.intp]) -> LazyBins:
        """The rows of some cells."""
        return LazyBins(self.placed, self.levels, self.small, chosen)

    def _counted(self) -> dict[str, NDArray[Any]]:
        import narwhals as nw

        rows = self.placed
        sums = {"positive": nw.col("positive"), "negative": 1 - nw.col("positive")}
        if self.levels is not None:
            rows, sums = _cut(rows, self.levels)
            if self.chosen is None:
                sums |= _cases(self.levels)
        groups = (
            rows.with_columns(**sums)
            .group_by("cell")
            .agg(
                nw.col("score").min().alias("lowest"),
                nw.col("score").max().alias("highest"),
                *(nw.col(name).sum() for name in sums),
            )
            .collect(**collecting(self.frame))
        )
        return {name: groups.get_column(name).to_numpy() for name in groups.columns}

    def _placed(self, grid: Grid) -> nw.LazyFrame[Any]:
        """The rows with their cells, as `Grid.columns` says.

        A place is brought into range before it is made a whole number, not after: Spark's floor is
        one of 64 bits and fails on others. All rows that count are in range; but an engine may
        compute the cells of others first and filter them out afterwards.
        """
        import narwhals as nw

        rows = self.frame
        if self.chosen is None:
            of = {name: nw.lit(column.item()) for name, column in grid.columns.items()}
            # By one number Polars divides as a product with its inverse, which may not be a float.
            of["width"] = nw.col("score") * 0.0 + of["width"]
        else:
            of = {name: nw.col(name) for name in grid.columns}
            table = self.small({"cell": self.chosen, **grid.columns})
            rows = rows.join(table, on="cell", how="inner")
        score = nw.col("score")
        far = score.abs() if grid.is_signed else score
        if grid.by_octaves.any():
            rows = _with_octaves(rows)
            far = nw.when(of["octaves"] == 1).then(nw.col("octave")).otherwise(far)
        most = of["begin"].abs() + of["size"]
        place = nw.max_horizontal(nw.min_horizontal(far / of["width"], most), -1.0 * most)
        rows = rows.with_columns(number=place.floor())
        number = nw.col("number")
        if grid.is_signed:
            rows = rows.with_columns(sign=nw.when(score < 0.0).then(-1.0).otherwise(1.0))
            number = number * nw.col("sign") + (nw.col("sign") - 1.0) / 2.0
        last = nw.min_horizontal(number - of["begin"], of["size"] - 1.0)
        cell = nw.max_horizontal(last, nw.lit(0.0)).cast(nw.Int64()) + of["first"]
        kept = ["score", "positive", *([] if self.levels is None else ["weight"])]
        return rows.select(*kept, cell=cell)


def _with_octaves(rows: nw.LazyFrame[Any]) -> nw.LazyFrame[Any]:
    """The rows with ``octave``, which is what `octaves_of` gives for the score.

    A logarithm may miss the octave by one. Then the quotient with its power of two is below 1 or 2
    and more, and the least of three lines is where it lies all the same.
    """
    import narwhals as nw

    over = nw.col("over")
    rows = _with_logarithms(rows.with_columns(far=nw.col("score").abs()))
    guess = nw.max_horizontal(nw.col("log").floor(), nw.lit(float(LOWEST_POWER)))
    rows = rows.with_columns(guess=nw.min_horizontal(guess, nw.lit(float(HIGHEST_POWER))))
    rows = rows.with_columns(over=nw.col("far") / 2.0 ** nw.col("guess"))
    inside = nw.min_horizontal(over * 2.0 - 2.0, over - 1.0, over / 2.0)
    octave = nw.col("guess") + (inside * 2.0**FINEST).floor() / 2.0**FINEST
    return rows.with_columns(octave=octave)


def _with_logarithms(rows: nw.LazyFrame[Any]) -> nw.LazyFrame[Any]:
    """The rows with the logarithm ``log`` of the column ``far``, in which 0 is the smallest float.

    In a plan for Spark narwhals names what a logarithm is taken of several times, in order to look
    at its sign. Spark puts these into each other, and cannot compile what comes of all of them.
    """
    import narwhals as nw

    rows = rows.with_columns(far=nw.max_horizontal(nw.col("far"), nw.lit(SMALLEST)))
    if rows.implementation.is_pyspark():
        from pyspark.sql import functions

        logarithm = functions.log2(functions.col("far"))
        found: nw.LazyFrame[Any] = nw.from_native(rows.to_native().withColumn("log", logarithm))
        return found
    return rows.with_columns(log=nw.col("far").log(2.0))


def _cut(
    rows: nw.LazyFrame[Any], levels: WeightLevels
) -> tuple[nw.LazyFrame[Any], dict[str, nw.Expr]]:
    """The rows with the whole numbers of every level, and what is left of each weight."""
    import narwhals as nw

    rows = rows.with_columns(rest=nw.col("weight"))
    sums = {}
    for level, unit in enumerate(levels.units):
        (down, more), (up, again) = factors(-unit), factors(unit)
        rows = rows.with_columns((nw.col("rest") * down * more).floor().alias(f"q{level}"))
        rows = rows.with_columns(rest=nw.col("rest") - nw.col(f"q{level}") * up * again)
        sums[f"positive{level}"] = nw.col(f"q{level}") * nw.col("positive")
        sums[f"negative{level}"] = nw.col(f"q{level}") * (1 - nw.col("positive"))
    return rows, sums


def _cases(levels: WeightLevels) -> dict[str, nw.Expr]:
    """What tells how many cases all rows count for."""
    import narwhals as nw

    down, more = factors(-levels.units[0])
    relative, is_positive = nw.col("weight") * down * more, nw.col("positive")
    squares = relative * relative
    parts = (nw.col("weight") != nw.col("weight").floor()).cast(nw.Int64())
    return {
        "positive_squares": squares * is_positive,
        "negative_squares": squares * (1 - is_positive),
        "positive_parts": parts * is_positive,
        "negative_parts": parts * (1 - is_positive),
    }
