"""Cells that begin and end at whole multiples of a power of two, whoever counts in them.

Of two such cells one holds the other, or they have no score in common. So tables that were counted
apart, each in cells as narrow as its own rows need, add up without cutting any cell: where they
differ, the wider one stays (`whichmetric.geometry.tally`). That holds for cells that are put
together to octaves, to pairs of octaves, to pairs of those, and so on, as well; but for a cell next
to 0, which may end inside one such pair and is put together with it.

The cell of a score is found by a division by a power of two and by rounding to a whole number,
neither of which leaves anything off. Scores below 0 have the mirror images of the cells above, so
that no cell holds scores of both signs.

Scores that spread over many powers of two are divided by octaves: each power of two into as many
cells of equal width. These are such cells, too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["FINEST", "Grid", "held_weights", "levels_between", "octaves_of", "spreads"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
SMALLEST = 5e-324
LOWEST_POWER, HIGHEST_POWER = -1074, 1023
"""Of two, that are floats."""
MANTISSA_BITS, ALL_SCORES = 52, 64
"""Of the 64 bits of a float, those inside an octave, and the level of scores of both signs."""
SPREAD = 2.0**16
"""Times that an interval's far end is farther from 0 than its near end, from which on it is divided
by octaves: less far, cells of equal width lose little."""
FINEST = 20
"""An octave is divided into two to this power at most, so that its number has room beside."""


class Grid(NamedTuple):
    """Cells of equal width, or of equal number in each octave, inside some intervals of scores.

    Parameters
    ----------
    width : ndarray of shape (m,)
        Of the cells, a power of two; by octaves, the share of an octave.
    begin : ndarray of shape (m,)
        Which multiple of the width the first cell begins at.
    sizes : ndarray of shape (m,)
        How many cells each interval has.
    by_octaves : ndarray of shape (m,)
    is_signed : bool
        Whether there are scores below 0.
    """

    width: FloatArray
    begin: FloatArray
    sizes: IntArray
    by_octaves: NDArray[np.bool_]
    is_signed: bool

    @classmethod
    def of_probabilities(cls, size: int) -> Grid:
        """Cells in [0, 1], a power of two of them; the last one holds 1."""
        return cls(
            np.array([1.0 / size]), np.zeros(1), np.array([size]), np.zeros(1, np.bool_), False
        )

    @classmethod
    def within(
        cls, low: FloatArray, high: FloatArray, most: IntArray, *, by_octaves: NDArray[np.bool_]
    ) -> Grid:
        """The narrowest cells of which there are no more than so many in each interval.

        Parameters
        ----------
        low, high : ndarray of shape (m,)
            The intervals, both ends included; of one sign where they are divided by octaves.
        most : ndarray of shape (m,)
            At least 2. There are more where no cell can be wider: an octave is a cell, and there
            is none of both signs.
        by_octaves : ndarray of shape (m,)

        Examples
        --------
        >>> Grid.within(np.array([-0.9]), np.array([2.5]), np.array([8]), by_octaves=NEITHER).width
        array([0.5])
        """
        ends = [np.where(by_octaves, octaves_of(end), np.abs(end)) for end in (low, high)]
        each, power = np.frexp((high / 2.0 - low / 2.0) / most)
        power = np.where(each > 0.0, power - 1, LOWEST_POWER)
        # Cells narrower than from one float to the next have numbers beyond those of 64 bits.
        _, digits = np.frexp(np.maximum(np.abs(low), np.abs(high)))
        narrowest = np.maximum(digits - MANTISSA_BITS - 1, LOWEST_POWER)
        power = np.where(by_octaves, -FINEST, np.clip(power, narrowest, HIGHEST_POWER))
        widest = np.where(by_octaves, 0, HIGHEST_POWER)
        while True:
            width = np.ldexp(1.0, power)
            first, last = (
                _numbers(ruled, end < 0.0, width)
                for ruled, end in zip(ends, (low, high), strict=True)
            )
            too_many = (last - first >= most) & (power < widest)
            if not too_many.any():
                sizes = (last - first).astype(np.int64) + 1
                return cls(width, first, sizes, by_octaves, bool((low < 0.0).any()))
            power = power + too_many

    @property
    def is_of_probabilities(self) -> bool:
        """Whether the cells are those of [0, 1]; a score times their number is its place then."""
        return self.sizes.size == 1 and self.begin[0] == 0.0 and self.width[0] * self.sizes[0] == 1

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """What an engine needs to find the cell of a score; each of shape (m,).

        A cell's number is ``first + clip(n - begin, 0, size - 1)``. There n is ``r / width``,
        rounded down, and for a score below 0 ``-n - 1`` in its place; r is the score without its
        sign, or by octaves what `octaves_of` gives.
        """
        return {
            "width": self.width,
            "begin": self.begin,
            "size": self.sizes.astype(np.float64),
            "first": np.cumsum(self.sizes) - self.sizes,
            "octaves": self.by_octaves.astype(np.int64),
        }

    def cells_of(self, scores: FloatArray, interval: NDArray[np.int32] | int) -> NDArray[np.intp]:
        """The cell of each score in its interval; ndarray of shape (n,)."""
        if self.is_of_probabilities:
            place = scores * float(self.sizes[0])  # no less exact, and in less time
            np.minimum(place, self.sizes[0] - 1.0, out=place)
            return np.asarray(place.astype(np.intp))
        width = self.width[interval]
        place = scores / width
        if self.by_octaves.any():
            spread = np.flatnonzero(np.broadcast_to(self.by_octaves[interval], scores.shape))
            octaves = octaves_of(scores[spread]) / np.broadcast_to(width, scores.shape)[spread]
            place[spread] = np.where(scores[spread] < 0.0, -1.0, 1.0) * np.floor(octaves)
        cells: NDArray[np.intp] = place.astype(np.intp)  # towards 0, as mirror images are
        if self.is_signed:
            cells -= scores < 0.0
        cells += (np.cumsum(self.sizes) - self.sizes - self.begin.astype(np.int64))[interval]
        return cells


NEITHER = np.zeros(1, dtype=np.bool_)


def _numbers(
    ruled: FloatArray, is_below: NDArray[np.bool_], width: FloatArray | np.float64
) -> FloatArray:
    """The multiple of the width at which the cell of each begins; mirrored for those below 0."""
    place: FloatArray = ruled / width
    np.floor(place, out=place)
    return np.where(is_below, -place - 1.0, place) if is_below.any() else place


def octaves_of(scores: FloatArray) -> FloatArray:
    """The octave of each score, whatever its sign, plus how far in it the score lies.

    From 1 to 2 that is the score less 1, and an octave higher one more; it is rounded down, but
    never an octave. 0 is taken for the smallest float.

    Examples
    --------
    >>> octaves_of(np.array([1.0, 1.5, 2.0, 0.25, -3.0]))
    array([ 0. ,  0.5,  1. , -2. ,  1.5])
    """
    half, octave = np.frexp(np.maximum(np.abs(scores), SMALLEST))
    inside = np.floor((2.0 * half - 1.0) * 2.0**FINEST) / 2.0**FINEST
    return np.asarray(octave - 1 + inside)


def spreads(low: FloatArray, high: FloatArray) -> NDArray[np.bool_]:
    """Which intervals are of one sign and spread over many powers of two."""
    near, far = np.sort(np.abs((low, high)), axis=0)
    return np.asarray((far / SPREAD > near) & ((low >= 0.0) | (high < 0.0)))


def levels_between(before: FloatArray, after: FloatArray) -> IntArray:
    """How wide the narrowest cell is that holds both scores, counted in halvings.

    Inside an octave that is a cell of equal width. Wider ones are two octaves, or two of those, and
    so on, up to all scores of a sign. In the bits of floats these are the ones with a common
    beginning, and the level is the number of the others.

    Parameters
    ----------
    before, after : ndarray of shape (n,)
        Each lower than the one at its place in the other.

    Examples
    --------
    >>> levels_between(np.array([0.5, 0.2, 0.125, -1.0]), np.array([0.6, 0.6, 5.0, 1.0]))
    array([50, 54, 63, 64])
    """
    bits = [np.abs(scores).view(np.int64) for scores in (before, after)]
    differing = bits[0] ^ bits[1]
    is_octave = differing >= 2**MANTISSA_BITS
    # A part at a time: all 63 are more than a float holds.
    _, level = np.frexp(np.where(is_octave, differing >> MANTISSA_BITS, differing).astype(float))
    level = level + MANTISSA_BITS * is_octave
    return np.where((before < 0.0) & (after >= 0.0), ALL_SCORES, level).astype(np.int64)


def held_weights(levels: IntArray, weights: FloatArray) -> FloatArray:
    """What the narrowest cell that holds two neighbours weighs, for all of them.

    Parameters
    ----------
    levels : ndarray of shape (n - 1,)
        Of each entry and the next.
    weights : ndarray of shape (n,)
        Of entries in the order of their scores.

    Examples
    --------
    >>> held_weights(np.array([-2, 0, -2]), np.array([1.0, 2.0, 3.0, 4.0]))
    array([ 3., 10.,  7.])
    """
    held = np.empty(levels.size)
    left = np.arange(levels.size)
    while left.size:
        # Where neither neighbour is nearer, all that the cell holds has been put together.
        around = np.concatenate(([ALL_SCORES + 1], levels, [ALL_SCORES + 1]))
        joins = (levels <= around[:-2]) & (levels <= around[2:])
        weights = np.add.reduceat(weights, np.flatnonzero(np.concatenate(([True], ~joins))))
        held[left[joins]] = weights[np.cumsum(~joins)[joins]]
        left, levels = left[~joins], levels[~joins]
    return held
