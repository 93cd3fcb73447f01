"""Optima of the synthetic population, against dense grids of cuts."""

import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.special import expit
from tests.geometry.points import point
from tests.geometry.slopes import SLOPES, slopes
from tests.strategies import angles, tile_metrics

from whichmetric import metrics
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric


def grid(a, z=0.5, size=200_001):
    """Points (tp, tn) of many cuts and of both rules, straight from the formula of the rates."""
    cuts = np.union1d(np.linspace(-1, 1, size), np.linspace(-40, 40, size) / max(a, 40))

    def antiderivative(x):  # of log(1 + exp(-a x)) / a, without overflow
        return -np.logaddexp(0, -a * x) / a

    tpr = antiderivative(cuts) - antiderivative(-1.0)
    tnr = antiderivative(-cuts) - antiderivative(-1.0)
    upper = np.column_stack((tpr * z, tnr * (1 - z)))
    return np.concatenate((upper, np.array([z, 1 - z]) - upper))


@pytest.mark.parametrize("a", SLOPES)
@pytest.mark.parametrize("z", [0.5, 0.03, 0.8])
def test_sigmoid_support_equals_a_dense_grid(a, z):
    """The closed-form optimum of every angle beats a dense grid, by no more than its spacing."""
    feasible = SigmoidPopulation(a).feasible_set(prevalence=z)
    points = grid(a, z)
    for angle in [i * np.pi / 4 for i in range(9)] + list(np.linspace(0.01, 6.27, 25)):
        normal = np.array([np.cos(angle), np.sin(angle)])
        operating = feasible.support(angle)
        largest = (points @ normal).max()
        assert largest - 1e-13 <= operating.value <= largest + 1e-9
        assert point(operating.confusion) @ normal == pytest.approx(operating.value, abs=1e-13)


@given(slopes, angles)
def test_sigmoid_support_has_the_threshold_of_proposition_1(a, angle):
    """With both weights of one sign the threshold is m00 / (m11 + m00), where scores reach it."""
    feasible = SigmoidPopulation(a).feasible_set()
    m11, m00 = np.cos(angle), np.sin(angle)
    operating = feasible.support(angle)
    if m11 * m00 <= 1e-6:
        return
    printed = m00 / (m11 + m00)
    if expit(-a) < printed < expit(a):
        assert operating.threshold == pytest.approx(printed, abs=1e-12)
        assert operating.below == (m11 < 0)
    else:
        assert operating.confusion.tp in (0.0, 0.5)
        assert not operating.below
    matrix = feasible.at_probability(printed, below=m11 < 0)
    assert point(matrix) == pytest.approx(point(operating.confusion), abs=1e-12)


NAMED = [
    metrics.accuracy(),
    metrics.recall(),
    metrics.specificity(),
    metrics.f_beta(0.5),
    metrics.f_beta(1),
    metrics.f_beta(4),
    metrics.jaccard(),
    metrics.cohen_kappa(0.5),
    metrics.net_benefit(0.1),
    metrics.cost_ratio(30),
    -metrics.f_beta(1),
    Metric((0, 1, 1, 0), (-1, -1, -1, -1)),
]


@settings(max_examples=60)
@given(st.sampled_from(SLOPES), st.sampled_from([0.5, 0.1]), st.data())
def test_sigmoid_best_and_worst_equal_a_dense_grid(a, z, data):
    """Dinkelbach's optimum of a linear-fractional metric beats a dense grid, by its spacing."""
    metric = data.draw(st.one_of(tile_metrics, st.sampled_from(NAMED)))
    feasible = SigmoidPopulation(a).feasible_set(prevalence=z)
    points = grid(a, z, 20_001)
    c = metric.coefficients(z)
    size = np.abs(points @ np.array([c.q11, c.q00]) + c.q0)
    values = metric.values(points[size > 1e-6 * size.max()], z)
    spacing = 1e-5 if size.min() > 1e-6 * size.max() else 5e-3  # coarse towards a 0/0 corner
    best, worst = feasible.best(metric), feasible.worst(metric)
    assert best.value == pytest.approx(values.max(), abs=spacing)
    assert worst.value == pytest.approx(values.min(), abs=spacing)
    assert best.value >= values.max() - 1e-10
    assert worst.value <= values.min() + 1e-10
    for operating in (best, worst):
        assert metric(operating.confusion) == pytest.approx(operating.value, abs=spacing * 1e-4)


