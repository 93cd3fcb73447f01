"""Which option stands on which side."""

from __future__ import annotations

import numpy as np

from whichmetric.values import ConfusionMatrix, Question

__all__ = ["Sides"]


class Sides:
    """Puts the option that catches more on either side equally often, in an order of chance.

    An expert who always says A is then found out: the answers contradict each other.

    Parameters
    ----------
    seed : int
    """

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng((seed, 1))
        self._lead = 0

    def question(self, first: ConfusionMatrix, second: ConfusionMatrix) -> Question:
        """The pair as a question."""
        keen, calm = (first, second) if first.tp > second.tp else (second, first)
        keen_first = bool(self._rng.random() < 0.5) if self._lead == 0 else self._lead < 0
        self._lead += 1 if keen_first else -1
        return Question(keen, calm) if keen_first else Question(calm, keen)
