"""Bayesian elicitation of F-beta."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.bayesian.alike import odds
from whichmetric.elicitation.bayesian.curve import PROBABILITIES, BayesianCurve, table
from whichmetric.elicitation.result import Fixed, Result
from whichmetric.inference import F_BETA, CurvePosterior, FBetaPosterior
from whichmetric.metrics import Metric

__all__ = ["BayesianFBeta"]

FloatArray = NDArray[np.float64]


class BayesianFBeta(BayesianCurve):
    """F-beta by its beta: recall counts beta times as much as precision.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Stop when the interval of ``b = beta^2 / (1 + beta^2)`` is no wider.
    prior : LogisticPrior, optional
        On beta; by default 1/10 to 10 with probability .9, with tails beyond.
    noise, crowd, probability, regret, same_threshold, direction, out_of, max_questions, rng
        See `BayesianElicitor`.
    """

    corners = ((1.0, 0.0), (1.0, 1.0))
    usual_prior = F_BETA
    posterior = FBetaPosterior

    def _excess(self, posterior: CurvePosterior) -> Iterator[float]:
        if self._tolerance is not None:
            _, b = posterior.tile_at(self._known(posterior))
            yield float(b[1] - b[0]) / self._tolerance

    def _x_at(self, tiles: FloatArray) -> FloatArray:
        return np.sqrt(odds(tiles[:, 1]))

    def estimate(self) -> Result:
        """The posterior's typical beta and its quantiles."""
        beta = self._typical()
        b = beta**2 / (1.0 + beta**2)
        betas, alike = self._reported().quantile(PROBABILITIES), self._alike_at(beta)
        return self._result(
            Metric.from_tile(1.0, b, increasing=self._increasing()),
            {
                "a": Fixed(1.0, 1.0),
                "b": table(betas**2 / (1.0 + betas**2), alike[:, 1]),
                "beta": table(betas, self._x_at(alike)),
                "threshold": self._thresholds(betas, alike),
            },
            plausible=self._plausible(),
            prior=self._prior_of_x,
            beta=beta,
        )
