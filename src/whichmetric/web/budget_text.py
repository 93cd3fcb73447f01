"""How many questions a study asks, and what for, in a sentence."""

from __future__ import annotations

from whichmetric.elicitation.bayesian.base import BUDGET
from whichmetric.studies import StudySpecification
from whichmetric.web.texts import say

__all__ = ["budget_text"]

STOPS = {"factor", "tolerance", "regret", "same_threshold"}
"""Options by which a method stops before its questions are used up."""


def budget_text(specification: StudySpecification) -> str:
    """What owners read; experts are not told which questions are checks."""
    if specification.people is not None:
        return say("budget.people", people=_number("people", specification.people))
    checks, budget = specification.checks, specification.options.get("max_questions")
    first = say("budget.guess") if checks.guess else ""
    if budget is None and specification.method == "bayesian":  # which has a limit of its own
        budget = BUDGET + checks.questions
    if budget is None:
        asked = say("budget.open", checks=_number("checks", checks.questions))
    elif checks.questions:
        asked = say(
            "budget.split",
            questions=_number("questions", budget),
            learnt=budget - checks.questions,
            checks=_number("checks", checks.questions),
        )
    else:
        asked = say("budget.unchecked", questions=_number("questions", budget))
    soon = not STOPS.isdisjoint(specification.options)
    sooner = say("budget.sooner") if soon else ""
    return " ".join(filter(None, (asked, sooner, first)))


def _number(what: str, number: int) -> str:
    if number in (0, 1):
        return say(f"budget.{what}_{('none', 'one')[number]}")
    return say(f"budget.{what}_many", count=number)
