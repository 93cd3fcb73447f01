"""A result as a page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.study_text import doubt_text, rule_text, weight_text
from whichmetric.web.question_card import QuestionCard, question_card

__all__ = ["ResultView", "result_view"]


@dataclass(frozen=True, kw_only=True)
class ResultView:
    """What was learnt.

    Parameters
    ----------
    weight, rule, doubt : str
        Sentences; empty where there is nothing to say.
    beside : QuestionCard or None
        The recommended threshold beside 0.5; None where there is no such comparison.
    """

    weight: str
    rule: str
    doubt: str
    beside: QuestionCard | None


def result_view(conclusion: Conclusion, whom: str = "you") -> ResultView:
    """A conclusion as sentences and pictures."""
    words, counts, usual = conclusion.specification.wording, conclusion.counts, conclusion.usual
    both = counts is not None and usual is not None
    return ResultView(
        weight=weight_text(conclusion, whom),
        rule=rule_text(conclusion),
        doubt=doubt_text(conclusion),
        beside=question_card(words, counts, usual) if both else None,  # type: ignore[arg-type]
    )
