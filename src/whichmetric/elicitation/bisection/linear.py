"""Linear metrics at the information limit."""

from __future__ import annotations

import math

from whichmetric.elicitation.angles import rounds_needed, weight_of_positives
from whichmetric.elicitation.bisection.easy_chord import LIFT, easy_chord
from whichmetric.elicitation.direction import DirectionOption, ask_direction, known_direction
from whichmetric.elicitation.display import shown
from whichmetric.elicitation.elicitor import Elicitor, Search
from whichmetric.elicitation.linear_result import linear_result
from whichmetric.elicitation.result import Result
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric
from whichmetric.values import Answer, Question

__all__ = ["BisectionLinear"]

MOST_SKIPS = 10
"""In a row, before the search gives up."""


class BisectionLinear(Elicitor):
    """Halve the interval of angles with every question.

    Each question is a chord that the middle angle's metric finds equal, so its answer tells on
    which side of the middle the angle lies: ``ceil(log2((pi / 2) / tolerance))`` questions on any
    feasible set with trade-offs, one more where the direction is asked for. "About equal" keeps
    the middle half; a skipped question is asked again with a shorter, parallel chord.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float
        Radians: width of the final interval.
    direction : {"increasing", "decreasing", "either"}
    out_of : int, optional
        Show whole cases out of this many; the cut is then that of the numbers shown.
    max_questions : int, optional

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> expert = wm.MetricOracle(wm.metrics.cost_ratio(3))
    >>> result = wm.elicit(feasible, expert, method="bisection", tolerance=0.02)
    >>> result.questions, round(result.cost_ratio, 1)
    (7, 3.0)
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
        super().__init__(feasible, max_questions=max_questions)
        easy_chord(feasible, math.pi / 4)  # refuse a set without trade-offs now
        self._rounds = rounds_needed(tolerance)
        self._direction = known_direction(direction)
        self._out_of = out_of
        self._low, self._high = 0.0, math.pi / 2

    def _search(self) -> Search:
        if self._direction is None:
            fair = self.feasible.balanced()
            self._direction = yield from ask_direction(fair, fair.mirrored(), self._out_of)
        for _ in range(self._rounds):
            for attempt in range(1, MOST_SKIPS + 1):
                question = self._question(lift=1.0 - (1.0 - LIFT) ** attempt)
                answer = yield question
                if answer is not Answer.SKIP:
                    break
            else:
                return "skipped"
            self._narrow(question, answer if self._direction == "increasing" else answer.swapped())
        return None

    def _question(self, lift: float) -> Question:
        first, second = easy_chord(self.feasible, (self._low + self._high) / 2, lift)
        return Question(shown(first, self._out_of), shown(second, self._out_of))

    def _narrow(self, question: Question, answer: Answer) -> None:
        """Keep the angles on the answer's side of the cut through the numbers shown."""
        gain_tp, gain_tn = question.b.tp - question.a.tp, question.a.tn - question.b.tn
        cut = min(max(math.atan2(gain_tp, gain_tn), self._low), self._high)
        if answer is Answer.B:  # more tp is worth the loss of tn
            self._high = cut
        elif answer is Answer.A:
            self._low = cut
        else:
            quarter = (self._high - self._low) / 4
            self._low, self._high = max(self._low, cut - quarter), min(self._high, cut + quarter)

    def estimate(self) -> Result:
        """The middle of the interval that is left."""
        turn = math.pi if self._direction == "decreasing" else 0.0
        low, high = turn + self._low, turn + self._high
        regret = None if turn else self._largest_regret()
        return linear_result(self, (low + high) / 2, low, high, regret=regret)

    def _largest_regret(self) -> float:
        """What the chosen threshold may lose, on ``N / (N + D)``, if the answers are right.

        The loss is convex in the metric's weights, so an end of the interval is worst.
        """
        middle = weight_of_positives((self._low + self._high) / 2)
        chosen = self.feasible.best(Metric.from_tile(middle, middle)).confusion
        ends = (weight_of_positives(end) for end in (self._low, self._high))
        metrics = [Metric.from_tile(a, a) for a in ends]
        return max(self.feasible.best(m).value - m(chosen) for m in metrics)
