"""Rows in memory, counted in cells."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cores import blocks, in_threads, usable_cores
from whichmetric.geometry.exact_sums import Parts, exact_sums, sum_parts
from whichmetric.geometry.score_bins import Cells, Grid, adaptive_bins
from whichmetric.geometry.tally import Tally

__all__ = ["binned_cases", "binned_tally"]

FloatArray = NDArray[np.float64]
Intervals = NDArray[np.int32] | int
BLOCK = 1 << 19
"""Cases that are counted at a time: their cells fit into a core's cache."""


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
    if weights is None:
        return adaptive_bins(
            CountedRows(scores, is_positive, 0), float(scores.min()), float(scores.max()), bins
        )
    return binned_tally(
        Tally(scores + 0.0, (weights * is_positive,), (weights * ~is_positive,)), bins
    )


def binned_tally(tally: Tally, bins: int) -> Tally:
    """The entries of a tally, in any order, on score bins."""
    tally = tally[tally.positive[0] + tally.negative[0] > 0.0]
    if len(tally) == 0:
        return tally
    rows = WeighedRows(tally, 0)
    return adaptive_bins(rows, float(tally.scores.min()), float(tally.tops.max()), bins)


class CountedRows:
    """Cases without weights.

    Parameters
    ----------
    scores, is_positive : ndarray of shape (n,)
    interval : ndarray of shape (n,) or int
        That of each case, or of all.
    """

    def __init__(
        self, scores: FloatArray, is_positive: NDArray[np.bool_], interval: Intervals
    ) -> None:
        self.scores, self.is_positive, self.interval = scores, is_positive, interval
        self.places = np.empty(scores.size, dtype=np.int32)

    def cells(self, grid: Grid) -> Cells:
        """Count the cases in the cells of a grid, blocks of them in threads."""
        size = int(grid.sizes.sum())
        parts = blocks(0, self.scores.size, BLOCK)
        threads = min(usable_cores(), len(parts))
        halves = in_threads(
            lambda first: self._counted(grid, size, parts[first::threads]), range(threads)
        )
        counts = np.sum([half[0] for half in halves], axis=0).reshape(size, 2)
        numbers = np.flatnonzero(counts.any(axis=1))
        lowest = np.min([half[1] for half in halves], axis=0)[numbers]
        highest = np.max([half[2] for half in halves], axis=0)[numbers]
        negative, positive = counts[numbers].T.astype(np.float64)
        return Cells(numbers, Tally(lowest + 0.0, (positive,), (negative,), highest + 0.0))

    def _counted(
        self, grid: Grid, size: int, parts: list[slice]
    ) -> tuple[NDArray[np.int64], FloatArray, FloatArray]:
        """Numbers of cases by cell and class, and the lowest and the highest score by cell."""
        counts = np.zeros(2 * size, dtype=np.int64)
        lowest, highest = np.full(size, np.inf), np.full(size, -np.inf)
        for block in parts:
            scores = self.scores[block]
            interval = self.interval if isinstance(self.interval, int) else self.interval[block]
            cells = grid.cells_of(scores, interval)
            self.places[block] = cells
            np.minimum.at(lowest, cells, scores)
            np.maximum.at(highest, cells, scores)
            cells *= 2
            cells += self.is_positive[block]
            counts += np.bincount(cells, minlength=2 * size)
        return counts, lowest, highest

    def within(self, chosen: NDArray[np.intp]) -> CountedRows:
        """The cases of some cells."""
        order = _order(chosen, self.places)

        def kept(block: slice) -> tuple[FloatArray, NDArray[np.bool_], NDArray[np.int32]]:
            interval = order[self.places[block]]
            found = np.flatnonzero(interval >= 0)  # a mask would be twice as slow
            columns = self.scores[block], self.is_positive[block], interval
            return columns[0].take(found), columns[1].take(found), columns[2].take(found)

        parts = in_threads(kept, blocks(0, self.places.size))
        scores, is_positive, interval = (np.concatenate(part) for part in zip(*parts, strict=True))
        return CountedRows(scores, is_positive, interval)


class WeighedRows:
    """Cases with weights, or entries of a tally, in any order.

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

    def within(self, chosen: NDArray[np.intp]) -> WeighedRows:
        """The entries of some cells."""
        interval = _order(chosen, self.places)[self.places]
        found = np.flatnonzero(interval >= 0)
        return WeighedRows(self.tally[found], interval[found])


def _order(chosen: NDArray[np.intp], places: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
    """The place of each cell among those that are chosen, -1 for others.

    Parameters
    ----------
    chosen : ndarray of shape (m,)
        Numbers of cells, rising.
    places : ndarray of shape (n,)
        Numbers of the cells in which there are cases.
    """
    order = np.full(int(places.max()) + 1, -1, dtype=np.int32)
    order[chosen] = np.arange(chosen.size)
    return order
