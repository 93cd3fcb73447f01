"""What one expert says of a quantity, whatever was thought before."""

import numpy as np
import pytest
from tests.inference.views import doubtful, flat, normal

from whichmetric.inference import (
    COST_RATIO,
    Likelihood,
    flat_likelihood,
    likelihood_from_quantiles,
)


def test_likelihood_forgets_the_prior():
    """A posterior that is the prior has a likelihood that is 1 everywhere."""
    assert flat().heights == pytest.approx(1.0, rel=1e-3)


def test_likelihood_takes_quantiles_that_are_one_value():
    """A posterior with all its mass near one value is a likelihood, too."""
    likelihood = likelihood_from_quantiles([0.1, 0.5, 0.9], [2.0, 2.0, 2.0], COST_RATIO)
    assert np.isfinite(likelihood.heights).all()
    assert likelihood.heights.max() == 1.0


def test_likelihood_is_not_highest_where_nothing_was_seen():
    """Beyond the last quantile, far out in the prior, it is no higher than just before."""
    values = [0.5, 2.0, 5.0, 20.0, 3e8]  # the last of these has a ten-millionth of the prior above
    heights = likelihood_from_quantiles([0.1, 0.3, 0.5, 0.9, 0.995], values, COST_RATIO).heights
    assert heights[-1] <= heights[-2] < 1.0
    mirrored = likelihood_from_quantiles([0.005, 0.1, 0.5, 0.9], [3e-8, 0.5, 5.0, 20.0], COST_RATIO)
    assert mirrored.heights[0] <= mirrored.heights[1] < 1.0


def test_likelihood_of_few_quantiles_keeps_what_was_seen():
    """One quantile makes two steps; of three, a sliver of the prior at the end is not raised."""
    two = likelihood_from_quantiles([0.9], [5.0], COST_RATIO).heights
    assert two == pytest.approx([1.0, 1 / 9], rel=1e-4)
    three = likelihood_from_quantiles([0.005, 0.5], [3e-8, 5.0], COST_RATIO).heights
    assert three[0] <= three[1]


def test_likelihood_may_be_highest_at_an_end_on_one_value():
    """Half of the posterior lies on the value where the last step begins."""
    heights = likelihood_from_quantiles(
        [0.1, 0.3, 0.4, 0.9], [1.0, 5.0, 20.0, 20.0], COST_RATIO
    ).heights
    assert heights[-1] == 1.0
    assert heights[-2] < 0.5


def test_likelihood_ends_where_the_prior_does():
    """Quantiles beyond what the prior holds possible lie at its ends."""
    likelihood = likelihood_from_quantiles([0.1, 0.5, 0.9], [1e-30, 5.0, 1e30], COST_RATIO)
    assert likelihood.edges == pytest.approx([np.log(5.0)])
    assert likelihood.heights == pytest.approx([1.0, 1.0], rel=1e-4)


@pytest.mark.parametrize(
    ("low", "high", "steps"),
    [(0.0, np.inf, 1), (2.0, np.inf, 2), (0.5, np.inf, 2), (0.0, 3.0, 2), (2.0, 2.0, 3)],
)
def test_flat_likelihood_is_one_inside(low, high, steps):
    """Answers that are all right leave an interval, which may be open, or one value."""
    likelihood = flat_likelihood(low, high)
    assert len(likelihood.heights) == steps
    assert likelihood.heights.max() == 1.0
    assert (np.diff(likelihood.edges) > 0).all()


def test_averaged_likelihood_is_an_integral():
    """Over a normal distribution, as by summing over a fine grid."""
    likelihood = normal(1.0, 0.4)
    theta = np.linspace(-8, 10, 200_001)
    heights = likelihood.heights[np.searchsorted(likelihood.edges, theta)]
    density = np.exp(-0.5 * ((theta - 0.5) / 0.7) ** 2) / 0.7 / np.sqrt(2 * np.pi)
    by_sum = np.sum(heights * density) * (theta[1] - theta[0])
    assert likelihood.averaged(np.array([0.5]), np.array([0.7]))[0] == pytest.approx(
        by_sum, rel=1e-3
    )


def test_moved_likelihood_says_the_same_of_a_larger_quantity():
    """Averages move along with it."""
    likelihood = normal(1.0, 0.4)
    centre, spread = np.array([0.2, 1.0, 3.0]), np.array([0.7])
    assert likelihood.moved(0.5).averaged(centre + 0.5, spread) == pytest.approx(
        likelihood.averaged(centre, spread)
    )


