"""Rows in memory, counted in cells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cores import blocks, in_threads, usable_cores
from whichmetric.geometry.dyadic_cells import Grid
from whichmetric.geometry.exact_sums import ExactSums, Parts, exact_sums, sum_parts
from whichmetric.geometry.number_of_cases import cases_of_rows
from whichmetric.geometry.score_bins import Cells, adaptive_bins
from whichmetric.geometry.tally import Tally

__all__ = ["binned_cases", "binned_tally"]

FloatArray = NDArray[np.float64]
Intervals = NDArray[np.int32] | int
BLOCK = 1 << 17
"""Cases that are counted at a time."""
FEWEST = 8
"""Blocks that are worth a thread: what it needs on the way is little beside their columns."""
NOWHERE = -1
"""The place of cases that are not looked at; also the last of what is listed by place."""


def binned_cases(
    scores: FloatArray,
    is_positive: NDArray[np.bool_],
    weights: FloatArray | None,
    bins: int,
) -> Tally:
    """The tally of cases on score bins.

    Parameters
    ----------
    scores, is_positive : ndarray of shape (n,)
        Finite scores.
    weights : ndarray of shape (n,), optional
        Finite and 0 or more; 1 for each case where left out.
    bins : int
    """
    rows = CaseRows(scores, is_positive, weights)
    low, high = rows.ends
    tally = adaptive_bins(rows, low, high, bins)
    return tally if weights is None else replace(tally, cases=cases_of_rows(weights, is_positive))


def binned_tally(tally: Tally, bins: int) -> Tally:
    """The entries of a tally, in any order, on score bins."""
    given, tally = tally, tally[tally.positive[0] + tally.negative[0] > 0.0]
    if len(tally) == 0:
        return tally
    low, high = float(tally.scores.min()), float(tally.tops.max())
    binned = adaptive_bins(EntryRows(tally, 0), low, high, bins)
    return replace(binned, cases=given.known_cases)


class CaseRows:
    """Cases in columns that are left as they are, and where in a grid each lies.

    Parameters
    ----------
    scores, is_positive : ndarray of shape (n,)
    weights : ndarray of shape (n,), optional
        Finite and 0 or more; 1 for each case where left out.
    """

    def __init__(
        self, scores: FloatArray, is_positive: NDArray[np.bool_], weights: FloatArray | None
    ) -> None:
        self.scores, self.is_positive, self.weights = scores, is_positive, weights
        self._places = np.zeros(scores.size, dtype=np.int32)
        self._intervals: NDArray[np.int32] | None = None
        if weights is not None and weights.min() == 0.0:
            np.subtract(weights > 0.0, 1, out=self._places, dtype=np.int32)
            self._intervals = _order(np.array([0]), self._places)

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest score of cases that count."""
        chosen = True if self._intervals is None else self._places == 0
        lowest = np.min(self.scores, initial=np.inf, where=chosen)
        highest = np.max(self.scores, initial=-np.inf, where=chosen)
        return float(lowest), float(highest)

    def cells(self, grid: Grid) -> Cells:
        """Count the cases in the cells of a grid, blocks of them in threads."""
        size = int(grid.sizes.sum())
        parts = blocks(0, self.scores.size, BLOCK)
        threads = min(usable_cores(), max(1, len(parts) // FEWEST))
        halves = in_threads(
            lambda first: self._counted(grid, size, parts[first::threads]), range(threads)
        )
        sums = halves[0][0]
        for half in halves[1:]:
            sums.join(half[0])
        lowest = np.min([half[1] for half in halves], axis=0)
        numbers = np.flatnonzero(lowest < np.inf)
        highest = np.max([half[2] for half in halves], axis=0)[numbers]
        negative, positive = sums.parts(2 * numbers), sums.parts(2 * numbers + 1)
        return Cells(numbers, Tally(lowest[numbers] + 0.0, positive, negative, highest + 0.0))

    def _counted(
        self, grid: Grid, size: int, parts: list[slice]
    ) -> tuple[ExactSums, FloatArray, FloatArray]:
        """Weights by cell and class, and the lowest and the highest score by cell."""
        largest = 1.0 if self.weights is None else float(self.weights.max())
        sums = ExactSums(2 * size, largest, self.scores.size)
        lowest, highest = np.full(size, np.inf), np.full(size, -np.inf)
        for block in parts:
            found, interval = self._found(block)
            scores = _some(self.scores[block], found)
            cells = grid.cells_of(scores, interval)
            self._places[block][found] = cells.astype(np.int32)
            np.minimum.at(lowest, cells, scores)
            np.maximum.at(highest, cells, scores)
            cells *= 2
            cells += _some(self.is_positive[block], found)
            if self.weights is None:
                sums.count(cells)
            else:
                sums.add(cells, _some(self.weights[block], found))
        return sums, lowest, highest

    def _found(self, block: slice) -> tuple[NDArray[np.intp] | slice, Intervals]:
        """Which cases of a block are looked at, and the interval of each or of all."""
        if self._intervals is None:
            return slice(None), 0
        places = self._places[block]
        interval = self._intervals.take(places)
        found = np.flatnonzero(interval >= 0)  # a mask would be twice as slow
        places[:] = NOWHERE
        return found, interval.take(found)

    def within(self, chosen: NDArray[np.intp]) -> CaseRows:
        """The cases of some cells: these very rows, which look at no others from now on."""
        self._intervals = _order(chosen, self._places)
        return self


class EntryRows:
    """Entries of a tally, in any order.

    Parameters
    ----------
    tally : Tally
    interval : ndarray of shape (n,) or int
        That of each entry, or of all.
    """

    def __init__(self, tally: Tally, interval: Intervals) -> None:
        self.tally, self.interval = tally, interval
        self.places = np.zeros(len(tally), dtype=np.intp)

    def cells(self, grid: Grid) -> Cells:
        """Add the entries up in the cells of a grid."""
        size = int(grid.sizes.sum())
        place = self.places = grid.cells_of(self.tally.scores, self.interval)
        lowest, highest = np.full(size, np.inf), np.full(size, -np.inf)
        np.minimum.at(lowest, place, self.tally.scores)
        np.maximum.at(highest, place, self.tally.tops)
        numbers = np.flatnonzero(lowest < np.inf)

        def summed(side: Parts) -> Parts:
            levels = [level for part in side for level in exact_sums(place, part, None, size)]
            return tuple(part[numbers] for part in sum_parts(levels))

        positive, negative = summed(self.tally.positive), summed(self.tally.negative)
        return Cells(numbers, Tally(lowest[numbers], positive, negative, highest[numbers]))

    def within(self, chosen: NDArray[np.intp]) -> EntryRows:
        """The entries of some cells."""
        interval = _order(chosen, self.places)[self.places]
        found = np.flatnonzero(interval >= 0)
        return EntryRows(self.tally[found], interval[found])


def _some(column: NDArray[Any], found: NDArray[np.intp] | slice) -> NDArray[Any]:
    """What is found of a column; `take` is faster than an index in brackets."""
    return column[found] if isinstance(found, slice) else column.take(found)


def _order(chosen: NDArray[np.intp], places: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
    """The place of each cell among those that are chosen, `NOWHERE` for others and for itself.

    Parameters
    ----------
    chosen : ndarray of shape (m,)
        Numbers of cells, rising.
    places : ndarray of shape (n,)
        Numbers of the cells in which there are cases, or `NOWHERE`.
    """
    order = np.full(int(places.max()) + 2, NOWHERE, dtype=np.int32)
    order[chosen] = np.arange(chosen.size)
    return order
