"""Metrics that answer all that was asked in the same way.

Between some metrics nothing can be asked out of few cases. Where among them the posterior lies is
then its prior's word, and what it supposes of noise, not the expert's: an interval that ended there
would claim what no answer told.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.level_pairs import comparisons
from whichmetric.elicitation.version_space import VersionSpace
from whichmetric.metrics.tile import order_vectors, tile_to_chart

__all__ = ["answering_alike", "odds"]

FloatArray = NDArray[np.float64]
ROUNDING = 1e-12
"""Of a coordinate of the Tile."""


def answering_alike(
    tile: FloatArray,
    corners: Iterable[tuple[float, float]],
    first: FloatArray,
    second: FloatArray,
) -> FloatArray:
    """The corners of the part of a family that orders all pairs as one metric does.

    Parameters
    ----------
    tile : ndarray of shape (2,)
        The metric's coordinates a and b.
    corners : sequence of (a, b)
        The family, as for `VersionSpace`.
    first, second : ndarray of shape (n, 4)
        The pairs: rates tp, fp, fn, tn, all of one prevalence; one pair at least.

    Returns
    -------
    ndarray of shape (k, 2)
        Points (a, b) of the Tile.

    Examples
    --------
    >>> cautious, keen = np.array([[0.2, 0.1, 0.1, 0.6]]), np.array([[0.25, 0.3, 0.05, 0.4]])
    >>> linear = [(0, 0), (1, 1)]
    >>> float(answering_alike(np.array([0.9, 0.9]), linear, cautious, keen)[:, 0].min().round(6))
    0.8
    """
    prevalence = float(first[0, 0] + first[0, 2])
    order = order_vectors(tile_to_chart(tile[None, :], prevalence))[0]
    space = VersionSpace(corners, prevalence)
    for comparison in comparisons(first[:, [0, 3]], second[:, [0, 3]]):
        space.cut(comparison if order @ comparison >= 0 else -comparison)
    found = space.tile_corners()
    return np.clip(found + ROUNDING * np.sign(found - tile), 0.0, 1.0)


def odds(shares: FloatArray) -> FloatArray:
    """One share by the other; infinite where there is no other.

    Examples
    --------
    >>> odds(np.array([0.0, 0.75, 1.0])).tolist()
    [0.0, 3.0, inf]
    """
    with np.errstate(divide="ignore"):
        return np.asarray(shares / (1.0 - shares))
