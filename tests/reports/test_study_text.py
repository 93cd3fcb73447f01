"""Every sentence about a study's result is true, whatever the result."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from tests.reports.answered_study import answered
from tests.studies.making import TABLE, new_study

from whichmetric.elicitation.result import Fixed
from whichmetric.geometry import ScoreTable
from whichmetric.metrics import Metric, TilePoint
from whichmetric.reports.conclusion import conclude
from whichmetric.reports.metric_snippet import metric_snippet
from whichmetric.reports.study_report import study_report
from whichmetric.reports.study_text import (
    AGAINST_ALL,
    STATED_AGAINST_ALL,
    UNDECIDED,
    conclusion_texts,
    contradiction_text,
    doubt_text,
    expected_text,
    missed_text,
    usual_difference,
    usual_text,
    weight_text,
)
from whichmetric.studies import Wording
from whichmetric.values import Answer


def numbers(text):
    """Return the numbers of a sentence."""
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d.,]*\d|\d", text)]


@pytest.mark.parametrize("ratio", [0.1, 0.5, 3.0, 20.0])
def test_weight_is_told_with_its_interval(ratio):
    """The numbers are the result's, above 1, and the interval holds them."""
    found = answered(ratio)
    text = weight_text(found)
    told, low, high = numbers(text)
    own = found.result.cost_ratio
    if own < 1:
        assert "one false alarm weighs as much as about" in text
        assert "misses (between" in text
        own = 1 / own
    else:
        assert "For you, one missed cancer weighs as much as about" in text
    assert told == pytest.approx(own, rel=0.06)
    assert low <= told <= high
    assert "if every answer is right" in text


def test_weight_of_a_bayesian_result_has_a_probability():
    """A method that expects wrong answers gives a 90% interval."""
    text = weight_text(answered(method="bayesian", options={"max_questions": 20}), "Dr Lee")
    assert text.startswith("For Dr Lee, one missed cancer")
    assert "(90% interval: " in text


def test_weight_of_other_families_holds_at_the_best_threshold():
    """Where the ratio is not the same everywhere, the sentence says where it holds."""
    assert weight_text(answered(family="f-beta")).startswith("For you, at the best threshold, one")


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        ((2.0, math.inf), "as much as more than 2.0 false alarms (if every answer is right): the"),
        ((0.0, math.inf), "as any number of false alarms: the answers leave open how much."),
        ((0.05, 30.0), "as much as anything from 0.05 to 30 false alarms (if every answer"),
        ((0.0, 30.0), "as much as less than 30 false alarms (if every answer is right): the"),
        ((2e3, 1e15), "as much as more than 1,000 false alarms."),
    ],
)
def test_weight_that_is_hardly_known_says_so(interval, words):
    """What is known is told, and no number beside it that nobody knows."""
    found = answered()
    result = replace(found.result, intervals={"cost_ratio": Fixed(*interval)})
    text = weight_text(replace(found, result=result))
    assert words in text
    assert "about" not in text


def test_weight_beyond_all_measure_is_no_number():
    """Nobody means 270,000,000,000,000 of anything."""
    found = answered()
    result = replace(found.result, intervals={"cost_ratio": Fixed(1e-16, 0.02)})
    extreme = replace(found.explanation, cost_ratio=3.7e-15)
    text = weight_text(replace(found, result=result, explanation=extreme))
    assert text == (
        "For you, one false alarm weighs as much as more than 50 misses (if every answer is "
        "right): the answers leave open how many more."
    )


@pytest.mark.parametrize("said", ["A", "B", Answer.EQUAL])
def test_conclusion_of_answers_that_follow_nothing_says_so(said):
    """Who always presses the same key is told that this is no opinion, before any rule."""
    study = new_study(method="bayesian", options={"max_questions": 20})
    session = study.session_of("Dr Lee")
    while (asked := session.ask()) is not None:
        session.answer(asked.number, said)
    first, *others = conclusion_texts(conclude(study.specification, session.estimate()))
    contradicting = "No weighing of the mistakes explains the answers well: they contradict"
    equal = "Of 20 answers to learn from, 20 found the options about equal, which tells of no"
    assert first.startswith(equal if said is Answer.EQUAL else contradicting)
    assert any(text.startswith("The best guess at a rule for this model is to") for text in others)
    assert not any("weighs as much as about" in text for text in others)


@pytest.mark.parametrize("method", ["bayesian", "bisection"])
def test_conclusion_of_undecided_answers_names_no_rule(method):
    """Who cannot decide a single question has told nothing, and what was assumed is no result."""
    study = new_study(method=method, options={"max_questions": 4})
    session = study.session_of("Dr Lee")
    while (asked := session.ask()) is not None:
        session.answer(asked.number, Answer.SKIP)
    found = conclude(study.specification, session.estimate())
    assert conclusion_texts(found) == (UNDECIDED,)
    plain = found.as_dict()
    for name in ("metric", "tile", "cost_ratio", "cost_ratio_interval", "recommendation"):
        assert plain[name] is None
    assert metric_snippet(found, "you") == f"# Mammography\n# {UNDECIDED}\n"


