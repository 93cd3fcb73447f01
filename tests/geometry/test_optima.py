"""Best and worst points: Proposition 1 and its inverse, against all thresholds of both rules."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.geometry.points import CLOSE, point
from tests.strategies import (
    CONSTANT,
    PERFECT,
    REVERSED,
    angles,
    cases,
    tile_metrics,
)

from whichmetric import metrics
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import Metric


@settings(max_examples=200)
@given(sample=cases(), angle=angles)
def test_proposition_1_against_all_thresholds(sample, angle):
    """The Bayes classifier of a linear metric of any signs is the best threshold of both rules."""
    operating = sample.feasible.support(angle)
    normal = np.array([np.cos(angle), np.sin(angle)])
    assert operating.value == pytest.approx((sample.achieved @ normal).max(), abs=CLOSE)
    flagged = sample.scores >= operating.threshold
    counted = sample.rates(~flagged if operating.below else flagged)
    assert counted == pytest.approx(point(operating.confusion), abs=CLOSE)
    assert counted @ normal == pytest.approx(operating.value, abs=CLOSE)


@settings(max_examples=200)
@given(sample=cases(), angle=st.floats(0.0, np.pi / 2))
def test_support_prefers_the_usual_rule(sample, angle):
    """Where ``score >= threshold`` reaches the point that is best, it is the rule named."""
    operating = sample.feasible.support(angle)
    distances = np.abs(sample.feasible.frontier - point(operating.confusion)).max(axis=1)
    assert operating.below == (distances.min() > CLOSE)


@pytest.mark.parametrize("excess", [1e-2, 1e-4, 1e-6, 1e-8])
def test_feasible_set_includes_the_slightest_gain_of_the_other_rule(excess):
    """Scores worse than chance by very little are worth exactly that little, reversed."""
    table = ScoreTable(np.array([0.0, 1.0]), np.array([1 + excess, 1.0]), np.array([1.0, 1.0]))
    feasible = FeasibleSet(table)
    assert len(feasible.frontier) == 2
    reversed_ = feasible.at_threshold(1.0, below=True)
    assert feasible.contains(reversed_, tolerance=excess / 100)
    best = feasible.best(metrics.balanced_accuracy(feasible.prevalence))
    assert best.below
    assert best.value - 0.5 == pytest.approx(excess / (2 + excess) / 4, rel=1e-6)


WEIGHTS = [(m11, m00) for m11 in (-1, 0, 1) for m00 in (-1, 0, 1) if m11 or m00]


@pytest.mark.parametrize("weights", [*WEIGHTS, (2, -1), (-2, 1), (1, -2), (-1, 2), (0.3, 0.7)])
@given(sample=cases())
def test_proposition_1_and_its_inverse_in_every_sign_case(weights, sample):
    """Best and worst of m11 tp + m00 tn are right for zero weights and for m11 + m00 = 0 too."""
    metric = metrics.linear(*weights)
    values = sample.achieved @ np.array(weights)
    best, worst = sample.feasible.best(metric), sample.feasible.worst(metric)
    assert best.value == pytest.approx(values.max(), abs=CLOSE)
    assert worst.value == pytest.approx(values.min(), abs=CLOSE)
    for operating in (best, worst):
        assert metric(operating.confusion) == pytest.approx(operating.value, abs=CLOSE)
    mirrored = metric(best.confusion.mirrored())  # the inverse Bayes classifier is 1 - h
    assert mirrored == pytest.approx(worst.value, abs=CLOSE)


def test_proposition_1_threshold_is_printed_for_calibrated_scores():
    """Where the score is the share of positives at that score, m00 / (m11 + m00) is optimal."""
    rng = np.random.default_rng(3)
    labels, scores, weights = [], [], []
    for score in np.arange(1, 100) / 100:
        labels += [1, 0]
        scores += [score, score]
        weights += [score, 1 - score]
    mass = rng.random(99).repeat(2)
    feasible = FeasibleSet(
        ScoreTable.from_arrays(labels, scores, sample_weight=np.array(weights) * mass)
    )
    for angle in np.linspace(0.01, np.pi / 2 - 0.01, 50):
        m11, m00 = np.cos(angle), np.sin(angle)
        printed = feasible.at_probability(m00 / (m11 + m00))
        best = feasible.support(angle)
        assert m11 * printed.tp + m00 * printed.tn == pytest.approx(best.value, abs=1e-12)
        lower = feasible.at_probability(m00 / (m11 + m00), below=True)
        worst = feasible.support(angle + np.pi)
        assert m11 * lower.tp + m00 * lower.tn == pytest.approx(-worst.value, abs=1e-12)


NAMED = [
    metrics.accuracy(),
    metrics.balanced_accuracy(0.3),
    metrics.recall(),
    metrics.precision(),
    metrics.specificity(),
    metrics.npv(),
    metrics.f_beta(0.5),
    metrics.f_beta(2),
    metrics.jaccard(),
    metrics.cohen_kappa(0.4),
    metrics.net_benefit(0.2),
    metrics.cost_ratio(9),
    -metrics.f_beta(1),
    Metric((0, 1, 1, 0), (-1, -1, -1, -1)),
]


@settings(max_examples=200)
@given(sample=cases(), metric=st.one_of(tile_metrics, st.sampled_from(NAMED)))
def test_best_and_worst_equal_brute_force(sample, metric):
    """Optima of linear-fractional metrics are those over all thresholds where they have a value."""
    values = metric.values(sample.achieved, sample.share)
    below = metric.coefficients(sample.share)
    size = sample.achieved @ np.array([below.q11, below.q00]) + below.q0
    values = values[np.abs(size) > 1e-12 * np.abs(size).max()]
    best, worst = sample.feasible.best(metric), sample.feasible.worst(metric)
    assert best.value == pytest.approx(values.max(), abs=1e-10)
    assert worst.value == pytest.approx(values.min(), abs=1e-10)
    for operating in (best, worst):
        assert metric(operating.confusion) == pytest.approx(operating.value, abs=1e-10)
        flagged = sample.scores >= operating.threshold
        counted = sample.rates(~flagged if operating.below else flagged)
        assert counted == pytest.approx(point(operating.confusion), abs=CLOSE)


def test_best_prefers_most_correct_decisions_among_equals():
    """Where several points are optimal, the one with the largest tp + tn is chosen."""
    best = PERFECT.feasible.best(metrics.recall())
    assert best.value == 1
    assert (best.threshold, best.below) == (3.0, False)
    worst = PERFECT.feasible.worst(metrics.recall())
    assert worst.value == 0
    assert worst.threshold == np.inf


def test_best_leaves_out_points_without_a_value():
    """Precision is 0/0 where nobody is flagged, so its optimum flags somebody."""
    best = PERFECT.feasible.best(metrics.precision())
    assert (best.value, best.confusion.tp) == (1.0, 0.3)
    best = CONSTANT.feasible.best(metrics.precision())
    assert best.value == pytest.approx(0.6)
    assert best.threshold == 1.0
    best = CONSTANT.feasible.best(metrics.npv())
    assert best.value == pytest.approx(0.4)
    assert best.threshold == np.inf


@pytest.mark.parametrize("z", [0.1, 0.15, 0.2, 0.3, 0.45, 0.6])
def test_best_leaves_out_points_whose_denominator_is_rounding(z):
    """At this prevalence it is tp / (z tp + (1 + z) fp), 0/0 up to rounding for flag-nobody."""
    metric = Metric((1, 0, 0, 0), (1, 1, 1 - z, -z))
    feasible = FeasibleSet(CONSTANT.table, prevalence=z)
    everybody = z / (z * z + (1 + z) * (1 - z))
    assert feasible.worst(metric).value == pytest.approx(everybody)
    assert feasible.best(metric).value == pytest.approx(everybody)


@pytest.mark.parametrize("factor", [1e-9, 1e9])
def test_best_does_not_depend_on_the_unit_of_both_sides(factor):
    """Numerator and denominator times the same number are the same metric."""
    table = ScoreTable.from_arrays([0, 0, 1, 0, 1, 0, 1, 1, 0, 1], np.arange(10))
    sides = (tuple(factor * weight for weight in side) for side in ((2, 0, 0, 0), (2, 1, 1, 0)))
    best = FeasibleSet(table).best(Metric(*sides))
    assert best.threshold == 2.0  # accuracy is best elsewhere
    assert best.value == pytest.approx(10 / 13)


def test_best_threshold_of_reversed_scores_is_a_trivial_classifier():
    """Most of these cases are negative, and no other threshold gets more of them right."""
    best = REVERSED.feasible.best_threshold(metrics.accuracy())
    assert best.threshold == np.inf
    assert best.confusion == REVERSED.feasible.at_threshold(np.inf)


def test_best_refuses_a_denominator_that_changes_sign():
    """Such a metric has poles inside the set, so no optimum."""
    text = re.escape("The metric's denominator runs from -0.7 to 0.3 on this set: it must not")
    with pytest.raises(InvalidInputError, match=text):
        PERFECT.feasible.best(Metric((1, 0, 0, 1), (1, -1, 0, 0)))


def test_best_refuses_a_denominator_of_zero():
    """At prevalence 1/2 tp + fn - fp - tn is 0 everywhere."""
    feasible = FeasibleSet(PERFECT.table, prevalence=0.5)
    with pytest.raises(InvalidInputError, match="denominator is 0 everywhere on this set"):
        feasible.best(Metric((1, 0, 0, 1), (1, -1, 1, -1)))


def test_best_among_equals_is_not_merely_the_first():
    """Specificity is perfect where nobody is flagged too, but the perfect classifier is chosen."""
    feasible = FeasibleSet(ScoreTable.from_arrays([0, 1], [0.1, 0.9]))
    assert feasible.best(metrics.specificity()).threshold == 0.9


RARE_LABELS = np.repeat([0, 1], [999_000, 1_000])
RARE = FeasibleSet(
    ScoreTable.from_arrays(
        RARE_LABELS, np.random.default_rng(0).normal(size=RARE_LABELS.size) + 2 * RARE_LABELS
    )
)
CATALOGUE = [
    metrics.accuracy(),
    metrics.precision(),
    metrics.npv(),
    metrics.f_beta(2),
    metrics.cohen_kappa(0.001),
    metrics.balanced_accuracy(0.001),
]


@pytest.mark.parametrize("metric", CATALOGUE, ids=str)
@pytest.mark.parametrize(
    "feasible", [RARE, SigmoidPopulation(5.0).feasible_set(prevalence=0.001)], ids=["data", "curve"]
)
def test_optimum_has_the_value_of_its_confusion_matrix(feasible, metric):
    """To the last bit, also where a rare class makes a denominator small."""
    for optimum in (feasible.best(metric), feasible.worst(metric)):
        assert optimum.value == metric(optimum.confusion)


@given(sample=cases(), metric=tile_metrics)
def test_optimum_on_any_cases_has_the_value_of_its_confusion_matrix(sample, metric):
    """Whatever the ties, the weights and the prevalence."""
    for optimum in (sample.feasible.best(metric), sample.feasible.worst(metric)):
        assert optimum.value == metric(optimum.confusion)


def test_best_precision_of_a_rare_class_flags_all_that_are_surely_positive():
    """Rounding does not make one sure case look better than several."""
    positive = RARE.table.negative.cumsum() == RARE.table.negative.sum()
    sure = RARE.table.positive[positive][1:].sum()
    best = RARE.best(metrics.precision())
    assert best.value == 1.0
    assert best.confusion.counts(out_of=1_000_000).tp == sure


@settings(max_examples=200)
@given(sample=cases(), metric=st.one_of(tile_metrics, st.sampled_from(NAMED)))
def test_best_threshold_equals_brute_force_over_thresholds(sample, metric):
    """No ``score >= t`` is better, for metrics that like errors too; the other rule is left out."""
    thresholds = (*np.unique(sample.scores), np.inf)
    points = np.array([sample.rates(sample.scores >= t) for t in thresholds])
    below = metric.coefficients(sample.share)
    size = points @ np.array([below.q11, below.q00]) + below.q0
    values = metric.values(points, sample.share)[np.abs(size) > 1e-12 * np.abs(size).max()]
    best = sample.feasible.best_threshold(metric)
    assert not best.below
    assert best.value == pytest.approx(values.max(), abs=1e-10)
    assert best.value == metric(best.confusion)
    counted = sample.rates(sample.scores >= best.threshold)
    assert counted == pytest.approx(point(best.confusion), abs=CLOSE)
    assert best.value <= sample.feasible.best(metric).value + 1e-10


@given(sample=cases(), metric=tile_metrics)
def test_best_threshold_is_a_frontier_vertex(sample, metric):
    """A metric that likes correct decisions is best on the hull, up to points as good."""
    feasible = sample.feasible
    on_frontier = [metric(feasible.at_threshold(t)) for t in feasible.thresholds]
    assert feasible.best_threshold(metric).value == pytest.approx(np.nanmax(on_frontier), abs=1e-10)


@pytest.mark.parametrize("metric", NAMED, ids=str)
@pytest.mark.parametrize("z", [0.1, 0.5, 0.8])
def test_best_threshold_of_the_closed_form_is_that_of_a_fine_grid(metric, z):
    """On the curve too, no threshold of the usual rule is better."""
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=z)
    best = feasible.best_threshold(metric)
    assert not best.below
    values = [metric(feasible.at_threshold(t)) for t in (*np.linspace(0, 1, 1001), np.inf)]
    assert best.value >= np.nanmax(values) - 1e-7
    assert best.value == metric(best.confusion)


def test_with_prevalence_is_the_set_built_at_that_prevalence():
    """On data and on the curve, the same frontier as if it had been asked for at once."""
    table = PERFECT.table
    moved = FeasibleSet(table).with_prevalence(0.1)
    assert moved.frontier.tolist() == FeasibleSet(table, prevalence=0.1).frontier.tolist()
    curve = SigmoidPopulation(5.0).feasible_set().with_prevalence(0.1)
    asked = SigmoidPopulation(5.0).feasible_set(prevalence=0.1)
    assert curve.frontier.tolist() == asked.frontier.tolist()
