"""Metrics: conversions, the paper's Assumption, and how they order."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.strategies import cases, pairs, prevalences, scales, shares, tile_metrics

from whichmetric import metrics
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric
from whichmetric.metrics.tile import order_vectors, tile_to_chart
from whichmetric.values import ConfusionMatrix

weights = st.tuples(*[st.floats(-5, 5)] * 4)
SIGMOID = SigmoidPopulation(5.0).feasible_set()


def homogeneous(c):
    """C~ = (tp, tn, 1)."""
    return np.array([c.tp, c.tn, 1.0])


@given(weights, weights, pairs())
def test_coefficients_give_the_value_of_the_four_cells(above, below, pair):
    """The paper's form at a prevalence is the four-cell form there."""
    assume(any(below))
    metric, c = Metric(above, below), pair[0]
    p = metric.coefficients(c.prevalence)
    top = p.p11 * c.tp + p.p00 * c.tn + p.p0
    bottom = p.q11 * c.tp + p.q00 * c.tn + p.q0
    assert top == pytest.approx(np.dot(metric.numerator, c.cells), abs=1e-12)
    assert bottom == pytest.approx(np.dot(metric.denominator, c.cells), abs=1e-12)
    if abs(bottom) > 1e-3:
        assert metric(c) == pytest.approx(top / bottom, abs=1e-9)
        assert metric.values(np.array([c.tp, c.tn]), c.prevalence) == pytest.approx(metric(c))


@given(weights, weights, prevalences)
def test_from_coefficients_inverts_coefficients(above, below, z):
    """Four cells to (p, q) and back are the same coefficients, whatever the four cells were."""
    assume(any(below))
    there = Metric(above, below).coefficients(z)
    try:
        back = Metric.from_coefficients(
            there.p11, there.p00, there.q11, there.q00, there.q0, prevalence=z, p0=there.p0
        ).coefficients(z)
    except InvalidInputError:
        assert there.q11 == there.q00 == 0  # the denominator is 0 at this prevalence
        return
    assert np.array(back) == pytest.approx(np.array(there), abs=1e-12)


@given(shares, shares, scales, prevalences)
def test_from_coefficients_keeps_the_assumption_at_every_prevalence(a, b, c, z):
    """Under the paper's Assumption the four cells do not depend on where they were read off."""
    metric = Metric.from_tile(a, b, c)
    p = metric.coefficients(z)
    back = Metric.from_coefficients(p.p11, p.p00, p.q11, p.q00, p.q0, prevalence=z)
    assert back.numerator == pytest.approx(metric.numerator, abs=1e-12)
    assert back.denominator == pytest.approx(metric.denominator, rel=1e-9, abs=1e-12)
    assert p.p11 + p.p00 == pytest.approx(1)
    assert p.q11 == pytest.approx(a - c * b, abs=1e-12)
    assert p.q00 == pytest.approx(1 - a - c * (1 - b), abs=1e-12)
    assert p.q0 == pytest.approx(c * (b * z + (1 - b) * (1 - z)))
    assert p.q0 == pytest.approx((p.p11 - p.q11) * z + (p.p00 - p.q00) * (1 - z), abs=1e-10)


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
@given(beta=st.floats(0.3, 3.0), z=prevalences)
def test_from_coefficients_leaves_no_rounding_under_the_assumption(unit, beta, z):
    """F-beta, which does not count true negatives, does not after the way there and back."""
    p = metrics.f_beta(beta).coefficients(z)
    p11, p00, q11, q00, q0 = (unit * value for value in (p.p11, p.p00, p.q11, p.q00, p.q0))
    back = Metric.from_coefficients(p11, p00, q11, q00, q0, prevalence=z)
    assert back.denominator[3] == 0.0
    assert back.denominator[0] == back.numerator[0]


@given(shares, shares, scales, prevalences, st.booleans())
def test_tile_and_scale_invert_from_tile(a, b, c, z, increasing):
    """(a, b, c) and the direction come back from the metric they make."""
    metric = Metric.from_tile(a, b, c, increasing=increasing)
    point = metric.tile(z)
    assert point.a == pytest.approx(a, abs=1e-9)
    assert point.b == pytest.approx(b, abs=1e-9)
    assert point.increasing == increasing
    assert metric.scale(z) == pytest.approx(c, rel=1e-9)


