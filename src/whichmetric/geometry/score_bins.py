"""Bins that adapt to where the scores lie, found in a few passes over the rows.

The first pass counts rows in cells of equal width. A cell that holds several scores and too much
of the weight is divided into narrower cells in the next pass, which looks at its rows alone, and
so on, with many cells however few the bins: each pass tells scores apart that are so many times
closer. So a score that many rows share ends up in a cell of its own, whatever crowds around it.
Where more cells have come about than bins were asked for, neighbours with little weight are put
together.

A crowded cell next to 0 may hold scores of all powers: products of many probabilities do. It is
divided evenly not in the score but in its 256th root, which is much like its logarithm. So that
this is possible, no cell holds scores of both signs.

Cells depend on the rows alone, not on who counts them: a cell is found by a subtraction, a division
and a product, and in that one case by square roots, all of which every engine rounds alike. So the
same rows give the same bins everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_whole_number
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.number_of_cases import Cases
from whichmetric.geometry.tally import Tally, end_to_end

__all__ = ["Cells", "Grid", "Rows", "adaptive_bins", "checked_bins"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

CROWDED = 4.0
"""Times the share of weight that each bin would have if all had the same; a cell of several scores
with more is divided, and a single score with more stays alone."""
MOST_PASSES = 16
"""Passes over the rows. One or two do, or three where a few scores lie far from all others, or five
where they crowd around one that is not 0, down to its neighbouring floats: a pass with `MANY_CELLS`
tells apart 16 bits more of the 68 that differ between scores of like size, one with `EACH` still 5.
The certificate counts in whatever is still crowded."""
MANY_CELLS, EACH, MOST_CELLS = 2**16, 32, 2**20
"""Cells of all crowded places together: at least the first, or so many for each place, but no more
than the last unless there are more bins."""
MOST_BINS = 2**24
SPREAD = 2.0**16
"""Times that an interval's far end is farther from 0 than its near end, from which on it is divided
by roots: less far, cells of equal width lose little."""
ROOTS = 8
"""Square roots that are taken, one of the other."""
ROOM = 8.0
"""Times the cells that such an interval has for its weight, which is spread less evenly."""


class Grid(NamedTuple):
    """Cells inside each of some intervals of scores.

    They are equally wide, but where an interval holds scores of both signs, the one around 0 is two
    cells.

    Parameters
    ----------
    low, high : ndarray of shape (m,)
        The intervals, both ends included.
    sizes : ndarray of shape (m,)
        Into how many cells each is divided.
    by_roots : bool
        Whether intervals of one sign that spread over many powers of two are divided evenly in
        roots of the scores.
    """

    low: FloatArray
    high: FloatArray
    sizes: IntArray
    by_roots: bool = False

    @property
    def offsets(self) -> IntArray:
        """The number of the first cell of each interval; ndarray of shape (m,)."""
        return np.cumsum(self.sizes) - self.sizes

    @property
    def crosses(self) -> NDArray[np.bool_]:
        """Which intervals hold both signs, and are cut at 0; ndarray of shape (m,)."""
        return (self.low < 0.0) & (self.high >= 0.0) & (self.sizes > 1)

    @property
    def shrink(self) -> float:
        """A factor that keeps the widths finite, and changes nothing else; mostly 1."""
        with np.errstate(over="ignore"):
            return 1.0 if np.isfinite(self.high - self.low).all() else 0.5

    @property
    def ends(self) -> FloatArray:
        """Of intervals that are divided by roots, the size of the far end; of others 0."""
        near, far = np.sort(np.abs((self.low, self.high)), axis=0)
        is_spread = self.by_roots & ~self.crosses & (far / SPREAD > near)
        return np.where(is_spread, far, 0.0)

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """What an engine needs to find the cell of a score; each of shape (m,).

        A cell's number is ``first + floor(clip(place * size, 0, size - 1))``, and one more where
        ``crosses`` and the score is 0 or more. There ``place = (r - start) / width``, and r is
        ``score * shrink``, or where `end` is above 0 the root of ``abs(score) / end``.
        """
        end, shrink = self.ends, self.shrink
        start, stop = (_ruled(ends, end, shrink) for ends in (self.low, self.high))
        return {
            "end": end,
            "start": start,
            "width": np.where(start == stop, 1.0, stop - start),
            "size": (self.sizes - self.crosses).astype(np.float64),
            "first": self.offsets,
            "crosses": self.crosses.astype(np.int64),
        }

    def cells_of(self, scores: FloatArray, interval: NDArray[np.int32] | int) -> NDArray[np.intp]:
        """The cell of each score in its interval; ndarray of shape (n,)."""
        columns = self.columns
        size = columns["size"][interval]
        if isinstance(interval, int) and (self.low[0], self.high[0]) == (0.0, 1.0):
            place = scores * size  # the same numbers, in less time
        else:
            end = columns["end"]
            place = _ruled(scores, end[interval] if end.any() else end[:1], self.shrink)
            place -= columns["start"][interval]
            place /= columns["width"][interval]
            place *= size
        size -= 1.0
        np.minimum(place, size, out=place)
        cells: NDArray[np.intp] = place.astype(np.intp)  # towards 0, which is down
        cells += columns["first"][interval]
        if columns["crosses"].any():
            cells += (scores >= 0.0) * columns["crosses"][interval]
        return cells


def _ruled(scores: FloatArray, end: FloatArray, shrink: float) -> FloatArray:
    """What cells are even in, for each score with the `Grid.ends` of its interval."""
    ruled = scores * shrink
    spread = np.flatnonzero(np.broadcast_to(end, scores.shape))
    if spread.size:
        root = np.abs(scores.take(spread))
        root /= np.broadcast_to(end, scores.shape).take(spread)
        for _ in range(ROOTS):
            np.sqrt(root, out=root)
        ruled[spread] = root
    return ruled


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
    - `within` comes after `cells`.
    - Rows of weight 0 are left out.
    - Counts are whole and sums are exact.
    - The first tally says the cases of all rows, where their weights may not be counts.
    """

    def cells(self, grid: Grid) -> Cells:
        """Count the rows in the cells of a grid, one interval of it for each interval of rows."""

    def within(self, chosen: NDArray[np.intp]) -> Rows:
        """The rows of some of the cells that were counted, whose numbers rise.

        Each of these cells is an interval of the result.
        """


