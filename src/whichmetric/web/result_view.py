"""A result as a page shows it: in words, as two options beside each other, and on the map.

`templates/parts/result.html` draws it.
"""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.decisions.percent import percent
from whichmetric.decisions.threshold_words import rule
from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.study_text import (
    doubt_text,
    expected_text,
    rule_text,
    usual_difference,
    warning_text,
    weight_text,
)
from whichmetric.trust import Consistency, ModelCheck
from whichmetric.web.kept_conclusions import Finding
from whichmetric.web.pictures.metric_map import LEVEL, MetricMap, metric_map
from whichmetric.web.question_card import QuestionCard, lone_card, question_card
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
        Which named metric decides most alike, in a sentence; empty where nothing was decided.
    picture : MetricMap
    level : str
        Probability of the span; empty where the method trusts every answer.
    rests_on : {"sure", "supposed"}
        What the span rests on then: on right answers, or also on what "about equal" may mean.
    """

    address: str
    after: int
    answers: int
    weight: str
    nearest: str
    picture: MetricMap
    level: str
    rests_on: str


@dataclass(frozen=True, kw_only=True)
class ResultView:
    """What was learnt.

    Parameters
    ----------
    warning, weight, rule, doubt : str
        Sentences, the first that the answers do not fit together or are not to be used; empty
        where there is nothing to say.
    beside : QuestionCard or None
        The recommended threshold beside 0.5, or alone where scores are no probabilities; None
        where there is none.
    difference : str
        Between these two, or why there is only one; empty where there is none.
    expected : str
        What to expect of new cases, in a sentence; empty where there is no threshold.
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
    expected: str
    finer: str
    is_decided: bool
    step: MapStep


def result_view(
    found: Finding,
    whom: str,
    *,
    address: str,
    after: int | None,
    judged: Consistency | None = None,
    checked: ModelCheck | None = None,
) -> ResultView:
    """What answers come to, as sentences and pictures.

    Parameters
    ----------
    found : Finding
    whom : str
        Whose answers they are.
    address : str
        Path of the page that shows it, for links to earlier maps.
    after : int or None
        The map takes so many answers into account; all for None, or where there are fewer.
    judged : Consistency, optional
        Whether the answers hang together, for owners; experts are not told.
    checked : ModelCheck, optional
        What kind of metric they fit, likewise.
    """
    conclusion = found.now
    beside = _effect(conclusion)
    return ResultView(
        warning=warning_text(conclusion, judged, checked),
        weight=weight_text(conclusion, whom),
        rule=rule_text(conclusion),
        doubt=doubt_text(conclusion),
        beside=beside,
        difference=usual_difference(conclusion),
        expected=expected_text(conclusion),
        finer=_finer(conclusion) if beside is not None else "",
        is_decided=conclusion.is_decided,
        step=_map_step(found, whom, address, after),
    )


def _effect(conclusion: Conclusion) -> QuestionCard | None:
    counts, usual, advice = conclusion.counts, conclusion.usual, conclusion.advice
    if advice is None or counts is None:
        return None
    words, name = conclusion.specification.wording, say("result.rule_name")
    heading = say("result.rule_heading", rule=rule(advice.threshold))
    if usual is None:
        return lone_card(words, counts, name=name, heading=heading)
    beside = rule(USUAL, about=conclusion.usual_at_most is not None)
    return question_card(
        words,
        counts,
        usual,
        names=(name, say("result.usual_name")),
        headings=(heading, say("result.usual_heading", rule=beside)),
    )


def _nearest(conclusion: Conclusion) -> str:
    nearest = conclusion.nearest
    if nearest is None:
        return ""
    return say("map.nearest", nearest=nearest.name, share=percent(nearest.disagreement))


def _finer(conclusion: Conclusion) -> str:
    out_of, asked = conclusion.out_of, conclusion.specification.out_of
    if out_of == asked:
        return ""
    return say("result.finer", out_of=f"{out_of:,}", asked=f"{asked:,}")


def _map_step(found: Finding, whom: str, address: str, after: int | None) -> MapStep:
    conclusion = found.after(after)
    result = conclusion.result
    return MapStep(
        address=address,
        after=found.count(after),
        answers=found.answers,
        weight=weight_text(conclusion, whom),
        nearest=_nearest(conclusion),
        picture=metric_map(result),
        level="" if result.trusting else f"{LEVEL:.0%}",
        rests_on="supposed" if result.supposed else "sure",
    )
