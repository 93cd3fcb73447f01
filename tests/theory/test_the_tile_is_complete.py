"""The statements of docs/theory/02-the-tile-is-complete.md."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.strategies import PERFECT, cases, pairs, prevalences, scales, shares

from whichmetric import metrics
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric
from whichmetric.values import ConfusionMatrix

weights = st.tuples(*[st.integers(-4, 4)] * 4)
SIGMOID = SigmoidPopulation(5.0).feasible_set()


def blended(metric, alpha, beta, gamma, delta):
    """(alpha N + beta D) / (gamma N + delta D) of a metric N / (N + D)."""
    tp, fp, fn, tn = metric.denominator
    above = (alpha * tp, beta * fp, beta * fn, alpha * tn)
    return Metric(above, (gamma * tp, delta * fp, delta * fn, gamma * tn))


def rectangle(z):
    """The four corners of all confusion matrices of a prevalence."""
    return [ConfusionMatrix.at(tp, tn, z) for tp in (0.0, z) for tn in (0.0, 1.0 - z)]


@given(shares, st.floats(0.0, 3.0), st.floats(0.0, 3.0), pairs())
@example(0.3, 0.0, 0.0, (ConfusionMatrix.at(0.1, 0.4, 0.5), ConfusionMatrix.at(0.5, 0, 0.5)))
def test_assumption_of_the_paper_is_a_tile_point_and_a_scale(p11, miss, alarm, pair):
    """Theorem 2.1, from the paper's coefficients to (a, b, c); c = 0 is a constant."""
    z = pair[0].prevalence
    p00 = 1.0 - p11
    q11, q00 = p11 - miss, p00 - alarm
    assumed = Metric.from_coefficients(
        p11, p00, q11, q00, miss * z + alarm * (1.0 - z), prevalence=z
    )
    c = miss + alarm
    for confusion in pair:
        value = assumed(confusion)
        if c == 0.0:
            assert math.isnan(value) or value == pytest.approx(1.0)
        elif c > 1e-6 and not math.isnan(value):
            assert value == pytest.approx(Metric.from_tile(p11, miss / c, c)(confusion), abs=1e-9)


@given(shares, shares, scales, prevalences)
def test_tile_point_and_scale_keep_the_assumption_of_the_paper(a, b, c, z):
    """Theorem 2.1, from (a, b, c) to coefficients that meet every condition."""
    p = Metric.from_tile(a, b, c).coefficients(z)
    slack = 1e-12 * (1 + c)
    assert min(p.p11, p.p00) >= 0
    assert p.p11 - p.q11 >= -slack
    assert p.p00 - p.q00 >= -slack
    assert p.p0 == 0
    assert p.p11 + p.p00 == pytest.approx(1)
    constant = (p.p11 - p.q11) * z + (p.p00 - p.q00) * (1 - z)
    assert p.q0 == pytest.approx(constant, rel=1e-9, abs=1e-12)


@given(weights, weights, cases(), st.integers(0, 2**32 - 1))
@example((2, -2, 0, 0), (1, -1, 0, 0), PERFECT, 0)
def test_metric_with_a_pole_inside_is_constant_or_unbounded(above, below, sample, seed):
    """Lemma 2.2, turned round: next to a zero of d in the interior, values exceed any bound."""
    feasible, z = sample.feasible, sample.share
    assume(any(above) and any(below) and len(feasible.boundary.points) > 2)
    metric = Metric(above, below)
    c = metric.coefficients(z)
    numerator, denominator = (c.p11, c.p00, c.p0), (c.q11, c.q00, c.q0)
    inside = np.column_stack(
        (feasible.uniform_points(30, np.random.default_rng(seed)), np.ones(30))
    )
    d = inside @ denominator
    assume(d.min() < -1e-3 and d.max() > 1e-3)
    low, high = inside[d < -1e-3], inside[d > 1e-3]
    share = 1 / (1 - np.divide.outer(low @ denominator, high @ denominator))[..., None]
    zeros = share * low[:, None] + (1 - share) * high
    heights = np.abs(zeros @ numerator)
    i, j = np.unravel_index(heights.argmax(), heights.shape)
    if np.abs(metric.order_vector(z)).max() < 1e-9:
        assert np.ptp(metric.values(np.vstack((low, high))[:, :2], z)) < 1e-9
        return
    assume(heights[i, j] > 1e-4)
    for bound in (1e4, 1e6):
        step = heights[i, j] / (2 * bound * (high[j] @ denominator))
        assume(step < 1)
        near = zeros[i, j] + step * (high[j] - zeros[i, j])
        assert abs(metric(ConfusionMatrix.at(near[0], near[1], z))) > bound


