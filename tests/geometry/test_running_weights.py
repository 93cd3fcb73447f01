"""Weights that thresholds flag, and their hulls."""

import numpy as np
import pytest

from whichmetric.geometry.running_weights import RunningWeights


@pytest.fixture
def running():
    """Return the running weights of many scores of either class at random."""
    rng = np.random.default_rng(0)
    return RunningWeights(rng.exponential(size=300), rng.exponential(size=300), np.array([], int))


@pytest.mark.parametrize(("side", "sign"), [("upper", 1), ("lower", -1)])
def test_hull_leaves_all_points_on_one_side(running, side, sign):
    """It reaches from flag-nobody to flag-everybody, and turns the same way at each vertex."""
    vertices = getattr(running, side)
    found, left = running.weights.T
    x, y = running.weights[vertices].T
    assert vertices[[0, -1]].tolist() == [0, 300]
    assert (sign * (np.interp(found, x, y) - left) >= -1e-9).all()
    assert (sign * np.diff(np.diff(y) / np.diff(x)) < 0).all()


def test_running_weights_cannot_be_written_to(running):
    """Hulls are computed from them once."""
    assert not running.weights.flags.writeable
