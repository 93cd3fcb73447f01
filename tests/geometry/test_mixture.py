"""Mixtures of a few points, however close together they lie."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.geometry.mixture import nearest_edge, nearest_mixture

COORDINATES = st.floats(-1.0, 1.0)
POINTS = st.tuples(COORDINATES, COORDINATES)


@given(st.lists(POINTS, min_size=2, max_size=3), POINTS)
def test_nearest_mixture_is_nearer_than_any_other(corners, point):
    """Its shares are shares, and neither a corner nor the corners' mean comes closer."""
    corners, point = np.array(corners), np.array(point)
    shares = nearest_mixture(corners, point)
    assert shares.min() >= 0.0
    assert shares.sum() == pytest.approx(1.0)
    others = np.vstack((np.eye(len(corners)), np.full(len(corners), 1 / len(corners))))
    distances = np.hypot(*(others @ corners - point).T)
    assert np.hypot(*(shares @ corners - point)) <= distances.min() + 1e-9


def test_nearest_mixture_of_corners_on_a_line_lies_on_it():
    """There is no triangle to be in; one corner of three may be another's double."""
    corners = np.array([[0.0, 1.0], [0.5, 0.5], [0.5, 0.5]])
    assert nearest_mixture(corners, np.array([0.25, 0.75])) @ corners == pytest.approx([0.25, 0.75])


@given(st.lists(POINTS, min_size=2, max_size=6), POINTS)
def test_nearest_edge_is_nearer_than_any_other(chain, point):
    """By the distance to the nearest of its points; edges without length are points."""
    chain, point = np.array(chain), np.array(point)
    distances = [
        np.hypot(*(nearest_mixture(edge, point) @ edge - point))
        for edge in (chain[i : i + 2] for i in range(len(chain) - 1))
    ]
    assert distances[nearest_edge(chain, point)] == pytest.approx(min(distances), abs=1e-9)