@pytest.mark.parametrize("multiple", [1e-6, 1.0, 1e6])
@given(a=shares, b=shares, c=scales, z=prevalences, shift=st.floats(-3, 3))
@example(a=0.882, b=0.4, c=1.0, z=0.1, shift=0.1)
def test_scale_is_that_of_the_values_at_the_prevalence(multiple, a, b, c, z, shift):
    """A multiple has the same, and so has what is written otherwise and has the same values there.

    At prevalence z, ``(1 - z) (tp + fn) - z (fp + tn)`` is 0 and may be added to either side.
    """
    plain = Metric.from_tile(a, b, c)
    nothing = shift * np.array([1 - z, -z, 1 - z, -z])
    above = multiple * (np.array(plain.numerator) + nothing)
    other = Metric(tuple(above.tolist()), tuple((np.array(plain.denominator) - nothing).tolist()))
    assert other.scale(z) == pytest.approx(c, rel=1e-6)


@given(st.floats(1e-12, 1e12), prevalences)
def test_scale_holds_over_all_sizes(c, z):
    """Small and large scales come back to a few digits less."""
    assert Metric.from_tile(1, 0.5, c).scale(z) == pytest.approx(c, rel=1e-3)


def test_scale_is_none_where_no_multiple_fits():
    """Net benefit is negative somewhere, so it is no N / (N + c D); nor is kappa."""
    assert metrics.net_benefit(0.3).scale(0.4) is None
    assert metrics.cohen_kappa(0.3).scale(0.3) is None
    assert Metric((1, 0, 0, 1), (0, 1, 1, 0)).scale(0.3) is None  # N / D has no N below
    assert metrics.accuracy().scale(0.3) == pytest.approx(1)
    assert metrics.f_beta(1).scale(0.3) == pytest.approx(1)
    assert metrics.jaccard().scale(0.3) == pytest.approx(2)


@given(st.floats(0, 2 * math.pi, exclude_max=True), prevalences)
def test_angle_inverts_linear(angle, z):
    """An angle of any quadrant comes back, decreasing metrics included."""
    metric = metrics.linear(math.cos(angle), math.sin(angle))
    turn = abs(metric.angle(z) - angle)
    assert min(turn, 2 * math.pi - turn) < 1e-12
    assert 0 <= metric.angle() <= 2 * math.pi
    opposite = abs((-metric).angle() - metric.angle())
    assert opposite == pytest.approx(math.pi)


@given(shares, st.one_of(scales, st.floats(0.999, 1.001)), prevalences)
def test_angle_of_a_diagonal_tile_point(a, c, z):
    """Linear metrics are the diagonal a = b, and their angle is that of (a, 1 - a)."""
    metric = Metric.from_tile(a, a, c)
    assert metric.is_linear
    assert metric.angle(z) == pytest.approx(math.atan2(1 - a, a), abs=1e-9)


@given(shares, shares, scales)
def test_is_linear_is_the_diagonal(a, b, c):
    """Off the diagonal a metric is not linear."""
    assume(abs(a - b) > 1e-6)
    assert not Metric.from_tile(a, b, c).is_linear


@pytest.mark.parametrize("step", [1e-3, 1e-6, 1e-9])
def test_is_linear_tells_the_diagonal_from_its_neighbours(step):
    """A metric a little off the diagonal is not linear; one that is off by rounding is."""
    assert not Metric.from_tile(0.5, 0.5 + step, 2.0).is_linear
    assert Metric.from_tile(0.5, 0.5 + step * 1e-9, 2.0).is_linear == (step < 1e-3)


def test_is_linear_of_named_metrics():
    """Recall is linear at any prevalence; F1 is not; a constant is, by courtesy."""
    linear = [
        metrics.recall(), metrics.specificity(), metrics.accuracy(), metrics.cost_ratio(3),
        metrics.balanced_accuracy(0.2), metrics.net_benefit(0.3), Metric((1, 1, 1, 1)),
    ]  # fmt: skip
    fractional = [
        metrics.precision(), metrics.npv(), metrics.f_beta(1), metrics.jaccard(),
        metrics.cohen_kappa(0.2),
    ]  # fmt: skip
    assert all(metric.is_linear for metric in linear)
    assert not any(metric.is_linear for metric in fractional)


@given(shares, shares, scales, pairs())
def test_assumption_bounds_the_metric_in_0_1(a, b, c, pair):
    """Proposition: a, b in [0, 1] and c > 0 keep the value in [0, 1]."""
    for confusion in pair:
        value = Metric.from_tile(a, b, c)(confusion)
        assert math.isnan(value) or -1e-15 <= value <= 1 + 1e-15


@given(shares, shares, scales, pairs(), shares, shares)
def test_assumption_makes_the_metric_increase(a, b, c, pair, up, right):
    """Proposition: more tp or more tn never makes it smaller."""
    metric, low = Metric.from_tile(a, b, c), pair[0]
    z = low.prevalence
    high = ConfusionMatrix.at(low.tp + right * low.fn, low.tn + up * low.fp, z)
    below, above = metric(low), metric(high)
    if not (math.isnan(below) or math.isnan(above)):
        assert above >= below - 1e-12


