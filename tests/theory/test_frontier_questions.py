"""The statements of docs/theory/06-frontier-questions.md."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.strategies import cases, shares, tile_metrics

from whichmetric.elicitation.binary_search.pivot import nearest_tile_point
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import Metric, disagreement, linear, recall
from whichmetric.sources import breast_cancer_table
from whichmetric.values import ConfusionMatrix

SETS = {
    "sigmoid": SigmoidPopulation(5.0).feasible_set(),
    "breast cancer": FeasibleSet(breast_cancer_table()),
    "rare": FeasibleSet(breast_cancer_table(), prevalence=0.03),
}
KNOWN = list(SETS.values())
tiles = st.tuples(st.floats(0.02, 0.98), st.floats(0.02, 0.98))


def frontier_points(feasible, most=25):
    """Some vertices of the frontier and points of the edges between them."""
    frontier = feasible.frontier
    vertices = frontier[np.unique(np.linspace(0, len(frontier) - 1, most).astype(int))]
    inner = vertices[:-1] + 0.7 * np.diff(vertices, axis=0)  # exact along a vertical edge
    points = np.vstack((vertices, inner))
    return points[np.lexsort((-points[:, 1], points[:, 0]))]


def edge_angles(feasible):
    """The cut of each edge of the frontier, from flag-nobody on; they fall."""
    dx, dy = np.diff(feasible.frontier, axis=0).T
    return np.arctan2(dx, -dy)


def level_line(metric, value, z):
    """The line where a metric has a value, as a projective vector."""
    c = metric.coefficients(z)
    return np.array([c.p11 - value * c.q11, c.p00 - value * c.q00, c.p0 - value * c.q0])


def crossings(points, line):
    """Where a line crosses a polyline; ndarray of shape (k, 2)."""
    heights = points @ line[:2] + line[2]
    places = np.flatnonzero(heights[:-1] * heights[1:] < 0)
    share = (heights[places] / (heights[places] - heights[places + 1]))[:, None]
    return (1 - share) * points[places] + share * points[places + 1]


@given(sample=cases(), angle=st.floats(0.001, math.pi / 2 - 0.001))
def test_frontier_pair_has_any_cut_between_the_first_and_the_last_edge(sample, angle):
    """Proposition 6.1: inside there is a chord of the frontier, outside there is none."""
    feasible = sample.feasible
    assume(len(feasible.frontier) > 2)
    falling = edge_angles(feasible)
    first, last = falling[0], falling[-1]
    assume(min(abs(angle - first), abs(angle - last)) > 1e-6)
    chord = feasible.chord(angle, ends="frontier")
    assert (chord is not None) == (last < angle < first)
    for one, other in combinations(frontier_points(feasible, 8), 2):
        dx, dy = np.abs(one - other)
        if dx + dy > 1e-6:
            assert last - 1e-6 <= math.atan2(dx, dy) <= first + 1e-6


@given(sample=cases(), share=st.floats(0.05, 0.95))
def test_linear_metrics_beyond_the_last_edge_order_the_frontier_alike(sample, share):
    """Proposition 6.1: by tp, and those before the first edge by tn, so answers are the same."""
    feasible = sample.feasible
    assume(len(feasible.frontier) > 2)
    points, falling = frontier_points(feasible), edge_angles(feasible)
    flat, steep = share * falling[-1], math.pi / 2 - share * (math.pi / 2 - falling[0])
    for angle, axis, sign, room in (
        (flat, 0, 1, falling[-1]),
        (steep, 1, -1, math.pi / 2 - falling[0]),
    ):
        if room > 1e-3:
            values = points @ np.array([math.cos(angle), math.sin(angle)])
            apart = np.abs(np.diff(points[:, axis])) > 1e-9
            assert np.all(sign * np.diff(values)[apart] > 0)


@given(sample=cases(), a=st.floats(0.01, 1.0))
def test_metrics_without_false_alarms_order_the_frontier_by_tp(sample, a):
    """Proposition 6.2: with b = 1 and a > 0 a frontier pair is decided by tp; b = 0 by tn."""
    feasible, z = sample.feasible, sample.share
    points = frontier_points(feasible)
    for metric, axis in ((Metric.from_tile(a, 1.0), 0), (Metric.from_tile(1.0 - a, 0.0), 1)):
        for one, other in combinations(points, 2):
            gap = metric.gap(ConfusionMatrix.at(*one, z), ConfusionMatrix.at(*other, z))
            lead = one[axis] - other[axis]
            if abs(lead) > 1e-6:
                assert gap * lead > 0
            elif abs(lead) < 1e-12:
                assert gap == pytest.approx(0, abs=1e-9)


@settings(max_examples=60)
@given(st.sampled_from(list(SETS)), st.tuples(shares, shares))
def test_two_ties_on_the_frontier_give_the_metric(name, tile):
    """Theorem 6.4: where it is not monotone along the frontier, two tied pairs tell its point."""
    feasible = SETS[name]
    z, metric = feasible.prevalence, Metric.from_tile(*tile)
    points = feasible.frontier
    values = metric.values(points[1:-1], z)
    best = values.max()
    floor = max(values[0], values[-1])
    assume(best - floor > 1e-4)
    tied = [
        crossings(points, level_line(metric, floor + share * (best - floor), z))
        for share in (0.2, 0.8)
    ]
    assert [len(pair) for pair in tied] == [2, 2]
    lines = [np.cross(*np.column_stack((pair, np.ones(2)))) for pair in tied]
    found = nearest_tile_point(np.cross(*lines), z)
    assert (found.a, found.b) == pytest.approx(tile, abs=2e-4)


@given(tile_metrics, st.one_of(cases().map(lambda sample: sample.feasible), st.sampled_from(KNOWN)))
def test_metric_between_two_frontier_points_is_no_less_than_at_the_worse(metric, feasible):
    """Lemma 6.3: phi(Q) >= min(phi(P), phi(R)) for any three points in the frontier's order."""
    values = metric.values(frontier_points(feasible), feasible.prevalence)
    values = values[~np.isnan(values)]
    best_before = np.maximum.accumulate(values)
    best_after = np.maximum.accumulate(values[::-1])[::-1]
    assert np.all(values >= np.minimum(best_before, best_after) - 1e-11)


