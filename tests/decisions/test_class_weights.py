"""Class weights turn accuracy into a linear metric, at the prevalence of deployment."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import drawn_cases, prevalences

from whichmetric import metrics
from whichmetric.decisions import class_weights
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation

ratios = st.floats(0.05, 50)


@given(ratios, prevalences, prevalences)
def test_class_weights_have_the_stated_ratio_and_mean_one(x, z, d):
    """The cost ratio where the prevalence stays; times the ratio of the odds where it does not."""
    same = class_weights(metrics.cost_ratio(x), z)
    assert same[1] / same[0] == pytest.approx(x)
    moved = class_weights(metrics.cost_ratio(x), z, deployment=d)
    assert moved[1] / moved[0] == pytest.approx(x * (d / (1 - d)) / (z / (1 - z)))
    for weights in (same, moved):
        assert weights[1] * z + weights[0] * (1 - z) == pytest.approx(1)


@given(drawn_cases(), ratios, prevalences)
def test_class_weights_make_accuracy_order_thresholds_as_the_metric_does(sample, x, d):
    """On any cases, weighted accuracy is the metric at the deployment's prevalence, rescaled."""
    z = FeasibleSet(sample.table).prevalence
    weights = class_weights(metrics.cost_ratio(x), z, deployment=d)
    table = sample.table
    weighted = FeasibleSet(
        ScoreTable(table.scores, table.positive * weights[1], table.negative * weights[0])
    )
    there = FeasibleSet(table, prevalence=d)
    scale = there.best(metrics.cost_ratio(x)).value / weighted.best(metrics.accuracy()).value
    for threshold in (*table.scores, np.inf):
        accuracy = metrics.accuracy()(weighted.at_threshold(threshold))
        value = metrics.cost_ratio(x)(there.at_threshold(threshold))
        assert accuracy * scale == pytest.approx(value, abs=1e-9)


@given(ratios, st.floats(0.5, 20), prevalences, prevalences)
def test_class_weights_on_the_sigmoid_give_the_metrics_best_cut(x, a, z, d):
    """Weighted, the population has another prevalence, where 1/2 is the metric's best cut."""
    population = SigmoidPopulation(a)
    weights = class_weights(metrics.cost_ratio(x), z, deployment=d)
    weighted = population.feasible_set(prevalence=min(max(weights[1] * z, 1e-9), 1 - 1e-9))
    best = population.feasible_set(prevalence=d).best(metrics.cost_ratio(x))
    trained = weighted.at_probability(0.5)
    assert trained.true_positive_rate == pytest.approx(best.confusion.true_positive_rate, abs=1e-6)
    assert trained.true_negative_rate == pytest.approx(best.confusion.true_negative_rate, abs=1e-6)


def test_class_weights_are_keyed_by_the_labels():
    """Text, and the classes of a fitted model, which come as an array."""
    weights = class_weights(metrics.cost_ratio(3), 0.25, labels=("well", "ill"))
    assert weights == {"well": pytest.approx(2 / 3), "ill": pytest.approx(2)}
    assert class_weights(metrics.cost_ratio(3), 0.25, labels=np.array(["well", "ill"])) == weights
    booleans = class_weights(metrics.cost_ratio(3), 0.25, labels=[False, True])
    assert set(booleans) == {False, True}


def test_class_weights_refuse_what_cannot_be_trained():
    """Ratios, metrics that leave a class out or like errors, wrong labels and prevalences."""
    with pytest.raises(InvalidInputError, match=r"F1 is not linear.*Use probability_threshold"):
        class_weights(metrics.f_beta(1), 0.5)
    with pytest.raises(InvalidInputError, match=r"recall gives one class no.*is to flag everybody"):
        class_weights(metrics.recall(), 0.5)
    with pytest.raises(InvalidInputError, match=r"specificity gives one.*is to flag nobody"):
        class_weights(metrics.specificity(), 0.5)
    with pytest.raises(InvalidInputError, match="does not reward correct decisions of both kinds"):
        class_weights(metrics.linear(-1, -2), 0.5)
    with pytest.raises(InvalidInputError, match=re.escape("prevalence=1 is not inside (0, 1)")):
        class_weights(metrics.accuracy(), 1)
    with pytest.raises(InvalidInputError, match=re.escape("prevalence=0 is not inside (0, 1)")):
        class_weights(metrics.accuracy(), 0.5, deployment=0)
    for labels in ("ab", (1,), (0, 1, 2), (1, 1), 5):
        with pytest.raises(InvalidInputError, match="are not two labels: give the negative and"):
            class_weights(metrics.accuracy(), 0.5, labels=labels)
