"""Every sentence about a study's result is true, whatever the result."""

import json
import math
import re
from dataclasses import replace

import pytest
from tests.studies.making import TABLE, new_study

from whichmetric.elicitation.result import Fixed
from whichmetric.geometry import ScoreTable
from whichmetric.metrics import Metric, TilePoint, cost_ratio
from whichmetric.reports.conclusion import conclude
from whichmetric.reports.study_report import study_report
from whichmetric.reports.study_text import (
    AGAINST_ALL,
    conclusion_texts,
    doubt_text,
    missed_text,
    usual_text,
    weight_text,
)
from whichmetric.studies import Wording
from whichmetric.values import ConfusionMatrix


def answered(ratio=7.0, **changes):
    """Return the conclusion of somebody with this cost ratio."""
    study = new_study(**changes)
    session, metric = study.session_of("Dr Lee"), cost_ratio(ratio)
    while (asked := session.ask()) is not None:
        a, b = (ConfusionMatrix.from_counts(**o.counts._asdict()) for o in (asked.a, asked.b))
        session.answer(asked.number, "A" if metric(a) > metric(b) else "B")
    return conclude(study.specification, session.estimate())


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
    text = weight_text(answered(method="bayesian", options={"max_questions": 5}), "Dr Lee")
    assert text.startswith("For Dr Lee, one missed cancer")
    assert "(90% interval: " in text


def test_weight_of_other_families_holds_at_the_best_threshold():
    """Where the ratio is not the same everywhere, the sentence says where it holds."""
    assert weight_text(answered(family="f-beta")).startswith("For you, at the best threshold, one")


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        ((2.0, math.inf), "(more than 2.0 if every answer is right)"),
        ((0.0, math.inf), "; the answers leave open how much."),
    ],
)
def test_weight_that_is_hardly_known_says_so(interval, words):
    """Infinite ends are told in words."""
    found = answered()
    result = replace(found.result, intervals={"cost_ratio": Fixed(*interval)})
    assert words in weight_text(replace(found, result=result))


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


def test_scores_that_are_no_probabilities_are_not_compared_with_half():
    """0.5 means nothing on another scale."""
    scaled = ScoreTable(TABLE.scores * 100 - 50, TABLE.positive, TABLE.negative)
    found = answered(table=scaled)
    assert found.usual is None
    assert usual_text(found) == ""
    assert len(conclusion_texts(found)) == 4


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
