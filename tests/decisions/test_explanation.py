"""What the answers say, in words that are true."""

import dataclasses
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.decisions.beliefs import believed, binormal

from whichmetric.decisions import NamedMetric, explain, recommend
from whichmetric.decisions.exchange_rate import cost_ratios
from whichmetric.decisions.gains import gains
from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import (
    Metric,
    accuracy,
    balanced_accuracy,
    cost_ratio,
    disagreement,
    f_beta,
    npv,
    precision,
    recall,
    specificity,
)
from whichmetric.oracles import CallableOracle, MetricOracle
from whichmetric.values import Answer

FEASIBLE = FeasibleSet(binormal(400, 2.0))
Z = FEASIBLE.prevalence


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("F2", f_beta(2)),
        ("F1", f_beta(1)),
        ("accuracy", accuracy()),
        ("balanced accuracy", balanced_accuracy(Z)),
        ("recall", recall()),
        ("precision", precision()),
        ("specificity", specificity()),
        ("negative predictive value", npv()),
    ],
)
def test_named_metric_is_nearest_to_itself(name, metric):
    """An expert who has a named metric is told its name, and that the two never disagree."""
    tile = metric.tile(Z)
    explanation = explain(believed((tile.a, tile.b), prevalence=Z), FEASIBLE)
    assert explanation.named[0].name == name
    assert explanation.named[0].disagreement == 0.0
    assert str(explanation).startswith(f"You rank like {name}: the two order 0% of feasible")


def test_disagreement_is_that_of_the_two_metrics():
    """The share in the text is what `disagreement` measures, and the nearest stand first."""
    explanation = explain(believed((0.9, 0.7), prevalence=Z), FEASIBLE)
    apart = {metric.name: metric.disagreement for metric in explanation.named}
    assert apart["F2"] == disagreement(Metric.from_tile(0.9, 0.7), f_beta(2), FEASIBLE)
    assert list(apart.values()) == sorted(apart.values())


def test_metric_that_is_near_none_is_not_given_a_name():
    """Where even the nearest named metric orders much differently, the text says so."""
    explanation = explain(believed((0.9, 0.7), prevalence=Z), FEASIBLE)
    for apart, words in (
        (0.01, "You rank like F2: the two order 1.0% of feasible classifiers differently."),
        (0.05, "Of the named metrics, F2 is nearest to how you rank: the two order 5.0%"),
        (0.3, "You rank like no named metric; F2 is nearest, yet the two order 30%"),
    ):
        named = (NamedMetric("F2", apart, 0.5), *explanation.named[-2:])
        assert str(dataclasses.replace(explanation, named=named)).startswith(words)


@given(st.floats(0.001, 0.999), st.floats(0.001, 0.999))
def test_cost_ratio_is_the_ratio_of_the_metrics_slopes(a, b):
    """At the best threshold, whatever the metric; a / (1 - a) everywhere for a linear one."""
    metric = Metric.from_tile(a, b)
    confusion = FEASIBLE.best_threshold(metric).confusion
    gain = gains(metric, confusion)
    slopes = gain.positive / gain.negative
    found = cost_ratios(np.array([a, a]), np.array([b, a]), confusion)
    assert found == pytest.approx([slopes, a / (1 - a)], rel=1e-6, abs=1e-9)


def test_linear_result_has_its_own_cost_ratio():
    """The ratio and its interval are the result's, and linearity is called an assumption."""
    result = elicit(FEASIBLE, MetricOracle(cost_ratio(4)), max_questions=12)
    explanation = explain(result, FEASIBLE, level=0.8)
    assert explanation.cost_ratio == result.cost_ratio
    assert explanation.cost_ratio_interval == result.interval("cost_ratio", 0.8)
    assert explanation.linearity == "assumed"
    assert explanation.bayes_factor is None
    assert "was assumed, not tested" in str(explanation)


@pytest.mark.parametrize(
    ("probability", "words"),
    [
        (0.999, "very strong evidence for this ratio being the same"),
        (0.97, "strong evidence for this ratio being the same"),
        (0.8, "some evidence for this ratio being the same"),
        (0.5, "do not tell whether this ratio is the same"),
        (0.2, "some evidence against this ratio being the same"),
        (0.02, "strong evidence against this ratio being the same"),
        (0.0, "very strong evidence against this ratio being the same"),
        (1.0, "very strong evidence for this ratio being the same"),
    ],
)
def test_verdict_on_linearity_says_how_strong_its_evidence_is(probability, words):
    """With even odds before, the Bayes factor is the odds after, in Kass and Raftery's words."""
    explanation = explain(believed((0.7, 0.6), probability_linear=probability), FEASIBLE)
    assert explanation.linearity == "tested"
    assert words in str(explanation)
    if probability < 1:
        assert explanation.bayes_factor == pytest.approx(probability / (1 - probability))


