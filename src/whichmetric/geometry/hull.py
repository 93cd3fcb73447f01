"""The upper convex hull of points that are sorted from left to right."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["upper_hull"]

FloatArray = NDArray[np.float64]
PRUNING_ROUNDS = 128
"""Vectorised passes before the loop takes over; a million random points need about 45."""
LARGE = 20_000
"""Points from which on most are dropped first, by a look at a few of them."""


def upper_hull(points: FloatArray) -> NDArray[np.intp]:
    """Indices of the strict vertices of the upper hull, both end points included.

    Parameters
    ----------
    points : ndarray of shape (n, 2)
        Sorted by the first coordinate, falling in the second where the first is equal;
        n is at least 1.

    Returns
    -------
    ndarray of shape (k,)
        Rising indices.

    Notes
    -----
    A point on or below the segment between its two neighbours is no vertex, whatever else is
    removed, so a pass may drop many such points. A chain without them is concave, hence the hull.
    Of many points the hull of an even selection comes first. It runs below the hull of all, so that
    one pass over the points leaves the few above it.
    Coordinates that are whole numbers below about 9e7 make every test exact. Else a vertex that
    rounding has doubled may look dispensable twice: no pass drops two neighbours, so one stays.

    Examples
    --------
    >>> upper_hull(np.array([[0.0, 2.0], [1.0, 1.0], [2.0, 1.5], [3.0, 0.0]]))
    array([0, 2, 3])
    """
    if len(points) > LARGE:
        candidates = _above_selection(points)
        return candidates[_pruned(points[candidates])]
    return _pruned(points)


def _above_selection(points: FloatArray) -> NDArray[np.intp]:
    """Indices of points above the hull of an even selection of them, its vertices included."""
    step = round(len(points) ** (1.0 / 3.0))
    selection = np.append(np.arange(0, len(points) - 1, step), len(points) - 1)
    vertices = selection[upper_hull(points[selection])]
    found = []
    for start, end in pairwise(vertices.tolist()):
        x, y = points[start + 1 : end].T
        (x0, y0), (x1, y1) = points[[start, end]].tolist()
        above = (x1 - x0) * (y - y0) > (y1 - y0) * (x - x0)
        found += [np.array([start]), start + 1 + np.flatnonzero(above)]
    return np.concatenate([*found, vertices[-1:]])


def _pruned(points: FloatArray) -> NDArray[np.intp]:
    """The vertices of the hull, after dropping other points in many passes."""
    distinct = np.any(points[1:] != points[:-1], axis=1)
    kept = np.flatnonzero(np.concatenate(([True], distinct)))
    for turn in range(PRUNING_ROUNDS):
        before, here, after = points[kept[:-2]], points[kept[1:-1]], points[kept[2:]]
        is_vertex = _turn(before, here, after) < 0
        if is_vertex.all():
            return kept
        is_vertex[turn % 2 :: 2] = True  # their neighbours' turn
        kept = kept[np.concatenate(([True], is_vertex, [True]))]
    return _chain(points, kept)


def _chain(points: FloatArray, candidates: NDArray[np.intp]) -> NDArray[np.intp]:
    """Andrew's monotone chain, for the rare input that pruning does not finish."""
    chain: list[int] = []
    for candidate in candidates.tolist():
        while len(chain) > 1 and _turn(*points[[chain[-2], chain[-1], candidate]]) >= 0:
            chain.pop()
        chain.append(candidate)
    return np.array(chain, dtype=np.intp)


def _turn(before: FloatArray, here: FloatArray, after: FloatArray) -> FloatArray:
    """Negative where the way before -> here -> after bends clockwise."""
    step, jump = here - before, after - before
    return np.asarray(step[..., 0] * jump[..., 1] - step[..., 1] * jump[..., 0])
