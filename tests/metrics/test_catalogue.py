"""The named metrics: their formulas, their Tile points, their refusals."""

import math
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.strategies import matrices, prevalences, shares

from whichmetric import metrics
from whichmetric.errors import InvalidInputError

ratios = st.floats(1e-3, 1e3)


@given(prevalences, st.floats(0, 30), st.floats(0, 0.99), ratios)
def test_tile_points_of_the_named_metrics(z, beta, threshold, x):
    """The corners, F_beta, kappa and the diagonal are where the theory puts them."""
    kappa = (1 - z) ** 2 / ((1 - z) ** 2 + z**2)
    expected = [
        (metrics.recall(), 1, 1),
        (metrics.specificity(), 0, 0),
        (metrics.precision(), 1, 0),
        (metrics.npv(), 0, 1),
        (metrics.accuracy(), 0.5, 0.5),
        (metrics.f_beta(beta), 1, beta**2 / (1 + beta**2)),
        (metrics.jaccard(), 1, 0.5),
        (metrics.cohen_kappa(z), kappa, 0.5),
        (metrics.balanced_accuracy(z), 1 - z, 1 - z),
        (metrics.net_benefit(threshold), 1 - threshold, 1 - threshold),
        (metrics.cost_ratio(x), x / (1 + x), x / (1 + x)),
        (metrics.weighted_accuracy(x, 1), x / (1 + x), x / (1 + x)),
        (metrics.linear(3, 1), 0.75, 0.75),
    ]
    for metric, a, b in expected:
        point = metric.tile(z)
        assert point.a == pytest.approx(a, abs=1e-9)
        assert point.b == pytest.approx(b, abs=1e-9)
        assert point.increasing
        assert not (-metric).tile(z).increasing
        assert (-metric).tile(z).a == pytest.approx(a, abs=1e-9)


@given(matrices(), st.floats(0, 10), st.floats(0, 0.9))
def test_named_metrics_have_their_textbook_values(c, beta, p_t):
    """Each is the ratio that textbooks print."""
    z, square = c.prevalence, beta**2
    assert metrics.accuracy()(c) == pytest.approx(c.tp + c.tn)
    assert metrics.recall()(c) == pytest.approx(c.tp / z)
    assert metrics.specificity()(c) == pytest.approx(c.tn / (1 - z))
    assert metrics.balanced_accuracy(z)(c) == pytest.approx((c.tp / z + c.tn / (1 - z)) / 2)
    assert metrics.net_benefit(p_t)(c) == pytest.approx(c.tp - c.fp * p_t / (1 - p_t))
    assert metrics.weighted_accuracy(2, 3)(c) == pytest.approx(2 * c.tp + 3 * c.tn)
    assert metrics.linear(-2, 3)(c) == pytest.approx(-2 * c.tp + 3 * c.tn)
    if c.tp + c.fp > 1e-9:
        assert metrics.precision()(c) == pytest.approx(c.tp / (c.tp + c.fp))
        assert metrics.jaccard()(c) == pytest.approx(c.tp / (c.tp + c.fp + c.fn))
    if c.tp > 1e-9:
        precision, recall = c.tp / (c.tp + c.fp), c.tp / z
        f = (1 + square) * precision * recall / (square * precision + recall)
        assert metrics.f_beta(beta)(c) == pytest.approx(f)
    if c.fn + c.tn > 1e-9:
        assert metrics.npv()(c) == pytest.approx(c.tn / (c.fn + c.tn))
    chance = z * (c.tp + c.fp) + (1 - z) * (c.fn + c.tn)
    kappa = (c.tp + c.tn - chance) / (1 - chance)
    assert metrics.cohen_kappa(z)(c) == pytest.approx(kappa, abs=1e-12)


@given(prevalences)
def test_cohen_kappa_orders_as_the_equitable_threat_score(z):
    """Both are one Tile point: the threat score is kappa / (2 - kappa)."""
    kappa = metrics.cohen_kappa(z)
    threat = metrics.Metric(
        kappa.numerator,
        tuple(2 * d - n for n, d in zip(kappa.numerator, kappa.denominator, strict=True)),
    )
    assert threat.tile(z).a == pytest.approx(kappa.tile(z).a)
    assert threat.tile(z).b == pytest.approx(kappa.tile(z).b)


@example(1e16)
@given(st.floats(1e-300, 1e300))
def test_cost_ratio_weighs_by_its_ratio_over_all_sizes(x):
    """However large the ratio, false alarms keep their weight."""
    positive, *_, negative = metrics.cost_ratio(x).numerator
    assert positive / negative == pytest.approx(x)


