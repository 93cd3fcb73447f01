"""The statements of docs/theory/04-comparisons-are-straight-cuts.md."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.strategies import cases, matrices, pairs, prevalences, shares

from whichmetric.elicitation.version_space import WHOLE_TILE, VersionSpace, comparison_of
from whichmetric.metrics import Metric
from whichmetric.metrics.tile import chart_density, chart_to_tile, tile_to_chart
from whichmetric.oracles import MetricOracle
from whichmetric.values import Answer, Question

tiles = st.tuples(shares, shares)


def chart(a, b, z):
    """(a, w), by the definition."""
    return np.array([a, (b - a) / (b * z + (1 - b) * (1 - z))])


def height(point, question):
    """The affine function of (a, w) that decides a question."""
    a, w = point
    first, second = question.a, question.b
    return (
        (1 - a) * (first.tn - second.tn)
        - a * (second.tp - first.tp)
        + w * (first.tp * second.tn - second.tp * first.tn)
    )


@given(tiles, prevalences)
def test_chart_is_a_bijection_onto_the_quadrilateral(tile, z):
    """Proposition 4.1: there and back, inside the four sides, b rising with w."""
    a, w = chart(*tile, z)
    assert tile_to_chart(np.array(tile), z) == pytest.approx([a, w], rel=1e-9)
    assert chart_to_tile(np.array([a, w]), z) == pytest.approx(tile, abs=1e-9)
    slack = 1e-9 * (1 + abs(w))
    assert -a / (1 - z) - slack <= w <= (1 - a) / z + slack
    moved = np.array([chart(tile[0], b, z)[1] for b in np.linspace(0, 1, 9)])
    assert np.all(np.diff(moved) > 0)


@given(prevalences)
def test_corners_of_the_chart_are_the_four_corner_metrics(z):
    """Proposition 4.1: specificity, NPV, recall and precision are where it says."""
    corners = tile_to_chart(np.array([(0, 0), (0, 1), (1, 1), (1, 0)], dtype=float), z)
    assert corners == pytest.approx(np.array([(0, 0), (0, 1 / z), (1, 0), (1, -1 / (1 - z))]))


@given(st.floats(0.05, 0.95), st.floats(0.05, 0.95), prevalences)
def test_chart_density_is_the_derivative_of_b(a, b, z):
    """Proposition 4.1: an even prior on the Tile has this density in the chart."""
    w, step = chart(a, b, z)[1], 1e-6
    ends = chart_to_tile(np.array([(a, w - step), (a, w + step)]), z)
    slope = (ends[1, 1] - ends[0, 1]) / (2 * step)
    assert chart_density(np.array([a, w]), z) == pytest.approx(slope, rel=1e-4)


@settings(max_examples=300)
@given(tiles, pairs())
def test_every_comparison_is_a_half_plane_of_the_chart(tile, pair):
    """Theorem 4.2: the sign of an affine function of (a, w) is the answer."""
    question = Question(*pair)
    decided = height(chart(*tile, pair[0].prevalence), question)
    gap = Metric.from_tile(*tile).gap(*pair)
    assume(abs(gap) > 1e-9 and abs(decided) > 1e-9)
    assert (decided > 0) == (gap > 0)


@given(st.lists(tiles, min_size=2, max_size=2), shares, pairs())
def test_metrics_between_two_that_agree_agree(ends, share, pair):
    """Theorem 4.2: on the segment between two points of the chart no third answer appears."""
    z = pair[0].prevalence
    ends_there = [chart(*tile, z) for tile in ends]
    between = chart_to_tile(share * ends_there[0] + (1 - share) * ends_there[1], z)
    gaps = [Metric.from_tile(*tile).gap(*pair) for tile in (*ends, np.clip(between, 0, 1))]
    assume(min(map(abs, gaps[:2])) > 1e-9 and gaps[0] * gaps[1] > 0)
    assert np.sign(gaps[2]) == np.sign(gaps[0])


def test_comparisons_are_curved_on_the_square_itself():
    """After Theorem 4.2: at prevalence .1 two metrics agree and one between them in (a, b) not."""
    rng = np.random.default_rng(0)
    z, found = 0.1, 0
    for _ in range(2000):
        one, other = rng.random((2, 2))
        middle = (one + other) / 2
        points = rng.random((2, 2)) * [z, 1 - z]
        cross = np.cross(*np.column_stack((points, np.ones(2))))
        signs = [
            np.sign(Metric.from_tile(*t).order_vector(z) @ cross) for t in (one, other, middle)
        ]
        found += signs[0] == signs[1] != signs[2]
    assert found > 0


@settings(max_examples=60)
@given(tiles, st.lists(matrices(0.3), min_size=2, max_size=12))
def test_metrics_that_fit_are_a_convex_polygon_with_few_sides(tile, shown):
    """Corollary 4.3: it holds the truth, and has at most four corners and one for each answer."""
    space, expert = VersionSpace(WHOLE_TILE, 0.3), MetricOracle(Metric.from_tile(*tile))
    answers = 0
    for first, second in zip(shown[::2], shown[1::2], strict=False):
        question = Question(first, second)
        answer = expert.answer(question)
        if answer in (Answer.A, Answer.B):
            answers += 1
            sign = 1 if answer is Answer.A else -1
            assert space.cut(sign * comparison_of(question))
    corners = space.tile_corners()
    charted = tile_to_chart(corners, 0.3)
    assert len(np.unique(np.round(charted, 9), axis=0)) <= 4 + answers
    edges = np.roll(charted, -1, axis=0) - charted
    spokes = np.array(chart(*tile, 0.3)) - charted
    turns = edges[:, 0] * spokes[:, 1] - edges[:, 1] * spokes[:, 0]
    assert turns.min() * turns.max() >= -1e-9  # the truth is on one side of every edge


@given(tiles, pairs())
def test_question_tells_something_exactly_if_no_option_dominates(tile, pair):
    """Proposition 4.4: a dominated option never wins; else recall and specificity disagree."""
    dx, dy = pair[0].tp - pair[1].tp, pair[0].tn - pair[1].tn
    assume(min(abs(dx), abs(dy)) > 1e-6)
    gap = Metric.from_tile(*tile).gap(*pair)
    if dx * dy > 0:
        assert gap * dx >= 0
    else:
        recall, specificity = (Metric.from_tile(end, end).gap(*pair) for end in (1, 0))
        assert recall * specificity < 0


@settings(max_examples=100)
@given(tiles, cases(), st.integers(0, 2**32 - 1))
def test_every_metric_is_cut_by_some_question_through_every_inner_point(tile, sample, seed):
    """Proposition 4.5: the line from an interior point to the pivot is a tie, and a cut."""
    z, feasible = sample.share, sample.feasible
    assume(len(feasible.boundary.points) > 2)
    v = Metric.from_tile(*tile).order_vector(z)
    if abs(v[2]) > 1e-9:
        pivot = v[:2] / v[2]
        assert not np.all((pivot > 1e-9) & (pivot < np.array([z, 1 - z]) - 1e-9))
    here = feasible.uniform_points(1, np.random.default_rng(seed))[0]
    along = v[:2] - v[2] * here
    assume(np.hypot(*along) > 1e-6)
    room = min(*here, *(np.array([z, 1 - z]) - here))
    step = room / 2 * along / np.hypot(*along)
    matrices_ = [sample.matrix(here + sign * step) for sign in (1, -1)]
    assert Metric.from_tile(*tile).gap(*matrices_) == pytest.approx(0, abs=1e-9)
    assert height(chart(*tile, z), Question(*matrices_)) == pytest.approx(0, abs=1e-9)
