"""Bins that adapt to where the scores lie, found in a few passes over the rows.

The first pass counts rows in cells of equal width, in the range of the scores. A cell that holds
several scores and too much of the weight is divided into narrower cells in the next pass, which
looks at its rows alone, and so on, with many cells however few the bins: each pass tells scores
apart that are so many times closer. So a score that many rows share ends up in a cell of its own,
whatever crowds around it. As long as every score may still have a bin of its own, each cell of
several is divided. Where more cells have come about than bins were asked for, light ones are put
together that make up a wider cell.

A crowded cell next to 0 may hold scores of all powers: products of many probabilities do. It is
divided by octaves.

All cells are `whichmetric.geometry.dyadic_cells`: the same rows give the same bins everywhere, and
bins of other rows are cut at the same scores, if not at all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_whole_number
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.dyadic_cells import Grid, held_weights, levels_between, spreads
from whichmetric.geometry.number_of_cases import Cases
from whichmetric.geometry.tally import Tally, end_to_end

__all__ = ["Cells", "Rows", "adaptive_bins", "checked_bins"]

FloatArray = NDArray[np.float64]
Totals = tuple[float, float]

CROWDED, HEAVY = 4.0, 2.0
"""Times the share of weight that each bin would have if all had the same. A cell of several scores
with more than the first is divided, and a single score with more stays alone. With more than the
second a cell is heavy."""
MUCH = 0.2
"""Share of the weight in heavy cells from which on these are divided though none is crowded: a few
are heavy by chance wherever bins have few rows."""
FINER, ROUGHLY = 8, 1.5
"""Times the bins that there may be cells at first: the first as far as `MANY_CELLS`, which take no
more time than few; or else the second, with which no bin of even scores becomes heavy."""
MOSTLY = 0.75
"""Of [0, 1] that probabilities fill where all of it is divided, which takes less time."""
MOST_PASSES = 16
"""Passes over the rows. One or two do, or three where a few scores lie far from all others, or five
where they crowd around one that is not 0, down to its neighbouring floats: a pass with `MANY_CELLS`
tells apart 16 bits more of the 68 that differ between scores of like size, one with `EACH` still 5,
or fewer in thousands of places. The certificate counts in whatever is still crowded."""
MANY_CELLS, EACH, MOST_CELLS = 2**16, 32, 3 * 2**16
"""Cells of all crowded places together: at least the first, or so many for each place, but no more
than the last unless there are more bins."""
MOST_BINS = 2**24
ROOM = 8.0
"""Times the cells that such an interval has for its weight, which is spread less evenly."""


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
        The lowest and the highest score.
    bins : int
    told : callable
        Is called after each pass.
    """
    grid = _first(low, high, bins)
    found: list[Tally] = []
    totals: Totals | None = None
    cases: Cases | None = None
    least = 0  # distinct scores that there are in what was found
    for turn in range(MOST_PASSES):
        numbers, tally = rows.cells(grid)
        told()
        if totals is None:
            totals = float(tally.positive[0].sum()), float(tally.negative[0].sum())
            cases = tally.cases
        share = _share(tally, totals)
        several = tally.scores < tally.tops
        has_room = least + len(tally) + int(several.sum()) <= bins
        dense = several if has_room else _dense(several, tally, totals, bins)
        if turn == MOST_PASSES - 1 or not dense.any():
            found.append(tally)
            break
        found.append(tally[~dense])
        least += int((~dense).sum()) + int((several & ~dense).sum())
        rows = rows.within(numbers[dense])
        grid = _divided(tally[dense], share[dense], bins)
    assert totals is not None
    return replace(_at_most(bins, _in_order(found), totals), cases=cases)


def _first(low: float, high: float, bins: int) -> Grid:
    """The cells that all rows are counted in at first."""
    most = max(min(FINER * bins, MANY_CELLS), math.floor(ROUGHLY * bins))
    if low >= 0.0 and high <= 1.0 and high - low >= MOSTLY:
        return Grid.of_probabilities(2 ** (most.bit_length() - 1))
    evenly = np.zeros(1, dtype=np.bool_)
    return Grid.within(np.array([low]), np.array([high]), np.array([most]), by_octaves=evenly)


def _dense(
    several: NDArray[np.bool_], tally: Tally, totals: Totals, bins: int
) -> NDArray[np.bool_]:
    """Which cells of several scores are divided: crowded ones, and where it is worth it heavy ones.

    Not such as are heavy by a class with fewer cases than bins: a single one makes any cell heavy.
    """
    share, level = _share(tally, totals), HEAVY / bins
    crowded = several & (share > CROWDED / bins)
    heavy = np.zeros_like(several)
    for side in _shares(tally, totals):
        if np.min(side, initial=1.0, where=side > 0.0) * bins < 1.0:
            heavy |= several & (share > level) & (side > level)
    is_worth = crowded.any() or share[heavy].sum() > MUCH
    return crowded | heavy if is_worth else crowded


def _divided(crowded: Tally, share: FloatArray, bins: int) -> Grid:
    """Cells in crowded entries, some in each and the others by the weight that it has."""
    number = len(crowded)
    cells = max(math.floor(ROUGHLY * bins), MANY_CELLS, min(EACH * number, MOST_CELLS))
    sizes = np.full(number, max(2, min(EACH, cells // number) // 2))
    is_spread = spreads(crowded.scores, crowded.tops)
    room = share * np.where(is_spread, ROOM, 1.0)
    sizes += np.floor((cells - sizes.sum()) * room / room.sum()).astype(np.int64)
    return Grid.within(crowded.scores, crowded.tops, sizes, by_octaves=is_spread)


def _share(tally: Tally, totals: Totals) -> FloatArray:
    """What each entry has of the weight, both classes counting alike; ndarray of shape (k,)."""
    positive, negative = _shares(tally, totals)
    return (positive + negative) / 2.0


def _shares(tally: Tally, totals: Totals) -> tuple[FloatArray, FloatArray]:
    """What each entry has of the positive and of the negative weight."""
    positive, negative = (
        column[0] / total if total > 0.0 else column[0]
        for column, total in zip((tally.positive, tally.negative), totals, strict=True)
    )
    return positive, negative


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


def _at_most(bins: int, tally: Tally, totals: Totals) -> Tally:
    """The tally with so many entries at most: light cells together, heavy scores alone."""
    if len(tally) <= bins:
        return tally
    share = _share(tally, totals)
    alone = (tally.scores == tally.tops) & (share > CROWDED / bins)
    is_cut = alone[1:] | alone[:-1]
    levels = levels_between(tally.tops[:-1], tally.scores[1:])
    held = held_weights(levels, np.where(alone, 0.0, share))
    # The heaviest cells are cut first, and of equal ones the widest.
    order = np.lexsort((-levels, -held))
    order = order[~is_cut[order]]
    is_cut[order[: bins - 1 - int(is_cut.sum())]] = True
    return tally.merged(np.flatnonzero(np.concatenate(([True], is_cut))))
