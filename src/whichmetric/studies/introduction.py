"""What an expert reads before the first question."""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.studies.sentences import how_many, meaning_texts, population_text
from whichmetric.studies.wording import Wording
from whichmetric.values import Counts

__all__ = ["Introduction", "introduction", "introduction_to_one"]


class Introduction(NamedTuple):
    """What a study is about, for somebody who has never seen one.

    Parameters
    ----------
    title : str
    model : str
        What the model does, and that it makes two kinds of mistakes.
    mistakes : tuple of str
        What each of them means for people; may be empty.
    task : str
        What the expert is asked to do.
    promise : str
        How long it takes, and that nothing is lost.
    """

    title: str
    model: str
    mistakes: tuple[str, ...]
    task: str
    promise: str

    @property
    def texts(self) -> tuple[str, ...]:
        """All of it but the title, to be read from the first line to the last."""
        return (self.model, *self.mistakes, self.task, self.promise)


def introduction(wording: Wording, counts: Counts, remaining: int | None) -> Introduction:
    """What to say before the first question.

    Parameters
    ----------
    wording : Wording
    counts : Counts
        Of either option of the first question; how many cases there are is read from it.
    remaining : int or None
        Forecast of the questions; None where nobody knows.

    Examples
    --------
    >>> words = Wording(case="patient", cases="patients", condition="cancer", flag="a biopsy")
    >>> said = introduction(words, Counts(tp=70, fp=25, fn=10, tn=895), 12)
    >>> said.model
    'A model gives every patient a score and flags the high ones. A flag leads to a biopsy. Wherever
     the line is drawn, there are mistakes of two kinds.'
    >>> said.promise
    'About 12 questions. Every answer is kept at once: stop whenever you like, and go on later.'
    """
    forecast = f"About {how_many(remaining, 'question', 'questions')}. " if remaining else ""
    return _introduction(
        wording,
        task="You will see two ways to flag, A and B, and what each would do. "
        f"{population_text(wording, counts)}; that is so in every question. Say which you would "
        "rather have. No answer is wrong: we want to know what you find worse, and by how much.",
        promise=f"{forecast}Every answer is kept at once: stop whenever you like, and go on later.",
    )


def introduction_to_one(wording: Wording, counts: Counts) -> Introduction:
    """What to say to one of a crowd, who is asked one question.

    Parameters
    ----------
    wording : Wording
    counts : Counts
        Of either option of the question.

    Examples
    --------
    >>> words = Wording(case="patient", cases="patients", condition="cancer", flag="a biopsy")
    >>> said = introduction_to_one(words, Counts(tp=70, fp=25, fn=10, tn=895))
    >>> said.promise
    'It is one question. Your answer is kept without your name, among those of many people.'
    """
    return _introduction(
        wording,
        task="You will see two ways to flag, A and B, and what each would do. "
        f"{population_text(wording, counts)}. Say which you would rather have. No answer is "
        "wrong: we want to know what you find worse.",
        promise="It is one question. Your answer is kept without your name, among those of many "
        "people.",
    )


def _introduction(wording: Wording, *, task: str, promise: str) -> Introduction:
    flag, *mistakes = meaning_texts(wording)
    return Introduction(
        title=wording.title,
        model=f"A model gives every {wording.case} a score and flags the high ones. {flag} "
        "Wherever the line is drawn, there are mistakes of two kinds.",
        mistakes=tuple(mistakes),
        task=task,
        promise=promise,
    )
