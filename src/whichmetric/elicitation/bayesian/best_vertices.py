"""Where metrics of a posterior are best, many at a time."""

from __future__ import annotations

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
        return np.asarray(self._thresholds[self._values(a, b, increasing).argmax(axis=1)])

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
        vertex = int(self._values(chosen[:1], chosen[1:], increasing).argmax())
        values = self._values(a, b, increasing)
        return float(np.mean(values.max(axis=1) - values[:, vertex]))

    def _values(self, a: FloatArray, b: FloatArray, increasing: bool) -> FloatArray:
        """Of every vertex for every metric; ndarray of shape (m, k)."""
        tp, fp, fn, tn = self._cells
        correct = np.outer(a, tp) + np.outer(1.0 - a, tn)
        total = correct + np.outer(b, fn) + np.outer(1.0 - b, fp)
        value = np.divide(correct, total, out=np.zeros_like(correct), where=total > 0)
        return np.asarray(value if increasing else 1.0 - value)
