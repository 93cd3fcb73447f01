"""The paper's lemma on estimated probabilities: a small error of eta-hat moves C a little."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit, logit

from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation


def density_bound(a, low, high):
    """The largest density of eta(X) between two values: k1 of the paper's Assumption."""
    low, high = max(low, expit(-a)), min(high, expit(a))
    if low >= high:
        return 0.0
    return 1 / (2 * a * min(low * (1 - low), high * (1 - high)))


@settings(max_examples=50)
@given(
    st.floats(1.0, 20.0),
    st.floats(0.15, 0.85),
    st.floats(0.0, 0.1),
    st.integers(0, 1000),
)
def test_eta_hat_lemma_on_a_dense_population(a, delta, error, seed):
    """|C(h-hat) - C(h)| is at most k1 |eta-hat - eta|, whatever the error is made of."""
    rng = np.random.default_rng(seed)
    x = np.linspace(-1, 1, 20_001)
    eta = expit(-a * x)
    waves = np.sin(rng.uniform(1, 60) * x + rng.uniform(0, 6))
    noise = rng.choice([-1.0, 1.0], x.size) if seed % 2 else waves
    eta_hat = np.clip(eta + error * noise, 0.0, 1.0)
    feasible = FeasibleSet(
        ScoreTable.from_arrays(
            np.repeat([1, 0], x.size),
            np.concatenate((eta_hat, eta_hat)),
            sample_weight=np.concatenate((eta, 1 - eta)),
        )
    )
    estimated = feasible.at_probability(delta)
    exact = SigmoidPopulation(a).feasible_set().at_probability(delta)
    supremum = np.abs(eta_hat - eta).max()
    bound = density_bound(a, delta - supremum, delta + supremum) * supremum + 2e-4  # the grid's
    assert abs(estimated.tp - exact.tp) <= bound
    assert abs(estimated.tn - exact.tn) <= bound


@pytest.mark.parametrize("seed", range(4))
def test_eta_hat_lemma_on_samples(seed):
    """On n cases the same holds, plus the sampling error of Hoeffding and DKW."""
    a, size = 5.0, 40_000
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, size)
    eta = expit(-a * x)
    labels = (rng.random(size) < eta).astype(int)
    sampling = np.sqrt(np.log(2 / 1e-4) / (2 * size))
    for error in (0.0, 0.01, 0.05):
        eta_hat = np.clip(eta + error * np.sin(40 * x), 0, 1)
        feasible = FeasibleSet(ScoreTable.from_arrays(labels, eta_hat))
        for delta in (0.2, 0.5, 0.7):
            exact = SigmoidPopulation(a).feasible_set().at_probability(delta)
            estimated = feasible.at_probability(delta)
            bound = density_bound(a, delta - error, delta + error) * error + sampling
            assert abs(estimated.tp - exact.tp) <= bound
            assert abs(estimated.tn - exact.tn) <= bound


def test_eta_hat_lemma_needs_its_density():
    """A shift of all probabilities by e moves tp by about the density times e: order e is right."""
    a, delta = 5.0, 0.5
    exact = SigmoidPopulation(a).feasible_set()
    density = density_bound(a, delta, delta + 1e-9)
    assert density == pytest.approx(1 / (2 * a * 0.25), rel=1e-6)
    for error in (0.02, 0.01, 0.005):
        moved = exact.at_probability(delta + error)
        drop = exact.at_probability(delta).tp - moved.tp
        assert drop == pytest.approx(delta * density * error, rel=0.1)
    assert logit(delta) == 0
