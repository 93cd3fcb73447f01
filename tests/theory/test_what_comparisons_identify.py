"""The statements of docs/theory/01-what-comparisons-identify.md."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.strategies import cases, matrices, pairs, prevalences, scales, shares

from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric, f_beta, jaccard, npv, precision
from whichmetric.oracles import MetricOracle
from whichmetric.values import ConfusionMatrix, Question

weights = st.tuples(*[st.floats(-5, 5)] * 4)
tiles = st.tuples(shares, shares)


def homogeneous(confusion):
    """C~ = (tp, tn, 1)."""
    return np.array([confusion.tp, confusion.tn, 1.0])


def order_vector(a, b, z):
    """The vector of Proposition 1.2, but for its scale."""
    q = b * z + (1 - b) * (1 - z)
    return np.array([(1 - a) * q, -a * q, b - a])


def gradient(v, confusion):
    """The direction in which a metric with this order vector grows."""
    return np.array([v[2] * confusion.tn - v[1], v[0] - v[2] * confusion.tp])


@given(weights, weights, pairs())
def test_difference_of_values_is_a_determinant_over_the_denominators(above, below, pair):
    """Proposition 1.1, for denominators of one sign and of two."""
    assume(any(below))
    metric = Metric(above, below)
    first, second = (np.dot(metric.denominator, c.cells) for c in pair)
    assume(min(abs(first), abs(second)) > 1e-2)
    v = metric.order_vector(pair[0].prevalence)
    determinant = v @ np.cross(*map(homogeneous, pair))
    expected = determinant / (first * second)
    assert metric(pair[0]) - metric(pair[1]) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(tiles, scales, prevalences)
def test_order_vector_of_a_tile_point_is_known(tile, c, z):
    """Proposition 1.2: the scale multiplies the vector, and does nothing else."""
    found = Metric.from_tile(*tile, c).order_vector(z)
    assert found == pytest.approx(c * order_vector(*tile, z), rel=1e-9, abs=1e-12)


@given(tiles, scales, scales, matrices(), matrices())
def test_scale_changes_no_order_not_even_across_prevalences(tile, one, other, first, second):
    """Proposition 1.2: every scale orders any two matrices alike, of one population or two."""
    gaps = [Metric.from_tile(*tile, c).gap(first, second) for c in (one, other)]
    assume(max(map(abs, gaps)) > 1e-12)
    assert np.sign(gaps[0]) == np.sign(gaps[1])


@settings(max_examples=300)
@given(tiles, tiles, scales, scales, cases(), st.integers(0, 2**32 - 1))
def test_different_tile_points_disagree_near_any_point_off_one_line(
    one, other, scale, rescale, sample, seed
):
    """Theorem 1.3: next to a feasible point off the line of both pivots, some pair tells."""
    z, feasible = sample.share, sample.feasible
    assume(len(feasible.boundary.points) > 2)
    first, second = (order_vector(*tile, z) for tile in (one, other))
    here = sample.matrix(feasible.uniform_points(1, np.random.default_rng(seed))[0])
    slopes = [gradient(v, here) for v in (first, second)]
    sizes = [float(np.hypot(*slope)) for slope in slopes]
    assume(min(sizes) > 1e-6)
    slopes = [slope / size for slope, size in zip(slopes, sizes, strict=True)]
    turn = slopes[0][0] * slopes[1][1] - slopes[0][1] * slopes[1][0]
    # The two gradients are parallel exactly on the line through both pivots.
    joined = np.cross(first, second) @ homogeneous(here)
    assert turn * sizes[0] * sizes[1] == pytest.approx(joined, abs=1e-12)
    assume(abs(turn) > 1e-4)
    step = slopes[0] - slopes[1]  # uphill for the first, downhill for the second
    room = min(here.tp, here.tn, here.fp, here.fn)
    assume(room > 1e-3)
    length = 1e-3 * room * abs(turn)  # so short that both metrics are as good as linear
    there = ConfusionMatrix.at(
        here.tp + length * step[0] / np.hypot(*step),
        here.tn + length * step[1] / np.hypot(*step),
        z,
    )
    assert Metric.from_tile(*one, scale).gap(there, here) > 0
    assert Metric.from_tile(*other, rescale).gap(there, here) < 0


@given(tiles, prevalences)
def test_tile_point_comes_back_from_its_order_vector(tile, z):
    """Theorem 1.3: no two points of the Tile share an order vector, up to its length."""
    found = Metric.from_tile(*tile, 3.0).tile(z)
    assert (found.a, found.b) == pytest.approx(tile, abs=1e-9)


@given(pairs())
def test_f1_and_jaccard_give_the_same_answers(pair):
    """Corollary 1.4: no comparison tells them apart, though their values differ."""
    question = Question(*pair)
    assert MetricOracle(f_beta(1)).answer(question) is MetricOracle(jaccard()).answer(question)
    f1, overlap = f_beta(1)(pair[0]), jaccard()(pair[0])
    if not math.isnan(f1):
        assert overlap == pytest.approx(f1 / (2 - f1), abs=1e-12)


def test_f1_and_jaccard_agree_where_f1_and_f2_do_not():
    """Corollary 1.4, on whole counts with many ties: thousands of pairs, and none tells."""
    rng = np.random.default_rng(4)
    counts = rng.integers(0, 8, (3000, 2, 2))
    told_apart = 0
    for (tp, tn), (other_tp, other_tn) in counts:
        pair = [
            ConfusionMatrix.from_counts(tp=a, fn=8 - a, tn=b, fp=8 - b)
            for a, b in ((tp, tn), (other_tp, other_tn))
        ]
        signs = [np.sign(metric.gap(*pair)) for metric in (f_beta(1), jaccard(), f_beta(2))]
        assert signs[0] == signs[1]
        told_apart += signs[0] != signs[2]
    assert told_apart > 100


@given(
    st.lists(st.floats(0.02, 0.98), min_size=3, max_size=3, unique=True),
    st.floats(1e-6, 1e6),
    st.floats(1e-6, 1e6),
)
def test_scale_moves_the_ratio_of_two_gaps_between_known_ends(values, one, other):
    """Proposition 1.5: the ratio rises with the scale, inside its interval and up to its ends."""
    low, middle, high = sorted(values)
    assume(min(high - middle, middle - low) > 1e-3)
    odds = [r / (1 - r) for r in (high, middle, low)]
    # Along tp + tn accuracy takes every value, so that N / D takes all these odds.
    points = [ConfusionMatrix.at(r / 2, r / 2, 0.5) for r in (high, middle, low)]

    def ratio(c):
        first, second, third = (Metric.from_tile(0.5, 0.5, c)(point) for point in points)
        return (first - second) / (second - third)

    steep = (odds[0] - odds[1]) / (odds[1] - odds[2])
    ends = steep * odds[2] / odds[0], steep
    small, large = sorted((one, other))
    assume(large > 1.01 * small)
    assert ends[0] * (1 - 1e-6) <= ratio(small) <= ratio(large) * (1 + 1e-6)
    assert ratio(large) <= ends[1] * (1 + 1e-6)
    assert ratio(1e-9) == pytest.approx(ends[0], rel=1e-3)
    assert ratio(1e9) == pytest.approx(ends[1], rel=1e-3)
    assert ratio(1.0) == pytest.approx((high - middle) / (middle - low))


@given(st.sampled_from([0.0, 0.3, 1.0]), st.sampled_from([0.0, 0.6, 1.0]), matrices())
def test_only_precision_and_npv_are_0_over_0_and_only_at_a_trivial_classifier(a, b, confusion):
    """Proposition 1.6, on the corners of all matrices and inside."""
    z = confusion.prevalence
    corners = [ConfusionMatrix.at(tp, tn, z) for tp in (0, z) for tn in (0, 1 - z)]
    nobody, everybody = corners[1], corners[2]
    without_value = [c for c in (*corners, confusion) if math.isnan(Metric.from_tile(a, b)(c))]
    if (a, b) == (1.0, 0.0):
        assert set(without_value) == {nobody} | ({confusion} & {nobody})
        assert precision().gap(nobody, everybody) == 0.0
    elif (a, b) == (0.0, 1.0):
        assert set(without_value) == {everybody} | ({confusion} & {everybody})
        assert npv().gap(nobody, everybody) == 0.0
    else:
        assert without_value == []


def test_a_tie_with_what_has_no_value_is_not_transitive():
    """Proposition 1.6: flag-nobody equals two matrices that precision does not find equal."""
    nobody = ConfusionMatrix.at(0.0, 0.5, 0.5)
    good, bad = ConfusionMatrix.at(0.4, 0.4, 0.5), ConfusionMatrix.at(0.3, 0.2, 0.5)
    assert precision().gap(nobody, good) == precision().gap(nobody, bad) == 0.0
    assert precision().gap(good, bad) > 0


@given(
    st.tuples(st.floats(0.01, 0.99), st.floats(0.01, 0.99)),  # no 0/0, nor next to it
    prevalences,
    st.lists(shares, min_size=4, max_size=4),
)
def test_chance_line_allows_one_question(tile, z, places):
    """Proposition 1.7: on a set without interior all comparisons have the same answer."""
    constant = FeasibleSet(ScoreTable.from_arrays([0, 1], [0.5, 0.5]), prevalence=z)
    start, end = constant.boundary.points
    metric = Metric.from_tile(*tile)
    first, second, third, fourth = sorted(places)
    assume(second - first > 1e-3 and fourth - third > 1e-3)
    points = [start + place * (end - start) for place in (first, second, third, fourth)]
    matrices_ = [ConfusionMatrix.at(*point, z) for point in points]
    gaps = [metric.gap(matrices_[1], matrices_[0]), metric.gap(matrices_[3], matrices_[2])]
    assume(max(map(abs, gaps)) > 1e-9)
    assert np.sign(gaps[0]) == np.sign(gaps[1])
