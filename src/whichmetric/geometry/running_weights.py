"""Weights above and below every threshold, and the thresholds whose points are on a hull."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.hull import upper_hull

__all__ = ["RunningWeights"]

FloatArray = NDArray[np.float64]


class RunningWeights:
    """What each threshold flags and spares; another prevalence stretches it, and no more.

    Parameters
    ----------
    positive, negative : ndarray of shape (k,)
        Weight of each class at each score, the scores rising.

    Attributes
    ----------
    weights : ndarray of shape (k + 1, 2)
        Positive weight that is flagged and negative weight that is not, from flag-nobody on down.
        Sums run from the end where they start at 0, so that both end points are exact.
    total : ndarray of shape (2,)
        Positive and negative weight of all.
    """

    def __init__(self, positive: FloatArray, negative: FloatArray) -> None:
        # Columns one after the other in memory, since all arithmetic runs along them.
        self.weights = np.zeros((2, positive.size + 1)).T
        np.cumsum(positive[::-1], out=self.weights[1:, 0])
        np.cumsum(negative, out=self.weights[-2::-1, 1])
        self.weights.setflags(write=False)
        self.total = np.array([self.weights[-1, 0], self.weights[0, 1]])

    @cached_property
    def upper(self) -> NDArray[np.intp]:
        """Indices of the vertices of the upper hull, rising."""
        return upper_hull(self._scaled(self.weights))

    @cached_property
    def lower(self) -> NDArray[np.intp]:
        """Indices of the vertices of the lower hull, rising."""
        turned = self._scaled(self.total) - self._scaled(self.weights)
        return len(self.weights) - 1 - upper_hull(turned[::-1])[::-1]

    def _scaled(self, weights: FloatArray) -> FloatArray:
        """Weights times powers of two, which change no digit.

        They keep products of tiny or huge weights in range.
        """
        return np.asarray(np.ldexp(weights, -np.frexp(self.total)[1]))
