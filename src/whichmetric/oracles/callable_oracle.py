"""A function as an expert."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from whichmetric.errors import InvalidInputError
from whichmetric.values import Answer, Question

__all__ = ["CallableOracle"]


class CallableOracle:
    """Answers by calling a function.

    Parameters
    ----------
    f : callable
        Takes the question, or the two confusion matrices ``(a, b)``. Returns an `Answer`, its
        name, or a truth value: the paper's "is a preferred to b?". False then counts for B.

    Examples
    --------
    >>> from whichmetric.values import ConfusionMatrix
    >>> oracle = CallableOracle(lambda a, b: a.tp > b.tp)
    >>> oracle.answer(
    ...     Question(
    ...         ConfusionMatrix(tp=0.5, fp=0.3, fn=0.0, tn=0.2),
    ...         ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4),
    ...     )
    ... )
    <Answer.A: 'A'>
    """

    def __init__(self, f: Callable[..., Any]) -> None:
        if not callable(f):
            raise InvalidInputError(f"{f!r} cannot be called: give a function of a question.")
        self._f = f
        self._takes_matrices = _takes_matrices(f)

    def __repr__(self) -> str:
        return f"CallableOracle({self._f!r})"

    def answer(self, question: Question) -> Answer:
        """Call the function."""
        options = (question.a, question.b) if self._takes_matrices else (question,)
        said = self._f(*options)
        if isinstance(said, Answer):
            return said
        if isinstance(said, str):
            try:
                return Answer(said)
            except ValueError:
                pass
        elif isinstance(said, bool | np.bool_ | int | np.integer) and said in (0, 1):
            return Answer.A if said else Answer.B
        raise InvalidInputError(
            f"The function answered {said!r}: return an Answer, its name ('A', 'B', 'EQUAL', "
            "'SKIP') or True (1) for option A and False (0) for option B."
        )


def _takes_matrices(f: Callable[..., Any]) -> bool:
    """Whether it wants the two matrices, not the question; refused where it can take neither."""
    try:
        signature = inspect.signature(f)
    except ValueError:  # some built-in functions do not tell
        return False
    required = sum(
        parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        for parameter in signature.parameters.values()
    )
    try:
        signature.bind(*(("a", "b") if required == 2 else ("question",)))
    except TypeError:
        raise InvalidInputError(
            f"{f!r} cannot be called with a question or with two matrices: give a function of one "
            "argument or of two, and defaults for all others."
        ) from None
    return required == 2
