"""The upper hull against brute force and against qhull."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from whichmetric.geometry import FeasibleSet, ScoreTable, hull
from whichmetric.geometry.hull import upper_hull

coordinates = st.integers(0, 12)
point_lists = st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=25)


def sorted_points(points):
    """Points from left to right, falling where they stand above each other."""
    return np.array(sorted(points, key=lambda p: (p[0], -p[1])), dtype=float)


def brute_force(points):
    """Keep what no segment between two other points covers, the first and last point always."""
    exact = [tuple(map(Fraction, p)) for p in points.tolist()]
    kept = []
    for i, (x, y) in enumerate(exact):
        if exact.index((x, y)) != i:
            continue
        end = (x, y) in (exact[0], exact[-1])
        covered = any(
            x0 <= x <= x1 and x0 < x1 and y <= y0 + (y1 - y0) * (x - x0) / (x1 - x0)
            for j, (x0, y0) in enumerate(exact)
            for x1, y1 in exact[j + 1 :]
            if (x, y) not in ((x0, y0), (x1, y1))
        )
        below = any(x == x0 and y < y0 for x0, y0 in exact)
        if end or not (covered or below):
            kept.append(i)
    return kept


@given(point_lists)
@example([(0, 0), (1, 0), (2, 0)])
@example([(0, 0), (0, 0)])
def test_upper_hull_equals_brute_force(points):
    """The strict vertices are exactly the points that no two others cover, and the end points."""
    ordered = sorted_points(points)
    assert upper_hull(ordered).tolist() == brute_force(ordered)


@pytest.mark.parametrize("rounds", [0, 1, 3])
@given(points=point_lists)
def test_upper_hull_loop_equals_the_passes(rounds, points):
    """Handing over to the loop, at once or later, gives the same vertices."""
    ordered = sorted_points(points)
    whole = upper_hull(ordered).tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hull, "PRUNING_ROUNDS", rounds)
        assert upper_hull(ordered).tolist() == whole


@pytest.mark.parametrize("seed", range(20))
def test_upper_hull_equals_qhull(seed):
    """On a cloud of random points the vertices are those of scipy's hull above its end points."""
    rng = np.random.default_rng(seed)
    points = rng.random((rng.integers(5, 400), 2))
    points = points[np.argsort(points[:, 0])]
    left, right = points[[0, -1]]
    vertices = np.sort(ConvexHull(points).vertices)
    line = left[1] + (right[1] - left[1]) * (points[:, 0] - left[0]) / (right[0] - left[0])
    above = [v for v in vertices if points[v, 1] >= line[v] - 1e-15]
    assert upper_hull(points).tolist() == above


@given(point_lists, st.integers(0, 2**32 - 1))
def test_upper_hull_survives_vertices_that_rounding_has_doubled(points, seed):
    """Copies of points, a rounding error apart, move the hull by no more than rounding."""
    ordered = sorted_points(points) / 7
    rng = np.random.default_rng(seed)
    doubled = np.repeat(ordered, 2, axis=0)
    doubled += rng.integers(-1, 2, doubled.shape) * np.finfo(float).eps
    doubled = doubled[np.lexsort((-doubled[:, 1], doubled[:, 0]))]
    for normal in np.array([[1.0, 3.0], [1.0, 1.0], [3.0, 1.0], [0.0, 1.0], [-1.0, 2.0]]):
        reached = (doubled[upper_hull(doubled)] @ normal).max()
        assert reached == pytest.approx((ordered @ normal).max(), abs=1e-13)


def test_upper_hull_never_drops_both_copies_of_a_vertex():
    """Of a vertex that rounding has doubled, at least one copy stays, whichever way it moved."""
    rng = np.random.default_rng(0)
    for _ in range(3_000):
        vertex = np.array([rng.uniform(0.1, 0.9), 0.0])
        vertex[1] = rng.uniform(1.01 - vertex[0], 1.0)
        copy = vertex + rng.integers(-3, 4, 2) * np.finfo(float).eps / 2
        middle = sorted([vertex.tolist(), copy.tolist()], key=lambda p: (p[0], -p[1]))
        points = np.array([[0.0, 1.0], *middle, [1.0, 0.0]])
        assert {1, 2} & set(upper_hull(points).tolist())


def test_upper_hull_keeps_points_in_convex_position():
    """Ten thousand points of an arc are all vertices."""
    angles = np.linspace(0, np.pi, 10_001)
    arc = np.column_stack((-np.cos(angles), np.sin(angles)))
    assert upper_hull(arc).size == 10_001


def test_upper_hull_drops_a_long_run_of_points_on_a_line():
    """Points on a straight line leave the two ends."""
    line = np.column_stack((np.arange(5_001.0), 5_000 - np.arange(5_001.0)))
    assert upper_hull(line).tolist() == [0, 5_000]


@pytest.mark.parametrize("weight", [1e-300, 1e-163, 1e-9, 3.0, 1e155, 1e300])
def test_frontier_does_not_depend_on_the_unit_of_the_weights(weight):
    """Scaling all weights, even to where their products leave the range, moves no vertex."""
    labels, scores = [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4]
    plain = FeasibleSet(ScoreTable.from_arrays(labels, scores))
    scaled = FeasibleSet(ScoreTable.from_arrays(labels, scores, sample_weight=[weight] * 4))
    assert scaled.frontier == pytest.approx(plain.frontier)
    assert scaled.thresholds.tolist() == plain.thresholds.tolist()


@given(points=point_lists)
def test_upper_hull_of_many_points_equals_brute_force(points):
    """Dropping what lies below the hull of a selection first changes nothing."""
    ordered = sorted_points(points)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hull, "LARGE", 4)
        found = ordered[upper_hull(ordered)]  # of points that coincide, any may be named
    assert found.tolist() == ordered[brute_force(ordered)].tolist()


@pytest.mark.parametrize("seed", range(10))
def test_upper_hull_of_a_cloud_is_that_without_a_selection(seed):
    """Rising or falling, no vertex is lost to the look at a few points."""
    rng = np.random.default_rng(seed)
    ordered = sorted_points(rng.integers(0, 1_000, (300, 2)).tolist())
    whole = ordered[upper_hull(ordered)].tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hull, "LARGE", 4)
        assert ordered[upper_hull(ordered)].tolist() == whole


def test_upper_hull_never_drops_both_copies_of_any_vertex_of_a_chain():
    """The same where every vertex of an arc is doubled, so that a pass has many to choose from."""
    rng = np.random.default_rng(0)
    for _ in range(400):
        angles = np.sort(rng.uniform(0.2, np.pi - 0.2, 6))[::-1]
        arc = np.column_stack((np.cos(angles), np.sin(angles)))
        copies = arc + rng.integers(-3, 4, arc.shape) * np.finfo(float).eps / 2
        middle = np.stack((arc, copies), axis=1).reshape(-1, 2)
        points = np.vstack(([-1.0, 0.0], middle, [1.0, 0.0]))
        order = np.lexsort((-points[:, 1], points[:, 0]))
        kept = order[upper_hull(points[order])]
        assert set(((kept - 1) // 2)[1:-1]) == set(range(6))
