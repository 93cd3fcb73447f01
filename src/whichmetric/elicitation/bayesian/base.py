"""What the Bayesian elicitors have in common."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number, as_whole_number
from whichmetric.elicitation.bayesian.sides import Sides
from whichmetric.elicitation.direction import DirectionOption, ask_direction, known_direction
from whichmetric.elicitation.display import shown
from whichmetric.elicitation.elicitor import Elicitor, Search
from whichmetric.elicitation.level_pairs import LevelPairs
from whichmetric.elicitation.result import Stopped
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import GridPosterior, information_gain
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["BayesianElicitor"]

FloatArray = NDArray[np.float64]
BUDGET = 30
"""Questions, where no budget is given: what a person answers with care in one sitting."""
NODES = 240
"""Metrics that stand for the posterior when a question is chosen."""
ROUGH_NODES, SHORT_LIST = 40, 48
"""A first look with few metrics picks the candidates that are looked at with all."""
FRONTIER_BONUS = 1.03
"""Factor on the information of a pair on the frontier, so that it is preferred between equals."""
MOST_SKIPS = 10
"""In a row, before the elicitor gives up."""


class BayesianElicitor(Elicitor):
    """Ask what is expected to tell most about the metric, whatever the expert's noise.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Stop when the metric is known this well with the asked probability; see the subclass.
    probability : float
        The asked probability.
    regret : float, optional
        Stop when the chosen threshold is expected to lose no more than this, on ``N / (N + D)``.
    same_threshold : bool
        Stop when every plausible metric picks the same threshold.
    direction : {"increasing", "decreasing", "either"}
    out_of : int, optional
        Show whole cases out of this many and infer from them.
    max_questions : int, optional
        Budget, 30 by default.
    rng : int or Generator
        Seed of the sides and of the metrics that stand for the posterior.
    """

    takes_seed = True
    depths: tuple[float, ...]

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float | None,
        probability: float = 0.9,
        regret: float | None = None,
        same_threshold: bool = False,
        direction: DirectionOption = "increasing",
        out_of: int | None = None,
        max_questions: int | None = None,
        rng: int | np.random.Generator = 0,
    ) -> None:
        for name, value in (("tolerance", tolerance), ("regret", regret)):
            if value is not None and not 0.0 < as_number(name, value) < np.inf:
                raise InvalidInputError(f"{name}={value} is not a positive number.")
        if not 0.0 < as_number("probability", probability) < 1.0:
            raise InvalidInputError(f"probability={probability} is not inside (0, 1).")
        if out_of is not None and as_whole_number("out_of", out_of) < 1:
            raise InvalidInputError(f"out_of={out_of} is not a number of cases: give 1 or more.")
        super().__init__(feasible, max_questions=BUDGET if max_questions is None else max_questions)
        if len(feasible.frontier) < 3:
            raise InvalidInputError(
                "The scores are no better than chance, so there are no trade-offs to ask about. "
                "Use scores that separate the classes."
            )
        self._tolerance = tolerance
        self._probability = probability
        self._regret = regret
        self._same_threshold = same_threshold
        self._direction = known_direction(direction)
        self._out_of = out_of
        self._seed = int(np.random.default_rng(rng).integers(2**63))
        self._pairs = LevelPairs(feasible, depths=self.depths)
        self._sides = Sides(self._seed)
        self._posterior = self._prior()
        self._last_gain = 0.0

    @abstractmethod
    def _prior(self) -> GridPosterior:
        """The posterior before the first answer."""

    @abstractmethod
    def _centres(self, rng: np.random.Generator) -> FloatArray:
        """Order vectors of metrics through whose place cuts are considered; shape (m, 3)."""

    @abstractmethod
    def _tolerance_met(self, tolerance: float) -> bool:
        """Whether the metric is known well enough."""

    @abstractmethod
    def expected_regret(self) -> float:
        """What the chosen threshold is expected to lose, on ``N / (N + D)``."""

    @abstractmethod
    def _one_threshold(self) -> bool:
        """Whether every plausible metric picks the same threshold."""

    def _search(self) -> Search:
        if self._direction is None:
            fair = self.feasible.balanced()
            self._direction = yield from ask_direction(fair, fair.mirrored(), self._out_of)
        skipped: list[frozenset[ConfusionMatrix]] = []
        while len(skipped) < MOST_SKIPS:
            reason = self._reason_to_stop()
            if reason is not None:
                return reason
            question = self._question(skipped)
            if question is None:
                return "tolerance"
            answer = yield question
            if answer is Answer.SKIP:
                skipped.append(frozenset((question.a, question.b)))
                continue
            skipped.clear()
            said = answer if self._direction == "increasing" else answer.swapped()
            self._posterior.tell(np.array(question.a.cells), np.array(question.b.cells), said)
        return "skipped"

    def _reason_to_stop(self) -> Stopped | None:
        if self._tolerance is not None and self._tolerance_met(self._tolerance):
            return "tolerance"
        if self._regret is not None and self.expected_regret() <= self._regret:
            return "regret"
        if self._same_threshold and self._one_threshold():
            return "threshold"
        return None

    def _question(self, skipped: list[frozenset[ConfusionMatrix]]) -> Question | None:
        """The most informative pair that was not just skipped; None where all look alike."""
        rng = self._rng(len(skipped))
        pairs = self._pairs.of(self._centres(rng))
        first, second = (self._cells(side) for side in pairs[:2])
        visible = (first[:, 0] - second[:, 0]) * (first[:, 3] - second[:, 3]) < 0
        if not visible.any():
            return None
        places = np.flatnonzero(visible)
        nodes = self._posterior.nodes(NODES, float(rng.random()))
        for few in (nodes[:: NODES // ROUGH_NODES], nodes):
            gain = information_gain(self._posterior, few, first[places], second[places])
            worth = gain * np.where(pairs.on_frontier[places], FRONTIER_BONUS, 1.0)
            places = places[np.argsort(-worth, kind="stable")[:SHORT_LIST]]
            self._last_gain = float(gain.max())
        for chosen in places:
            options = [
                shown(self.feasible.realise(*map(float, side[chosen])), self._out_of)
                for side in pairs[:2]
            ]
            if frozenset(options) not in skipped:
                return self._sides.question(*options)
        return None

    def _left(self) -> int:
        """Questions left in the budget."""
        assert self.max_questions is not None
        return self.max_questions - len(self.history)

    def _cells(self, points: FloatArray) -> FloatArray:
        """Points (tp, tn) as the four rates that are shown; ndarray of shape (k, 4)."""
        z, out_of = self.feasible.prevalence, self._out_of
        if out_of is not None:
            positives = round(z * out_of)
            limits = np.array([positives, out_of - positives])
            points = np.minimum(np.round(points * out_of), limits) / out_of
            z = positives / out_of
        tp, tn = points.T
        return np.column_stack((tp, 1.0 - z - tn, z - tp, tn))

    def _rng(self, purpose: int) -> np.random.Generator:
        """A generator for one purpose at this point of the log, so that a log can be replayed."""
        return np.random.default_rng((self._seed, len(self.history), purpose))
