"""Centre and spread of several experts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whichmetric.inference import (
    COST_RATIO,
    PooledPosterior,
    flat_likelihood,
    likelihood_from_quantiles,
)

P = np.linspace(0.005, 0.995, 100)


def normal(centre, deviation):
    """Return a likelihood of that shape, where the prior is all but even."""
    from scipy.special import ndtri

    return likelihood_from_quantiles(P, np.exp(centre + deviation * ndtri(P)), COST_RATIO)


def flat():
    """Return what somebody says who says nothing."""
    return likelihood_from_quantiles(P, COST_RATIO.quantile(P), COST_RATIO)


def ends(pooled, level=0.9):
    """Return the interval of the centre."""
    return pooled.centre_quantile([(1 - level) / 2, (1 + level) / 2])


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


@pytest.mark.parametrize(
    ("low", "high", "steps"), [(0.0, np.inf, 1), (2.0, np.inf, 2), (0.0, 3.0, 2), (2.0, 2.0, 3)]
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


@settings(max_examples=15)
@given(
    views=st.lists(st.tuples(st.floats(-1.0, 4.0), st.floats(0.05, 1.0)), min_size=2, max_size=5),
    seed=st.integers(0, 100),
)
def test_pooled_does_not_depend_on_the_order(views, seed):
    """Experts are exchangeable."""
    likelihoods = [normal(*view) for view in views]
    shuffled = [likelihoods[i] for i in np.random.default_rng(seed).permutation(len(views))]
    one, other = (PooledPosterior(some, COST_RATIO) for some in (likelihoods, shuffled))
    assert ends(one) == pytest.approx(ends(other), abs=1e-6)
    assert one.spread_quantile(0.5) == pytest.approx(other.spread_quantile(0.5), rel=1e-6)


@settings(max_examples=15)
@given(views=st.lists(st.floats(-1.0, 4.0), min_size=1, max_size=5))
def test_pooled_ignores_who_says_nothing(views):
    """One more expert who says nothing changes nothing."""
    likelihoods = [normal(view, 0.3) for view in views]
    one, other = (
        PooledPosterior(some, COST_RATIO) for some in (likelihoods, [*likelihoods, flat()])
    )
    assert ends(one) == pytest.approx(ends(other), abs=0.02)
    assert one.spread_quantile(0.5) == pytest.approx(other.spread_quantile(0.5), rel=0.02)


def test_pooled_experts_who_agree_have_no_spread():
    """Five of one mind: the spread is next to nothing, and the centre is known as well as that."""
    pooled = PooledPosterior([normal(2.0, 0.05)] * 5, COST_RATIO)
    assert pooled.spread_quantile(0.5) < 0.05
    low, high = ends(pooled)
    assert 1.9 < low < 2.0 < high < 2.1


def test_pooled_experts_who_differ_leave_the_centre_open():
    """Two camps: the interval of the centre reaches from one towards the other."""
    pooled = PooledPosterior([normal(0.0, 0.05)] * 3 + [normal(3.0, 0.05)] * 2, COST_RATIO)
    low, high = ends(pooled)
    assert high - low > 1.5
    assert 0.8 < pooled.spread_quantile(0.5) < 3.0


def test_pooled_single_expert_keeps_own_view():
    """One expert's own quantity is hardly moved, but the centre is as open as experts differ."""
    pooled = PooledPosterior([normal(2.0, 0.2)], COST_RATIO)
    draws = pooled.draws(4_000, np.random.default_rng(0))
    own = np.quantile(draws.experts[:, 0], [0.05, 0.5, 0.95])
    assert own == pytest.approx([2.0 - 0.33, 2.0, 2.0 + 0.33], abs=0.05)
    low, high = ends(pooled)
    assert high - low > 2.0


