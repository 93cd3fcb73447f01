"""Which option stands on which side."""

from __future__ import annotations

import numpy as np

from whichmetric.values import ConfusionMatrix, Question

__all__ = ["Sides"]

MOST_LEAD = 3
"""How many times more often than on the other side the option that catches more may have stood.

With 1, sides would take turns in twos, and whoever says A and B in turn would seem to know.
"""


class Sides:
    """Puts the option that catches more on either side equally often, in an order of chance.

    Whoever always says A is then found out, and mostly who says A and B in turn: the answers
    contradict each other.

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
        chance = bool(self._rng.random() < 0.5)
        keen_first = chance if abs(self._lead) < MOST_LEAD else self._lead < 0
        self._lead += 1 if keen_first else -1
        return Question(keen, calm) if keen_first else Question(calm, keen)
