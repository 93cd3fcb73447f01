"""When a Bayesian search has learnt enough."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

import numpy as np

from whichmetric.arguments import as_number, as_truth
from whichmetric.elicitation.bayesian.forecast import foreseen_gain, until_believed, until_known
from whichmetric.elicitation.direction import direction_lead
from whichmetric.elicitation.elicitor import Elicitor
from whichmetric.elicitation.result import Direction, Stopped
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import GridPosterior

__all__ = ["DIRECTION_LEAD", "PLAUSIBLE", "P", "StoppingElicitor"]

P = TypeVar("P", bound=GridPosterior)
PLAUSIBLE = 0.98
"""Probability of the metrics that count as plausible."""
DIRECTION_LEAD = 3
"""Answers for one direction more than for the other, before it is taken to be known."""


class StoppingElicitor(Elicitor, Generic[P]):
    """Stops when the metric is known well enough, and forecasts how many questions that takes.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance, probability, regret, same_threshold
        See `BayesianElicitor`.
    max_questions : int
        Budget.
    """

    dimensions: ClassVar[int]
    """Of the family."""
    _posterior: P
    _attentive: P
    _direction: Direction | None
    _last_gain: float

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float | None,
        probability: float,
        regret: float | None,
        same_threshold: bool,
        max_questions: int,
    ) -> None:
        for name, value, usual_value in (("tolerance", tolerance, 0.05), ("regret", regret, 0.001)):
            remedy = f"give a finite one above 0, such as {usual_value}, or None"
            if value is not None and not 0.0 < as_number(name, value, remedy) < np.inf:
                raise InvalidInputError(f"{name}={value} is not a positive number: {remedy}.")
        remedy = "give one inside (0, 1), such as 0.9"
        if not 0.0 < as_number("probability", probability, remedy) < 1.0:
            raise InvalidInputError(f"probability={probability} is not inside (0, 1): {remedy}.")
        super().__init__(feasible, max_questions=max_questions)
        self._tolerance = tolerance
        self._probability = probability
        self._regret = regret
        self._same_threshold = as_truth("same_threshold", same_threshold)

    @abstractmethod
    def _excess(self, posterior: P) -> Iterator[float]:
        """By what factor each tolerance that was asked for is exceeded; 1 or less where met."""

    def expected_regret(self) -> float:
        """What the chosen threshold is expected to lose, on ``N / (N + D)``."""
        return self._expected_regret(self._reported())

    @abstractmethod
    def _expected_regret(self, posterior: P) -> float:
        """The same, if that were the posterior."""

    @abstractmethod
    def _one_threshold(self, posterior: P) -> bool:
        """Whether every plausible metric picks the same threshold."""

    @abstractmethod
    def _threshold_excess(self, posterior: P) -> float:
        """By what factor the plausible metrics must shrink, about, to pick the same threshold."""

    def _reason_to_stop(self, posterior: P) -> Stopped | None:
        if any(excess <= 1.0 for excess in self._excess(posterior)):
            return "tolerance"
        if self._regret is not None and self._expected_regret(posterior) <= self._regret:
            return "regret"
        if self._same_threshold and self._one_threshold(posterior):
            return "threshold"
        return None

    def _settled_if_attentive(self) -> bool:
        """Whether all that is missing is the certainty that the expert looks."""
        return self._reason_to_stop(self._attentive) is not None

    def _allowed_doubt(self) -> float:
        """Probability that the expert does not look, with which the metric may count as known."""
        return (1.0 - self._probability) / 2

    def _reported(self) -> P:
        """The posterior that results speak of."""
        return self._posterior.wary_of_turns()

    def _remaining(self, expected_regret: float) -> int:
        """Forecast of the questions left, given what is reported of the regret."""
        assert self.max_questions is not None
        budget = self.max_questions - len(self.history)
        if self.stopped is not None:
            return 0
        gain = foreseen_gain(self._last_gain, len(self._posterior.answers))
        left = min(
            (
                until_known(excess, self.dimensions, gain)
                + until_believed(self._posterior.careless, doubt, self._attentive.bits_foretold)
                for excess, doubt in self._goals(expected_regret)
            ),
            default=math.inf,
        )
        if self._direction is None:
            left += DIRECTION_LEAD - abs(direction_lead(self.history))
        return min(max(math.ceil(min(left, budget)), 1), budget)

    def _goals(self, expected_regret: float) -> Iterator[tuple[float, float]]:
        """What there is to reach for each reason to stop.

        Parameters
        ----------
        expected_regret : float
            As reported.

        Yields
        ------
        tuple of float
            By what factor the metric is to be known better, if the expert looks, and the
            probability that the expert does not look with which that would do.
        """
        for excess in self._excess(self._attentive):
            yield excess, self._allowed_doubt()
        if self._regret is not None:
            known, careless = self._expected_regret(self._attentive), self._posterior.careless
            # What would be lost if the answers meant nothing; half of the regret is left to it.
            blind = (expected_regret - (1.0 - careless) * known) / max(careless, 1e-9)
            doubt = min(self._regret / 2 / max(blind, self._regret), self._allowed_doubt())
            yield math.sqrt(known / self._regret), doubt  # it falls with the square of the error
        if self._same_threshold:
            yield self._threshold_excess(self._attentive), (1.0 - PLAUSIBLE) / 2
