"""Thresholds on calibrated probabilities: in closed form, on calibrated tables, on real data."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import prevalences, scales, shares

from whichmetric import metrics
from whichmetric.decisions import probability_threshold
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import Metric


@pytest.mark.parametrize(
    ("metric", "threshold"),
    [
        (metrics.accuracy(), 0.5),
        (metrics.cost_ratio(1), 0.5),
        (metrics.cost_ratio(9), 0.1),
        (metrics.cost_ratio(0.25), 0.8),
        (metrics.net_benefit(0.2), 0.2),
        (metrics.balanced_accuracy(0.03), 0.03),
        (metrics.recall(), 0.0),
        (metrics.specificity(), 1.0),
        (metrics.linear(3, 1), 0.25),
        (Metric((0, -1, -4, 0)), 0.2),
        (Metric((1, 1, 1, 1), (1, 2, 5, 1)), 0.2),
    ],
    ids=str,
)
def test_probability_threshold_of_a_linear_metric_is_that_of_its_costs(metric, threshold):
    """Whatever its form: from 1 / (1 + cost ratio) on it pays to act."""
    assert probability_threshold(metric) == pytest.approx(threshold, abs=1e-15)


@given(st.floats(0.01, 100), scales, st.floats(0.5, 20), prevalences)
def test_probability_threshold_of_a_linear_metric_asks_no_model(x, scale, a, z):
    """The same for every population, prevalence and scale."""
    metric = Metric.from_tile(x / (1 + x), x / (1 + x), scale)
    feasible = SigmoidPopulation(a).feasible_set(prevalence=z)
    assert probability_threshold(metric) == pytest.approx(1 / (1 + x), rel=1e-9)
    assert probability_threshold(metric, feasible) == pytest.approx(1 / (1 + x), rel=1e-9)


@pytest.mark.parametrize("beta", [0.5, 1, 2, 5])
def test_probability_threshold_of_f_beta_is_a_share_of_its_optimum(beta):
    """F* / (1 + beta squared), which is the F* / 2 that is known for F1."""
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=0.1)
    best = feasible.best(metrics.f_beta(beta)).value
    found = probability_threshold(metrics.f_beta(beta), feasible)
    assert found == pytest.approx(best / (1 + beta**2), rel=1e-12)


def test_probability_threshold_of_jaccard_is_that_of_f1():
    """Two metrics that order alike are best at the same threshold."""
    feasible = SigmoidPopulation(2.0).feasible_set(prevalence=0.3)
    one, other = (
        probability_threshold(m, feasible) for m in (metrics.jaccard(), metrics.f_beta(1))
    )
    assert one == pytest.approx(other, rel=1e-9)


inner_metrics = st.builds(
    lambda a, b, scale: Metric.from_tile(0.01 + 0.98 * a, 0.01 + 0.98 * b, scale),
    shares,
    shares,
    scales,
)


@given(inner_metrics, st.floats(0.5, 20.0), prevalences)
def test_probability_threshold_is_optimal_on_the_sigmoid(metric, a, z):
    """Thresholding the true probability there is the Bayes classifier, at every prevalence."""
    feasible = SigmoidPopulation(a).feasible_set(prevalence=z)
    reached = metric(feasible.at_probability(probability_threshold(metric, feasible)))
    assert reached == pytest.approx(feasible.best(metric).value, abs=1e-9)


def test_probability_threshold_of_precision_is_the_highest_probability():
    """Precision flags the surest alone, negative predictive value spares the surest alone."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    lowest, highest = 1 / (1 + np.exp(5)), 1 / (1 + np.exp(-5))
    assert probability_threshold(metrics.precision(), feasible) == pytest.approx(highest, abs=1e-6)
    assert probability_threshold(metrics.npv(), feasible) == pytest.approx(lowest, abs=1e-6)


@st.composite
def calibrated_tables(draw) -> ScoreTable:
    """Tables whose score is the share of positive weight at that score."""
    scores = np.array(sorted(draw(st.sets(st.integers(1, 63), min_size=2, max_size=12)))) / 64
    sizes = st.lists(st.integers(1, 20), min_size=scores.size, max_size=scores.size)
    weight = np.array(draw(sizes), dtype=float)
    return ScoreTable(scores, scores * weight, (1 - scores) * weight)


@given(calibrated_tables(), inner_metrics, st.one_of(st.none(), prevalences))
def test_probability_threshold_is_optimal_on_calibrated_tables(table, metric, z):
    """No other threshold is better for the metric, also at another prevalence."""
    feasible = FeasibleSet(table, prevalence=z)
    threshold = probability_threshold(metric, feasible)
    # A score may lie exactly on the threshold, where both decisions are as good.
    around = [threshold * (1 + step) for step in (-1e-9, 1e-9)]
    reached = [metric(feasible.at_probability(min(p, 1.0))) for p in around]
    assert reached == pytest.approx([feasible.best(metric).value] * 2, abs=1e-8)


def test_probability_threshold_refuses_what_has_none():
    """Ratios without a model, metrics that like errors, and no metric at all."""
    text = "F2 is not linear: what a decision is worth under it depends on what the model can reach"
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        probability_threshold(metrics.f_beta(2))
    for metric in (metrics.linear(-1, -1), metrics.linear(2, -1), Metric((1, 1, 1, 1))):
        with pytest.raises(InvalidInputError, match="does not reward correct decisions of both"):
            probability_threshold(metric)
    feasible = SigmoidPopulation(5.0).feasible_set()
    with pytest.raises(InvalidInputError, match="use a metric that rises with tp and tn"):
        probability_threshold(-metrics.f_beta(1), feasible)
    with pytest.raises(InvalidInputError, match=r"feasible is .*give FeasibleSet"):
        probability_threshold(metrics.f_beta(1), 0.3)
    with pytest.raises(InvalidInputError, match="metric is 'f1', not a Metric"):
        probability_threshold("f1")