@settings(max_examples=200)
@given(weights, weights, prevalences, st.booleans())
def test_is_increasing_agrees_with_numeric_gradients(above, below, z, flip):
    """Whether it increases or decreases is whether its slopes do, all over the rectangle."""
    assume(any(below))
    metric = Metric(above, below)
    feasible = SigmoidPopulation(500.0).feasible_set(prevalence=z)
    tp, tn = np.meshgrid(np.linspace(0, z, 9), np.linspace(0, 1 - z, 9))
    c = metric.coefficients(z)
    bottom = c.q11 * tp + c.q00 * tn + c.q0
    assume(np.abs(bottom).min() > 1e-2)
    if (bottom > 0).any() and (bottom < 0).any():
        assert not metric.is_increasing(feasible)
        assert not metric.is_decreasing(feasible)
        return
    h = 1e-6
    points = np.stack((tp, tn), axis=-1)
    slopes = np.stack(
        [
            metric.values(points + step, z) - metric.values(points - step, z)
            for step in (np.array([h, 0]), np.array([0, h]))
        ]
    ) / (2 * h)
    assume(np.abs(slopes[:, [0, 0, -1, -1], [0, -1, 0, -1]]).min() > 1e-4)
    assert metric.is_increasing(feasible) == bool((slopes > 0).all())
    assert metric.is_decreasing(feasible) == bool((slopes < 0).all())
    assert (-metric).is_increasing(feasible) == metric.is_decreasing(feasible)
    if metric.is_increasing(feasible) or metric.is_decreasing(feasible):
        assert metric.tile(z).increasing == metric.is_increasing(feasible)
    else:
        with pytest.raises(InvalidInputError, match="neither increases nor decreases in both"):
            metric.tile(z)


@given(tile_metrics, cases())
def test_is_increasing_holds_for_every_tile_metric(metric, sample):
    """Edges and corners of the Tile too, where one of the weights is 0."""
    assert metric.is_increasing(sample.feasible)
    assert (-metric).is_decreasing(sample.feasible)


@pytest.mark.parametrize(
    ("a", "b", "c", "z"),
    [(0.82, 1, 0.1, 0.92), (0.03, 0, 2.2, 0.84), (0.03, 1, 2.2, 0.84), (0.86, 0, 1.7, 0.19)],
)
def test_is_increasing_takes_rounding_for_level(a, b, c, z):
    """On an edge of the Tile a slope is 0 somewhere, which comes out as -1e-17 or so here."""
    metric = Metric.from_tile(a, b, c)
    assert metric.is_increasing(SIGMOID.with_prevalence(z))
    assert (-metric).is_decreasing(SIGMOID.with_prevalence(z))


def test_is_increasing_is_false_for_mixed_metrics():
    """A metric that rewards tp and punishes tn does neither."""
    for unit in (1e-7, 1.0, 1e7):
        mixed = metrics.linear(unit, -unit)
        assert not mixed.is_increasing(SIGMOID)
        assert not mixed.is_decreasing(SIGMOID)
    assert not Metric((1, 0, 0, 1), (1, 0, 0, -1)).is_increasing(SIGMOID)


@pytest.mark.parametrize("unit", [1e-7, 1.0, 1e7])
def test_is_increasing_is_false_where_the_denominator_changes_its_sign(unit):
    """-1 / (accuracy - 1/2) rises everywhere but at its pole, where it falls to minus infinity."""
    half = unit * 0.5
    pole = Metric((-unit, -unit, -unit, -unit), (half, -half, -half, half))
    assert not pole.is_increasing(SIGMOID)
    assert not (-pole).is_decreasing(SIGMOID)


@given(shares, shares, scales, scales, pairs())
def test_answers_do_not_depend_on_the_scale(a, b, one, other, pair):
    """c never changes an order: only (a, b) can be learnt."""
    gaps = [Metric.from_tile(a, b, c).gap(*pair) for c in (one, other)]
    small = max(map(abs, gaps)) < 1e-13
    assert small or np.sign(gaps[0]) == np.sign(gaps[1])


@settings(max_examples=300)
@given(shares, shares, scales, pairs(), st.booleans())
def test_order_vector_decides_as_the_metric_does(a, b, c, pair, increasing):
    """phi(C) > phi(C') exactly where v . (C~ x C~') > 0, for our v and for the theory's."""
    metric = Metric.from_tile(a, b, c, increasing=increasing)
    z = pair[0].prevalence
    cross = np.cross(homogeneous(pair[0]), homogeneous(pair[1]))
    sign = 1 if increasing else -1
    q = b * z + (1 - b) * (1 - z)
    printed = sign * np.array([(1 - a) * q, -a * q, b - a])
    charted = sign * order_vectors(tile_to_chart(np.array([a, b]), z))
    assert charted * q == pytest.approx(printed, abs=1e-15)
    values = [metric(confusion) for confusion in pair]
    for v in (printed, charted, metric.order_vector(z)):
        decision = v @ cross
        if any(math.isnan(value) for value in values):
            assert abs(decision) < 1e-12
        elif abs(values[0] - values[1]) > 1e-9 and abs(decision) > 1e-14:
            assert (decision > 0) == (values[0] > values[1])


