"""The closed form that replaces Algorithm 3."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.binary_search.line import SupportingLine
from whichmetric.metrics import TilePoint

__all__ = ["nearest_tile_point", "pivot", "share"]

FloatArray = NDArray[np.float64]


def pivot(upper: SupportingLine, lower: SupportingLine) -> FloatArray:
    """Where two level lines of a metric meet; ndarray of shape (3,), homogeneous.

    Every level line of a linear-fractional metric passes through one point, and the supporting
    lines at its best and at its worst classifier are level lines. Lines that are parallel meet at
    infinity, where the third coordinate is 0: a linear metric.
    """
    return np.cross(upper.homogeneous, lower.homogeneous)


def nearest_tile_point(vector: FloatArray, prevalence: float) -> TilePoint:
    """The Tile point with this pivot, moved onto the Tile where it falls outside.

    With V the pivot, ``a : 1 - a = -V_tn : V_tp`` and
    ``b : 1 - b = -(1 - z - V_tn) : z - V_tp``.
    """
    tp, tn, unit = vector
    a = share(-tn, tp)
    b = share(tn - unit * (1.0 - prevalence), unit * prevalence - tp)
    return TilePoint(a, b)


def share(first: float, second: float) -> float:
    """``first / (first + second)`` in [0, 1] for numbers that should have one sign."""
    if first * second < 0.0:
        return 1.0 if abs(first) > abs(second) else 0.0
    total = abs(first) + abs(second)
    return abs(first) / total if total > 0.0 else 0.5
