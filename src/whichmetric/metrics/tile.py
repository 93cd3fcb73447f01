"""The Tile: the unit square of everything that comparisons can tell about a metric.

Every linear-fractional metric that increases in tp and tn orders confusion matrices as

    N / D,    N = a tp + (1 - a) tn,    D = b fn + (1 - b) fp

does, for one point (a, b) of the unit square; linear metrics are its diagonal.

Bibliography
------------
Pierard et al. (2024), The Tile: A 2D Map of Ranking Scores for Two-Class Classification,
arXiv 2412.04309.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number, as_truth
from whichmetric.errors import InvalidInputError

__all__ = [
    "TilePoint",
    "chart_density",
    "chart_to_tile",
    "order_vectors",
    "tile_point",
    "tile_to_chart",
]

FloatArray = NDArray[np.float64]
ROUNDING = 1e-9
"""How far outside [0, 1] a coordinate may fall before that counts as more than rounding."""


@dataclass(frozen=True)
class TilePoint:
    """What comparisons can identify of a metric.

    Parameters
    ----------
    a : float
        In [0, 1]: how much a caught positive weighs among the correct decisions.
    b : float
        In [0, 1]: how much a missed positive weighs among the errors.
    increasing : bool
        False for a metric that prefers errors: it orders exactly the other way round.

    Examples
    --------
    >>> TilePoint(1.0, 0.5)
    TilePoint(a=1.0, b=0.5, increasing=True)
    """

    a: float
    b: float
    increasing: bool = True

    def __post_init__(self) -> None:
        for name in ("a", "b"):
            coordinate = as_number(name, getattr(self, name))
            if not -ROUNDING <= coordinate <= 1.0 + ROUNDING:
                raise InvalidInputError(f"{name}={coordinate} is out of range: give 0 to 1.")
            # In this order -0.0 becomes 0.0.
            object.__setattr__(self, name, min(max(0.0, coordinate), 1.0))
        object.__setattr__(self, "increasing", as_truth("increasing", self.increasing))


def tile_point(vector: FloatArray, prevalence: float) -> TilePoint:
    """The Tile point of an order vector of any length, at a prevalence.

    Raises
    ------
    InvalidInputError
        If the metric neither increases nor decreases in both tp and tn.
    """
    v1, v2, v3 = vector
    weight = v1 - v2
    if abs(weight) <= ROUNDING * np.abs(vector).max():
        raise InvalidInputError(_NOT_MONOTONE)
    a, w = -v2 / weight, v3 / weight
    share = 1.0 - w * (2.0 * prevalence - 1.0)
    b = (a + w * (1.0 - prevalence)) / share if share != 0.0 else np.inf
    if not (-ROUNDING <= a <= 1.0 + ROUNDING and -ROUNDING <= b <= 1.0 + ROUNDING):
        raise InvalidInputError(_NOT_MONOTONE)
    return TilePoint(float(a), float(b), increasing=bool(weight > 0))


def tile_to_chart(points: FloatArray, prevalence: float) -> FloatArray:
    """Tile points (a, b) in the chart (a, w), where every comparison is a straight cut.

    ``w = (b - a) / (b z + (1 - b)(1 - z))``; shapes (..., 2).
    """
    a, b = points[..., 0], points[..., 1]
    w = (b - a) / (b * prevalence + (1.0 - b) * (1.0 - prevalence))
    return np.stack((a, w), axis=-1)


def chart_to_tile(points: FloatArray, prevalence: float) -> FloatArray:
    """The inverse of `tile_to_chart`; shapes (..., 2)."""
    a, w = points[..., 0], points[..., 1]
    b = (a + w * (1.0 - prevalence)) / (1.0 - w * (2.0 * prevalence - 1.0))
    return np.stack((a, b), axis=-1)


def chart_density(points: FloatArray, prevalence: float) -> FloatArray:
    """How much area of the Tile a unit of area of the chart holds, ``db / dw``; shape (...)."""
    a, w = points[..., 0], points[..., 1]
    skew = 2.0 * prevalence - 1.0
    return np.asarray((1.0 - prevalence + a * skew) / (1.0 - w * skew) ** 2)


def order_vectors(points: FloatArray) -> FloatArray:
    """The vectors ``v = (1 - a, -a, w)`` that decide every comparison of points of the chart.

    With ``C~ = (tp, tn, 1)``, the first matrix is preferred where ``v . (C~ x C~') > 0``. As a
    projective point, `v` is the pivot through which all level lines pass. Shape (..., 3).
    """
    a, w = points[..., 0], points[..., 1]
    return np.stack((1.0 - a, -a, w), axis=-1)


_NOT_MONOTONE = (
    "This metric neither increases nor decreases in both tp and tn at this prevalence, so it has "
    "no Tile point. Use a metric that rewards (or punishes) both kinds of correct decision."
)
