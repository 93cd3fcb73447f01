"""Sums of floats without rounding, so that no order of adding makes a difference.

A sum is kept as *parts*: columns whose sum, row by row, is the exact one. The first part is the
exact sum rounded to the nearest float, which is what everybody reads; the next ones hold what the
rounding left off. Counts, and weights that are whole numbers, need one part alone.

Bibliography
------------
Shewchuk (1997), Adaptive Precision Floating-Point Arithmetic, for sums kept as expansions; Demmel
and Nguyen (2015), Parallel Reproducible Summation, for cutting all summands on one grid.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cores import blocks

__all__ = ["ExactSums", "Parts", "exact_sums", "moved", "sum_parts"]

FloatArray = NDArray[np.float64]
Parts = tuple[FloatArray, ...]

MANTISSA_BITS = 53
SMALLEST_EXPONENT = -1074
"""Every float64 is a multiple of two to this power."""
LARGEST_POWER = 1022
"""Two to this power, and one over it, are normal floats."""


def exact_sums(
    place: NDArray[np.intp], weights: FloatArray, counts: FloatArray | None, size: int
) -> Parts:
    """The parts of the sums of ``weights * counts`` at each place.

    Parameters
    ----------
    place : ndarray of shape (n,)
        Where each weight belongs, from 0 to `size` - 1.
    weights : ndarray of shape (n,)
        Finite, and small enough for the sizes of all of them to have a finite sum.
    counts : ndarray of shape (n,) or None
        How often each weight occurs: whole numbers of 0 or more with a sum below 2**52. Once each
        where None.
    size : int

    Returns
    -------
    tuple of ndarray of shape (size,)
        At least one part.

    Examples
    --------
    >>> weights = np.array([0.1, 0.2, 0.3])
    >>> exact_sums(np.zeros(3, dtype=int), weights, None, 1)[0]  # 0.1 + 0.2 + 0.3 is not 0.6
    array([0.6])
    """
    cases = weights.size if counts is None else int(counts.sum())
    largest = max(weights.max(initial=0.0), -weights.min(initial=0.0))
    sums = ExactSums(size, float(largest), cases)
    sums.add(place, weights, counts)
    return sums.parts()


class ExactSums:
    """Sums of weights at places, which come in blocks.

    Parameters
    ----------
    size : int
        How many places there are.
    largest : float
        No weight of any block is larger, whatever its sign.
    cases : int
        How many weights there are in all, each as often as it counts: below 2**52.

    Notes
    -----
    What a weight holds is cut into levels. Each is whole numbers of a unit, so coarse that `cases`
    of the largest still add up below 2**53, where floats hold every whole number; what lies below
    the unit is left for a finer one. All blocks have their units in common.
    """

    def __init__(self, size: int, largest: float, cases: int) -> None:
        self._size = size
        self._bits = MANTISSA_BITS - cases.bit_length()
        self._top = math.frexp(largest)[1]
        self._levels: dict[int, FloatArray] = {}

    def add(
        self, place: NDArray[np.intp], weights: FloatArray, counts: FloatArray | None = None
    ) -> None:
        """Add a block of weights, each once or as often as it counts."""
        rest = weights
        while rest.any():
            _, exponent = np.frexp(max(rest.max(), -rest.min()))
            turn = (self._top - int(exponent)) // self._bits
            unit = max(self._top - (turn + 1) * self._bits, SMALLEST_EXPONENT)
            whole = _times_power(rest, -unit)
            np.rint(whole, out=whole)
            np.add.at(self._level(unit), place, whole if counts is None else whole * counts)
            whole = _times_power(whole, unit)
            rest = np.subtract(rest, whole, out=whole)

    def count(self, place: NDArray[np.intp]) -> None:
        """Add a block of ones."""
        level = self._level(0)
        if place.size < self._size:
            np.add.at(level, place, 1.0)
        else:  # which other threads need not wait for
            level += np.bincount(place, minlength=self._size)

    def join(self, other: ExactSums) -> None:
        """Add other sums of the same weights, from other blocks."""
        for unit, level in other._levels.items():
            own = self._level(unit)
            own += level

    def parts(self, chosen: NDArray[np.intp] | slice = slice(None)) -> Parts:
        """The parts of the sums at all places, or at some."""
        levels = [np.ldexp(self._levels[unit][chosen], unit) for unit in sorted(self._levels)[::-1]]
        return sum_parts(levels or [np.zeros(self._size)[chosen]])

    def _level(self, unit: int) -> FloatArray:
        return self._levels.setdefault(unit, np.zeros(self._size))


def _times_power(column: FloatArray, exponent: int) -> FloatArray:
    """A column times two to a power; a product is several times faster than `numpy.ldexp`."""
    if abs(exponent) <= LARGEST_POWER:
        return column * 2.0**exponent
    return np.asarray(np.ldexp(column, exponent))


def sum_parts(columns: Sequence[FloatArray]) -> Parts:
    """The parts of the sum of columns, row by row.

    Examples
    --------
    >>> [part.tolist() for part in sum_parts([np.array([1e16, 2.0]), np.array([1.0, 2.0])])]
    [[1e+16, 4.0], [1.0, 0.0]]
    """
    summands = list(columns)
    parts = [_nearest(summands)]
    while len(summands) > 1:
        summands.append(-parts[-1])
        left = _nearest(summands)
        if not left.any():
            break
        parts.append(left)
    return tuple(parts)


def _nearest(columns: Sequence[FloatArray]) -> FloatArray:
    """The float nearest to the exact sum, row by row."""
    total = columns[0]
    exact = np.ones(total.size, dtype=np.bool_)
    for column in columns[1:]:
        before, total = total, total + column
        added = total - before
        exact &= (before == total - added) & (column == added)  # else this addition rounded
    if len(columns) > 2:  # a single addition has rounded to the nearest
        inexact = np.flatnonzero(~exact)
        for block in blocks(0, inexact.size):  # as Python's floats they take four times the memory
            rounded = inexact[block]
            rows = zip(*(column[rounded].tolist() for column in columns), strict=True)
            total[rounded] = [math.fsum(row) for row in rows]
    return total


def moved(parts: Parts, place: NDArray[np.intp], size: int) -> Parts:
    """The parts at their places in longer columns, with 0 everywhere else."""
    columns = tuple(np.zeros(size) for _ in parts)
    for column, part in zip(columns, parts, strict=True):
        column[place] = part
    return columns
