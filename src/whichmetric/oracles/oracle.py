"""What an oracle is."""

from __future__ import annotations

from typing import Any, Protocol

from whichmetric.errors import InvalidInputError
from whichmetric.values import Answer, Question

__all__ = ["Oracle", "expect_oracle"]


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


def expect_oracle(oracle: Any) -> None:
    """Refuse what cannot answer."""
    if isinstance(oracle, type) or not callable(getattr(oracle, "answer", None)):
        raise InvalidInputError(
            f"oracle is {oracle!r}, which cannot answer: wrap a function in CallableOracle, "
            "a metric in MetricOracle."
        )
