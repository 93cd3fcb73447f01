"""Bins that adapt to where the scores lie, found in a few passes over the rows.

The first pass counts rows in cells of equal width. A cell that holds several scores and too much
of the weight is divided into narrower cells in the next pass, which looks at its rows alone, and
so on: each pass narrows the crowded places by the number of bins. A score that many rows share ends
up in a cell of its own, however close its neighbours are. Where more cells have come about than
bins were asked for, neighbours with little weight are put together.

Cells depend on the rows alone, not on who counts them: a cell is found by a subtraction, a division
and a product, which every engine rounds alike. So the same rows give the same bins everywhere.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_whole_number
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.tally import Tally, end_to_end

__all__ = ["Cells", "Grid", "Rows", "adaptive_bins", "checked_bins"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

CROWDED = 4.0
"""Times the share of weight that each bin would have if all had the same; a cell of several scores
with more is divided, and a single score with more stays alone."""
MOST_PASSES = 8
"""Passes over the rows; with 65,536 bins each narrows a crowded place by as much, so that only
scores that spread over more than 100 powers of two are left with crowded bins. The certificate
counts them in."""
MOST_BINS = 2**24


class Grid(NamedTuple):
    """Cells of equal width inside each of some intervals of scores.

    Parameters
    ----------
    low, high : ndarray of shape (m,)
        The intervals, both ends included.
    sizes : ndarray of shape (m,)
        Into how many cells each is divided.
    """

    low: FloatArray
    high: FloatArray
    sizes: IntArray

    @property
    def offsets(self) -> IntArray:
        """The number of the first cell of each interval; ndarray of shape (m,)."""
        return np.cumsum(self.sizes) - self.sizes

    @property
    def shrink(self) -> float:
        """A factor that keeps the widths finite, and changes nothing else; mostly 1."""
        with np.errstate(over="ignore"):
            return 1.0 if np.isfinite(self.high - self.low).all() else 0.5

    def cells_of(self, scores: FloatArray, interval: NDArray[np.intp] | int) -> NDArray[np.intp]:
        """The cell of each score in its interval; ndarray of shape (n,)."""
        low, high, size = self.low[interval], self.high[interval], self.sizes[interval]
        shrink = self.shrink
        if isinstance(interval, int) and (low, high, shrink) == (0.0, 1.0, 1.0):
            place = scores * size
        elif isinstance(interval, int) and low == high:
            return np.zeros(scores.size, dtype=np.intp)
        else:
            place = scores * shrink
            place -= low * shrink
            place /= np.where(high > low, high * shrink - low * shrink, 1.0)
            place *= size
        np.minimum(place, size - 1, out=place)
        cells = place.astype(np.intp)  # towards 0, which is down
        cells += self.offsets[interval]
        return cells


class Cells(NamedTuple):
    """The cells of a grid in which there are rows.

    Parameters
    ----------
    numbers : ndarray of shape (k,)
        Of the cells in their grid, rising.
    tally : Tally
        What they hold; its `scores` and `highest` are scores that occur.
    """

    numbers: NDArray[np.intp]
    tally: Tally


class Rows(Protocol):
    """Rows that can be counted in cells, wherever they are.

    Obligations
    -----------
    - The rows are those of an interval each, which `within` has chosen; at first of a single one.
    - Rows of weight 0 are left out.
    - Counts are whole and sums are exact.
    """

    def cells(self, grid: Grid) -> Cells:
        """Count the rows in the cells of a grid, one interval of it for each interval of rows."""

    def within(self, grid: Grid, chosen: NDArray[np.intp]) -> Rows:
        """The rows of some cells, whose numbers rise; each cell is an interval of the result."""


def checked_bins(bins: int) -> int:
    """A number of bins, refused where it is none."""
    number = as_whole_number("bins", bins)
    if not 1 <= number <= MOST_BINS:
        raise InvalidInputError(f"bins={bins} is not a number of bins: give 1 to {MOST_BINS:,}.")
    return number


def adaptive_bins(rows: Rows, low: float, high: float, bins: int) -> Tally:
    """The tally of rows on no more than so many bins.

    Parameters
    ----------
    rows : Rows
        All of them, as one interval.
    low, high : float
        The lowest and the highest score. Where both lie in [0, 1], that is what is divided, so
        that tables of probabilities have cells in common.
    bins : int
    """
    if low >= 0.0 and high <= 1.0:
        low, high = 0.0, 1.0
    grid = Grid(np.array([low]), np.array([high]), np.array([bins]))
    found: list[Tally] = []
    totals: tuple[float, float] | None = None
    for turn in range(MOST_PASSES):
        numbers, tally = rows.cells(grid)
        if totals is None:
            totals = float(tally.positive[0].sum()), float(tally.negative[0].sum())
        share = _share(tally, totals)
        crowded = (tally.scores < tally.tops) & (share > CROWDED / bins)
        if turn == MOST_PASSES - 1:
            crowded[:] = False
        found.append(tally[~crowded])
        if not crowded.any():
            break
        rows = rows.within(grid, numbers[crowded])
        sizes = np.floor(bins * share[crowded] / share[crowded].sum()).astype(np.int64)
        grid = Grid(tally.scores[crowded], tally.tops[crowded], np.maximum(sizes, 2))
    assert totals is not None
    return _at_most(bins, _in_order(found), totals)


def _share(tally: Tally, totals: tuple[float, float]) -> FloatArray:
    """What each entry has of the weight, both classes counting alike; ndarray of shape (k,)."""
    positive, negative = (
        column[0] / total if total > 0.0 else column[0]
        for column, total in zip((tally.positive, tally.negative), totals, strict=True)
    )
    return (positive + negative) / 2.0


def _in_order(tallies: list[Tally]) -> Tally:
    """Tallies of different scores as one."""
    scores = np.concatenate([tally.scores for tally in tallies])
    whole = Tally(
        scores,
        end_to_end([tally.positive for tally in tallies]),
        end_to_end([tally.negative for tally in tallies]),
        np.concatenate([tally.tops for tally in tallies]),
    )
    return whole[np.argsort(scores, kind="stable")]


def _at_most(bins: int, tally: Tally, totals: tuple[float, float]) -> Tally:
    """The tally with so many entries at most: light neighbours together, heavy scores alone."""
    if len(tally) <= bins:
        return tally
    share = _share(tally, totals)
    alone = (tally.scores == tally.tops) & (share > CROWDED / bins)
    others = np.where(alone, 0.0, share)
    # A score that stays alone takes a bin, and cuts another in two.
    budget = max(bins - 2 * int(alone.sum()), 1)
    before = np.cumsum(others) - others
    step = np.minimum(np.floor(before / others.sum() * budget), budget - 1)
    is_first = np.concatenate(([True], (step[1:] != step[:-1]) | alone[1:] | alone[:-1]))
    return tally.merged(np.flatnonzero(is_first))
