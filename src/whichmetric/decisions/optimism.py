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

from whichmetric.decisions.belief import Belief, tile_values
from whichmetric.decisions.plausible_best import best_places
from whichmetric.decisions.resampling import resamples
from whichmetric.geometry import ScoreTable
from whichmetric.metrics import TilePoint

__all__ = ["Optimism"]

FloatArray = NDArray[np.float64]
RESAMPLES = 300
"""The optimism is then known to a fifteenth of the value's own sampling error, or better."""


class Optimism:
    """What the best threshold of an estimate is worth more on the sample than on other cases.

    Parameters
    ----------
    table : ScoreTable
    estimate : TilePoint
        Of the metric that chooses the threshold.
    belief : Belief
    rng : Generator
    """

    def __init__(
        self, table: ScoreTable, estimate: TilePoint, belief: Belief, rng: np.random.Generator
    ) -> None:
        drawn = resamples(table, RESAMPLES, rng)
        z = self._prevalence = belief.prevalence
        tp, tn = drawn.tpr * z, drawn.tnr * (1.0 - z)
        places = best_places(tile_values(estimate.a, estimate.b, tp, tn, z), tp + tn)
        each = np.arange(RESAMPLES)
        self._seen = tp[each, places], tn[each, places]
        self._there = drawn.sample_tpr[places] * z, drawn.sample_tnr[places] * (1.0 - z)

    def of(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """Under each of some metrics; both arrays of shape (m,), and so is the answer."""
        seen, there = (
            tile_values(a[:, None], b[:, None], tp, tn, self._prevalence)
            for tp, tn in (self._seen, self._there)
        )
        return np.asarray(np.mean(seen - there, axis=1))
