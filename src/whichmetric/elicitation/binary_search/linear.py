"""The paper's elicitation of linear metrics."""

from __future__ import annotations

import math

from whichmetric.elicitation.binary_search.angle_search import LOWER, UPPER
from whichmetric.elicitation.binary_search.base import BinarySearchElicitor
from whichmetric.elicitation.elicitor import Search
from whichmetric.elicitation.result import Result
from whichmetric.metrics import linear

__all__ = ["BinarySearchLinear"]


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
        """The middle of the interval that is left."""
        angle, (low, high) = self._angles.middle, (self._angles.low, self._angles.high)
        metric = linear(math.cos(angle), math.sin(angle))
        thresholds = [self.feasible.support(end).threshold for end in (low, high)]
        tile = metric.tile(self.feasible.prevalence)
        weights = sorted(_weight_of_positives(end) for end in (low, high))
        return Result(
            metric=metric,
            tile=tile,
            angle=angle,
            cost_ratio=_odds(tile.a),
            direction="increasing" if self._increasing else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric),
            stopped=self.stopped,
            history=self.history,
            intervals={
                "angle": (low, high),
                "cost_ratio": (_odds(weights[0]), _odds(weights[1])),
                "threshold": (min(thresholds), max(thresholds)),
                "a": (weights[0], weights[1]),
                "b": (weights[0], weights[1]),
            },
        )


def _weight_of_positives(angle: float) -> float:
    """The share ``m11 / (m11 + m00)`` of an angle in [0, pi / 2] or [pi, 3 pi / 2]."""
    m11, m00 = abs(math.cos(angle)), abs(math.sin(angle))
    return m11 / (m11 + m00)


def _odds(share: float) -> float:
    return share / (1.0 - share) if share < 1.0 else math.inf
