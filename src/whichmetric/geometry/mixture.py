"""Mixtures of a few points of the plane."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

__all__ = ["nearest_edge", "nearest_mixture"]

FloatArray = NDArray[np.float64]


def nearest_mixture(corners: FloatArray, point: FloatArray) -> FloatArray:
    """Shares of two or three points whose mixture is the point, or comes closest to it.

    Corners may lie as close together, or as nearly on a line, as rounding makes them: what counts
    is where the mixture lies, not by how much its shares are uncertain.

    Parameters
    ----------
    corners : ndarray of shape (2 or 3, 2)
    point : ndarray of shape (2,)

    Returns
    -------
    ndarray of shape (2 or 3,)
        From 0 to 1; they sum to 1.

    Examples
    --------
    >>> triangle = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> nearest_mixture(triangle, np.array([0.25, 0.5]))
    array([0.25, 0.25, 0.5 ])
    >>> nearest_mixture(triangle, np.array([0.5, -1.0]))
    array([0.5, 0.5, 0. ])
    """
    if len(corners) == 3:
        inside = _barycentric(corners, point)
        if inside.min() >= 0.0:
            return inside
    edges = combinations(range(len(corners)), 2)
    return min(
        (_on_edge(corners, edge, point) for edge in edges),
        key=lambda shares: float(np.hypot(*(shares @ corners - point))),
    )


def _barycentric(corners: FloatArray, point: FloatArray) -> FloatArray:
    """Shares that may be negative; all are where the corners lie on a line."""
    try:
        weights = np.linalg.solve((corners[:2] - corners[2]).T, point - corners[2])
    except np.linalg.LinAlgError:
        return np.full(3, -1.0)
    return np.append(weights, 1.0 - weights.sum())


def _on_edge(corners: FloatArray, edge: tuple[int, int], point: FloatArray) -> FloatArray:
    """Shares of the point of one edge that is closest."""
    start, end = edge
    along = corners[end] - corners[start]
    length = along @ along
    way = float(np.clip((point - corners[start]) @ along / length, 0.0, 1.0)) if length else 0.0
    shares = np.zeros(len(corners))
    shares[start], shares[end] = 1.0 - way, way
    return shares


def nearest_edge(chain: FloatArray, point: FloatArray) -> int:
    """Where in a chain of at least two points the edge begins that comes closest to a point.

    Examples
    --------
    >>> nearest_edge(np.array([[0.0, 1.0], [0.5, 0.8], [1.0, 0.0]]), np.array([0.9, 0.1]))
    1
    """
    along, ahead = np.diff(chain, axis=0), point - chain[:-1]
    lengths = (along**2).sum(axis=1)
    way = np.divide((ahead * along).sum(axis=1), lengths, out=lengths.copy(), where=lengths > 0)
    return int(np.argmin(np.hypot(*(ahead - np.clip(way, 0.0, 1.0)[:, None] * along).T)))
