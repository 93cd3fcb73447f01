"""Where metrics of a posterior are best, many at a time."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry import FeasibleRegion

__all__ = ["BestVertices"]

FloatArray = NDArray[np.float64]


class BestVertices:
    """The vertices of a feasible set at which Tile metrics are largest.

    Parameters
    ----------
    feasible : FeasibleRegion
    """

    def __init__(self, feasible: FeasibleRegion) -> None:
        self._thresholds = feasible.boundary.thresholds
        z = feasible.prevalence
        tp, tn = feasible.boundary.points.T
        self._cells = tp, np.maximum(1.0 - z - tn, 0.0), np.maximum(z - tp, 0.0), tn

    def thresholds(self, a: FloatArray, b: FloatArray, *, increasing: bool) -> FloatArray:
        """The best threshold of each metric; ndarray of shape (m,)."""
        best, _ = self._best(a, b, increasing)
        return np.asarray(self._thresholds[best])

    def regret(
        self, chosen: FloatArray, a: FloatArray, b: FloatArray, *, increasing: bool
    ) -> float:
        """What the metrics lose, on ``N / (N + D)`` and on average, at another's best vertex.

        Parameters
        ----------
        chosen : ndarray of shape (2,)
            a and b of the metric that chooses.
        a, b : ndarray of shape (m,)
            Of the metrics that judge.
        """
        vertex, _ = self._best(chosen[:1], chosen[1:], increasing)
        _, most = self._best(a, b, increasing)
        return float(np.mean(most - self._values(a, b, vertex, increasing)[:, 0]))

    def _best(
        self, a: FloatArray, b: FloatArray, increasing: bool
    ) -> tuple[NDArray[np.intp], FloatArray]:
        """The best vertex for each metric, and its value; arrays of shape (m,).

        Around the boundary values rise once and fall once, so the best vertex is no farther than
        a step from the best of those that are a step apart.
        """
        count = len(self._thresholds)
        step = math.isqrt(count)
        apart = np.arange(0, count, step)
        rough = apart[self._values(a, b, apart, increasing).argmax(axis=1)]
        near = np.sort((rough[:, None] + np.arange(-step, step + 1)) % count)  # ties: the first
        values = self._values(a, b, near, increasing)
        place = np.arange(len(a)), values.argmax(axis=1)
        return near[place], values[place]

    def _values(
        self, a: FloatArray, b: FloatArray, vertices: NDArray[np.intp], increasing: bool
    ) -> FloatArray:
        """Of some vertices for every metric, the same ones, or for each its own.

        Parameters
        ----------
        a, b : ndarray of shape (m,)
        vertices : ndarray of shape (k,) or (m, k)

        Returns
        -------
        ndarray of shape (m, k)
        """
        tp, fp, fn, tn = (cell[vertices] for cell in self._cells)
        a, b = a[:, None], b[:, None]
        correct = a * tp + (1.0 - a) * tn
        total = correct + b * fn + (1.0 - b) * fp
        value = np.divide(correct, total, out=np.zeros_like(correct), where=total > 0)
        return np.asarray(value if increasing else 1.0 - value)
