"""What is believed before the first answer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.errors import InvalidInputError
from whichmetric.inference import (
    COST_RATIO,
    F_BETA,
    FBetaPosterior,
    LinearPosterior,
    LogisticPrior,
    NoisePrior,
)

PROBABILITIES = st.floats(1e-6, 1 - 1e-6)


@given(PROBABILITIES, PROBABILITIES)
def test_prior_gives_an_interval_between_quantiles_its_probability(one, other):
    """The probability between two quantiles is the difference of their levels."""
    low, high = sorted((one, other))
    between = COST_RATIO.between(*COST_RATIO.quantile([low, high]))
    assert between == pytest.approx(high - low, rel=1e-6, abs=1e-12)


def test_prior_is_exact_in_both_tails():
    """Far out the probability is that of an exponential tail, not the rounding of 1 - 1."""
    far = COST_RATIO.between(1e15, 1e16)
    tail = (1e15 / 5) ** (-1 / 1.6) - (1e16 / 5) ** (-1 / 1.6)
    assert far == pytest.approx(tail, rel=1e-6)


def test_priors_are_as_wide_as_stated():
    """Nine tenths of cost ratios lie from 1:20 to 500:1 or a little beyond, of beta in 1/10-10."""
    assert COST_RATIO.between(1 / 20, 500) == pytest.approx(0.9, abs=0.01)
    assert F_BETA.between(0.1, 10) == pytest.approx(0.9, abs=0.01)
    assert COST_RATIO.between(500, 1e9) > 0.04


def test_prior_samples_follow_it():
    """Half of many samples lie below the median, and a tenth above the upper decile."""
    rng = np.random.default_rng(0)
    drawn = np.array([COST_RATIO.sample(rng) for _ in range(4000)])
    assert np.mean(drawn < 5.0) == pytest.approx(0.5, abs=0.03)
    assert np.mean(drawn > COST_RATIO.quantile(0.9)) == pytest.approx(0.1, abs=0.02)


@pytest.mark.parametrize("name", ["centre", "spread"])
@pytest.mark.parametrize("value", [0.0, -1.0, np.inf, np.nan])
def test_prior_refuses_what_is_not_positive(name, value):
    """The offending value is named."""
    with pytest.raises(InvalidInputError, match=f"{name}={value} is not a positive number"):
        LogisticPrior(**{"centre": 1.0, "spread": 1.0, name: value})


@pytest.mark.parametrize(
    ("centre", "spread", "remedy"),
    [(5.0, 1000.0, "give 21.6 at most"), (1e200, 1.0, "give a centre nearer to 1")],
)
def test_prior_refuses_what_numbers_cannot_hold(centre, spread, remedy):
    """A quantile that is infinite, or 0, would leave no posterior; the remedy is named."""
    with pytest.raises(InvalidInputError, match=f"goes beyond what numbers can hold: {remedy}"):
        LogisticPrior(centre, spread)


def test_widest_prior_can_be_learnt_from():
    """Its quantiles, and the Tile points of both families, are numbers."""
    for posterior in (LinearPosterior, FBetaPosterior):
        prior = posterior(LogisticPrior(5.0, 21.5), NoisePrior())
        assert np.isfinite(prior.quantile([0.001, 0.999])).all()
        assert prior.mass.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["centre", "spread"])
def test_prior_refuses_a_text_by_the_name_of_its_argument(name):
    """The argument that is no number is the one that is named."""
    with pytest.raises(InvalidInputError, match=f"^{name}='2' is not a number"):
        LogisticPrior(**{"centre": 1.0, "spread": 1.0, name: "2"})
