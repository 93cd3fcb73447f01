"""What many people said, question by question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["PooledAnswers", "Tally", "pooled_answers", "tally"]


class Tally(NamedTuple):
    """How many people said what to one question as it was shown.

    Parameters
    ----------
    a, b, equal, skipped : int
    """

    a: int
    b: int
    equal: int
    skipped: int


def tally(answers: Iterable[Answer]) -> Tally:
    """Answers to one question added up.

    Examples
    --------
    >>> tally([Answer.A, Answer.SKIP, Answer.A])
    Tally(a=2, b=0, equal=0, skipped=1)
    """
    counted = Counter(answers)
    return Tally(*(counted[answer] for answer in Answer))


class PooledAnswers(NamedTuple):
    """All answers to one pair of options, whichever stood on the left.

    Parameters
    ----------
    keen, calm : ConfusionMatrix
        The option that catches more positives, and the other.
    for_keen, for_calm, equal, skipped : int
        How many said so.
    """

    keen: ConfusionMatrix
    calm: ConfusionMatrix
    for_keen: int
    for_calm: int
    equal: int
    skipped: int

    @property
    def people(self) -> int:
        """How many were asked."""
        return self.for_keen + self.for_calm + self.equal + self.skipped


def pooled_answers(history: Iterable[tuple[Question, Answer]]) -> tuple[PooledAnswers, ...]:
    """Answers added up by the pair that was shown, in the order in which pairs first came.

    Parameters
    ----------
    history : iterable of (Question, Answer)
        Such as `Result.history`.

    Examples
    --------
    >>> keen = ConfusionMatrix(tp=0.5, fp=0.3, fn=0.0, tn=0.2)
    >>> calm = ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4)
    >>> said = [(Question(keen, calm), Answer.A), (Question(calm, keen), Answer.B)]
    >>> [(pair.for_keen, pair.for_calm, pair.people) for pair in pooled_answers(said)]
    [(2, 0, 2)]
    """
    said_of: dict[tuple[ConfusionMatrix, ConfusionMatrix], list[Answer]] = {}
    for question, answer in history:
        keen_first = (question.a.tp, question.a.cells) >= (question.b.tp, question.b.cells)
        pair = (question.a, question.b) if keen_first else (question.b, question.a)
        said_of.setdefault(pair, []).append(answer if keen_first else answer.swapped())
    return tuple(PooledAnswers(*pair, *tally(said)) for pair, said in said_of.items())
