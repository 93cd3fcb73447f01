"""What happens in a session, as it is kept for ever.

Options are called A and B as the expert saw them: A stood on the left, or first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from whichmetric.arguments import as_number, as_truth, as_whole_number, expect
from whichmetric.elicitation.result import Stopped
from whichmetric.errors import InvalidInputError
from whichmetric.studies.identifiers import checked_identifier
from whichmetric.studies.moments import checked_moment
from whichmetric.values import Answer, ConfusionMatrix, Counts, Realisation, as_answer

__all__ = [
    "Answered",
    "Asked",
    "Ended",
    "Event",
    "Guessed",
    "Option",
    "Purpose",
    "Undone",
    "request_key_of",
]


Purpose = Literal["trade-off", "repeat", "dominated", "held-out"]
"""Why a question is asked: to learn the metric, or as one of the checks."""


@dataclass(frozen=True)
class Option:
    """One side of a question, as it was shown.

    Parameters
    ----------
    counts : Counts
        Whole cases, out of as many as the study shows.
    realisation : Realisation or None
        The classifier that does this.
    """

    counts: Counts
    realisation: Realisation | None = None

    def __post_init__(self) -> None:
        counts = Counts(*(as_whole_number("count", count) for count in self.counts))
        if min(counts) < 0:
            raise InvalidInputError(f"{counts} holds a negative count: give 0 or more cases.")
        object.__setattr__(self, "counts", counts)

    @classmethod
    def of(cls, confusion: ConfusionMatrix, out_of: int) -> Option:
        """How a confusion matrix is shown."""
        return cls(confusion.counts(out_of), confusion.realisation)

    def __str__(self) -> str:
        tp, fp, fn, tn = self.counts
        return f"tp={tp:,} fp={fp:,} fn={fn:,} tn={tn:,}"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question was put.

    Parameters
    ----------
    number : int
        Of the question, from 1.
    a, b : Option
        As shown: A on the left.
    swapped : bool
        Whether A is the elicitor's own B, its sides having been changed for balance.
    at : datetime
    purpose : {"trade-off", "repeat", "dominated", "held-out"}
    repeats : int or None
        Number of the question that is asked again with its sides swapped, for a repeat.
    """

    number: int
    a: Option
    b: Option
    swapped: bool
    at: datetime
    purpose: Purpose = "trade-off"
    repeats: int | None = None

    def __post_init__(self) -> None:
        _check_number_and_time(self)
        for name in ("a", "b"):
            expect(name, getattr(self, name), Option, "give what was shown")
        object.__setattr__(self, "swapped", as_truth("swapped", self.swapped))
        if self.purpose not in get_args(Purpose):
            raise InvalidInputError(
                f"purpose={self.purpose!r} is unknown: choose from {', '.join(get_args(Purpose))}."
            )
        if (self.purpose == "repeat") != (self.repeats is not None):
            raise InvalidInputError(
                f"repeats={self.repeats} does not fit purpose={self.purpose!r}: a repeat names the "
                "question that it repeats, and nothing else does."
            )
        if self.repeats is not None and not 1 <= as_whole_number("repeats", self.repeats) < (
            self.number
        ):
            raise InvalidInputError(
                f"repeats={self.repeats} is not of a question before question {self.number}."
            )

    def shows_the_same_as(self, other: Asked) -> bool:
        """Whether both put the same question to the expert: the same cases on the same sides.

        Classifiers that do the same to these cases are not told apart. Between two such, the last
        digit of another machine's arithmetic may decide, and no answer depends on it.
        """
        return self._shown == other._shown

    @property
    def _shown(self) -> tuple[object, ...]:
        sides = (self.a.counts, self.b.counts, self.swapped)
        return (self.number, *sides, self.purpose, self.repeats)

    def __str__(self) -> str:
        return f"question {self.number} (A: {self.a}; B: {self.b})"