@given(shares)
def test_cost_ratio_makes_its_trade_even(share):
    """One missed positive weighs as much as x false alarms."""
    x, z = 4.0, 0.3
    metric = metrics.cost_ratio(x)
    missed = share * min(z, (1 - z) / x)
    fewer = metric.values(np.array([z - missed, 1 - z]), z)
    alarms = metric.values(np.array([z, 1 - z - x * missed]), z)
    assert fewer == pytest.approx(alarms)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: metrics.f_beta(-1), "beta=-1 is not a weight: give a number of 0 or more."),
        (lambda: metrics.f_beta(math.nan), "beta=nan is not a weight"),
        (lambda: metrics.f_beta(math.inf), "beta=inf is not a weight"),
        (lambda: metrics.f_beta(1e200), "beta=1e+200 is not a weight"),
        (lambda: metrics.balanced_accuracy(0), "prevalence=0 is not inside (0, 1): give the share"),
        (lambda: metrics.balanced_accuracy(1.5), "prevalence=1.5 is not inside (0, 1)"),
        (lambda: metrics.cohen_kappa(math.nan), "prevalence=nan is not inside (0, 1)"),
        (lambda: metrics.weighted_accuracy(-1, 1), "w1=-1 is not a weight: give 0 or more."),
        (lambda: metrics.weighted_accuracy(1, math.inf), "w2=inf is not a weight: give 0 or more."),
        (lambda: metrics.weighted_accuracy(0, 0), "w1 and w2 are both 0: at least one must count."),
        (
            lambda: metrics.net_benefit(1),
            "threshold=1 is not a probability below 1: give 0.1, for one.",
        ),
        (lambda: metrics.net_benefit(-0.1), "threshold=-0.1 is not a probability below 1"),
        (lambda: metrics.net_benefit(math.nan), "threshold=nan is not a probability below 1"),
        (
            lambda: metrics.linear(0, 0),
            "weights 0 and 0 make no metric: give finite ones, not both 0.",
        ),
        (lambda: metrics.linear(math.inf, 0), "weights inf and 0 make no metric"),
        (lambda: metrics.linear(0, math.nan), "weights 0 and nan make no metric"),
        (
            lambda: metrics.cost_ratio(0),
            "x=0 is not a ratio: give a positive number of false",
        ),
        (lambda: metrics.cost_ratio(math.inf), "x=inf is not a ratio"),
        (lambda: metrics.cost_ratio(math.nan), "x=nan is not a ratio"),
    ],
)
def test_catalogue_refuses_bad_arguments(make, text):
    """Every refusal names the value and the remedy."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        make()


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (metrics.f_beta, "beta"),
        (lambda text: metrics.weighted_accuracy(text, 1), "w1"),
        (lambda text: metrics.weighted_accuracy(1, text), "w2"),
        (metrics.net_benefit, "threshold"),
        (lambda text: metrics.linear(text, 1), "m11"),
        (lambda text: metrics.linear(1, text), "m00"),
        (metrics.cost_ratio, "x"),
    ],
)
def test_catalogue_refuses_a_text_by_the_name_of_its_argument(make, argument):
    """Whoever reads scores from a file may hand on a text."""
    with pytest.raises(InvalidInputError, match=rf"^{argument}='2' is not a number\.$"):
        make("2")


def test_catalogue_takes_the_ends_of_its_ranges():
    """Recall may count nothing, or one of the two kinds of correct decision."""
    assert metrics.f_beta(0) == metrics.precision()
    assert metrics.net_benefit(0).numerator == (1, 0, 0, 0)
    for weigh in (metrics.weighted_accuracy, metrics.linear):
        assert weigh(1, 0).numerator == (1, 0, 0, 0)
        assert weigh(0, 1).numerator == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        (metrics.accuracy, "accuracy"),
        (lambda: metrics.balanced_accuracy(0.25), "balanced accuracy at prevalence 0.25"),
        (metrics.recall, "recall"),
        (metrics.precision, "precision"),
        (metrics.specificity, "specificity"),
        (metrics.npv, "negative predictive value"),
        (metrics.jaccard, "Jaccard coefficient"),
        (lambda: metrics.cohen_kappa(0.25), "Cohen's kappa at prevalence 0.25"),
        (lambda: metrics.weighted_accuracy(1, 0.5), "weighted accuracy (1, 0.5)"),
        (lambda: metrics.net_benefit(0.2), "net benefit at 0.2"),
        (lambda: metrics.cost_ratio(1), "one missed positive = 1 false alarm"),
        (lambda: metrics.cost_ratio(0.5), "one missed positive = 0.5 false alarms"),
    ],
)
def test_catalogue_metrics_bear_their_names(metric, name):
    """What a report calls a metric is what people call it."""
    assert str(metric()) == name


def test_catalogue_names_are_for_people():
    """Each metric says what it is; the name is no part of equality."""
    assert str(metrics.f_beta(2)) == "F2"
    assert str(metrics.f_beta(0.5)) == "F0.5"
    assert str(-metrics.recall()) == "-(recall)"
    assert str(metrics.cost_ratio(4)) == "one missed positive = 4 false alarms"
    assert str(metrics.Metric((2, 0, 0, 0), (2, 1, 1, 0))) == "(2 TP) / (2 TP + FP + FN)"
    assert (
        str(metrics.Metric((-1, 0.5, 0, -2), (1, 0, 0, 1))) == "(-TP + 0.5 FP - 2 TN) / (TP + TN)"
    )
    assert str(metrics.linear(0.5, -0.5)) == "0.5 TP - 0.5 TN"
    assert str(metrics.linear(-1, 2)) == "-TP + 2 TN"
    assert str(metrics.linear(0, 1)) == "TN"
    assert str(metrics.Metric((0, 0, 0, 0))) == "(0) / (TP + FP + FN + TN)"
    assert metrics.f_beta(1) == metrics.Metric((2, 0, 0, 0), (2, 1, 1, 0), name="dice")
    assert "name='recall'" in repr(metrics.recall())
