"""What stands in the form of a new study, and what it means."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Annotated, Literal

from fastapi import Depends, Form

from whichmetric.elicitation.run import Family
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.studies import Wording
from whichmetric.studies.checks import Checks
from whichmetric.web.drafts import Draft
from whichmetric.web.texts import say

__all__ = ["MOST_CHECKS", "MOST_PEOPLE", "Typed", "TypedError", "TypedInForm", "usual_form"]

WORDS = tuple(field.name for field in fields(Wording))
CHECKS = ("repeats", "dominated", "held_out")
"""Those of which there is a number."""
USUAL_QUESTIONS = 20
USUAL_CHECKS = Checks(repeats=2, dominated=1, held_out=4, guess=True)
"""They leave thirteen questions to learn from, which is about what an expert's metric takes."""
USUAL_PEOPLE = 200
MOST_QUESTIONS = 200
MOST_PEOPLE = 500
"""Of a crowd; with more, it would take a minute to read all answers again after a restart."""
MOST_CHECKS = 50
RAREST = 1e-5
"""Of the largest number that experts are shown, 100,000 cases, one."""
Word = Annotated[str, Form(max_length=1_000)]
Number = Annotated[str, Form(max_length=10)]
Who = Literal["experts", "crowd"]


class TypedError(InvalidInputError):
    """What stands in a field cannot be used.

    Parameters
    ----------
    field : str
        Its name in the form.
    text : str
        What is wrong, and what to do.
    """

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


@dataclass(frozen=True)
class Typed:
    """What stands in the form about the questions.

    Parameters
    ----------
    share : str
        In percent.
    family : str
    questions : str
    words : dict
    checks : dict
        How many of each, by the names of `Checks`; what is empty is none.
    guess : bool
    who : {"experts", "crowd"}
        Who answers; what is there for the others is not looked at.
    people : str
        How many of a crowd, at most.
    stop_early : bool
        Whether it ends sooner when the answers are clear enough.
    """

    share: str
    family: Family
    questions: str
    words: dict[str, str] = field(default_factory=dict)
    checks: dict[str, str] = field(default_factory=dict)
    guess: bool = False
    who: Who = "experts"
    people: str = str(USUAL_PEOPLE)
    stop_early: bool = False

    def draft(self, table: ScoreTable) -> Draft:
        """What it means for these data; refused where a number is none."""
        share = _share(self.share)
        _refuse_extreme(table.prevalence if share is None else share)
        if self.who == "crowd":
            people = _people(self.people)
            return Draft(
                prevalence=share,
                family=self.family,
                questions=people,
                words=self.words,
                crowd=True,
            )
        return Draft(
            prevalence=share,
            family=self.family,
            questions=_questions(self.questions),
            stop_early=self.stop_early,
            words=self.words,
            checks=Checks(
                guess=self.guess,
                **{name: _check_number(name, self.checks.get(name, "")) for name in CHECKS},
            ),
        )


def usual_form(table: ScoreTable) -> Typed:
    """What stands there before anybody has typed."""
    usual = Wording()
    words = {name: getattr(usual, name) for name in WORDS} | dict.fromkeys(
        ("one_has", "many_have", "without"), ""
    )
    return Typed(
        f"{100 * table.prevalence:.3g}",
        "linear",
        str(USUAL_QUESTIONS),
        words,
        {name: str(getattr(USUAL_CHECKS, name)) for name in CHECKS},
        USUAL_CHECKS.guess,
        stop_early=True,
    )


def _typed(
    share: Annotated[str, Form(max_length=40)] = "",
    family: Annotated[Literal["linear", "f-beta", "linear-fractional"], Form()] = "linear",
    who: Annotated[Who, Form()] = "experts",
    questions: Number = "",
    people: Number = "",
    repeats: Number = "",
    dominated: Number = "",
    held_out: Number = "",
    guess: Annotated[bool, Form()] = False,
    stop_early: Annotated[bool, Form()] = False,
    title: Word = "",
    case: Word = "",
    cases: Word = "",
    condition: Word = "",
    one_has: Word = "",
    many_have: Word = "",
    without: Word = "",
    flag: Word = "",
    miss: Word = "",
    false_alarm: Word = "",
) -> Typed:
    texts = {name: text for name, text in locals().items() if isinstance(text, str)}
    given = {name: text.replace("\0", "") for name, text in texts.items()}
    words = {name: given[name] for name in WORDS}
    checks = {name: given[name] for name in CHECKS}
    return Typed(
        share=given["share"],
        family=family,
        questions=given["questions"],
        words=words,
        checks=checks,
        guess=guess,
        who=who,
        people=given["people"],
        stop_early=stop_early,
    )


TypedInForm = Annotated[Typed, Depends(_typed)]


def _share(typed: str) -> float | None:
    text = typed.strip().removesuffix("%").strip()
    if not text:
        return None
    try:
        return float(Decimal(text.replace(",", ".")) / 100)
    except ArithmeticError:
        raise TypedError("share", say("new_study.no_share", typed=typed)) from None


def _refuse_extreme(share: float) -> None:
    if not RAREST <= share <= 1.0 - RAREST:
        raise TypedError(
            "share",
            say(
                "new_study.extreme_share",
                share=f"{100 * share:.6g}",
                least=f"{100 * RAREST:g}",
                most=f"{100 - 100 * RAREST:g}",
            ),
        )


def _questions(typed: str) -> int | None:
    if not typed.strip():
        return None
    number = _whole(typed, 1, MOST_QUESTIONS)
    if number is None:
        told = say("new_study.no_number", typed=typed, most=MOST_QUESTIONS)
        raise TypedError("questions", told)
    return number


def _people(typed: str) -> int:
    number = _whole(typed, 1, MOST_PEOPLE) if typed.strip() else USUAL_PEOPLE
    if number is None:
        told = say("new_study.no_people", typed=typed, most=MOST_PEOPLE)
        raise TypedError("people", told)
    return number


def _check_number(name: str, typed: str) -> int:
    number = _whole(typed, 0, MOST_CHECKS) if typed.strip() else 0
    if number is None:
        label = say(f"new_study.{name}")
        told = say("new_study.no_check_number", typed=typed, field=label, most=MOST_CHECKS)
        raise TypedError(name, told)
    return number


def _whole(typed: str, least: int, most: int) -> int | None:
    text = typed.strip()
    if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
        return None
    return int(text)