def checked_bins(bins: int) -> int:
    """A number of bins, refused where it is none."""
    number = as_whole_number("bins", bins)
    if not 1 <= number <= MOST_BINS:
        raise InvalidInputError(f"bins={bins} is not a number of bins: give 1 to {MOST_BINS:,}.")
    return number


def adaptive_bins(
    rows: Rows,
    low: float,
    high: float,
    bins: int,
    told: Callable[[], None] = lambda: None,
) -> Tally:
    """The tally of rows on no more than so many bins.

    Parameters
    ----------
    rows : Rows
        All of them, as one interval.
    low, high : float
        The lowest and the highest score. Where both lie in [0, 1], that is what is divided, so
        that tables of probabilities have cells in common.
    bins : int
    told : callable
        Is called after each pass.
    """
    if low >= 0.0 and high <= 1.0:
        low, high = 0.0, 1.0
    grid = Grid(np.array([low]), np.array([high]), np.array([bins]))
    found: list[Tally] = []
    totals: tuple[float, float] | None = None
    cases: Cases | None = None
    for turn in range(MOST_PASSES):
        numbers, tally = rows.cells(grid)
        told()
        if totals is None:
            totals = float(tally.positive[0].sum()), float(tally.negative[0].sum())
            cases = tally.cases
        share = _share(tally, totals)
        crowded = (tally.scores < tally.tops) & (share > CROWDED / bins)
        if turn == MOST_PASSES - 1:
            crowded[:] = False
        found.append(tally[~crowded])
        if not crowded.any():
            break
        rows = rows.within(numbers[crowded])
        grid = _divided(tally[crowded], share[crowded], bins)
    assert totals is not None
    return replace(_at_most(bins, _in_order(found), totals), cases=cases)


def _divided(crowded: Tally, share: FloatArray, bins: int) -> Grid:
    """Cells in crowded entries, some in each and the others by the weight that it has."""
    number = len(crowded)
    cells = max(bins, MANY_CELLS, min(EACH * number, MOST_CELLS))
    sizes = np.full(number, max(2, min(EACH, cells // number) // 2))
    grid = Grid(crowded.scores, crowded.tops, sizes, by_roots=True)
    room = share * np.where(grid.ends > 0.0, ROOM, 1.0)
    sizes += np.floor((cells - sizes.sum()) * room / room.sum()).astype(np.int64)
    return grid


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
