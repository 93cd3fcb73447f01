"""Lines through a convex polygon, and points inside it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Crossing", "chord_at", "inside", "longest_chord", "uniform_points"]

FloatArray = NDArray[np.float64]
ROUNDING = 1e-14
"""Offsets closer than this, in rates, are one: else rounding decides where an edge along the line
is crossed."""


class Crossing(NamedTuple):
    """A point on a polygon's edge: ``weight`` of vertex `start`, the rest of vertex `end`."""

    start: int
    end: int
    weight: float


def chord_at(
    vertices: FloatArray, normal: FloatArray, offset: float
) -> tuple[Crossing, Crossing] | None:
    """Where the line ``normal . point = offset`` enters and leaves a convex polygon.

    Parameters
    ----------
    vertices : ndarray of shape (k, 2)
        In order around the polygon.
    normal : ndarray of shape (2,)
    offset : float

    Returns
    -------
    tuple of Crossing or None
        The end with the larger ``normal[0] * y - normal[1] * x`` first; None where the line
        misses.
    """
    height = vertices @ normal - offset
    height[np.abs(height) <= ROUNDING] = 0.0
    following = np.roll(height, -1)
    edges = np.flatnonzero((height * following <= 0) & (height != following))
    if edges.size == 0:
        return None
    weight = following[edges] / (following[edges] - height[edges])
    ends = (edges + 1) % len(vertices)
    points = weight[:, None] * vertices[edges] + (1 - weight[:, None]) * vertices[ends]
    along = points @ np.array([-normal[1], normal[0]])
    first, last = (
        Crossing(int(edges[i]), int(ends[i]), float(weight[i]))
        for i in (along.argmax(), along.argmin())
    )
    return first, last


def longest_chord(vertices: FloatArray, normal: FloatArray) -> tuple[Crossing, Crossing] | None:
    """The longest chord with a given normal.

    The length is a concave function of the offset with its kinks at the vertices, so bisection on
    the sorted offsets of the vertices finds it.
    """
    offsets = np.unique(vertices @ normal)
    offsets = offsets[np.concatenate(([True], np.diff(offsets) > ROUNDING))]

    def length(offset: float) -> float:
        chord = chord_at(vertices, normal, offset)
        if chord is None:
            return 0.0
        first, last = (_point(vertices, end) for end in chord)
        return float(np.hypot(*(last - first)))

    low, high = 0, len(offsets) - 1
    while low < high:
        middle = (low + high) // 2
        if length(offsets[middle]) < length(offsets[middle + 1]):
            low = middle + 1
        else:
            high = middle
    return chord_at(vertices, normal, offsets[low])


def inside(vertices: FloatArray, point: FloatArray, tolerance: float) -> bool:
    """Whether a point lies in a convex polygon given clockwise, or within `tolerance` of it."""
    edges = np.roll(vertices, -1, axis=0) - vertices
    outward = np.column_stack((-edges[:, 1], edges[:, 0]))
    beyond = np.einsum("ij,ij->i", outward, point - vertices)
    rounding = 4 * np.finfo(float).eps  # the direction of a very short edge is rounding alone
    return bool(np.all(beyond <= tolerance * np.hypot(edges[:, 0], edges[:, 1]) + rounding))


def uniform_points(vertices: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
    """Independent points, uniform by area, in a convex polygon (by length in a segment).

    A polygon that is a single point gives that point.

    Returns
    -------
    ndarray of shape (size, 2)
    """
    if len(vertices) <= 2:
        return np.asarray(vertices[0] + rng.random((size, 1)) * (vertices[-1] - vertices[0]))
    apex, left, right = vertices[0], vertices[1:-1], vertices[2:]
    to_left, to_right = left - apex, right - apex
    area = np.abs(to_left[:, 0] * to_right[:, 1] - to_left[:, 1] * to_right[:, 0])
    edges = np.cumsum(area)
    place = np.searchsorted(edges, rng.random(size) * edges[-1], side="right")
    triangle = np.minimum(place, len(area) - 1)
    u, v = rng.random((2, size, 1))
    fold = u + v > 1
    u, v = np.where(fold, 1 - u, u), np.where(fold, 1 - v, v)
    return np.asarray(apex + u * to_left[triangle] + v * to_right[triangle])


def _point(vertices: FloatArray, at: Crossing) -> FloatArray:
    return np.asarray(at.weight * vertices[at.start] + (1 - at.weight) * vertices[at.end])
