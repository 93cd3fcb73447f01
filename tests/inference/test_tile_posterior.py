"""The posterior over all of the Tile."""

import numpy as np
import pytest

from whichmetric.inference import NoisePrior, TilePosterior
from whichmetric.values import Answer

FIRST = np.array([0.27, 0.35, 0.03, 0.35])
SECOND = np.array([0.15, 0.07, 0.15, 0.63])
THIRD = np.array([0.24, 0.21, 0.06, 0.49])


def test_tile_posterior_is_uniform_before_the_first_answer():
    """Every metric of the Tile is as probable as any other, in both of its coordinates."""
    posterior = TilePosterior(NoisePrior())
    levels = np.array([0.0, 0.013, 0.5, 0.77, 1.0])
    for axis in (0, 1):
        assert posterior.quantile(axis, levels) == pytest.approx(levels, abs=1e-6)
    rng = np.random.default_rng(0)
    for draw in (posterior.particles, posterior.scattered_particles):
        drawn = draw(8_000, rng)
        assert drawn.shape == (8_000, 2)
        assert drawn.mean(axis=0) == pytest.approx([0.5, 0.5], abs=0.02)
        assert drawn.var(axis=0) == pytest.approx([1 / 12, 1 / 12], abs=0.005)


def test_tile_posterior_places_metrics_in_the_middle_of_cells():
    """The first coordinate of a cell is that of a, the second that of b."""
    posterior = TilePosterior(NoisePrior())
    middles = (posterior.low + posterior.high) / 2
    assert np.column_stack((posterior.a, posterior.b)).tolist() == middles.tolist()


def test_single_particles_come_from_all_of_the_posterior():
    """Wherever even steps would begin, it is drawn anew each time."""
    posterior, rng = TilePosterior(NoisePrior()), np.random.default_rng(0)
    drawn = np.concatenate([posterior.particles(1, rng) for _ in range(1_000)])
    assert drawn.mean(axis=0) == pytest.approx([0.5, 0.5], abs=0.03)
    assert drawn.var(axis=0) == pytest.approx([1 / 12, 1 / 12], abs=0.01)


def test_scattered_particles_do_not_pass_whole_rows_by():
    """As many as there are rows of cells, they have different places in these."""
    drawn = TilePosterior(NoisePrior()).scattered_particles(40, np.random.default_rng(0))
    assert drawn.std(axis=0) == pytest.approx([12**-0.5, 12**-0.5], abs=0.06)


def test_tile_posterior_marginals_are_those_of_its_cells():
    """Quantiles of a and b are where the cells' mass, spread evenly, reaches the level."""
    posterior = TilePosterior(NoisePrior())
    for pair in ((FIRST, SECOND), (SECOND, THIRD)):
        posterior.tell(*pair, Answer.A)
    rng = np.random.default_rng(0)
    particles = posterior.particles(20_000, rng)
    for axis in (0, 1):
        for level in (0.1, 0.5, 0.9):
            place = float(posterior.quantile(axis, level))
            assert np.mean(particles[:, axis] <= place) == pytest.approx(level, abs=0.01)