@pytest.mark.parametrize("a", [0.01, 1.0, 5.0, 50.0, 500.0])
def test_sigmoid_best_precision_approaches_the_highest_score(a):
    """Precision is 0/0 at its own optimum, where it tends to the share at the top score."""
    feasible = SigmoidPopulation(a).feasible_set()
    assert feasible.best(metrics.precision()).value == pytest.approx(expit(a), abs=1e-6)
    assert feasible.worst(metrics.precision()).value == pytest.approx(expit(-a), abs=1e-6)
    assert feasible.best(metrics.npv()).value == pytest.approx(expit(a), abs=1e-6)
    assert feasible.worst(metrics.npv()).value == pytest.approx(expit(-a), abs=1e-6)


def test_sigmoid_best_and_worst_accuracy_share_their_threshold():
    """As many cases lie on either side of 1/2; the best flags those above, the worst the others."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    best, worst = feasible.best(metrics.accuracy()), feasible.worst(metrics.accuracy())
    assert best.threshold == worst.threshold == pytest.approx(0.5)
    assert (best.below, worst.below) == (False, True)


@pytest.mark.parametrize(
    ("metric", "z", "threshold", "value"),
    [
        (-metrics.accuracy(), 0.3, 0.0, -0.3),
        (-metrics.accuracy(), 0.7, np.inf, -0.3),
        (-metrics.precision(), 0.3, 0.0, -0.3),  # without a value where nobody is flagged
        (-metrics.npv(), 0.3, np.inf, -0.7),  # without one where everybody is
    ],
)
def test_sigmoid_best_threshold_of_a_metric_that_likes_errors_is_at_an_end(
    metric, z, threshold, value
):
    """The end where it has the larger value, or any."""
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=z)
    best = feasible.best_threshold(metric)
    assert (best.threshold, best.below) == (threshold, False)
    assert best.confusion == feasible.at_threshold(threshold)
    assert best.value == pytest.approx(value)


@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_sigmoid_best_does_not_depend_on_the_size_of_weights(factor):
    """Multiplying numerator and denominator changes nothing."""
    feasible = SigmoidPopulation(5.0).feasible_set()
    scaled = Metric((2 * factor, 0, 0, 0), (2 * factor, factor, factor, 0))
    assert feasible.best(scaled).value == pytest.approx(feasible.best(metrics.f_beta(1)).value)


def test_sigmoid_best_holds_at_a_tiny_prevalence():
    """A denominator is small beside its own largest value only."""
    feasible = SigmoidPopulation(5.0).feasible_set(prevalence=1e-9)
    assert feasible.best(metrics.recall()).value == pytest.approx(1)
    assert feasible.best(metrics.f_beta(1)).value > 1e-9


@pytest.mark.parametrize("denominator", [(1, 0, 0, -1), (0, -1, 0, 1)])
def test_sigmoid_best_refuses_a_denominator_that_changes_sign(denominator):
    """Such a metric has poles inside the set, so no optimum."""
    text = re.escape("The metric's denominator runs from -0.5 to 0.5 on this set: it must not")
    with pytest.raises(InvalidInputError, match=text):
        SigmoidPopulation(5.0).feasible_set().best(Metric((1, 0, 0, 1), denominator))


@given(a=slopes, angle=st.floats(np.pi, 1.5 * np.pi))
@example(a=5.0, angle=0.0)
@example(a=5.0, angle=np.pi)
@example(a=5.0, angle=1.5 * np.pi)
def test_sigmoid_flags_nobody_and_everybody_by_one_rule_each(a, angle):
    """Also where errors are liked, so that an interval of thresholds holds the one chosen."""
    feasible = SigmoidPopulation(a).feasible_set()
    best = feasible.support(angle)
    if best.confusion.tp + best.confusion.fp in (0.0, 1.0):
        assert not best.below
        assert best.threshold in (feasible.thresholds[0], feasible.thresholds[-1])