def test_linearity_of_methods_that_trust_every_answer_is_exact():
    """Where all metrics that fit lie on one side of the diagonal, no linear one does."""
    above = [(0.2, 0.4), (0.3, 0.9)]
    assert explain(believed((0.2, 0.5), above), FEASIBLE).linearity == "does not fit"
    across = [(0.2, 0.4), (0.9, 0.3)]
    assert explain(believed((0.2, 0.5), across), FEASIBLE).linearity == "fits"
    result = elicit(
        FEASIBLE,
        MetricOracle(f_beta(2)),
        family="linear-fractional",
        method="bisection",
        max_questions=20,
    )
    assert "No single ratio for all situations fits" in str(explain(result, FEASIBLE))


def test_f_beta_is_an_assumption():
    """The family is named as what was taken for granted."""
    result = elicit(FEASIBLE, MetricOracle(f_beta(2)), family="f-beta", method="bisection")
    assert "some F-beta was assumed" in str(explain(result, FEASIBLE))


def test_same_threshold_is_said_where_it_is_so():
    """One threshold for all that fits: said; for nearly all: how many; else from where to where."""
    alone = explain(believed((0.6, 0.6)), FEASIBLE)
    assert alone.unanimous
    assert "every metric that fits your 10 answers picks this same threshold" in str(alone)
    most = explain(believed((0.6, 0.6), [(0.6, 0.6)] * 49 + [(0.01, 0.01)]), FEASIBLE)
    assert most.agreement == 0.98
    assert "98% of the metrics that your 10 answers leave plausible pick it, too" in str(most)
    split = explain(believed((0.6, 0.6), [(0.6, 0.6), (0.01, 0.01)]), FEASIBLE, level=0.8)
    assert split.agreement == 0.5
    ends = [FEASIBLE.best_threshold(Metric.from_tile(a, a)).threshold for a in (0.6, 0.01)]
    assert split.threshold_interval == tuple(ends)
    words = f"your 10 answers leave plausible put it between {ends[0]:.4g} and {ends[1]:.4g} (80%)"
    assert words in str(split)


def test_threshold_that_may_flag_nobody_is_said_in_words():
    """An infinite end of the interval is not printed as a number."""
    backwards = FeasibleSet(ScoreTable([0.1, 0.5, 0.9], [5, 5, 1], [1, 5, 5]))
    text = str(explain(believed((0.9, 0.9), [(0.01, 0.01), (0.9, 0.9)]), backwards))
    assert "put it between 0.1 and flagging nobody (90%)" in text


def test_explanation_before_the_first_answer_says_so():
    """Nobody is told how they rank before they have answered."""
    for family in ("linear", "f-beta", "linear-fractional"):
        text = str(explain(make_elicitor(FEASIBLE, family=family).estimate(), FEASIBLE))
        assert text.startswith("Nothing was answered: these are the assumptions before the first")
        assert "the metrics that the assumptions leave plausible put it between" in text
        assert "answers" not in text
    assert "Whether this ratio is the same in all situations is open." in text
    assert "Nothing was answered" not in str(explain(believed((0.6, 0.6)), FEASIBLE))


def test_one_answer_is_one_answer():
    """The number of answers is part of the text."""
    one = dataclasses.replace(explain(believed((0.6, 0.6)), FEASIBLE), answered=1)
    assert "every metric that fits your answer picks this same threshold" in str(one)


def test_questions_that_were_skipped_are_no_answers():
    """Whoever skips everything has not ranked anything."""
    result = elicit(FEASIBLE, CallableOracle(lambda _: Answer.SKIP), max_questions=4)
    text = str(explain(result, FEASIBLE))
    assert text.startswith("Nothing was answered: these are the assumptions before the first")
    assert "answers" not in text
    assert "You rank" not in text


def test_metric_is_named_only_where_the_answers_tell():
    """Where the plausible metrics disagree much, the nearest name is a guess and said to be one."""
    tile = f_beta(2).tile(Z)
    here = (tile.a, tile.b)
    sure = explain(believed(here, prevalence=Z), FEASIBLE)
    assert sure.disagreement == 0.0
    unsure = explain(believed(here, [here, (0.3, 0.3), (0.6, 0.9)], prevalence=Z), FEASIBLE)
    others = [(0.3, 0.3), (0.6, 0.9)]
    apart = [disagreement(f_beta(2), Metric.from_tile(*other), FEASIBLE) for other in others]
    assert unsure.disagreement == pytest.approx(sum(apart) / 3, abs=0.01)
    assert str(unsure).startswith(
        "As far as 10 answers tell, nearest is F2: it and our estimate order 0% of feasible "
        f"classifiers differently, you and our estimate about {unsure.disagreement:.0%}."
    )
    one = dataclasses.replace(unsure, answered=1)
    assert str(one).startswith("As far as 1 answer tells, nearest is F2")


