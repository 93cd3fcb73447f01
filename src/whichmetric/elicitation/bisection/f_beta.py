"""F-beta at the information limit."""

from __future__ import annotations

import math

import numpy as np

from whichmetric.arguments import as_number
from whichmetric.elicitation.direction import DirectionOption, ask_direction, known_direction
from whichmetric.elicitation.display import shown
from whichmetric.elicitation.elicitor import Elicitor, Search
from whichmetric.elicitation.level_pairs import LevelPairs
from whichmetric.elicitation.result import Fixed, Result
from whichmetric.elicitation.version_space import comparison_of
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, TilePoint, order_vector
from whichmetric.values import Answer, Question

__all__ = ["BisectionFBeta"]

MOST_SKIPS = 10
"""In a row, before the search gives up."""


class BisectionFBeta(Elicitor):
    """Halve the interval of b on the Tile's edge a = 1, where ``b = beta^2 / (1 + beta^2)``.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float
        Width of the final interval of b; ``ceil(log2(1 / tolerance))`` questions.
    direction : {"increasing", "decreasing", "either"}
    out_of : int, optional
        Show whole cases out of this many; the cut is then that of the numbers shown.
    max_questions : int, optional

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> expert = wm.MetricOracle(wm.metrics.f_beta(2))
    >>> result = wm.elicit(feasible, expert, family="f-beta", method="bisection")
    >>> result.questions, round(result.beta, 1)
    (7, 2.0)
    """

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float,
        direction: DirectionOption = "increasing",
        out_of: int | None = None,
        max_questions: int | None = None,
    ) -> None:
        if not 0.0 < as_number("tolerance", tolerance) < 1.0:
            raise InvalidInputError(f"tolerance={tolerance} is not a width of b inside (0, 1).")
        super().__init__(feasible, max_questions=max_questions)
        self._rounds = math.ceil(math.log2(1.0 / tolerance) - 1e-12)
        self._direction = known_direction(direction)
        self._out_of = out_of
        self._pairs = LevelPairs(feasible)
        self._low, self._high = 0.0, 1.0

    def _search(self) -> Search:
        if self._direction is None:
            fair = self.feasible.balanced()
            self._direction = yield from ask_direction(fair, fair.mirrored(), self._out_of)
        for _ in range(self._rounds):
            for attempt in range(MOST_SKIPS):
                question = self._question(attempt)
                answer = yield question
                if answer is not Answer.SKIP:
                    break
            else:
                return "skipped"
            self._narrow(question, answer if self._direction == "increasing" else answer.swapped())
        return None

    def _question(self, rank: int) -> Question:
        """The longest pair that the middle b finds equal, on the frontier where there is one."""
        z = self.feasible.prevalence
        pairs = self._pairs.of(order_vector(1.0, (self._low + self._high) / 2, z)[None, :])
        if len(pairs.first) == 0:
            raise InvalidInputError(
                "The scores are no better than chance, so there are no trade-offs to ask about."
            )
        length = np.hypot(*((pairs.first - pairs.second) / np.array([z, 1.0 - z])).T)
        order = np.argsort(-(length + pairs.on_frontier), kind="stable")
        chosen = order[min(rank, len(order) - 1)]
        first, second = (
            shown(self.feasible.realise(*map(float, side[chosen])), self._out_of)
            for side in (pairs.first, pairs.second)
        )
        return Question(first, second)

    def _narrow(self, question: Question, answer: Answer) -> None:
        """Keep the b on the answer's side of the cut through the numbers shown."""
        z = question.a.prevalence
        _, x2, x3 = comparison_of(question)
        slope = x3 - (2.0 * z - 1.0) * x2
        cut = ((1.0 - z) * x2 + x3) / slope if slope != 0.0 else self._low
        cut = min(max(float(cut), self._low), self._high)
        if answer is Answer.EQUAL:
            quarter = (self._high - self._low) / 4
            self._low, self._high = max(self._low, cut - quarter), min(self._high, cut + quarter)
        elif (answer is Answer.A) == (slope > 0):
            self._low = cut
        else:
            self._high = cut

    def estimate(self) -> Result:
        """The middle of the interval that is left."""
        b = (self._low + self._high) / 2
        increasing = self._direction != "decreasing"
        metric = Metric.from_tile(1.0, b, increasing=increasing)
        return Result(
            metric=metric,
            tile=TilePoint(1.0, b, increasing),
            beta=_beta(b),
            direction="increasing" if increasing else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric),
            stopped=self.stopped,
            history=self.history,
            intervals={
                "a": Fixed(1.0, 1.0),
                "b": Fixed(self._low, self._high),
                "beta": Fixed(_beta(self._low), _beta(self._high)),
            },
        )


def _beta(b: float) -> float:
    return math.sqrt(b / (1.0 - b)) if b < 1.0 else math.inf