ISLANDS = Likelihood(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.0, 1.0, 0.0, 0.5, 0.0]))
RISING = Likelihood(np.array([1.0, 1.1, 2.0]), np.array([0.0, 0.2, 1.0, 0.0]))
HALVED = Likelihood(np.array([0.0]), np.array([1.0, 0.5]))


@pytest.mark.parametrize(
    ("likelihood", "centre", "spread"),
    [
        (HALVED, 0.3, 1.0),
        (ISLANDS, 2.2, 1.0),
        (ISLANDS, -8.0, 1.0),
        (ISLANDS, 14.0, 1.0),
        (ISLANDS, 2.8, 0.1),
        (RISING, -8.0, 1.0),
    ],
)
def test_draws_of_an_expert_follow_the_likelihood_and_the_others(likelihood, centre, spread):
    """Also ten standard deviations away, where one step is nearer than the others."""
    size = 20_000
    drawn = likelihood.draw(np.full(size, centre), np.full(size, spread), np.random.default_rng(4))
    theta = np.linspace(-5.0, 7.0, 200_001)
    logs = -0.5 * ((theta - centre) / spread) ** 2
    heights = likelihood.heights[np.searchsorted(likelihood.edges, theta)]
    density = np.where(heights > 0, heights * np.exp(logs - logs[heights > 0].max()), 0.0)
    below = np.cumsum(density) / density.sum()
    for level in (0.1, 0.5, 0.9):
        place = theta[np.searchsorted(below, level)]
        assert np.mean(drawn <= place) == pytest.approx(level, abs=0.015)


@pytest.mark.parametrize(("centre", "nearest"), [(-1.0, 1.0), (2.4, 2.0), (2.6, 3.0), (9.0, 4.0)])
def test_draws_of_an_expert_whom_the_others_rule_out_are_the_nearest_possible(centre, nearest):
    """Forty standard deviations away no normal distribution has any probability in numbers."""
    drawn = ISLANDS.draw(np.full(5, centre), np.full(5, 0.01), np.random.default_rng(5))
    assert drawn == pytest.approx(nearest)
    open_ended = Likelihood(np.array([nearest]), np.array([0.0, 1.0]))
    drawn = open_ended.draw(np.full(5, nearest - 1.0), np.full(5, 0.01), np.random.default_rng(5))
    assert drawn == pytest.approx(nearest)


def test_likelihood_tells_apart_whether_anything_is_said():
    """The level below which a likelihood does not fall is a probability of saying nothing."""
    whole, apart = doubtful(4.0, 0.1, 0.1), doubtful(4.0, 0.1, 0.1, heedless=0.1)
    far = np.searchsorted(whole.edges, 0.0)
    assert whole.silent == whole.outside == 0.0
    assert whole.heights[far] > 0.0
    assert apart.heights[far] == 0.0
    assert apart.silent == pytest.approx(0.1, rel=0.05)
    assert apart.silent <= apart.outside < 0.2
    assert apart.moved(1.0).elsewhere == pytest.approx(apart.elsewhere + 1.0)


def test_likelihood_told_apart_from_silence_is_exact_on_few_steps():
    """Quarters of the prior: what is unlikely is ruled out, and what is left open counts."""
    quarters = COST_RATIO.quantile([1e-6, 0.25, 0.5, 0.75, 1 - 1e-6])
    told = likelihood_from_quantiles([0.1, 0.15, 0.9], quarters[1:4], COST_RATIO, heedless=0.19)
    heights, said = np.array([0.2, 0.2, 3.0, 0.4]), np.array([0.0, 0.0, 2.81, 0.21])
    assert told.edges == pytest.approx(np.log(quarters[1:4]))
    assert told.heights == pytest.approx(said / 2.81, rel=1e-4)
    assert told.silent == 0.19
    left = np.append(0.0, np.cumsum(heights - said) / 4)
    assert told.outside == pytest.approx(left[-1] / (heights.sum() / 4), rel=1e-4)
    places = (np.arange(200) + 0.5) / 200 * left[-1]
    assert told.elsewhere == pytest.approx(np.interp(places, left, np.log(quarters)), abs=1e-3)
