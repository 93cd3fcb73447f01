"""Linear metrics at the information limit."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.angles import rounds_needed, weight_of_positives
from whichmetric.elicitation.bisection.curve import BisectionCurve
from whichmetric.elicitation.bisection.easy_chord import easy_chord
from whichmetric.elicitation.count_pairs import CountPairs
from whichmetric.elicitation.linear_result import linear_result
from whichmetric.elicitation.result import Result
from whichmetric.metrics import Metric
from whichmetric.values import ConfusionMatrix

__all__ = ["BisectionLinear"]

FloatArray = NDArray[np.float64]


class BisectionLinear(BisectionCurve):
    """Halve the interval of angles with every question.

    Each question is a chord that the middle angle's metric finds equal, so its answer tells on
    which side of the middle the angle lies: ``ceil(log2((pi / 2) / tolerance))`` questions on any
    feasible set with trade-offs, one more where the direction is asked for. "About equal" is
    taken for a small gap: it keeps the middle half, which is an assumption (`Result.supposed`), and
    the next question is about another angle in it where the tolerance leaves room for that. A
    skipped question is asked again with a shorter, parallel chord.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float or None
        Radians: width of the final interval; None to use the whole budget.
    direction : {"increasing", "decreasing", "either"}
    out_of : int, optional
        Show whole cases out of this many. The pair is then one whose numbers, as shown, cut near
        the middle, so that a question more may be needed. Where the usual pairs do not, all pairs
        of whole counts are looked at: "exhausted" means that none of them cuts what is left (with
        more than 1,000 cases of the rarer class, none that differs by 1,000 of these at most).
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

    whole = (0.0, math.pi / 2)
    _count_pairs: CountPairs | None = None

    def _check_tolerance(self, tolerance: float) -> None:
        rounds_needed(tolerance)

    def _tiles(self, places: FloatArray) -> FloatArray:
        shares = [weight_of_positives(float(angle)) for angle in places]
        return np.column_stack((shares, shares))

    def _cuts(self, compared: FloatArray, prevalence: float) -> FloatArray:
        return np.arctan2(np.abs(compared[:, 1]), np.abs(compared[:, 0]))

    def _pairs_to_ask(self, attempt: int) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        if self._out_of is not None:
            yield from super()._pairs_to_ask(attempt)
            return
        cut = self._low + (self._high - self._low) * self._aim()
        if self._low < cut < self._high:  # else there is no floating-point number in between
            yield easy_chord(self.feasible, cut, shorter=attempt)

    def _counted_pairs(self) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        assert self._out_of is not None
        if self._count_pairs is None:
            self._count_pairs = CountPairs(self.feasible, self._out_of)
        aim = self._low + (self._high - self._low) * self._aim()
        found = self._count_pairs.differences(aim)
        cuts = np.arctan2(found[:, 0], found[:, 1])
        found, cuts = found[self._is_inside(cuts)], cuts[self._is_inside(cuts)]
        for positives, negatives in found[self._easiest_first(cuts, *found.T)]:
            yield self._count_pairs.options(int(positives), int(negatives))

    def estimate(self) -> Result:
        """The middle of the interval that is left."""
        turn = 0.0 if self._increasing() else math.pi
        low, high = turn + self._low, turn + self._high
        regret = None if turn else self._largest_regret()
        return linear_result(
            self,
            (low + high) / 2,
            low,
            high,
            regret=regret,
            remaining=self._remaining(),
            supposed=self._supposed,
            contradictions=self.contradictions,
        )

    def _largest_regret(self) -> float:
        """What the chosen threshold may lose, on ``N / (N + D)``, if the answers are right.

        The loss is convex in the metric's weights, so an end of the interval is worst.
        """
        middle = weight_of_positives((self._low + self._high) / 2)
        chosen = self.feasible.best(Metric.from_tile(middle, middle)).confusion
        ends = (weight_of_positives(end) for end in (self._low, self._high))
        metrics = [Metric.from_tile(a, a) for a in ends]
        return max(self.feasible.best(m).value - m(chosen) for m in metrics)
