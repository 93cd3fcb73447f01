"""The paper's elicitation of linear metrics."""

from __future__ import annotations

import math

from whichmetric.elicitation.binary_search.angle_search import LOWER, UPPER, AngleSearch
from whichmetric.elicitation.binary_search.base import BinarySearchElicitor
from whichmetric.elicitation.linear_result import linear_result
from whichmetric.elicitation.result import Result
from whichmetric.elicitation.version_space import VersionSpace

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

    def _searches(self) -> tuple[AngleSearch, ...]:
        return (self._angles,)

    def estimate(self) -> Result:
        """The middle of the interval that the search has left.

        The intervals reach to all metrics that fit the answers: on data these can be more than the
        search believes, since its questions cannot tell apart what the data's thresholds cannot.
        """
        return linear_result(
            self, self._angles.middle, *self._range_of_angles(), remaining=self._remaining()
        )

    def _range_of_angles(self) -> tuple[float, float]:
        """From the search's interval to the angles of all metrics that fit the answers."""
        space = VersionSpace([(0.0, 0.0), (1.0, 1.0)], self.feasible.prevalence)
        space.learn(self.history, increasing=self._increasing)
        shares = space.tile_corners()[:, 0]
        turn = UPPER if self._increasing else LOWER
        fitting = [turn + math.atan2(1.0 - share, share) for share in shares]
        return min(self._angles.low, *fitting), max(self._angles.high, *fitting)
