"""From a utility without a formula to a metric that can be compared with others."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from benchmarks.settings import Family
from whichmetric.elicitation.level_pairs import comparisons
from whichmetric.metrics import Metric
from whichmetric.metrics.tile import order_vectors, tile_to_chart

__all__ = ["closest_metric"]

FloatArray = NDArray[np.float64]
PAIRS = 30_000
"""Of points, on which agreement is counted."""
STEPS = {"linear": 801, "linear-fractional": 41}
"""Metrics along each axis that are tried first, and again around the best of them."""
ZOOMS = 2


def closest_metric(
    points: FloatArray, utility: FloatArray, family: Family, prevalence: float
) -> Metric:
    """The metric of a family that orders points most nearly as a utility does.

    The middle of all that agree equally well.

    Parameters
    ----------
    points : ndarray of shape (n, 2)
        Rates tp, tn.
    utility : ndarray of shape (n,)
    family : {"linear", "linear-fractional"}
    prevalence : float
    """
    rng = np.random.default_rng(0)
    first, second = rng.integers(len(points), size=(2, PAIRS))
    lead = np.sign(utility[first] - utility[second])[:, None].astype(np.float32)
    compared = comparisons(points[first], points[second])
    centre, reach = np.full(2 if family == "linear-fractional" else 1, 0.5), 0.5
    for _ in range(ZOOMS):
        places = _grid(centre, reach, STEPS[family])
        tiles = _tiles(places)
        leads = compared @ order_vectors(tile_to_chart(tiles, prevalence)).T
        agreement = (lead * np.sign(leads, dtype=np.float32)).sum(axis=0)
        centre = places[agreement == agreement.max()].mean(axis=0)
        reach *= 4.0 / STEPS[family]
    a, b = _tiles(centre[None])[0]
    return Metric.from_tile(float(a), float(b))


def _grid(centre: FloatArray, reach: float, steps: int) -> FloatArray:
    """Places in the unit interval or square around a centre; ndarray of shape (n, d)."""
    axes = [np.clip(np.linspace(c - reach, c + reach, steps), 0.0, 1.0) for c in centre]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(axes))


def _tiles(places: FloatArray) -> FloatArray:
    """Tile points (a, b): the square itself, or the diagonal by its angle."""
    if places.shape[1] == 2:
        return places
    angles = places[:, 0] * math.pi / 2
    shares = np.cos(angles) / (np.cos(angles) + np.sin(angles))
    return np.column_stack((shares, shares))