@given(shares, shares, prevalences)
def test_order_vector_is_the_pivot_of_all_level_lines(a, b, z):
    """Where it is finite, numerator and denominator are both 0 at it."""
    assume(abs(a - b) > 1e-3)
    metric = Metric.from_tile(a, b)
    v = metric.order_vector(z)
    c = metric.coefficients(z)
    pivot = v / v[2]
    assert pivot @ [c.p11, c.p00, c.p0] == pytest.approx(0, abs=1e-9)
    assert pivot @ [c.q11, c.q00, c.q0] == pytest.approx(0, abs=1e-9)


@given(shares, shares, scales, pairs())
def test_gap_is_the_difference_of_the_values(a, b, c, pair):
    """Computed by cross products, it is the difference, and 0 where a value is 0/0."""
    metric = Metric.from_tile(a, b, c)
    first, second = (metric(confusion) for confusion in pair)
    gap = metric.gap(*pair)
    if math.isnan(first) or math.isnan(second):
        assert gap == 0.0
    else:
        assert gap == pytest.approx(first - second, abs=1e-9)
    assert metric.gap(pair[1], pair[0]) == -gap
    assert metric.gap(pair[0], pair[0]) == 0.0


TIES = [
    [(2, 1, 1, 5), (3, 3, 0, 3)],
    [(2, 3, 1, 0), (1, 0, 2, 3)],
    [(3, 2, 1, 0), (2, 0, 2, 2)],
]


@pytest.mark.parametrize("counts", TIES)
def test_gap_of_an_exact_tie_is_exactly_0(counts):
    """Counts that F1 finds equal are so in rates too, though rounding differs."""
    pair = [ConfusionMatrix.from_counts(tp=tp, fp=fp, fn=fn, tn=tn) for tp, fp, fn, tn in counts]
    for metric in (metrics.f_beta(1), metrics.jaccard(), Metric.from_tile(1, 0.5, 0.3)):
        assert metric.gap(*pair) == 0.0
        assert metric.gap(*reversed(pair)) == 0.0


def test_gap_of_kappa_is_exactly_0_where_chance_is_met():
    """Flagging everybody and flagging nobody agree with the truth by chance alone."""
    for positives in range(1, 30):
        everybody = ConfusionMatrix.from_counts(tp=positives, fp=7, fn=0, tn=0)
        z = positives / (positives + 7)
        assert metrics.cohen_kappa(z).gap(everybody, everybody.mirrored()) == 0.0


def test_gap_is_infinite_where_a_value_is():
    """The odds tp / fp are infinite without false alarms: better than any, equal to each other."""
    odds = Metric((1, 0, 0, 0), (0, 1, 0, 0))
    none = ConfusionMatrix(tp=0.4, fp=0.0, fn=0.1, tn=0.5)
    some = ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4)
    assert odds.gap(none, some) == math.inf
    assert odds.gap(some, none) == -math.inf
    assert odds.gap(none, none) == 0.0


@settings(max_examples=150)
@given(st.one_of(tile_metrics, tile_metrics.map(lambda m: -m)), st.floats(0.5, 60.0), prevalences)
def test_metrics_are_unimodal_along_both_boundaries_of_the_sigmoid(metric, a, z):
    """The paper's lemma: along the upper boundary one maximum, along the lower one minimum."""
    feasible = SigmoidPopulation(a).feasible_set(prevalence=z)
    _assert_unimodal(metric, feasible)


@settings(max_examples=200)
@given(st.one_of(tile_metrics, tile_metrics.map(lambda m: -m)), cases())
def test_metrics_are_unimodal_along_both_boundaries_of_data(metric, sample):
    """The same on the convex hulls of data."""
    _assert_unimodal(metric, sample.feasible)


def _assert_unimodal(metric, feasible):
    z = feasible.prevalence
    upper = feasible.upper.points
    lower = np.array([z, 1 - z]) - upper
    increasing = metric.tile(z).increasing
    for points, peaked in ((upper, increasing), (lower, not increasing)):
        values = metric.values(points, z)
        values = values[~np.isnan(values)]
        steps = np.diff(values if peaked else -values)
        steps = steps[np.abs(steps) > 1e-11]
        falls = np.flatnonzero(steps < 0)
        rises = np.flatnonzero(steps > 0)
        assert not falls.size or not rises.size or rises.max() < falls.min()
