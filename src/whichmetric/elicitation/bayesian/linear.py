"""Bayesian elicitation of linear metrics."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number
from whichmetric.elicitation.bayesian.alike import odds
from whichmetric.elicitation.bayesian.curve import PROBABILITIES, BayesianCurve, table
from whichmetric.elicitation.count_pairs import CountPairs
from whichmetric.elicitation.result import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import COST_RATIO, CurvePosterior, LinearPosterior
from whichmetric.metrics import linear
from whichmetric.values import ConfusionMatrix

__all__ = ["BayesianLinear"]

FloatArray = NDArray[np.float64]
FEW = 8
"""Plausible cost ratios between which pairs of whole counts are to tell."""


class BayesianLinear(BayesianCurve):
    """Linear metrics by their cost ratio: one missed positive = x false alarms.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Radians: stop when the angle's interval of the asked probability is no wider.
    factor : float, optional
        Stop when the cost ratio is known to within this factor with the asked probability: the ends
        of its interval are at most the factor's square apart, wherever the estimate lies between.
    prior : LogisticPrior, optional
        On the cost ratio; by default 1:20 to 500:1 with probability .9, with tails beyond.
    noise, crowd, probability, regret, same_threshold, direction, out_of, max_questions, rng
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

    corners = ((0.0, 0.0), (1.0, 1.0))
    usual_prior = COST_RATIO
    posterior = LinearPosterior

    def __init__(
        self, feasible: FeasibleRegion, *, factor: float | None = None, **options: Any
    ) -> None:
        remedy = "give one above 1, such as 1.5, or None"
        if factor is not None and not 1.0 < as_number("factor", factor, remedy) < math.inf:
            raise InvalidInputError(f"factor={factor} is not a factor above 1: {remedy}.")
        self._factor = factor
        super().__init__(feasible, **options)

    def _counted_pairs(self) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        if self._out_of is None:
            return
        pairs = CountPairs(self.feasible, self._out_of)
        ratios = self._attentive.quantile((np.arange(FEW) + 0.5) / FEW)
        found = [pairs.differences(math.atan(1.0 / ratio)) for ratio in ratios]
        for positives, negatives in np.unique(np.concatenate(found), axis=0):
            yield pairs.options(int(positives), int(negatives))

    def _excess(self, posterior: CurvePosterior) -> Iterator[float]:
        if self._tolerance is None and self._factor is None:
            return
        low, high = self._known(posterior)
        if self._tolerance is not None:
            yield (math.atan(1.0 / low) - math.atan(1.0 / high)) / self._tolerance
        if self._factor is not None:
            yield math.log(high / low) / (2.0 * math.log(self._factor))

    def _x_at(self, tiles: FloatArray) -> FloatArray:
        return odds(tiles[:, 0])

    def estimate(self) -> Result:
        """The posterior's typical cost ratio and its quantiles."""
        turn = 0.0 if self._increasing() else math.pi
        x = self._typical()
        angle = turn + math.atan(1.0 / x)
        ratios, alike = self._reported().quantile(PROBABILITIES), self._alike_at(x)
        besides = self._x_at(alike)
        shares = table(ratios / (1.0 + ratios), alike[:, 0])
        return self._result(
            linear(math.cos(angle), math.sin(angle)),
            {
                "angle": table(turn + np.arctan(1.0 / ratios), turn + np.arctan2(1.0, besides)),
                "cost_ratio": table(ratios, besides),
                "threshold": self._thresholds(ratios, alike),
                "a": shares,
                "b": shares,
            },
            plausible=self._plausible(),
            prior=self._prior_of_x,
            angle=angle,
            cost_ratio=x,
        )
