"""A crowd's part of a report: every question with all that people said to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from whichmetric.elicitation.pooled_answers import Tally, tally
from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.crowd_text import IN_THE_MIDDLE, NOT_JUDGED
from whichmetric.reports.question_text import SAID, question_as_plain, question_line
from whichmetric.reports.study_text import conclusion_texts, state_text
from whichmetric.studies import Answered, Asked, SessionSummary, Wording
from whichmetric.studies.crowds import is_crowd
from whichmetric.studies.exchanges import Exchange
from whichmetric.studies.moments import moment_text
from whichmetric.values import Answer

__all__ = ["AnsweredByMany", "CrowdReport", "answered_by_many"]

ASKED = "What was asked, and how many said what:"
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

    def text(self, wording: Wording) -> str:
        """In a line; what nobody said is not told."""
        said = ", ".join(
            f"{SAID[answer]} {count:,}"
            for answer, count in zip(Answer, self.said, strict=True)
            if count
        )
        return f"{question_line(wording, self.asked)} Said: {said}."

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
        """Every question as it was shown, with all its answers: a line each, under a heading."""
        if self.conclusion is None:
            return ()
        wording = self.conclusion.specification.wording
        return (ASKED, *(question.text(wording) for question in self.questions))

    @property
    def _result_texts(self) -> tuple[str, ...]:
        if self.conclusion is None:
            return ()
        unfinished = () if self.summary.ended else (UNFINISHED,)
        whom = IN_THE_MIDDLE if is_crowd(self.summary.expert) else self.summary.expert  # a trial
        return (*unfinished, *conclusion_texts(self.conclusion, whom))

    def as_dict(self) -> dict[str, Any]:
        """For JSON, under the names that an expert's part has; `answered` counts people."""
        known = self.conclusion
        questions = () if known is None else self.questions
        return {
            "session": self.summary.id,
            "expert": self.summary.expert,
            "name": self.summary.expert,
            "state": state_text(self.summary),
            "answered": self.summary.answered,
            "ended": self.summary.ended,
            "problem": self.summary.problem,
            "last": moment_text(self.summary.last),
            "questions": [
                question.as_dict(known.specification.wording) for question in questions if known
            ],
            "result": None if known is None else known.as_dict(),
            "result_texts": list(self._result_texts),
            "guess": None,
            "consistency": None,
            "model_check": None,
            "not_judged": "" if known is None else NOT_JUDGED,
        }
