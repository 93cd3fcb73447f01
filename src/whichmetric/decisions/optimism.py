"""How much too good a model looks on the cases that chose its threshold.

In a resample a threshold is chosen as it was on the sample, and valued on both. What it is worth
more on the resample, on average, is what the sample flatters the threshold that it chose.

Bibliography
------------
Efron (1983), Estimating the Error Rate of a Prediction Rule: Improvement on Cross-Validation.
Harrell, Lee, Mark (1996), Multivariable Prognostic Models, for the correction by subtraction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.decisions.belief import tile_values
from whichmetric.decisions.plausible_best import best_in
from whichmetric.decisions.resampling import Resamples
from whichmetric.metrics import TilePoint

__all__ = ["Optimism"]

FloatArray = NDArray[np.float64]


class Optimism:
    """What the best threshold of an estimate does better on the sample than on other cases.

    Parameters
    ----------
    drawn : Resamples
        Of the sample.
    estimate : TilePoint
        Of the metric that chooses the threshold.
    prevalence : float
        Share of positive cases where the classifier will work, a rate.

    Attributes
    ----------
    thresholds : ndarray of shape (size,)
        That each resample chooses.
    """

    def __init__(self, drawn: Resamples, estimate: TilePoint, prevalence: float) -> None:
        z = self._prevalence = prevalence
        each = np.arange(len(drawn.tpr))
        a, b = (np.full(each.size, number) for number in (estimate.a, estimate.b))
        places = best_in(drawn, a, b, z)
        self.thresholds: FloatArray = drawn.thresholds[places]
        self._seen = drawn.tpr[each, places] * z, drawn.tnr[each, places] * (1.0 - z)
        self._there = drawn.sample_tpr[places] * z, drawn.sample_tnr[places] * (1.0 - z)

    @property
    def rates(self) -> tuple[float, float]:
        """By how much the two true rates look too good: of the positive, of the negative cases."""
        z = self._prevalence
        tp, tn = (np.mean(a - b) for a, b in zip(self._seen, self._there, strict=True))
        return float(tp / z), float(tn / (1.0 - z))

    def of(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """The value's, under each of some metrics; all arrays of shape (m,)."""
        seen, there = (
            tile_values(a[:, None], b[:, None], tp, tn, self._prevalence)
            for tp, tn in (self._seen, self._there)
        )
        return np.asarray(np.mean(seen - there, axis=1))