@dataclass(frozen=True, kw_only=True)
class Answered:
    """A question was answered.

    Parameters
    ----------
    number : int
        Of the question.
    answer : Answer
        As it was said: A is what stood on the left.
    at : datetime
    request_key : str
        A request that comes twice under one key counts once.
    seconds : float or None
        What the expert took; None where nobody measured it.
    joined : bool
        Whether the question had an answer of another person already: of a crowd, several may be
        shown one question before the first has answered it.
    """

    number: int
    answer: Answer
    at: datetime
    request_key: str
    seconds: float | None = None
    joined: bool = False

    def __post_init__(self) -> None:
        _check_number_and_time(self)
        object.__setattr__(self, "answer", as_answer(self.answer))
        checked_identifier("request_key", self.request_key)
        object.__setattr__(self, "joined", as_truth("joined", self.joined))
        if self.seconds is not None:
            seconds = as_number("seconds", self.seconds)
            if not 0.0 <= seconds < math.inf:
                raise InvalidInputError(
                    f"seconds={seconds} is not a duration: measure it with time.monotonic, "
                    "or give None."
                )
            object.__setattr__(self, "seconds", seconds)

    def __str__(self) -> str:
        which = "another answer" if self.joined else "the answer"
        return f"{which} {self.answer.value} to question {self.number}"


@dataclass(frozen=True, kw_only=True)
class Guessed:
    """The cost ratio was guessed outright, before anything was answered; the last guess counts.

    Parameters
    ----------
    cost_ratio : float
        False alarms that the expert would accept to find one more positive case.
    at : datetime
    request_key : str
    """

    cost_ratio: float
    at: datetime
    request_key: str

    def __post_init__(self) -> None:
        ratio = as_number("cost_ratio", self.cost_ratio)
        if not 0.0 < ratio < math.inf:
            raise InvalidInputError(
                f"cost_ratio={ratio:g} is no guess: give a number of false alarms above 0, such as "
                "5, or 0.2 for one in five."
            )
        object.__setattr__(self, "cost_ratio", ratio)
        object.__setattr__(self, "at", checked_moment("at", self.at))
        checked_identifier("request_key", self.request_key)

    def __str__(self) -> str:
        return f"the guess {self.cost_ratio:g}"


@dataclass(frozen=True, kw_only=True)
class Undone:
    """The last answer was taken back; its question is being asked again.

    Parameters
    ----------
    number : int
        Of the question whose answer no longer counts.
    at : datetime
    request_key : str
    """

    number: int
    at: datetime
    request_key: str

    def __post_init__(self) -> None:
        _check_number_and_time(self)
        checked_identifier("request_key", self.request_key)

    def __str__(self) -> str:
        return f"the undoing of question {self.number}"


@dataclass(frozen=True, kw_only=True)
class Ended:
    """There was nothing more to ask.

    Parameters
    ----------
    answered : int
        Questions that had been answered.
    reason : str
        As `Result.stopped` gives it.
    at : datetime
    """

    answered: int
    reason: Stopped
    at: datetime

    def __post_init__(self) -> None:
        object.__setattr__(self, "answered", as_whole_number("answered", self.answered))
        object.__setattr__(self, "at", checked_moment("at", self.at))
        if self.reason not in get_args(Stopped):
            raise InvalidInputError(
                f"reason={self.reason!r} is unknown: choose from {', '.join(get_args(Stopped))}."
            )

    def __str__(self) -> str:
        return f"the end after {self.answered} answers ({self.reason})"


Event = Asked | Answered | Guessed | Undone | Ended
"""Whatever the log of a session holds."""


def request_key_of(event: Event) -> str | None:
    """The key under which an event counts once; None for what the study itself notes."""
    return event.request_key if isinstance(event, Answered | Guessed | Undone) else None


def _check_number_and_time(event: Asked | Answered | Undone) -> None:
    number = as_whole_number("number", event.number)
    if number < 1:
        raise InvalidInputError(f"number={number} is not of a question: they count from 1.")
    object.__setattr__(event, "number", number)
    object.__setattr__(event, "at", checked_moment("at", event.at))
