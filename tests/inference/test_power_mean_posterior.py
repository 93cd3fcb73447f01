"""Power means of the two true rates, beside the linear metrics that they contain."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.inference import COST_RATIO, NoisePrior, PowerMeanPosterior, gaps
from whichmetric.values import Answer

Z = 0.3
NOISE = NoisePrior(scales=(0.01,), scale_weights=(1.0,), lapses=(0.1,), lapse_weights=(1.0,))
rates = st.floats(0.01, 1.0)


def cells(found, spared, z=Z):
    """Return tp, fp, fn, tn at true rates."""
    return np.array([z * found, (1 - z) * (1 - spared), z * (1 - found), (1 - z) * spared])


@given(rates, rates, rates, rates, st.floats(0.1, 20.0), st.sampled_from((Z, 1e-4, 0.999)))
def test_power_one_is_the_linear_metric_on_the_same_scale(f1, s1, f2, s2, x, z):
    """So that the families differ in what they can say alone, also of a rare condition."""
    posterior = PowerMeanPosterior(COST_RATIO, NOISE, z)
    odds = x * z / (1 - z)
    weight, share = np.array([odds / (1 + odds)]), np.array([x / (1 + x)])
    first, second = cells(f1, s1, z), cells(f2, s2, z)
    ours = posterior.gaps(weight, np.array([1.0]), first, second)
    assert ours == pytest.approx(gaps(share, share, first, second), abs=1e-9)


def test_power_means_before_any_answer_are_equally_probable():
    """Sixty weights with eight powers each, a weight for every cost ratio; none is nearly 1."""
    posterior = PowerMeanPosterior(COST_RATIO, NOISE, Z)
    assert len(posterior.mass) == 480
    width = posterior.high[:, 1] - posterior.low[:, 1]
    assert posterior.mass == pytest.approx(width / (60 * 7.5), rel=1e-4)
    log_x, power = ((posterior.low + posterior.high) / 2).T
    assert posterior.a / (1 - posterior.a) == pytest.approx(np.exp(log_x) * Z / (1 - Z))
    assert posterior.b.tolist() == power.tolist()
    assert (posterior.low[:, 1].min(), posterior.high[:, 1].max()) == (-4.0, 4.0)
    assert not ((power > 0.75) & (power < 1.25)).any()


@given(rates, rates)
def test_power_zero_is_the_geometric_mean(found, spared):
    """With equal weights, the G-mean; also for powers close to 0."""
    posterior = PowerMeanPosterior(COST_RATIO, NOISE, Z)
    half = np.array([0.5, 0.5])
    gap = posterior.gaps(half, np.array([0.0, 1e-4]), cells(found, spared), cells(1.0, 1.0))
    assert gap == pytest.approx(np.sqrt(found * spared) - 1.0, abs=1e-3)


def test_rate_of_zero_has_a_value():
    """A classifier that finds nothing is worst, not undefined."""
    posterior = PowerMeanPosterior(COST_RATIO, NOISE, Z)
    gap = posterior.gaps(posterior.a, posterior.b, cells(0.0, 1.0), cells(0.5, 0.9))
    assert np.isfinite(gap).all()


def test_answers_by_a_g_mean_are_more_probable_than_by_chance():
    """The evidence grows above that of coin tosses, and the posterior's mass stays 1."""
    posterior, rng = PowerMeanPosterior(COST_RATIO, NOISE, Z), np.random.default_rng(0)
    for _ in range(25):
        first, second = rng.random(2), rng.random(2)
        said = Answer.A if first.prod() > second.prod() else Answer.B
        posterior.tell(cells(*first), cells(*second), said)
    assert posterior.log_evidence > 25 * np.log(0.5) + 3.0
    assert posterior.mass.sum() == pytest.approx(1.0, abs=1e-5)


def test_best_fit_is_the_likelihood_of_the_likeliest_metric():
    """Whatever its prior was: by the response model, but for a liking of sides, which is small."""
    posterior, rng = PowerMeanPosterior(COST_RATIO, NOISE, Z), np.random.default_rng(1)
    told = []
    for _ in range(12):
        first, second = (cells(*rng.uniform(0.2, 1.0, size=2)) for _ in range(2))
        lead = first[0] * first[3] - second[0] * second[3]
        told.append((first, second, Answer.A if lead > 0 else Answer.B))
        posterior.tell(*told[-1])
    fits = np.zeros(len(posterior.a))
    for first, second, answer in told:
        gap = posterior.gaps(posterior.a, posterior.b, first, second)
        sign = 1.0 if answer is Answer.A else -1.0
        fits += np.log(0.05 + 0.9 / (1.0 + np.exp(-sign * gap / 0.01)))
    assert posterior.log_best_fit == pytest.approx(fits.max(), abs=0.1)
    assert posterior.log_best_fit > posterior.log_evidence
