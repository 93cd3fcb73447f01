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
    several : ndarray of shape (m,)
        Places of entries that hold several scores, rising.

    Attributes
    ----------
    weights : ndarray of shape (k + 1, 2)
        Positive weight that is flagged and negative weight that is not, from flag-nobody on down.
        Sums run from the end where they start at 0, so that both end points are exact.
    total : ndarray of shape (2,)
        Positive and negative weight of all.
    """

    def __init__(
        self,
        positive: FloatArray,
        negative: FloatArray,
        several: NDArray[np.intp],
    ) -> None:
        self._several = several
        # Columns one after the other in memory, since all arithmetic runs along them.
        self.weights = np.zeros((2, positive.size + 1)).T
        np.cumsum(positive[::-1], out=self.weights[1:, 0])
        np.cumsum(negative, out=self.weights[-2::-1, 1])
        self.weights.setflags(write=False)
        self.total = np.array([self.weights[-1, 0], self.weights[0, 1]])

    @cached_property
    def upper(self) -> NDArray[np.intp]:
        """Indices of the vertices of the upper hull, rising."""
        return self._upper(self.weights)

    @cached_property
    def lower(self) -> NDArray[np.intp]:
        """Indices of the vertices of the lower hull, rising."""
        return self._lower(self.weights)

    @cached_property
    def corners(self) -> FloatArray:
        """Where thresholds inside the entries of several scores may lie; ndarray of shape (v, 2).

        Each lies in a rectangle. Two of its corners are the points of thresholds that are known. Of
        the others, the best and the worst, these are the vertices of their hulls.
        """
        places = len(self.weights) - 2 - self._several[::-1]
        above, below = self.weights[places], self.weights[places + 1]
        found = [np.zeros((0, 2))]
        for tp, tn in ((below, above), (above, below)) if places.size else ():
            corners = np.column_stack((tp[:, 0], tn[:, 1]))
            found.append(corners[np.union1d(self._upper(corners), self._lower(corners))])
        return np.concatenate(found)

    def _upper(self, points: FloatArray) -> NDArray[np.intp]:
        return upper_hull(self._scaled(points))

    def _lower(self, points: FloatArray) -> NDArray[np.intp]:
        turned = self._scaled(self.total) - self._scaled(points)
        return len(points) - 1 - upper_hull(turned[::-1])[::-1]

    def _scaled(self, weights: FloatArray) -> FloatArray:
        """Weights times powers of two, which change no digit.

        They keep products of tiny or huge weights in range.
        """
        return np.asarray(np.ldexp(weights, -np.frexp(self.total)[1]))
