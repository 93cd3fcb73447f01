"""Score tables of lazy frames: what their engine is asked before it counts in bins."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.errors import BinnedWarning
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.columns import EXACT_INTEGERS, refuse_overflow, too_many_labels
from whichmetric.geometry.score_bins import adaptive_bins
from whichmetric.geometry.tally import Tally
from whichmetric.sources.columns import Columns
from whichmetric.sources.lazy_bins import LazyBins, SmallFrame, collecting, small_frames
from whichmetric.sources.refusals import INFINITE, MISSING, NEGATIVE, WIDE, Fault, no_rows, refusal
from whichmetric.sources.weight_levels import MOST_LEVELS, WeightLevels

if TYPE_CHECKING:
    import narwhals as nw

__all__ = ["MOST_GROUPS", "LazyRows", "bins_for_cluster", "lazy_rows"]

MOST_GROUPS = 1_000_000
"""Different scores (or scores with weights) that come over from a cluster; of more, bins do."""
DEFAULT_BINS = 65_536
MOST_LABELS = 1_000
"""Label values that come over; of more we only say how many there are."""


def bins_for_cluster(name: str, grouped: nw.LazyFrame[Any]) -> int | None:
    """How many bins a frame of a cluster needs, whose groups would all come over; says so."""
    import narwhals as nw

    number = int(grouped.select(nw.len()).collect().item())
    if number <= MOST_GROUPS:
        return None
    warnings.warn(
        f"{name} holds {number:,} different scores, with their labels and weights, more than the "
        f"{MOST_GROUPS:,} that are brought over from a cluster: the table is on {DEFAULT_BINS:,} "
        "score bins, and table.certificate bounds what that leaves open. Give bins= yourself, or "
        "a frame in memory for an exact table.",
        BinnedWarning,
        stacklevel=5,  # who called read_scores
    )
    return DEFAULT_BINS


class LazyRows(NamedTuple):
    """A lazy frame whose columns of numbers can be counted in bins where it is.

    Parameters
    ----------
    name : str
        Of the frame, for errors.
    frame : LazyFrame
        With the columns ``label``, ``score`` and, where asked for, ``weight``.
    columns : Columns
    small : callable
    """

    name: str
    frame: nw.LazyFrame[Any]
    columns: Columns
    small: SmallFrame

    def by_label(self) -> nw.DataFrame[Any]:
        """What is asked of all rows, in one go: a row for each value in the column of labels."""
        import narwhals as nw

        faults = _faults(self.frame.collect_schema(), self.columns)
        weighs = nw.col("weight") > 0 if self.columns.weight is not None else nw.lit(value=True)
        rows = self.frame.with_columns(
            nw.when(weighs).then(nw.col("score").cast(nw.Float64())).alias("counted"),
            *(
                nw.when(weighs).then(nw.col(name).cast(nw.Float64())).alias("heavy")
                for name in ([] if self.columns.weight is None else ["weight"])
            ),
            *(sign.cast(nw.Int64()).alias(f"fault{i}") for i, (_, _, sign) in enumerate(faults)),
        )
        asked = [
            nw.len().alias("n"),
            nw.col("counted").min().alias("lowest"),
            nw.col("counted").max().alias("highest"),
            *(nw.col(f"fault{i}").sum() for i in range(len(faults))),
        ]
        if self.columns.weight is not None:
            asked += [nw.col("weight").max().alias("largest"), nw.col("heavy").min()]
        by_label = rows.group_by("label").agg(*asked).head(MOST_LABELS + 1)
        found = by_label.collect(**collecting(self.frame))
        if len(found) > MOST_LABELS:
            labels = self.frame.select(nw.col("label").n_unique()).collect(**collecting(self.frame))
            where = f"{self.name}, column {self.columns.label!r}"
            some = [repr(label) for label in found.get_column("label").to_list()[:5]]
            raise too_many_labels(where, some, int(labels.item()))
        return found

    def table(
        self,
        found: nw.DataFrame[Any],
        is_positive: NDArray[np.bool_],
        bins: int,
        told: Callable[[], None],
    ) -> ScoreTable | None:
        """The table on bins; None where weights differ too much in size for the engine.

        Parameters
        ----------
        found : DataFrame
            What `by_label` gave.
        is_positive : ndarray of shape (k,)
            Which of its labels are the positive one.
        bins : int
        told : callable
            Is called after each pass over the rows.
        """
        import narwhals as nw

        where = f"{self.name}, column {self.columns.weight!r}" if self.columns.weight else None
        rows = int(found.get_column("n").to_numpy().sum())
        levels = None
        if where is not None:
            largest = np.nan_to_num(found.get_column("largest").to_numpy().astype(np.float64))
            refuse_overflow(where, largest, rows)
            smallest = _numbers(found, "heavy")
            if smallest.size:
                levels = WeightLevels.of(float(largest.max()), float(smallest.min()), rows)
                if len(levels.units) > MOST_LEVELS:
                    return None
        low, high = _numbers(found, "lowest"), _numbers(found, "highest")
        if low.size == 0:  # no row weighs anything, which is refused when the table is made
            nothing = np.zeros(0)
            return ScoreTable.from_tally(Tally(nothing, (nothing,), (nothing,)), weight=where)
        labels = found.get_column("label").to_list()
        (positive,) = (x for x, is_it in zip(labels, is_positive, strict=True) if is_it)
        numbers = [nw.col("score").cast(nw.Float64())]
        frame = self.frame
        if where is not None:
            numbers.append(nw.col("weight").cast(nw.Float64()))
            frame = frame.filter(nw.col("weight") > 0)
        chosen = frame.select(
            *numbers, (nw.col("label") == positive).cast(nw.Int64()).alias("positive")
        )
        counted = LazyBins(chosen, levels, self.small)
        tally = adaptive_bins(counted, float(low.min()), float(high.max()), bins, told)
        return ScoreTable.from_tally(tally, weight=where)

    def refuse_faults(self, found: nw.DataFrame[Any]) -> None:
        """Refuse what cannot be counted, by what `by_label` gave."""
        rows = int(found.get_column("n").to_numpy().sum())
        if rows == 0:
            raise no_rows(self.name)
        faults = _faults(self.frame.collect_schema(), self.columns)
        for place, (role, fault, sign) in enumerate(faults):
            count = int(found.get_column(f"fault{place}").to_numpy().sum())
            if count:
                where = f"{self.name}, column {self.columns.roles[role]!r}"
                bad = self.frame.filter(sign).select(role).head(1).collect()
                (value,) = bad.get_column(role).to_list()
                shown = "no value" if value is None else repr(value)
                raise refusal(where, shown, fault, count=count, rows=rows)


def _numbers(found: nw.DataFrame[Any], name: str) -> NDArray[np.float64]:
    """A column without what is missing, which some libraries give as NaN."""
    column = found.get_column(name).drop_nulls().to_numpy().astype(np.float64)
    return column[~np.isnan(column)]


def lazy_rows(name: str, frame: nw.LazyFrame[Any], columns: Columns) -> LazyRows | None:
    """The frame, ready to be counted in bins; None where only its groups can be brought over."""
    import narwhals as nw

    small = small_frames(frame)
    schema = frame.collect_schema()
    for role in columns.number_roles:
        kind = schema[role]
        if kind == nw.Decimal:
            frame = frame.with_columns(_rounded_once(role, frame))
        elif not (kind.is_float() or kind.is_integer()) or kind in (nw.Int128, nw.UInt128):
            return None
    return None if small is None else LazyRows(name, frame, columns, small)


def _rounded_once(role: str, frame: nw.LazyFrame[Any]) -> nw.Expr:
    """A column of decimals as the floats next to them, as Python and Spark convert them.

    Polars would round the digits and then the quotient with a power of ten.
    """
    import narwhals as nw

    decimals = nw.col(role)
    if frame.implementation.is_polars():
        decimals = decimals.cast(nw.String())
    return decimals.cast(nw.Float64())


def _faults(schema: Any, columns: Columns) -> list[tuple[str, Fault, Any]]:
    """What is refused, in which column, with the expression for the rows that have it."""
    import narwhals as nw

    found: list[tuple[str, Fault, Any]] = []
    for role in columns.number_roles:
        column = nw.col(role)
        missing = column.is_null()
        if schema[role].is_float():
            missing = missing | column.is_nan().fill_null(value=False)
            infinite = ~column.is_finite() & ~column.is_nan()
            found += [
                (role, MISSING, missing),
                (role, INFINITE, infinite.fill_null(value=False)),
            ]
        else:
            wide = (column > EXACT_INTEGERS) | (column < -EXACT_INTEGERS)
            found += [(role, MISSING, missing), (role, WIDE, wide.fill_null(value=False))]
        if role == "weight":
            found.append((role, NEGATIVE, (column < 0).fill_null(value=False)))
    return found