def test_unbounded_metric_may_increase_without_a_tile_point():
    """Lemma 2.2 needs boundedness: -1 / (tp - .2) rises on either side of its pole."""
    pole = Metric((-1, -1, -1, -1), (0.8, -0.2, -0.2, -0.2))
    for low, high in ((0.0, 0.19), (0.21, 0.5)):
        steps = [pole(ConfusionMatrix.at(tp, 0.25, 0.5)) for tp in np.linspace(low, high, 50)]
        assert np.all(np.diff(steps) > 0)
    assert not pole.is_increasing(SIGMOID)


@settings(max_examples=200)
@given(weights, weights, cases(), st.integers(0, 2**32 - 1))
def test_increasing_metric_of_one_sign_orders_as_its_tile_point(above, below, sample, seed):
    """Theorem 2.3: where steps to the right and up never hurt, N / (N + D) orders all pairs."""
    assume(any(below))
    metric, feasible, z = Metric(above, below), sample.feasible, sample.share
    assume(len(feasible.boundary.points) > 2)
    assume(np.abs(metric.order_vector(z)).max() > 1e-9)
    inside = feasible.uniform_points(40, np.random.default_rng(seed))
    points = np.vstack((inside, feasible.boundary.points))
    # Slopes by the quotient rule at feasible points alone; Theorem 2.3 uses no others.
    c = metric.coefficients(z)
    n, d = points @ [c.p11, c.p00] + c.p0, points @ [c.q11, c.q00] + c.q0
    assume(np.abs(d).min() > 1e-3 and d.min() * d.max() > 0)
    slopes = np.stack(((c.p11 * d - c.q11 * n), (c.p00 * d - c.q00 * n))) / d**2
    if slopes.min() < -1e-9:
        return
    tile = metric.tile(z)
    assert tile.increasing
    twin = Metric.from_tile(tile.a, tile.b)
    values, others = metric.values(points, z), twin.values(points, z)
    gaps, twins = (np.subtract.outer(each, each) for each in (values, others))
    clear = (np.abs(gaps) > 1e-7) & (np.abs(twins) > 1e-7)
    assert np.array_equal(np.sign(gaps[clear]), np.sign(twins[clear]))


@settings(max_examples=300)
@given(weights, weights, prevalences)
def test_metric_without_a_tile_point_falls_somewhere(above, below, z):
    """Theorem 2.3, turned round: what the Tile refuses neither rises nor falls everywhere."""
    assume(any(below))
    metric = Metric(above, below)
    values = [np.dot(below, corner.cells) for corner in rectangle(z)]
    assume(min(values) > 1e-6)
    v = metric.order_vector(z)
    assume(np.abs(v).max() > 1e-6)
    slopes = np.array([-v[1], v[2] * (1 - z) - v[1], v[0], v[0] - v[2] * z])
    assume(np.abs(slopes).min() > 1e-6)
    try:
        metric.tile(z)
    except InvalidInputError:
        assert slopes.min() < 0 < slopes.max()
    else:
        assert slopes.min() > 0 or slopes.max() < 0


@given(
    st.tuples(*[st.integers(low, low + 5) for low in (0, -4, -4, 0)]),
    st.tuples(*[st.integers(1, 4)] * 4),
    prevalences,
)
def test_increasing_metric_is_a_ratio_of_blends(above, below, z):
    """Corollary 2.4: numerator and denominator are combinations of N and D, of positive turn."""
    metric = Metric(above, below)
    v = metric.order_vector(z)
    slopes = np.array([-v[1], v[2] * (1 - z) - v[1], v[0], v[0] - v[2] * z])
    assume(slopes.min() >= 0 and np.abs(v).max() > 1e-3)
    tile, c = metric.tile(z), metric.coefficients(z)
    q = tile.b * z + (1 - tile.b) * (1 - z)
    basis = np.array([(tile.a, 1 - tile.a, 0.0), (-tile.b, tile.b - 1, q)]).T
    sides = np.array([(c.p11, c.p00, c.p0), (c.q11, c.q00, c.q0)]).T
    factors, *_ = np.linalg.lstsq(basis, sides)
    assert basis @ factors == pytest.approx(sides, abs=1e-9)
    assert np.linalg.det(factors) > 0


