"""The paper's elicitation of linear metrics."""

from __future__ import annotations

import math

from whichmetric.elicitation.binary_search.angle_search import LOWER, UPPER
from whichmetric.elicitation.binary_search.base import BinarySearchElicitor
from whichmetric.elicitation.elicitor import Search
from whichmetric.elicitation.result import Result
from whichmetric.elicitation.version_space import VersionSpace
from whichmetric.metrics import linear

__all__ = ["BinarySearchLinear"]

ROUNDING = 1e-15
"""A cosine or sine of this size is 0."""


class BinarySearchLinear(BinarySearchElicitor):
    """Run Algorithm 1 and take the normal of the supporting line for the metric.

    A metric that decreases has its best classifier on the lower boundary, where the same search
    runs. Parameters are those of `BinarySearchElicitor`.

    Examples
    --------
    >>> from whichmetric.geometry import SigmoidPopulation
    >>> elicitor = BinarySearchLinear(SigmoidPopulation(5.0).feasible_set(), tolerance=0.02)
    >>> elicitor.ask().a.tp > elicitor.ask().b.tn
    True
    """

    def _prepare(self) -> None:
        start = UPPER if self._increasing else LOWER
        self._angles = self._angle_search(start, maximise=True)

    def _search(self) -> Search:
        yield from self._ask_direction()
        yield from self._angles.questions()

    def estimate(self) -> Result:
        """The middle of the interval that the search has left.

        The intervals reach to all metrics that fit the answers: on data these can be more than the
        search believes, since its questions cannot tell apart what the data's thresholds cannot.
        """
        angle = self._angles.middle
        metric = linear(math.cos(angle), math.sin(angle))
        tile = metric.tile(self.feasible.prevalence)
        low, high = self._range_of_angles()
        ratios = sorted(_ratio(end) for end in (low, high))
        shares = [ratio / (1.0 + ratio) if ratio < math.inf else 1.0 for ratio in ratios]
        best = self.feasible.best(metric)
        # A metric and its opposite decide at the same threshold, the other way round, except where
        # one flags nobody: then its threshold is infinite, its opposite's the lowest score.
        turns = {UPPER, UPPER if self._increasing else LOWER}
        ends = (self.feasible.support(end - by).threshold for end in (low, high) for by in turns)
        thresholds = sorted((best.threshold, *ends))
        return Result(
            metric=metric,
            tile=tile,
            angle=angle,
            cost_ratio=_ratio(angle),
            direction="increasing" if self._increasing else "decreasing",
            questions=len(self.history),
            operating_point=best,
            stopped=self.stopped,
            history=self.history,
            intervals={
                "angle": (low, high),
                "cost_ratio": (ratios[0], ratios[1]),
                "threshold": (thresholds[0], thresholds[-1]),
                "a": (shares[0], shares[1]),
                "b": (shares[0], shares[1]),
            },
        )

    def _range_of_angles(self) -> tuple[float, float]:
        """From the search's interval to the angles of all metrics that fit the answers."""
        space = VersionSpace([(0.0, 0.0), (1.0, 1.0)], self.feasible.prevalence)
        space.learn(self.history, increasing=self._increasing)
        shares = space.tile_corners()[:, 0]
        turn = UPPER if self._increasing else LOWER
        fitting = [turn + math.atan2(1.0 - share, share) for share in shares]
        return min(self._angles.low, *fitting), max(self._angles.high, *fitting)


def _ratio(angle: float) -> float:
    """``m11 / m00`` of an angle in [0, pi / 2] or [pi, 3 pi / 2]."""
    m11, m00 = abs(math.cos(angle)), abs(math.sin(angle))
    if m00 <= ROUNDING:
        return math.inf
    return m11 / m00 if m11 > ROUNDING else 0.0
