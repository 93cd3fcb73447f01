"""A result as a page shows it: in words, as two options beside each other, and on the map.

`templates/parts/result.html` draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from whichmetric.decisions.recommendation import rule
from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.study_text import (
    contradiction_text,
    doubt_text,
    rule_text,
    usual_difference,
    weight_text,
)
from whichmetric.web.pictures.metric_map import MetricMap, metric_map, nearest_metrics
from whichmetric.web.question_card import QuestionCard, question_card
from whichmetric.web.texts import say

__all__ = ["MapStep", "ResultView", "result_view"]

USUAL = 0.5


@dataclass(frozen=True, kw_only=True)
class MapStep:
    """The map of metrics after some of the answers.

    Parameters
    ----------
    address : str
        Of the page that shows it; `?after=3` goes to the third answer.
    after, answers : int
        How many answers it takes into account, and how many there are.
    weight : str
        What was known then, in a sentence.
    nearest : str
        The named metrics that stand nearest; empty where nothing was decided.
    picture : MetricMap
    level : str
        Probability of the span; empty where the method trusts every answer.
    """

    address: str
    after: int
    answers: int
    weight: str
    nearest: str
    picture: MetricMap
    level: str


@dataclass(frozen=True, kw_only=True)
class ResultView:
    """What was learnt.

    Parameters
    ----------
    warning, weight, rule, doubt : str
        Sentences, the first that the answers do not fit together; empty where there is nothing
        to say.
    beside : QuestionCard or None
        The recommended threshold beside 0.5; None where there is no such comparison.
    difference : str
        Between these two; empty where there is no such comparison.
    finer : str
        Why it is made out of more cases than the questions; empty where it is not.
    is_decided : bool
        Whether any question was decided, so that there is a metric.
    step : MapStep
    """

    warning: str
    weight: str
    rule: str
    doubt: str
    beside: QuestionCard | None
    difference: str
    finer: str
    is_decided: bool
    step: MapStep


def result_view(
    conclusion: Conclusion,
    whom: str = "you",
    *,
    address: str = "",
    after: int | None = None,
    before: Callable[[int], Conclusion] | None = None,
    answers: int | None = None,
) -> ResultView:
    """A conclusion as sentences and pictures.

    Parameters
    ----------
    conclusion : Conclusion
        From all answers.
    whom : str
        Whose answers they are.
    address : str
        Path of the page that shows it, for links to earlier maps.
    after : int, optional
        The map takes so many answers into account; all where left out, or where there are fewer.
    before : callable, optional
        What was known after so many answers, as `Trails.after` says; without it there is no way to
        earlier maps.
    answers : int, optional
        How many there are, those to checks among them; as many as the result has where left out.
    """
    words, counts, usual = conclusion.specification.wording, conclusion.counts, conclusion.usual
    beside = None
    if conclusion.advice is not None and counts is not None and usual is not None:
        beside = question_card(
            words,
            counts,
            usual,
            names=(say("result.rule_name"), say("result.usual_name")),
            headings=(
                say("result.rule_heading", rule=rule(conclusion.advice.threshold)),
                say("result.usual_heading", rule=rule(USUAL)),
            ),
        )
    return ResultView(
        warning=contradiction_text(conclusion),
        weight=weight_text(conclusion, whom),
        rule=rule_text(conclusion),
        doubt=doubt_text(conclusion),
        beside=beside,
        difference=usual_difference(conclusion),
        finer=_finer(conclusion) if beside is not None else "",
        is_decided=conclusion.is_decided,
        step=_map_step(conclusion, whom, address, after, before, answers),
    )


def _finer(conclusion: Conclusion) -> str:
    out_of, asked = conclusion.out_of, conclusion.specification.out_of
    if out_of == asked:
        return ""
    return say("result.finer", out_of=f"{out_of:,}", asked=f"{asked:,}")


def _map_step(
    conclusion: Conclusion,
    whom: str,
    address: str,
    after: int | None,
    before: Callable[[int], Conclusion] | None,
    answers: int | None,
) -> MapStep:
    answers = conclusion.result.questions if answers is None else answers
    count = answers if after is None or before is None else min(max(after, 0), answers)
    if before is not None and count < answers:
        conclusion = before(count)
    result = conclusion.result
    return MapStep(
        address=address if before is not None else "",
        after=count,
        answers=answers,
        weight=weight_text(conclusion, whom),
        nearest=", ".join(nearest_metrics(result.tile, result.prevalence))
        if conclusion.is_decided
        else "",
        picture=metric_map(result),
        level="" if result.trusting else "90%",
    )
