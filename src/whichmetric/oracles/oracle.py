"""What an oracle is."""

from __future__ import annotations

from typing import Protocol

from whichmetric.values import Answer, Question

__all__ = ["Oracle"]


class Oracle(Protocol):
    """Anything that answers questions.

    Obligations
    -----------
    answer
        Returns an `Answer` for every question and changes nothing but the oracle itself. It may
        look at the two matrices or at how each is realised.
    """

    def answer(self, question: Question) -> Answer:
        """Which option is preferred."""