@given(
    shares,
    shares,
    st.floats(-3, 3),
    st.floats(-3, 3),
    st.floats(0.05, 3),
    st.floats(0.05, 3),
    pairs(),
)
def test_metric_scaled_from_always_wrong_to_always_right_is_the_family(
    a, b, alpha, beta, gamma, delta, pair
):
    """Theorem 2.5: 0 where all is wrong, 1 where all is right, N / (N + c D) in between."""
    assume(alpha * delta - beta * gamma > 1e-2)
    metric = blended(Metric.from_tile(a, b), alpha, beta, gamma, delta)
    z = pair[0].prevalence
    wrong, right = rectangle(z)[0], rectangle(z)[3]
    span = metric(right) - metric(wrong)
    assert span > 0
    family = Metric.from_tile(a, b, delta / gamma)
    for confusion in pair:
        value = (metric(confusion) - metric(wrong)) / span
        if not math.isnan(value):
            assert value == pytest.approx(family(confusion), abs=1e-9)
    found = metric.tile(z)
    assert (found.a, found.b) == pytest.approx((a, b), abs=1e-6)


def test_kappa_scaled_to_0_and_1_is_in_the_family():
    """Cohen's kappa is negative somewhere, yet an affine function of a metric N / (N + c D)."""
    z = 0.2
    kappa = metrics.cohen_kappa(z)
    assert kappa.scale(z) is None
    wrong, right = kappa(rectangle(z)[0]), kappa(rectangle(z)[3])
    tile = kappa.tile(z)
    assert tile.a == pytest.approx(0.64 / 0.68)
    assert tile.b == pytest.approx(0.5)
    values = [np.dot(kappa.denominator, rectangle(z)[i].cells) for i in (0, 3)]
    q, n = 0.5, tile.a * z + (1 - tile.a) * (1 - z)
    c = (values[0] / q) / (values[1] / n)
    for tp, tn in ((0.1, 0.7), (0.15, 0.3), (0.02, 0.79)):
        confusion = ConfusionMatrix.at(tp, tn, z)
        scaled = (kappa(confusion) - wrong) / (right - wrong)
        assert scaled == pytest.approx(Metric.from_tile(tile.a, 0.5, c)(confusion), abs=1e-12)


def test_metric_may_be_bounded_on_the_feasible_set_alone():
    """After Theorem 2.5: a pole beyond the frontier leaves a Tile point, but no scale."""
    plain = metrics.accuracy()
    steep = blended(Metric.from_tile(0.5, 0.5), 1.0, 0.0, -0.05, 1.0)
    best = SIGMOID.best(plain).value
    assert best < 1 / 1.05
    assert steep.is_increasing(SIGMOID)
    assert steep.scale(0.5) is None
    assert (steep.tile(0.5).a, steep.tile(0.5).b) == pytest.approx((0.5, 0.5))
    assert steep(ConfusionMatrix.at(0.5, 0.5, 0.5)) < 0  # beyond the pole, outside the set


@given(shares, prevalences)
def test_diagonal_of_the_tile_is_the_linear_metrics(a, z):
    """Proposition 2.6: a = b has parallel level lines of normal (a, 1 - a); nothing else has."""
    assert Metric.from_tile(a, a, 2.0).order_vector(z)[2] == pytest.approx(0, abs=1e-12)
    assert metrics.linear(a, 1 - a).tile(z).a == pytest.approx(a)
    assert metrics.linear(a, 1 - a).tile(z).b == pytest.approx(a)
    if a < 0.99:
        assert Metric.from_tile(a, a + 0.01).order_vector(z)[2] > 0


@given(prevalences, st.floats(0.05, 20), st.floats(0.01, 0.99))
def test_named_metrics_lie_where_the_table_says(z, beta, threshold):
    """The table of named metrics, at any prevalence."""
    square, kappa = beta**2, (1 - z) ** 2 / ((1 - z) ** 2 + z**2)
    places = [
        (metrics.recall(), 1, 1),
        (metrics.specificity(), 0, 0),
        (metrics.precision(), 1, 0),
        (metrics.npv(), 0, 1),
        (metrics.accuracy(), 0.5, 0.5),
        (metrics.f_beta(beta), 1, square / (1 + square)),
        (metrics.jaccard(), 1, 0.5),
        (metrics.cohen_kappa(z), kappa, 0.5),
        (metrics.balanced_accuracy(z), 1 - z, 1 - z),
        (metrics.net_benefit(threshold), 1 - threshold, 1 - threshold),
        (metrics.cost_ratio(beta), beta / (1 + beta), beta / (1 + beta)),
    ]
    for metric, a, b in places:
        tile = metric.tile(z)
        assert (tile.a, tile.b) == pytest.approx((a, b), abs=1e-9), metric
