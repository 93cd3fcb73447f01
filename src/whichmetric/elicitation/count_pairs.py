"""Every pair of whole counts that can be shown, by how many cases its options differ."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.display import shown
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import ConfusionMatrix, shown_positives

__all__ = ["CountPairs"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
MOST = 1_000
"""Cases of the rarer class up to which all pairs are looked at. Where more are shown, options that
differ by more of them, and some places of the others, are left out."""
MOST_OPTIONS = 400_000
"""Different options, up to which all are listed."""
EDGE = 1e-6
"""Of a case: how far from the point where rounding turns options keep."""


class CountPairs:
    """Pairs of options out of so many cases, neither worse than chance nor dominated.

    An option is what some classifier of the feasible set looks like once its cells are rounded. A
    linear metric compares two options by how many more of the one class, and how many fewer of the
    other, the first decides right; so pairs are looked up by these two numbers.

    Parameters
    ----------
    feasible : FeasibleRegion
    out_of : int
        Cases that are shown.

    Notes
    -----
    Options stand in columns by the count of the rarer class that they decide right. In a column the
    other count runs from the chance line to the frontier, so two columns, d apart, show every
    difference between the lowest and the highest that their ends allow.
    """

    def __init__(self, feasible: FeasibleRegion, out_of: int) -> None:
        self._feasible, self._out_of = feasible, out_of
        positives = shown_positives(feasible.prevalence, out_of)
        shares = np.array([feasible.prevalence, 1.0 - feasible.prevalence])
        counts = np.array([positives, out_of - positives])
        self._negatives_rarer = bool(counts[1] < counts[0])
        order = [1, 0] if self._negatives_rarer else [0, 1]
        self._shares, (self._rarer, self._others) = shares[order], counts[order].tolist()
        frontier = feasible.frontier[:, order]
        self._frontier = frontier[::-1] if self._negatives_rarer else frontier
        fewest = min(self._rarer, MOST)
        self._starts = np.unique(np.rint(np.linspace(0, self._rarer, fewest + 1))).astype(int)
        self._steps = np.arange(1, fewest + 1)
        ends = self._starts + self._steps[:, None]
        low, high = self._column(self._starts)
        end_low, end_high = self._column(np.minimum(ends, self._rarer))
        exist = (ends <= self._rarer) & (low <= high) & (end_low <= end_high)
        self._least = np.maximum(low - end_high, 1)
        self._most = np.where(exist, high - end_low, 0)

    def differences(self, angle: float) -> FloatArray:
        """For every step in the rarer class, the differences whose cuts are next to an angle.

        Parameters
        ----------
        angle : float
            Radians, inside (0, pi / 2), of the linear metric that is to find options equal.

        Returns
        -------
        ndarray of shape (k, 2)
            Counts: true positives that one option has more, true negatives that the other has.
        """
        slope = math.tan(angle if self._negatives_rarer else math.pi / 2 - angle)
        aim = np.floor(np.minimum(self._steps * slope, self._others)).astype(int)[:, None]
        below, above = np.minimum(self._most, aim), np.maximum(self._least, aim + 1)
        below = np.where(below >= self._least, below, 0).max(axis=1)
        none = self._others + 1
        above = np.where(above <= self._most, above, none).min(axis=1)
        pairs = np.concatenate([np.column_stack((self._steps, other)) for other in (below, above)])
        pairs = pairs[(pairs[:, 1] > 0) & (pairs[:, 1] < none)]
        return np.asarray(pairs[:, ::-1] if self._negatives_rarer else pairs)

    def every_option(self) -> IntArray | None:
        """The counts tp, fp, fn, tn of all options, shape (k, 4); None where there are too many."""
        columns = np.arange(self._rarer + 1) if self._rarer <= MOST_OPTIONS else np.zeros(0, int)
        low, high = self._column(columns)
        heights = np.maximum(high - low + 1, 0)
        if len(columns) == 0 or heights.sum() > MOST_OPTIONS:
            return None
        column = np.repeat(columns, heights)
        above = np.arange(len(column)) - np.repeat(np.cumsum(heights) - heights, heights)
        height = np.repeat(low, heights) + above
        tp, tn = (height, column) if self._negatives_rarer else (column, height)
        positives, negatives = (
            (self._others, self._rarer) if self._negatives_rarer else (self._rarer, self._others)
        )
        return np.column_stack((tp, negatives - tn, positives - tp, tn))

    def pair(self, first: IntArray, second: IntArray) -> tuple[ConfusionMatrix, ConfusionMatrix]:
        """Two of the options, given by their counts of shape (4,), as they are shown."""
        one, other = (
            self._option(*((tn, tp) if self._negatives_rarer else (tp, tn)))
            for tp, _, _, tn in (first.tolist(), second.tolist())
        )
        return one, other

    def options(self, positives: int, negatives: int) -> tuple[ConfusionMatrix, ConfusionMatrix]:
        """The pair of one of the differences that is nearest to the frontier, as it is shown.

        Parameters
        ----------
        positives, negatives : int
            Of `differences`.
        """
        step, other = (negatives, positives) if self._negatives_rarer else (positives, negatives)
        row = step - 1
        fits = (self._least[row] <= other) & (other <= self._most[row])
        start = self._starts[fits]
        end = start + step
        (low, high), (end_low, end_high) = self._column(start), self._column(end)
        inner, end_inner = self._below_frontier(start), self._below_frontier(end)
        top = np.minimum(np.minimum(inner, end_inner + other), np.minimum(high, end_high + other))
        top = np.maximum(top, np.maximum(low, end_low + other))
        beyond = np.maximum(np.maximum(top - inner, top - other - end_inner), 0)
        beneath = np.abs(inner - end_inner - other)
        chosen = np.lexsort((np.abs(2 * start + step - self._rarer), beneath, beyond))[0]
        column, height = int(start[chosen]), int(top[chosen])
        return self._option(column, height), self._option(column + step, height - other)

    def _column(self, counts: IntArray) -> tuple[IntArray, IntArray]:
        """The lowest and the highest count of the other class in columns; lowest above if none."""
        first, last = self._ends(counts)
        chance, half = self._others * (1.0 - counts / self._rarer), 0.5 - EDGE
        rounded = np.ceil(self._chance(last) * self._out_of - half)
        lowest = np.maximum(np.ceil(chance - EDGE), rounded)
        highest = np.minimum(np.floor(self._height(first) * self._out_of + half), self._others)
        # Half a case of a class may be rounded off, so that nobody sees its last one.
        return lowest.astype(int), np.where(first <= last, highest, -1.0).astype(int)

    def _below_frontier(self, counts: IntArray) -> IntArray:
        """The highest count of the other class that lies in the feasible set unrounded."""
        rate = np.minimum(counts / self._out_of, self._shares[0] * (1.0 - 1e-12))
        return np.floor(self._height(rate) * self._out_of + EDGE).astype(int)

    def _ends(self, counts: IntArray) -> tuple[FloatArray, FloatArray]:
        """The rates between which columns lie that rounding takes to these counts."""
        half = 0.5 - EDGE
        first = np.maximum((counts - half) / self._out_of, 0.0)
        return first, np.minimum((counts + half) / self._out_of, self._shares[0])

    def _height(self, rate: FloatArray) -> FloatArray:
        return np.interp(rate, self._frontier[:, 0], self._frontier[:, 1])

    def _chance(self, rate: FloatArray) -> FloatArray:
        return np.asarray(self._shares[1] * (1.0 - rate / self._shares[0]))

    def _option(self, column: int, height: int) -> ConfusionMatrix:
        """A classifier whose rounded counts these are, nearest to them, as it is shown."""
        first, last = self._ends(np.array(column))
        other = np.clip(height / self._out_of, self._chance(last), self._height(first))
        on_chance = self._shares[0] * (1.0 - other / self._shares[1])
        on_frontier = np.interp(-other, -self._frontier[:, 1], self._frontier[:, 0])
        low, high = np.maximum(first, on_chance), np.minimum(last, on_frontier)
        rate = np.clip(column / self._out_of, low, np.maximum(low, high))
        tp, tn = (other, rate) if self._negatives_rarer else (rate, other)
        return shown(self._feasible.realise(float(tp), float(tn)), self._out_of)
