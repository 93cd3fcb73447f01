"""Bayesian elicitation of F-beta."""

from __future__ import annotations

from typing import Any

from whichmetric.elicitation.bayesian.curve import BayesianCurve, table
from whichmetric.elicitation.result import Fixed, Result
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import (
    F_BETA,
    CurvePosterior,
    LogisticPrior,
    NoisePrior,
    f_beta_posterior,
)
from whichmetric.metrics import TilePoint

__all__ = ["BayesianFBeta"]


class BayesianFBeta(BayesianCurve):
    """F-beta by its beta: recall counts beta times as much as precision.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Stop when the interval of ``b = beta^2 / (1 + beta^2)`` is no wider.
    prior : LogisticPrior
        On beta; by default 1/10 to 10 with probability .9, with tails beyond.
    noise : NoisePrior
    probability, regret, same_threshold, direction, out_of, max_questions, rng
        See `BayesianElicitor`.
    """

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float | None = None,
        prior: LogisticPrior = F_BETA,
        noise: NoisePrior | None = None,
        **options: Any,
    ) -> None:
        self._prior_beta = prior
        self._noise = NoisePrior() if noise is None else noise
        super().__init__(feasible, tolerance=tolerance, **options)

    def _prior(self) -> CurvePosterior:
        return f_beta_posterior(self._prior_beta, self._noise)

    def _tile(self, x: float) -> tuple[float, float]:
        return 1.0, x * x / (1.0 + x * x)

    def _width(self) -> float:
        low, high = self._spread(self._probability, 2)
        return self._tile(float(high))[1] - self._tile(float(low))[1]

    def _tolerance_met(self, tolerance: float) -> bool:
        return self._width() <= tolerance

    def estimate(self) -> Result:
        """The posterior's median and quantiles."""
        beta = self._median()
        betas = self._quantiles()
        metric = self._metric(beta)
        increasing = self._direction != "decreasing"
        return Result(
            metric=metric,
            tile=TilePoint(*self._tile(beta), increasing),
            beta=beta,
            direction="increasing" if increasing else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric),
            regret=self.expected_regret(),
            remaining=self._forecast(self._width()),
            stopped=self.stopped,
            history=self.history,
            intervals={
                "a": Fixed(1.0, 1.0),
                "b": table(betas**2 / (1.0 + betas**2)),
                "beta": table(betas),
                "threshold": self._thresholds(),
            },
        )