def test_draws_shrink_who_says_little_to_the_others():
    """An expert of a wide likelihood is drawn to the others; one of a narrow one is not."""
    likelihoods = [*([normal(2.0, 0.1)] * 4), normal(4.0, 1.5), normal(3.0, 0.05)]
    draws = PooledPosterior(likelihoods, COST_RATIO).draws(4_000, np.random.default_rng(1))
    wide, narrow = np.median(draws.experts[:, 4:], axis=0)
    assert 1.8 < wide < 2.9
    assert narrow == pytest.approx(3.0, abs=0.05)


def test_draws_are_those_of_the_posterior():
    """The centre and the spread are drawn with the probabilities that the grid gives."""
    pooled = PooledPosterior([normal(1.0, 0.2), normal(2.0, 0.2), normal(1.5, 0.4)], COST_RATIO)
    draws = pooled.draws(8_000, np.random.default_rng(2))
    for p in (0.05, 0.5, 0.95):
        assert np.mean(draws.centre < pooled.centre_quantile(p)) == pytest.approx(p, abs=0.02)
        assert np.mean(draws.spread < pooled.spread_quantile(p)) == pytest.approx(p, abs=0.02)


def test_draws_stay_inside_what_is_possible():
    """Methods that trust every answer leave an interval, and draws stay in it."""
    pooled = PooledPosterior([flat_likelihood(2.0, 3.0), flat_likelihood(50.0, 60.0)], COST_RATIO)
    draws = np.exp(pooled.draws(500, np.random.default_rng(3)).experts)
    assert ((draws[:, 0] >= 2.0 - 1e-9) & (draws[:, 0] <= 3.0 + 1e-9)).all()
    assert ((draws[:, 1] >= 50.0 - 1e-9) & (draws[:, 1] <= 60.0 + 1e-9)).all()


def doubtful(centre, deviation, silent, **given):
    """Return what somebody says who may say nothing: a posterior that is the prior in a part."""
    from scipy.special import ndtr

    theta = np.linspace(-20, 20, 40_001)
    looks = ndtr((theta - centre) / deviation)
    below = (1 - silent) * looks + silent * COST_RATIO.between(1e-30, np.exp(theta))
    return likelihood_from_quantiles(P, np.exp(np.interp(P, below, theta)), COST_RATIO, **given)


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


def test_pooled_does_not_overrule_who_is_heard():
    """Far from all others an expert stays where the own answers say, and the spread is larger."""
    alike = [normal(1.5 + place / 10, 0.02) for place in range(4)]
    drawn, spreads = [], []
    for heedless in (None, 0.03):
        far = doubtful(4.6, 0.1, 0.03, heedless=heedless)
        pooled = PooledPosterior([*alike, far], COST_RATIO)
        drawn.append(pooled.draws(4_000, np.random.default_rng(4)).experts[:, -1])
        spreads.append(float(pooled.spread_quantile(0.5)))
    taken_for_silent, heard = (np.mean(one > 4.0) for one in drawn)
    assert taken_for_silent < 0.8
    assert heard == pytest.approx(0.97, abs=0.02)
    assert spreads[0] < spreads[1]
    assert spreads[1] > 1.0


def test_pooled_averages_over_who_says_nothing():
    """Choices of those who look are as probable as the own answers say, the likeliest first."""
    unsure = [doubtful(x, 0.1, 0.1, heedless=0.1) for x in (1.0, 2.0)]
    pooled = PooledPosterior([*unsure, normal(1.5, 0.1)], COST_RATIO)
    assert pooled.choices.tolist()[0] == [True] * 3
    assert pooled.choices.tolist()[-1] == [False, False, True]
    h = unsure[0].silent
    assert pooled.parts.sum(axis=(1, 2)) == pytest.approx(
        [(1 - h) ** 2, h * (1 - h), h * (1 - h), h**2], rel=1e-2
    )
    many = PooledPosterior(unsure * 6, COST_RATIO)
    assert len(many.choices) == 128
    assert many.mass.sum() == pytest.approx(1.0)
