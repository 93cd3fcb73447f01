"""Angles of linear metrics."""

from __future__ import annotations

import math

from whichmetric.arguments import as_number
from whichmetric.errors import InvalidInputError

__all__ = ["FINEST", "cost_ratio_at", "rounds_needed", "weight_of_positives"]

ROUNDING = 1e-15
"""A cosine or sine of this size is 0."""
FINEST = 1e-12
"""Radians; finer than this, double precision cannot tell neighbouring angles' classifiers apart."""


def rounds_needed(tolerance: float) -> int:
    """How often pi / 2 must be halved to be no wider than the tolerance, in radians.

    Examples
    --------
    >>> rounds_needed(0.02), rounds_needed(0.05)
    (7, 5)
    """
    tolerance = as_number("tolerance", tolerance, "give radians, such as 0.02")
    if not FINEST <= tolerance < math.inf:
        raise InvalidInputError(
            f"tolerance={tolerance:g} is not a positive finite number of radians: "
            f"give {FINEST:g} or more, such as 0.02."
        )
    slack = 1e-12  # a tolerance that is pi / 2 halved k times asks for k rounds, not k + 1
    return max(0, math.ceil(math.log2(math.pi / 2 / tolerance) - slack))


def weight_of_positives(angle: float) -> float:
    """The share ``m11 / (m11 + m00)`` of an angle in [0, pi / 2] or [pi, 3 pi / 2]."""
    ratio = cost_ratio_at(angle)
    return ratio / (1.0 + ratio) if ratio < math.inf else 1.0


def cost_ratio_at(angle: float) -> float:
    """``m11 / m00`` of an angle in [0, pi / 2] or [pi, 3 pi / 2]."""
    m11, m00 = abs(math.cos(angle)), abs(math.sin(angle))
    if m00 <= ROUNDING:
        return math.inf
    return m11 / m00 if m11 > ROUNDING else 0.0
