"""Lines through convex polygons, and points inside them."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from whichmetric.geometry.polygon import chord_at, inside, longest_chord, uniform_points

SQUARE = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])


def polygon(seed):
    """A random convex polygon, clockwise."""
    points = np.random.default_rng(seed).random((12, 2))
    return points[ConvexHull(points).vertices][::-1]


def ends(vertices, chord):
    """The two end points of a chord."""
    return [c.weight * vertices[c.start] + (1 - c.weight) * vertices[c.end] for c in chord]


def length(vertices, chord):
    """How long a chord is."""
    first, last = ends(vertices, chord)
    return np.hypot(*(first - last))


seeds = st.integers(0, 500)
angles = st.floats(0, 2 * np.pi)


@given(seeds, angles, st.floats(0.01, 0.99))
def test_chord_at_enters_and_leaves_on_the_line(seed, angle, share):
    """Both ends lie on the line and on edges; the first is farther along the turned normal."""
    vertices, normal = polygon(seed), np.array([np.cos(angle), np.sin(angle)])
    heights = vertices @ normal
    offset = heights.min() + share * np.ptp(heights)
    chord = chord_at(vertices, normal, offset)
    assert chord is not None
    first, last = ends(vertices, chord)
    for end, crossing in zip((first, last), chord, strict=True):
        assert end @ normal == pytest.approx(offset, abs=1e-12)
        assert crossing.end == (crossing.start + 1) % len(vertices)
        assert 0 <= crossing.weight <= 1
    assert (first - last) @ np.array([-normal[1], normal[0]]) >= 0


@given(seeds, angles, st.floats(1e-6, 1))
def test_chord_at_is_none_where_the_line_misses(seed, angle, distance):
    """A line beyond the polygon has no chord."""
    vertices, normal = polygon(seed), np.array([np.cos(angle), np.sin(angle)])
    assert chord_at(vertices, normal, (vertices @ normal).max() + distance) is None
    assert chord_at(vertices, normal, (vertices @ normal).min() - distance) is None


@pytest.mark.parametrize("turn", range(8))
def test_chord_at_follows_an_edge_along_the_line(turn):
    """An edge on the line is the whole chord, though sine and cosine round."""
    angle = turn * np.pi / 2
    normal = np.array([np.cos(angle), np.sin(angle)])
    chord = chord_at(SQUARE, normal, (SQUARE @ normal).max())
    assert chord is not None
    assert length(SQUARE, chord) == pytest.approx(1)


@given(seeds, angles)
def test_longest_chord_equals_brute_force(seed, angle):
    """No chord through a vertex is longer, and the longest always runs through a vertex."""
    vertices, normal = polygon(seed), np.array([np.cos(angle), np.sin(angle)])
    found = longest_chord(vertices, normal)
    assert found is not None
    lengths = [
        length(vertices, chord)
        for offset in (vertices @ normal)
        if (chord := chord_at(vertices, normal, offset)) is not None
    ]
    assert length(vertices, found) == pytest.approx(max(lengths), abs=1e-10)


@given(st.integers(3, 40), st.integers(0, 80))
def test_longest_chord_of_a_regular_polygon_is_found_along_its_edges(sides, turn):
    """Directions in which many vertices are equally high up to rounding do not mislead it."""
    corners = -2 * np.pi * np.arange(sides) / sides
    vertices = np.column_stack((np.cos(corners), np.sin(corners)))
    angle = turn * np.pi / sides
    normal = np.array([np.cos(angle), np.sin(angle)])
    found = longest_chord(vertices, normal)
    assert found is not None
    offsets = np.linspace((vertices @ normal).min(), (vertices @ normal).max(), 301)[1:-1]
    for offset in offsets:
        chord = chord_at(vertices, normal, offset)
        assert chord is not None
        assert length(vertices, chord) <= length(vertices, found) + 1e-9


@given(seeds, st.floats(0, 1), st.floats(0, 1))
def test_inside_agrees_with_the_half_planes_of_qhull(seed, x, y):
    """A point is inside where it is on the inner side of every edge."""
    vertices = polygon(seed)
    equations = ConvexHull(vertices).equations
    beyond = (equations[:, :2] @ np.array([x, y]) + equations[:, 2]).max()
    assume(abs(beyond) > 1e-9)
    assert inside(vertices, np.array([x, y]), 0.0) == (beyond < 0)


def test_inside_tolerates_what_it_is_told_to():
    """A point just outside is inside within a larger tolerance, however long the edge."""
    for size in (1.0, 1e-3):
        point = np.array([size / 2, size + 1e-5])
        assert inside(SQUARE * size, point, 1.1e-5)
        assert not inside(SQUARE * size, point, 0.9e-5)


def test_inside_takes_vertices_and_edges_for_inside():
    """A polygon is closed."""
    for point in (*SQUARE, *((SQUARE + np.roll(SQUARE, 1, axis=0)) / 2)):
        assert inside(SQUARE, point, 0.0)


def test_inside_ignores_the_direction_of_an_edge_of_rounding():
    """A vertex doubled by rounding, in whatever direction, leaves the inside where it was."""
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            doubled = np.insert(SQUARE, 2, SQUARE[2] + 1e-16 * np.array([dx, dy]), axis=0)
            assert inside(doubled, np.array([0.5, 0.5]), 1e-9)
            assert inside(doubled, np.array([0.5, 1.0]), 1e-9)
            assert not inside(doubled, np.array([0.5, 1.1]), 1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_uniform_points_are_uniform_by_area(seed):
    """All lie inside, and each half-plane holds its share of the area."""
    vertices = polygon(seed)
    points = uniform_points(vertices, 40_000, np.random.default_rng(seed))
    assert points.shape == (40_000, 2)
    assert all(inside(vertices, point, 1e-12) for point in points[:500])
    middle = vertices.mean(axis=0)
    for angle in np.linspace(0, np.pi, 7):
        normal = np.array([np.cos(angle), np.sin(angle)])
        part = _clipped(vertices, normal, middle @ normal)
        share = ConvexHull(part).volume / ConvexHull(vertices).volume
        seen = np.mean(points @ normal > middle @ normal)
        assert seen == pytest.approx(share, abs=4 * np.sqrt(0.25 / 40_000))


def _clipped(vertices, normal, offset):
    """The vertices of the polygon's part beyond a line."""
    chord = chord_at(vertices, normal, offset)
    assert chord is not None
    return np.array([*vertices[vertices @ normal > offset], *ends(vertices, chord)])


def test_uniform_points_of_a_triangle_fill_it():
    """Their mean is its centre, and a quarter lie in the triangle of half its size at a corner."""
    corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    points = uniform_points(corners, 10_000, np.random.default_rng(0))
    assert points.mean(axis=0) == pytest.approx(corners.mean(axis=0), abs=0.01)
    assert np.mean(points.sum(axis=1) < 0.5) == pytest.approx(0.25, abs=0.02)


def test_uniform_points_of_a_segment_are_uniform_by_length():
    """Two vertices are a segment."""
    points = uniform_points(np.array([[0.0, 1.0], [2.0, 0.0]]), 10_000, np.random.default_rng(0))
    assert np.allclose(points @ np.array([1.0, 2.0]), 2.0)
    assert points[:, 0].mean() == pytest.approx(1.0, abs=4 * 2 / np.sqrt(12 * 10_000))
    assert points[:, 0].std() == pytest.approx(2 / np.sqrt(12), rel=0.02)


def test_uniform_points_of_a_single_vertex_are_that_vertex():
    """A polygon that has been cut down to one point has points, too."""
    vertex = np.array([[0.25, 0.5]])
    assert np.all(uniform_points(vertex, 3, np.random.default_rng(0)) == vertex)
