"""A metric with the optimum of another that bends away from it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import gaps
from whichmetric.metrics import Metric, TilePoint

__all__ = ["BentRival"]

FloatArray = NDArray[np.float64]
LEAST_RATE = 0.01
"""A rate below this counts as this, so that every option has a value."""
DIGITS = 9
"""Of gaps, so that the last digit of a machine's arithmetic does not choose a pair."""


class BentRival:
    """A power mean of the true rates, weighted so that it agrees with a metric at its best.

    Near the best classifier both exchange one kind of mistakes for the other at the same rate. Away
    from it, where one of the rates is low, the mean would give more for that one if its power is
    below 1, and less if it is above.

    Parameters
    ----------
    feasible : FeasibleRegion
    tile : TilePoint
        Of the metric.
    power : float
        0 is a geometric mean, 1 would be linear.

    Examples
    --------
    >>> from whichmetric.geometry import FeasibleSet
    >>> from whichmetric.sources import breast_cancer_table
    >>> feasible = FeasibleSet(breast_cancer_table(), prevalence=0.5)
    >>> rival = BentRival(feasible, TilePoint(0.5, 0.5), 0.0)
    >>> lopsided, balanced = np.array([[0.5, 0.3, 0.0, 0.2]]), np.array([[0.36, 0.17, 0.14, 0.33]])
    >>> rival.differs(lopsided, balanced, by=1.0).tolist()  # 70% are right, and 69%
    [True]
    """

    def __init__(self, feasible: FeasibleRegion, tile: TilePoint, power: float) -> None:
        self._tile, self._power = tile, power
        best = feasible.best(Metric.from_tile(tile.a, tile.b)).confusion
        right = tile.a * best.tp + (1.0 - tile.a) * best.tn
        wrong = tile.b * best.fn + (1.0 - tile.b) * best.fp
        # What one more of each kind of correct decisions adds to right / wrong, up to a factor.
        found = tile.a * wrong + tile.b * right
        spared = (1.0 - tile.a) * wrong + (1.0 - tile.b) * right
        z = feasible.prevalence
        gains = np.array([found * z, spared * (1.0 - z)])
        self._weights = gains / gains.sum() * _rates(np.array([best.cells]))[0] ** (1.0 - power)

    def differs(self, first: FloatArray, second: FloatArray, *, by: float) -> NDArray[np.bool_]:
        """Which pairs it orders otherwise than the metric, also with weights off by a factor.

        Parameters
        ----------
        first, second : ndarray of shape (k, 4)
            Rates tp, fp, fn, tn.
        by : float
            How far its own weights may be off, up or down.

        Returns
        -------
        ndarray of shape (k,)
        """
        a, b = (np.array([share]) for share in (self._tile.a, self._tile.b))
        straight = np.round(gaps(a, b, first, second)[:, 0], DIGITS)
        lead = self._powers(first) - self._powers(second)
        bent = [
            np.round(lead @ (self._weights * factor), DIGITS)
            for factor in (np.array([by, 1.0]), np.array([1.0, by]))
        ]
        return np.asarray((straight * bent[0] < 0) & (straight * bent[1] < 0))

    def _powers(self, cells: FloatArray) -> FloatArray:
        """Of both rates, up to a sum and a factor that changes no order; shape (k, 2)."""
        rates = _rates(cells)
        return np.log(rates) if self._power == 0.0 else rates**self._power / self._power


def _rates(cells: FloatArray) -> FloatArray:
    """The true positive and the true negative rate; ndarray of shape (k, 2)."""
    tp, fp, fn, tn = cells.T
    rates = np.column_stack((tp / (tp + fn), tn / (tn + fp)))
    return np.asarray(np.maximum(rates, LEAST_RATE))
