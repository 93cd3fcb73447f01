"""A study that is being made: what a form or a program says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from whichmetric.elicitation.run import Family
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.studies import MemoryStore, Study, StudySpecification, StudyStore
from whichmetric.studies.checks import Checks
from whichmetric.studies.names import name_from
from whichmetric.studies.wording_file import wording_from
from whichmetric.web.question_card import QuestionCard, question_card
from whichmetric.web.texts import say

__all__ = ["Draft", "first_question"]

CLEAR: dict[Family, dict[str, float]] = {
    "linear": {"factor": 1.5},
    "f-beta": {"tolerance": 0.2},
    "linear-fractional": {"tolerance": 0.02},
}
"""What is clear enough to stop, with a probability of 90%: the cost ratio to within a factor, b of
F-beta, and the order of all but some pairs of classifiers."""
MAY_BE_EMPTY = ("miss", "false_alarm")
"""Of other words that are empty, the usual ones stand in."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """All but the data.

    Parameters
    ----------
    prevalence : float or None
        Share of positive cases where the model will work; None is the data's own.
    family : {"linear", "f-beta", "linear-fractional"}
    questions : int or None
        At most so many; None as many as the method asks on its own, and the checks. Of a crowd, so
        many people.
    stop_early : bool
        Whether it ends sooner when the answers are clear enough; a crowd does not.
    words : mapping
        By the names of `Wording`; what is empty is left to it.
    checks : Checks
        They count among the questions.
    crowd : bool
        Whether many people are asked one question each, and not experts a whole session.
    """

    prevalence: float | None = None
    family: Family = "linear"
    questions: int | None = None
    stop_early: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    checks: Checks = field(default_factory=Checks)
    crowd: bool = False

    def specification(self, table: ScoreTable) -> StudySpecification:
        """What would be asked; refused where no question could follow."""
        budget = {} if self.questions is None else {"max_questions": self.questions}
        stop = CLEAR[self.family] if self.stop_early and not self.crowd else {}
        who = {"crowd": True} if self.crowd else {}
        return StudySpecification(
            table=table,
            prevalence=self.prevalence,  # type: ignore[arg-type]  # None is the table's own
            family=self.family,
            options=budget | stop | self.checks.as_options() | who,
            wording=wording_from(
                {
                    name: word
                    for name, word in self.words.items()
                    if word.strip() or name in MAY_BE_EMPTY
                }
            ),
        )

    def create(self, store: StudyStore, table: ScoreTable) -> Study:
        """Store the study, named after its title; where an equal one is there, that is it."""
        specification = self.specification(table)
        first_question(specification)  # refused where there is none
        stem = name_from(specification.wording.title, otherwise="study")
        return Study.create(store, specification, id=f"{stem}-{specification.fingerprint[:6]}")


def first_question(specification: StudySpecification) -> QuestionCard:
    """A question as an expert would be asked it first; nothing is stored.

    Raises
    ------
    InvalidInputError
        Where there is none.
    """
    study = Study.create(MemoryStore(), specification, id="preview")
    asked = study.start("preview").ask()
    if asked is None:
        raise InvalidInputError(say("new_study.no_question"))
    return question_card(specification.wording, asked.a.counts, asked.b.counts)
