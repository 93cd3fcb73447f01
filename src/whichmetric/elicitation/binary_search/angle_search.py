"""Algorithms 1 and 2: find an optimum on one boundary by its angle."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal

import numpy as np

from whichmetric.elicitation.angles import rounds_needed
from whichmetric.elicitation.elicitor import Search
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["LOWER", "UPPER", "AngleSearch", "Classifiers", "classifier_at"]

Classifiers = Literal["printed", "support"]
UPPER, LOWER = 0.0, math.pi
"""Where the angles of the upper and of the lower boundary start; each spans pi / 2."""


class AngleSearch:
    """Halves an interval of angles with four questions a round.

    Paper's symbols: ``low, high`` are theta_a, theta_b; the three angles between them are theta_c,
    theta_d, theta_e; ``point_at`` is the Bayes confusion matrix of an angle.

    Parameters
    ----------
    point_at : callable
        From an angle in radians to the confusion matrix shown.
    start : float
        First angle: 0 for the upper boundary, pi for the lower one.
    tolerance : float
        Radians; the final interval is no wider.
    maximise : bool
        Algorithm 1 where true; Algorithm 2 compares the other way round.
    """

    def __init__(
        self,
        point_at: Callable[[float], ConfusionMatrix],
        *,
        start: float,
        tolerance: float,
        maximise: bool,
    ) -> None:
        self.low, self.high = start, start + math.pi / 2
        self._point_at = point_at
        self._rounds = rounds_needed(tolerance)
        self._maximise = maximise

    @property
    def middle(self) -> float:
        """The angle that the search would return now, radians."""
        return (self.low + self.high) / 2

    @property
    def length(self) -> int:
        """How many questions there are, whatever the answers."""
        return 4 * self._rounds

    def questions(self) -> Search:
        """The rounds; `low` and `high` move after each."""
        for _ in range(self._rounds):
            angles = [float(angle) for angle in np.linspace(self.low, self.high, 5)]
            rising = []
            for before, after in pairwise(map(self._point_at, angles)):
                ordered = (after, before) if self._maximise else (before, after)
                answer = yield Question(*ordered)
                rising.append(answer is Answer.A)
            self.low, self.high = _halved(angles, _in_default_order(rising))
        return None


def _halved(angles: Sequence[float], rising: Sequence[bool]) -> tuple[float, float]:
    """Lines 8 to 12 of Algorithm 1: the half that holds the optimum."""
    a, c, d, e, b = angles
    if not (rising[0] and rising[1]):
        return a, d
    if not rising[2]:
        return c, e
    return d, b


def _in_default_order(rising: Sequence[bool]) -> list[bool]:
    """Line 7 of Algorithm 1: a fall before a rise is out of order and counts as a rise."""
    return [any(rising[i:]) for i in range(len(rising))]


def classifier_at(
    feasible: FeasibleRegion, angle: float, classifiers: Classifiers = "printed"
) -> ConfusionMatrix:
    """The confusion matrix that the search takes for the optimum of an angle's linear metric.

    Parameters
    ----------
    feasible : FeasibleRegion
    angle : float
        Radians, in [0, pi / 2] or in [pi, 3 pi / 2].
    classifiers : {"printed", "support"}
        Threshold the score at m00 / (m11 + m00), as printed (right for calibrated scores), or take
        the exact optimum on the feasible set.
    """
    if classifiers == "support":
        return feasible.support(angle).confusion
    if classifiers != "printed":
        raise InvalidInputError(
            f"classifiers={classifiers!r} is unknown: choose 'printed' or 'support'."
        )
    lower = angle >= LOWER
    turned = angle - LOWER if lower else angle
    m11, m00 = math.cos(turned), math.sin(turned)
    return feasible.at_probability(max(0.0, min(1.0, m00 / (m11 + m00))), below=lower)
