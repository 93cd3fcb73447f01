"""Answers written down beforehand."""

from __future__ import annotations

from collections.abc import Iterable

from whichmetric.arguments import expect
from whichmetric.errors import ElicitationError, InvalidInputError
from whichmetric.values import Answer, Question

__all__ = ["ScriptedOracle"]


class ScriptedOracle:
    """Gives the answers of a script, whatever is asked.

    Parameters
    ----------
    answers : iterable of Answer or str

    Examples
    --------
    >>> oracle = ScriptedOracle("ABA")
    """

    def __init__(self, answers: Iterable[Answer | str]) -> None:
        expect("answers", answers, Iterable, "give a list of answers, or a text such as 'ABA'")
        try:
            self._answers = tuple(Answer(answer) for answer in answers)
        except ValueError as unknown:
            raise InvalidInputError(f"{unknown}: write A, B, EQUAL or SKIP.") from None
        self._given = 0

    def answer(self, question: Question) -> Answer:
        """The next answer of the script."""
        if self._given == len(self._answers):
            raise ElicitationError(
                f"The script has {self._given} answers and one more question was asked."
            )
        self._given += 1
        return self._answers[self._given - 1]