def test_cost_ratio_reads_as_in_the_result():
    """The same digits in print(result) and in the explanation."""
    result = elicit(FEASIBLE, MetricOracle(cost_ratio(4)), max_questions=12)
    row = next(line for line in str(result).splitlines() if line.startswith("one missed positive"))
    weight = row.removeprefix("one missed positive: weighs as much as ")
    interval = weight[weight.index("(") : weight.index(")") + 1]
    text = str(explain(result, FEASIBLE))
    assert f"weighs as much as {weight.split(' ')[0]} false alarms {interval}." in text


def test_infinite_numbers_are_none_in_json():
    """JSON knows no infinity."""
    plain = explain(believed((1.0, 1.0)), FEASIBLE).as_dict()
    assert plain["cost_ratio"] is None
    assert json.dumps(plain, allow_nan=False)


def test_scores_that_leave_nothing_to_tell_apart_name_no_metric():
    """On one line of classifiers half of all metrics would be nearest."""
    constant = FeasibleSet(ScoreTable.from_arrays([0, 1, 0], [0.5, 0.5, 0.5]))
    explanation = explain(believed((0.6, 0.6), prevalence=constant.prevalence), constant)
    assert not explanation.distinguishes
    assert str(explanation).startswith("These scores do not separate the classes at all, so there")
    assert "You rank" not in str(explanation)


def test_metric_to_which_false_alarms_are_nothing():
    """Recall has no finite cost ratio, and the text does not print inf."""
    text = str(explain(believed((1.0, 1.0)), FEASIBLE))
    assert "infinitely many false alarms" in text
    assert "inf " not in text


def test_explanation_of_a_population_in_closed_form():
    """Any feasible set will do, not only one of a table."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    explanation = explain(believed((1.0, 0.8), prevalence=0.5), feasible)
    assert explanation.named[0].name == "F2"


def test_explanation_can_be_sent_and_shown():
    """It becomes JSON and HTML."""
    explanation = explain(believed((0.7, 0.6)), FEASIBLE)
    assert json.loads(json.dumps(explanation.as_dict()))["linearity"] == "does not fit"
    assert "<td>F2</td>" in explanation._repr_html_()


def test_wrong_arguments_are_refused_by_name():
    """A table is not a feasible set, a metric not a result."""
    wrong = FEASIBLE.table
    with pytest.raises(InvalidInputError, match=r"feasible is .* not a FeasibleRegion"):
        explain(believed((0.7, 0.6)), wrong)
    wrong = f_beta(2)
    with pytest.raises(InvalidInputError, match=r"result is .* not a Result"):
        explain(wrong, FEASIBLE)


def test_prevalence_that_the_expert_was_not_asked_about_is_named():
    """`recommend` and `explain` name other thresholds there, and the text says why."""
    table = binormal(400, 2.0)
    result = believed((0.9, 0.9), prevalence=0.05)
    here, there = explain(result, FeasibleSet(table, prevalence=0.05)), explain(result, FEASIBLE)
    assert recommend(result, table).threshold == here.point.threshold
    assert recommend(result, table).threshold != there.point.threshold
    assert not here.moved
    assert "where" not in str(here)
    assert there.moved
    text = str(there)
    assert "On this model, where 0.3 of all cases are positive, your best rule is to flag" in text
    assert text.endswith(
        "Your answers were about cases of which 0.05 are positive: recommend and rank_models speak "
        "of those, unless they are given prevalence=."
    )
    plain = there.as_dict()
    assert (plain["prevalence"], plain["asked_prevalence"]) == (Z, pytest.approx(0.05))


def test_threshold_of_the_nearest_named_metric_is_said_where_it_differs():
    """A name alone would hide that it decides otherwise."""
    rare = FeasibleSet(binormal(400, 1.0), prevalence=0.02)
    text = str(explain(believed((0.9, 0.9), prevalence=0.02), rare))
    nearest = explain(believed((0.9, 0.9), prevalence=0.02), rare).named[0]
    best = {m.name: m.threshold for m in explain(believed((0.9, 0.9)), rare).named}
    assert best["accuracy"] == rare.best_threshold(accuracy()).threshold
    assert f"By {nearest.name} it would be to flag " in text
    tile = accuracy().tile(0.02)
    same = explain(believed((tile.a, tile.b), prevalence=0.02), rare)
    assert same.named[0].name == "accuracy"
    assert "it would be" not in str(same)
    assert "its best rule" in same._repr_html_()
