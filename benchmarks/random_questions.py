"""What the inference alone is worth: the same posterior, told of questions drawn by chance."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation import BayesianLinear, BayesianLinearFractional
from whichmetric.elicitation.bayesian.base import BayesianElicitor
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import CurvePosterior, GridPosterior, TilePosterior
from whichmetric.values import ConfusionMatrix, Question

__all__ = ["RandomQuestionsLinear", "RandomQuestionsLinearFractional"]

P = TypeVar("P", bound=GridPosterior)
APART = 0.02
"""The least distance of two options in true rates, as where questions are chosen."""


class RandomQuestions(BayesianElicitor[P]):
    """Asks about two points that are uniform along the frontier, in true rates."""

    def _question(self, skipped: list[frozenset[ConfusionMatrix]]) -> Question:
        rng = self._rng(len(skipped))
        first = second = np.zeros(2)
        while np.hypot(*(first - second)) < APART:
            first, second = _points_on_frontier(self.feasible, 2, rng)
        unit = np.array([self.feasible.prevalence, 1.0 - self.feasible.prevalence])
        return self._sides.question(
            *(self.feasible.realise(*map(float, point * unit)) for point in (first, second))
        )


class RandomQuestionsLinear(RandomQuestions[CurvePosterior], BayesianLinear):
    """Linear metrics by random questions; takes exact rates only."""


class RandomQuestionsLinearFractional(RandomQuestions[TilePosterior], BayesianLinearFractional):
    """Linear-fractional metrics by random questions; takes exact rates only."""


def _points_on_frontier(
    feasible: FeasibleRegion, size: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """True positive and true negative rates; ndarray of shape (size, 2)."""
    frontier = feasible.frontier / (feasible.prevalence, 1.0 - feasible.prevalence)
    length = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(frontier, axis=0).T))))
    places = rng.uniform(0.0, length[-1], size)
    return np.column_stack([np.interp(places, length, frontier[:, axis]) for axis in (0, 1)])
