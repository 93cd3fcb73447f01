"""Bayesian elicitation of linear metrics."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from whichmetric.elicitation.bayesian.curve import BayesianCurve, table
from whichmetric.elicitation.result import Result, Stopped
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import (
    COST_RATIO,
    CurvePosterior,
    LogisticPrior,
    NoisePrior,
    linear_posterior,
)
from whichmetric.metrics import linear

__all__ = ["BayesianLinear"]


class BayesianLinear(BayesianCurve):
    """Linear metrics by their cost ratio: one missed positive = x false alarms.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Radians: stop when the angle's interval of the asked probability is no wider.
    factor : float, optional
        Stop when the cost ratio is known to within this factor with the asked probability.
    prior : LogisticPrior
        On the cost ratio; by default 1:20 to 500:1 with probability .9, with tails beyond.
    noise : NoisePrior
    probability, regret, same_threshold, direction, out_of, max_questions, rng
        See `BayesianElicitor`.

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> expert = wm.MetricOracle(wm.metrics.cost_ratio(7), wm.responses.Flip(0.1), rng=1)
    >>> result = wm.elicit(feasible, expert, max_questions=25)
    >>> low, high = result.interval("cost_ratio")
    >>> low < 7 < high
    True
    """

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float | None = None,
        factor: float | None = None,
        prior: LogisticPrior = COST_RATIO,
        noise: NoisePrior | None = None,
        **options: Any,
    ) -> None:
        if factor is not None and not factor > 1.0:
            raise InvalidInputError(f"factor={factor} is not a factor above 1.")
        self._factor = factor
        self._prior_ratio = prior
        self._noise = NoisePrior() if noise is None else noise
        super().__init__(feasible, tolerance=tolerance, **options)

    def _prior(self) -> CurvePosterior:
        return linear_posterior(self._prior_ratio, self._noise)

    def _tile(self, x: float) -> tuple[float, float]:
        return x / (1.0 + x), x / (1.0 + x)

    def _tolerance_met(self, tolerance: float) -> bool:
        return self._width() <= tolerance

    def _width(self) -> float:
        """Of the angle's interval, in radians."""
        low, high = self._spread(self._probability, 2)
        return math.atan(1.0 / low) - math.atan(1.0 / high)

    def _reason_to_stop(self) -> Stopped | None:
        if self._factor is not None:
            low, high = self._spread(self._probability, 2)
            if high / low <= self._factor**2:
                return "tolerance"
        return super()._reason_to_stop()

    def estimate(self) -> Result:
        """The posterior's median and quantiles."""
        turn = math.pi if self._direction == "decreasing" else 0.0
        x = self._median()
        angle = turn + math.atan(1.0 / x)
        metric = linear(math.cos(angle), math.sin(angle))
        ratios = self._quantiles()
        shares, angles = ratios / (1.0 + ratios), turn + np.arctan(1.0 / ratios)
        return Result(
            metric=metric,
            tile=metric.tile(self.feasible.prevalence),
            angle=angle,
            cost_ratio=x,
            direction="decreasing" if turn else "increasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric),
            regret=self.expected_regret(),
            remaining=self._forecast(self._width()),
            stopped=self.stopped,
            history=self.history,
            intervals={
                "angle": table(angles),
                "cost_ratio": table(ratios),
                "threshold": self._thresholds(),
                "a": table(shares),
                "b": table(shares),
            },
        )