def test_conclusion_says_what_to_expect_of_new_cases():
    """The numbers are the recommendation's own, which the sample does not flatter."""
    found = answered()
    advice = found.advice
    assert advice.expected != advice.counts
    told = numbers(expected_text(found))
    ends = (*advice.missed, *advice.false_alarms)
    assert told == [
        *(1000, advice.expected.fn, *ends[:2]),
        *(advice.expected.fp, *ends[2:], 90),
    ]
    assert expected_text(found) in conclusion_texts(found)
    of_more = replace(found, specification=replace(found.specification, out_of=2_000))
    assert expected_text(of_more).startswith("Of 2,000 new ")
    assert expected_text(replace(found, advice=None)) == ""
    certain = replace(advice, missed=(3, 3), false_alarms=(90, 90))
    assert "interval" not in expected_text(replace(found, advice=certain))


def test_conclusion_of_an_attentive_expert_does_not_complain():
    """Nothing is said of contradictions where there are none, and of those where there are."""
    found = answered(method="bayesian", options={"max_questions": 20})
    assert found.result.heedless < 0.5
    assert contradiction_text(found) == ""
    left_out = replace(found.result, contradictions=found.result.history[:2])
    assert contradiction_text(replace(found, result=left_out)) == (
        "The answers do not fit together: 2 of them were not used, since no metric that fits the "
        "others gives them."
    )


def test_doubt_names_the_sample_in_the_studys_words():
    """Cases are called what they are called; weighted ones are not counted as if they were."""
    assert "a weighted sample worth about" in doubt_text(answered())
    whole = ScoreTable(TABLE.scores, np.ceil(TABLE.positive), np.ceil(TABLE.negative))
    cases = int(whole.positive.sum() + whole.negative.sum())
    assert f"a sample of {cases} patients leave" in doubt_text(answered(table=whole))


def test_conclusion_of_answers_that_prefer_mistakes():
    """No threshold follows, and the likely reasons are named."""
    found = answered()
    result = replace(
        found.result,
        direction="decreasing",
        tile=TilePoint(0.5, 0.5, increasing=False),
        metric=Metric.from_tile(0.5, 0.5, increasing=False),
    )
    against = conclude(found.specification, result)
    assert conclusion_texts(against) == (AGAINST_ALL,)
    assert against.as_dict()["recommendation"] is None
    stated = replace(found.specification, options={"direction": "decreasing"})
    assert conclusion_texts(conclude(stated, result)) == (STATED_AGAINST_ALL,)


def test_scores_that_are_no_probabilities_are_not_compared_with_half():
    """0.5 means nothing on another scale, and the text says so in its place."""
    scaled = ScoreTable(TABLE.scores * 100 - 50, TABLE.positive, TABLE.negative)
    found = answered(table=scaled)
    assert found.usual is None
    why = (
        f"These scores, from {scaled.scores[0]:g} to {scaled.scores[-1]:g}, are no probabilities, "
        "so 0.5 is no usual threshold to compare with."
    )
    assert usual_text(found) == usual_difference(found) == why
    assert why in conclusion_texts(found)
    assert any(text.startswith("Of 1,000 patients") for text in conclusion_texts(found))
    assert usual_difference(replace(found, advice=None)) == ""


def test_conclusion_is_shown_out_of_the_studys_cases():
    """A rare condition is told out of 10,000, like its questions."""
    found = answered(prevalence=0.01)
    assert sum(found.counts) == 10_000
    assert any("Of 10,000 patients, 100 have cancer" in text for text in conclusion_texts(found))
    assert "90% interval" in doubt_text(found)


@pytest.mark.parametrize(
    ("condition", "text"),
    [("fraud", "one missed fraud"), ("The flu", "one miss"), ("an error", "one miss")],
)
def test_missed_text_stays_grammatical(condition, text):
    """A condition with its article is not forced into the sentence."""
    assert missed_text(Wording(condition=condition)) == text


def test_report_is_plain_json_also_where_thresholds_are_infinite():
    """Infinite numbers are None, and everything can be written as JSON."""
    study = new_study()
    session = study.session_of("Dr Lee")
    while (asked := session.ask()) is not None:
        fewer = "A" if asked.a.counts.fp < asked.b.counts.fp else "B"
        session.answer(asked.number, fewer)
    report = study_report(study)
    document = json.loads(json.dumps(report.as_dict(), allow_nan=False))
    assert document["experts"][0]["result"]["recommendation"]["threshold"] in (None, 0.95)
    assert report.texts[1].startswith("A flag leads to a biopsy.")
