"""The standing answers of a session with what was shown, in a form that can be computed with."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import expect
from whichmetric.studies import Option, Session
from whichmetric.studies.events import Asked, Purpose
from whichmetric.trust.crowd_refusal import refuse_crowd
from whichmetric.values import Answer, ConfusionMatrix

__all__ = ["GivenAnswer", "given_answers"]

FloatArray = NDArray[np.float64]


class GivenAnswer(NamedTuple):
    """An answer and its question.

    Parameters
    ----------
    asked : Asked
        The question as it was shown.
    answer : Answer
        As it was said: A is what stood on the left.
    seconds : float or None
        What the expert took.
    """

    asked: Asked
    answer: Answer
    seconds: float | None = None

    @property
    def number(self) -> int:
        """Of the question, from 1."""
        return self.asked.number

    @property
    def purpose(self) -> Purpose:
        """Why the question was asked."""
        return self.asked.purpose

    @property
    def decided(self) -> bool:
        """Whether anything was said but "cannot decide"."""
        return self.answer is not Answer.SKIP

    @property
    def chosen(self) -> bool:
        """Whether one of the options was preferred."""
        return self.answer in (Answer.A, Answer.B)

    @property
    def traded(self) -> bool:
        """Whether one kind of mistake was preferred to the other."""
        return self.chosen and self.purpose != "dominated"

    @property
    def options(self) -> tuple[ConfusionMatrix, ConfusionMatrix]:
        """What stood on the left and on the right."""
        return _matrix(self.asked.a), _matrix(self.asked.b)

    @property
    def cells(self) -> tuple[FloatArray, FloatArray]:
        """The same as rates tp, fp, fn, tn, each of shape (4,)."""
        first, second = (np.array(option.cells) for option in self.options)
        return first, second


def given_answers(session: Session) -> tuple[GivenAnswer, ...]:
    """The answers of a session that stand, in order."""
    expect("session", session, Session, "give study.session(...)")
    refuse_crowd(session)
    return tuple(
        GivenAnswer(asked, answered.answer, answered.seconds)
        for asked, answered in zip(session.asked, session.answers, strict=False)
    )


def _matrix(option: Option) -> ConfusionMatrix:
    return ConfusionMatrix.from_counts(**option.counts._asdict())
