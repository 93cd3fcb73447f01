"""The metrics that fit all answers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.polygon import uniform_points
from whichmetric.metrics.tile import chart_density, chart_to_tile, order_vectors, tile_to_chart
from whichmetric.values import Answer, Question

__all__ = ["WHOLE_TILE", "VersionSpace", "comparison_of"]

FloatArray = NDArray[np.float64]
WHOLE_TILE = ((0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0))
"""The corners of all metrics that like correct decisions, in order."""
OVERSAMPLING = 4
"""Points drawn evenly in the chart for each one kept evenly on the Tile."""
ROUNDING = 1e-12
"""Relative height below which a corner counts as lying on the cut."""


class VersionSpace:
    """A convex part of the chart (a, w) of the Tile, cut by each answer.

    In this chart every comparison is a straight line. All of the Tile is a quadrilateral, a family
    of one parameter a segment.

    Parameters
    ----------
    corners : sequence of (a, b)
        Tile points whose hull, in the chart, is the space; in order around it.
    prevalence : float

    Examples
    --------
    >>> linear = VersionSpace([(0, 0), (1, 1)], prevalence=0.3)
    >>> linear.cut(np.array([0.1, 0.1, 0.0]))  # prefers the option with less tp and more tn
    True
    >>> linear.tile_corners().max(axis=0).tolist()
    [0.5, 0.5]
    """

    def __init__(self, corners: Iterable[tuple[float, float]], prevalence: float) -> None:
        self._prevalence = prevalence
        self._corners = tile_to_chart(np.array(list(corners), dtype=np.float64), prevalence)

    def cut(self, comparison: FloatArray) -> bool:
        """Keep the metrics that do not prefer the second option.

        Parameters
        ----------
        comparison : ndarray of shape (3,)
            The cross product ``C~ x C~'`` of the two options.

        Returns
        -------
        bool
            False, and nothing changes, where no metric is left.
        """
        kept = _clipped(self._corners, order_vectors(self._corners) @ comparison)
        if len(kept) == 0:
            return False
        self._corners = kept
        return True

    def learn(self, history: Iterable[tuple[Question, Answer]], *, increasing: bool) -> None:
        """Cut by every answer that prefers an option; those that fit no metric are left out."""
        for question, answer in history:
            if answer in (Answer.A, Answer.B):
                prefers_a = (answer is Answer.A) == increasing
                self.cut(comparison_of(question) if prefers_a else -comparison_of(question))

    def undecided(self, comparisons: FloatArray) -> NDArray[np.bool_]:
        """Which comparisons of shape (k, 3) some metrics that are left answer differently."""
        verdicts = order_vectors(self._corners) @ comparisons.T
        return np.asarray((verdicts.max(axis=0) > 0) & (verdicts.min(axis=0) < 0))

    def particles(self, size: int, rng: np.random.Generator) -> FloatArray:
        """Metrics that are left, even on the Tile, as points (a, w); ndarray of shape (size, 2)."""
        drawn = uniform_points(self._corners, OVERSAMPLING * size, rng)
        steps = np.cumsum(chart_density(drawn, self._prevalence))
        places = (np.arange(size) + rng.random()) / size * steps[-1]
        return np.asarray(drawn[np.minimum(np.searchsorted(steps, places), len(drawn) - 1)])

    def tile_corners(self) -> FloatArray:
        """The corners of what is left as points (a, b) of the Tile; ndarray of shape (k, 2)."""
        return chart_to_tile(self._corners, self._prevalence)


def comparison_of(question: Question) -> FloatArray:
    """The cross product ``C~ x C~'`` of the two options; ndarray of shape (3,)."""
    a, b = question.a, question.b
    # By hand: np.cross takes twenty times as long for two vectors.
    return np.array([a.tn - b.tn, b.tp - a.tp, a.tp * b.tn - a.tn * b.tp])


def _clipped(corners: FloatArray, height: FloatArray) -> FloatArray:
    """The part of a convex polygon (or segment) where a linear function is not negative."""
    slack = ROUNDING * np.abs(height).max()
    ends = np.concatenate((corners[1:], corners[:1]))
    following = np.concatenate((height[1:], height[:1]))
    kept = []
    for corner, end, here, there in zip(corners, ends, height, following, strict=True):
        if here >= -slack:
            kept.append(corner)
        if (here < -slack and there > slack) or (here > slack and there < -slack):
            kept.append(corner + here / (here - there) * (end - corner))
    return np.array(kept)
