"""A crowd's part of a report: every question with all that people said to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from whichmetric.elicitation.pooled_answers import Tally, tally
from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.crowd_text import IN_THE_MIDDLE, NOT_JUDGED
from whichmetric.reports.question_text import SAID, options_line, question_as_plain
from whichmetric.reports.study_text import conclusion_texts, state_text
from whichmetric.studies import Answered, Asked, SessionSummary, Wording
from whichmetric.studies.crowds import is_crowd
from whichmetric.studies.exchanges import Exchange
from whichmetric.studies.moments import moment_text
from whichmetric.values import Answer, Counts

__all__ = ["AnsweredByMany", "CrowdReport", "PairOfMany", "answered_by_many", "pairs_of_many"]

ASKED = (
    "What was asked, in which questions, and how many said what, A and B as in the first of them:"
)
UNFINISHED = "More people can be asked. So far, the answers come to this:"


@dataclass(frozen=True, kw_only=True)
class AnsweredByMany:
    """A question as it was shown, and everybody's answer to it.

    Parameters
    ----------
    asked : Asked
    answers : tuple of Answered
        In the order of time.
    """

    asked: Asked
    answers: tuple[Answered, ...]

    @property
    def said(self) -> Tally:
        """How many said what."""
        return tally(answered.answer for answered in self.answers)

    def as_dict(self, wording: Wording) -> dict[str, Any]:
        """For JSON, with every single answer."""
        said = zip((answer.value for answer in Answer), self.said, strict=True)
        return question_as_plain(wording, self.asked) | {
            "said": dict(said),
            "answers": [
                {
                    "answer": answered.answer.value,
                    "answered_at": moment_text(answered.at),
                    "seconds": answered.seconds,
                }
                for answered in self.answers
            ],
        }


@dataclass(frozen=True, kw_only=True)
class PairOfMany:
    """A pair of options, and everybody's answer to it, in however many questions it was shown.

    Parameters
    ----------
    questions : tuple of AnsweredByMany
        In which it was shown; A and B are those of the first.
    """

    questions: tuple[AnsweredByMany, ...]

    @property
    def asked(self) -> Asked:
        """The question in which it was shown first."""
        return self.questions[0].asked

    @property
    def said(self) -> Tally:
        """How many said what, of the options, whichever side they stood on."""
        return tally(
            answered.answer
            if question.asked.a.counts == self.asked.a.counts
            else answered.answer.swapped()
            for question in self.questions
            for answered in question.answers
        )

    def text(self, wording: Wording) -> str:
        """In a line; what nobody said is not told."""
        said = ", ".join(
            f"{SAID[answer]} {count:,}"
            for answer, count in zip(Answer, self.said, strict=True)
            if count
        )
        numbers = ", ".join(str(question.asked.number) for question in self.questions)
        return f"{numbers}. {options_line(wording, self.asked)} Said: {said}."

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        said = zip((answer.value for answer in Answer), self.said, strict=True)
        return {
            "numbers": [question.asked.number for question in self.questions],
            "a": self.asked.a.counts._asdict(),
            "b": self.asked.b.counts._asdict(),
            "said": dict(said),
        }


def pairs_of_many(questions: Iterable[AnsweredByMany]) -> tuple[PairOfMany, ...]:
    """Questions gathered by the pair that they showed, in the order in which these came first."""
    found: dict[frozenset[Counts], list[AnsweredByMany]] = {}
    for question in questions:
        pair = frozenset((question.asked.a.counts, question.asked.b.counts))
        found.setdefault(pair, []).append(question)
    return tuple(PairOfMany(questions=tuple(same)) for same in found.values())


def answered_by_many(exchanges: Iterable[Exchange]) -> tuple[AnsweredByMany, ...]:
    """Answers gathered by their questions, in the order in which these were asked."""
    asked: dict[int, Asked] = {}
    answers: dict[int, list[Answered]] = {}
    for exchange in exchanges:
        asked[exchange.asked.number] = exchange.asked
        answers.setdefault(exchange.asked.number, []).append(exchange.answered)
    return tuple(
        AnsweredByMany(asked=asked[number], answers=tuple(answers[number]))
        for number in sorted(asked)
    )


@dataclass(frozen=True, kw_only=True)
class CrowdReport:
    """What the people of a crowd were asked, and what their answers come to.

    Parameters
    ----------
    summary : SessionSummary
    questions : tuple of AnsweredByMany
    conclusion : Conclusion or None
        None before the first answer, and where the log cannot be read or does not replay.
    """

    summary: SessionSummary
    questions: tuple[AnsweredByMany, ...]
    conclusion: Conclusion | None

    guess: ClassVar[None] = None
    """Nobody guesses for a crowd."""

    @property
    def texts(self) -> tuple[str, ...]:
        """A paragraph each."""
        if self.conclusion is None:
            return (state_text(self.summary),)
        return (state_text(self.summary), *self._result_texts, NOT_JUDGED)

    @property
    def question_texts(self) -> tuple[str, ...]:
        """Every pair as it was shown, with all its answers: a line each, under a heading."""
        if self.conclusion is None:
            return ()
        wording = self.conclusion.specification.wording
        return (ASKED, *(pair.text(wording) for pair in pairs_of_many(self.questions)))

    @property
    def _result_texts(self) -> tuple[str, ...]:
        if self.conclusion is None:
            return ()
        unfinished = () if self.summary.ended else (UNFINISHED,)
        whom = IN_THE_MIDDLE if is_crowd(self.summary.expert) else self.summary.expert  # a trial
        return (*unfinished, *conclusion_texts(self.conclusion, whom))

    def as_dict(self) -> dict[str, Any]:
        """For JSON, under the names that an expert's part has.

        `people` are all who came; `answered` those who could decide, and `skipped` the others.
        """
        known = self.conclusion
        questions = () if known is None else self.questions
        return {
            "session": self.summary.id,
            "expert": self.summary.expert,
            "name": self.summary.expert,
            "state": state_text(self.summary),
            "people": self.summary.answered,
            "answered": self.summary.decided,
            "skipped": self.summary.undecided,
            "ended": self.summary.ended,
            "problem": self.summary.problem,
            "last": moment_text(self.summary.last),
            "questions": [
                question.as_dict(known.specification.wording) for question in questions if known
            ],
            "pairs": [pair.as_dict() for pair in pairs_of_many(questions)],
            "result": None if known is None else known.as_dict(),
            "result_texts": list(self._result_texts),
            "guess": None,
            "consistency": None,
            "model_check": None,
            "not_judged": "" if known is None else NOT_JUDGED,
        }
