"""Bayesian elicitation of families with one parameter."""

from __future__ import annotations

import math
from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.bayesian.base import BayesianElicitor
from whichmetric.elicitation.result import Quantiles
from whichmetric.inference import CurvePosterior
from whichmetric.metrics import Metric, order_vector

__all__ = ["PROBABILITIES", "BayesianCurve"]

FloatArray = NDArray[np.float64]
CUTS = 12
"""Posterior quantiles through which cuts are considered."""
PROBABILITIES = np.concatenate(([0.0005, 0.0025], np.arange(1, 200) / 200, [0.9975, 0.9995]))
"""Where the posterior is tabulated for `Result.interval`."""
PLAUSIBLE = 0.98
"""Probability of the metrics that count as plausible."""


class BayesianCurve(BayesianElicitor):
    """A positive quantity x, each x a point of the Tile; see `BayesianElicitor`."""

    depths = (0.05, 0.1, 0.2, 0.4)
    _posterior: CurvePosterior

    @abstractmethod
    def _tile(self, x: float) -> tuple[float, float]:
        """The Tile point of x."""

    def _centres(self, rng: np.random.Generator) -> FloatArray:
        cuts = self._posterior.quantile((np.arange(CUTS) + rng.random()) / CUTS)
        z = self.feasible.prevalence
        return np.array([order_vector(*self._tile(float(x)), z) for x in cuts])

    def _metric(self, x: float) -> Metric:
        return Metric.from_tile(*self._tile(x), increasing=self._direction != "decreasing")

    def expected_regret(self) -> float:
        """What the chosen threshold is expected to lose, on ``N / (N + D)``."""
        chosen = self.feasible.best(self._metric(self._median())).confusion
        metrics = [self._metric(float(x)) for x in self._spread(0.999, 41)]
        return float(np.mean([self.feasible.best(m).value - m(chosen) for m in metrics]))

    def _one_threshold(self) -> bool:
        ends = self._spread(PLAUSIBLE, 2)
        low, high = (self.feasible.best(self._metric(float(x))) for x in ends)
        return low.threshold == high.threshold

    def _median(self) -> float:
        return float(self._posterior.quantile(0.5))

    def _spread(self, level: float, size: int) -> FloatArray:
        """Evenly spaced quantiles of x inside the interval of a level."""
        return self._posterior.quantile(np.linspace((1 - level) / 2, (1 + level) / 2, size))

    def _quantiles(self) -> FloatArray:
        return self._posterior.quantile(PROBABILITIES)

    def _thresholds(self) -> Quantiles:
        """The best threshold's posterior."""
        probabilities = np.linspace(0.005, 0.995, 41)
        thresholds = [
            self.feasible.best(self._metric(float(x))).threshold
            for x in self._posterior.quantile(probabilities)
        ]
        return Quantiles(tuple(probabilities), tuple(np.sort(thresholds)))

    def _forecast(self, width: float) -> int:
        """Questions left, if each goes on to tell as much as the last was expected to."""
        if self._tolerance is None or self._last_gain <= 0 or width <= self._tolerance:
            return self._left()
        return min(math.ceil(math.log2(width / self._tolerance) / self._last_gain), self._left())


def table(values: FloatArray) -> Quantiles:
    """Quantiles at `PROBABILITIES`, put into rising order."""
    return Quantiles(tuple(PROBABILITIES), tuple(np.sort(values)))