near_a_side = st.one_of(st.floats(0.0, 0.3), st.floats(0.7, 1.0))


@given(
    st.one_of(cases().map(lambda sample: sample.feasible), st.sampled_from(KNOWN)),
    st.tuples(shares, near_a_side),
    st.floats(0.02, 1.0),
)
def test_strictly_monotone_metric_orders_the_frontier_as_a_group_does(feasible, tile, weight):
    """Theorem 6.4, second part: what rises all along orders as b = 1 does, what falls as b = 0."""
    points, z = frontier_points(feasible), feasible.prevalence
    steps = np.diff(Metric.from_tile(*tile).values(points, z))
    rises, falls = steps.min() > 1e-7, steps.max() < -1e-7
    assume(rises or falls)
    member = Metric.from_tile(weight, 1.0) if rises else Metric.from_tile(1.0 - weight, 0.0)
    alike = np.diff(member.values(points, z))
    assert np.all(alike > 0) if rises else np.all(alike < 0)


@settings(max_examples=150)
@given(
    st.sampled_from(list(SETS)), tiles, tiles, st.floats(0.1, 0.9), st.sampled_from([0.05, 1e-3])
)
def test_pair_a_little_inside_tells_any_two_metrics_apart(name, one, other, place, depth):
    """Theorem 6.5: one option on the frontier, the other nearby, above chance, two answers."""
    feasible = SETS[name]
    z, unit = feasible.prevalence, np.array([feasible.prevalence, 1 - feasible.prevalence])
    assume(max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 0.02)
    frontier = feasible.frontier
    here = frontier[0] + place * (frontier[-1] - frontier[0])
    here[1] = np.interp(here[0], *frontier.T)
    slopes = []
    for tile in (one, other):
        v = Metric.from_tile(*tile).order_vector(z)
        slope = np.array([v[2] * here[1] - v[1], v[0] - v[2] * here[0]]) * unit
        slopes.append(slope / np.hypot(*slope))
    assume(abs(slopes[0][0] * slopes[1][1] - slopes[0][1] * slopes[1][0]) > 1e-3)
    step = (slopes[0] - slopes[1]) * unit  # uphill for the first metric, downhill for the other
    step *= depth / 100 / np.hypot(*(step / unit))
    for sign in (1, -1):
        there = here + sign * step
        if there[1] < np.interp(there[0], *frontier.T) - 1e-12:
            break
    else:
        pytest.fail("both ends of a short pair are beyond the frontier")
    assert (there / unit).sum() > 1  # better than chance
    pair = [ConfusionMatrix.at(*point, z) for point in (here, there)]
    assert feasible.contains(pair[1])
    assert Metric.from_tile(*one).gap(*pair) * Metric.from_tile(*other).gap(*pair) < 0


def test_counterexample_of_three_scores():
    """The page's example: 20 and 30 false alarms answer alike on the frontier, not inside."""
    table = ScoreTable([0.2, 0.5, 0.8], [2, 2, 6], [8, 1, 1])
    feasible = FeasibleSet(table)
    assert feasible.frontier == pytest.approx(
        np.array([(0, 0.5), (0.3, 0.45), (0.4, 0.4), (0.5, 0)])
    )
    experts = [linear(ratio, 1.0) for ratio in (20, 30)]
    for one, other in combinations(frontier_points(feasible), 2):
        pair = [ConfusionMatrix.at(*point, feasible.prevalence) for point in (one, other)]
        assert np.sign(experts[0].gap(*pair)) == np.sign(experts[1].gap(*pair))
    inner = feasible.chord(math.atan2(1, 25), ends="above-chance")
    assert experts[0].gap(*inner) * experts[1].gap(*inner) < 0


@pytest.mark.parametrize(("name", "least"), [("sigmoid", 0.2), ("breast cancer", 0.2)])
def test_frontier_can_leave_a_fifth_of_all_pairs_open(name, least):
    """Recall and (.1, 1) answer every frontier question alike and disagree on so many pairs."""
    assert disagreement(recall(), Metric.from_tile(0.1, 1.0), SETS[name]) > least
