"""Sums of weights that an engine adds up in any order, and yet exactly.

An engine adds floats in an order of its own, and each addition rounds. Here every weight is cut
into levels: whole numbers of a coarse unit, of a finer one for what is left, and so on. The units
are so coarse that the sum of all rows' whole numbers stays below 2**53, where floats hold every
whole number: so the engine's sums of each level are exact in any order, and we add up the levels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.exact_sums import (
    MANTISSA_BITS,
    SMALLEST_EXPONENT,
    Parts,
    sum_parts,
)

__all__ = ["MOST_LEVELS", "WeightLevels", "factors"]

FloatArray = NDArray[np.float64]
MOST_LEVELS = 12
"""In a plan or a query: each is a column made from the one before. They hold weights whose largest
is 2**200 times the smallest; rows with others are brought over."""


class WeightLevels(NamedTuple):
    """Powers of two, falling: the units of the levels.

    Parameters
    ----------
    units : tuple of int
        Exponents.
    """

    units: tuple[int, ...]

    @classmethod
    def of(cls, largest: float, smallest: float, rows: int) -> WeightLevels:
        """Levels for so many weights, down to the last digit of the smallest above 0.

        Examples
        --------
        >>> WeightLevels.of(2.5, 0.1, 1_000)
        WeightLevels(units=(-40, -56))
        """
        bits = MANTISSA_BITS - 1 - rows.bit_length()
        finest = max(math.frexp(smallest)[1] - MANTISSA_BITS, SMALLEST_EXPONENT)
        units = [max(math.frexp(largest)[1] - bits, finest)]
        while units[-1] > finest:
            units.append(max(units[-1] - bits, finest))
        return cls(tuple(units))

    def parts(self, sums: Sequence[FloatArray]) -> Parts:
        """The parts of the sums of weights, from the engine's sums of each level."""
        return sum_parts(
            [np.ldexp(level, unit) for level, unit in zip(sums, self.units, strict=True)]
        )


def factors(exponent: int) -> tuple[float, float]:
    """Two floats whose product is two to a power; alone it may be out of range.

    Examples
    --------
    >>> factors(3)
    (2.0, 4.0)
    """
    return 2.0 ** (exponent // 2), 2.0 ** (exponent - exponent // 2)
