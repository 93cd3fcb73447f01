"""The statements of docs/theory/11-the-posterior.md."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whichmetric.inference import (
    NoisePrior,
    TilePosterior,
    answer_probabilities,
    gaps,
    information_gain,
)
from whichmetric.metrics import Metric
from whichmetric.values import Answer, ConfusionMatrix

Z = 0.3
NOISE = NoisePrior(
    scales=(1e-2, 0.05),
    scale_weights=(1.0, 2.0),
    lapses=(0.0, 0.2, 1.0),
    lapse_weights=(3.0, 2.0, 1.0),
    sides=(-2.0, 0.0, 2.0),
    side_weights=(0.1, 0.8, 0.1),
)
FLIP = NoisePrior(
    scales=(1e-12,), scale_weights=(1.0,), lapses=(0.2,), lapse_weights=(1.0,),
    sides=(0.0,), side_weights=(1.0,),
)  # fmt: skip
"""Wrong in one answer of ten, however large the gap."""


def cells(tpr, tnr):
    """The rates tp, fp, fn, tn of true rates."""
    return np.array([tpr * Z, (1 - tnr) * (1 - Z), (1 - tpr) * Z, tnr * (1 - Z)])


PAIRS = [
    (cells(0.9, 0.5), cells(0.5, 0.9), Answer.A),
    (cells(0.8, 0.7), cells(0.95, 0.3), Answer.B),
    (cells(0.6, 0.95), cells(0.85, 0.6), Answer.B),
    (cells(0.7, 0.8), cells(0.3, 0.97), Answer.A),
]


def told(noise, answers):
    """A posterior over the Tile that has learnt some answers."""
    posterior = TilePosterior(noise)
    for first, second, answer in answers:
        posterior.tell(first, second, answer)
    return posterior


def binary(p):
    """The entropy of a coin that shows heads with probability p, in bits."""
    p = np.clip(p, 1e-300, 1 - 1e-16)
    return -(p * np.log2(p) + (1 - p) * np.log2(1 - p))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_cells_have_the_posterior_of_their_middles(count):
    """Proposition 11.2: prior mass times the noise's mean of the likelihood, normalised."""
    answers = PAIRS[:count]
    posterior = told(NOISE, answers)
    noise = posterior.noise
    joint = np.prod(posterior.high - posterior.low, axis=1)[:, None, None] * noise.weight
    for first, second, answer in answers:
        gap = gaps(posterior.a, posterior.b, first, second)
        looking = noise.looking(answer, gap)[..., None]
        joint = joint * (looking * (1 - noise.lapse) + noise.lapse / 2)
    evidence = joint.sum()
    assert posterior.mass == pytest.approx(joint.sum(axis=(1, 2)) / evidence, rel=1e-3, abs=1e-9)
    assert posterior.log_evidence == pytest.approx(np.log(evidence), abs=1e-3)


@given(st.tuples(st.floats(0, 1), st.floats(0, 1)), st.floats(0.1, 0.9), st.floats(0.1, 0.9))
def test_answer_is_decided_by_a_bilinear_function(tile, one, other):
    """Before Proposition 11.3: inside a cell nothing happens that its corners do not show."""
    a, b = tile
    cross = np.cross((one * Z, other * (1 - Z), 1.0), (other * Z, one * (1 - Z), 1.0))

    def height(a, b):
        return Metric.from_tile(a, b).order_vector(Z) @ cross

    corners = np.array([[height(i, j) for j in (0, 1)] for i in (0, 1)])
    bilinear = np.array([1 - a, a]) @ corners @ np.array([1 - b, b])
    assert height(a, b) == pytest.approx(bilinear, abs=1e-12)


@pytest.mark.parametrize(
    ("count", "bounded", "found"), [(1, 0.091, 0.009), (3, 0.261, 0.039), (4, 0.263, 0.040)]
)
def test_error_of_the_grid_is_bounded_by_the_cells_that_cuts_cross(count, bounded, found):
    """Proposition 11.3: against a far finer grid, with flips alone."""
    answers, side = PAIRS[:count], 24
    posterior = told(FLIP, answers)
    low, high, mass = posterior.low, posterior.high, posterior.mass
    prior = np.prod(high - low, axis=1)
    places = (np.arange(side) + 0.5) / side
    lowest, highest, middle = prior.copy(), prior.copy(), prior.copy()
    fine = np.stack(np.meshgrid(places, places), axis=-1).reshape(-1, 2)
    likelihood = np.ones((len(low), len(fine)))
    points = low[:, None] + fine * (high - low)[:, None]
    corners = low[:, None] + np.array([(0, 0), (0, 1), (1, 0), (1, 1)]) * (high - low)[:, None]
    for first, second, answer in answers:
        sign = 1 if answer is Answer.A else -1

        def chance(tiles, first=first, second=second, sign=sign):
            gap = gaps(tiles[..., 0].ravel(), tiles[..., 1].ravel(), first, second)
            return np.where(sign * gap > 0, 0.9, 0.1).reshape(tiles.shape[:-1])

        likelihood *= chance(points)
        lowest *= chance(corners).min(axis=1)
        highest *= chance(corners).max(axis=1)
        middle *= chance((low + high) / 2)
    exact = prior * likelihood.mean(axis=1)
    bound = (highest - lowest).sum() / middle.sum()
    assert mass == pytest.approx(middle / middle.sum(), rel=1e-3, abs=1e-9)
    distance = np.abs(mass - exact / exact.sum()).sum() / 2
    assert distance <= bound
    assert (bound, distance) == pytest.approx((bounded, found), abs=0.005)
    uncrossed = highest == lowest
    assert exact[uncrossed] == pytest.approx(middle[uncrossed])


@settings(max_examples=25)
@given(st.lists(st.sampled_from(PAIRS), max_size=3), st.sampled_from(PAIRS))
def test_information_splits_into_metric_and_noise(answers, asked):
    """Proposition 11.4: I(Y; T, noise) = I(Y; T) + I(Y; noise | T), and only the first counts."""
    posterior = told(replace(NOISE, sides=(0.0,), side_weights=(1.0,)), answers)
    noise, mass = posterior.noise, posterior.mass
    first, second, _ = asked
    gap = gaps(posterior.a, posterior.b, first, second)
    looking = noise.looking(Answer.A, gap)[..., None]
    says_a = looking * (1 - noise.lapse) + noise.lapse / 2  # cells, looks, lapses
    joint = posterior.joint.transpose(1, 2, 0).astype(float)
    joint /= joint.sum()
    overall = float((joint * says_a).sum())
    given_metric = (joint * says_a).sum(axis=(1, 2)) / joint.sum(axis=(1, 2))
    share = joint.sum(axis=(1, 2))

    about_all = float(binary(overall) - (joint * binary(says_a)).sum())
    about_metric = float(binary(overall) - share @ binary(given_metric))
    about_noise = float(share @ binary(given_metric) - (joint * binary(says_a)).sum())
    assert about_all == pytest.approx(about_metric + about_noise, abs=1e-9)
    assert min(about_metric, about_noise) >= -1e-9
    nodes = posterior.nodes(40_000)
    found = information_gain(answer_probabilities(posterior, nodes, first[None], second[None]))
    assert found[0] == pytest.approx(about_metric, abs=0.003)  # a share of 1 / 40,000 each
    assert mass == pytest.approx(share, rel=1e-3, abs=1e-9)


def test_question_may_tell_of_the_noise_alone():
    """Proposition 11.4: two options that are one tell which side the expert leans to."""
    prior = NoisePrior()
    posterior = TilePosterior(prior)
    same = cells(0.8, 0.8)
    nodes = posterior.nodes(200)
    gain = information_gain(answer_probabilities(posterior, nodes, same[None], same[None]))
    assert gain[0] == pytest.approx(0, abs=1e-12)
    grid = prior.grid(with_ties=False)
    looking = grid.looking(Answer.A, np.zeros(1))[0][:, None]
    says_a = looking * (1 - grid.lapse) + grid.lapse / 2
    weights = grid.weight / grid.weight.sum()
    overall = float((weights * says_a).sum())
    assert binary(overall) - (weights * binary(says_a)).sum() > 0.01


def test_scale_changes_which_question_is_harder():
    """Proposition 11.1: equal gaps for c = 1 are unequal for c = 4, so noise needs a scale."""
    pairs = [
        [ConfusionMatrix.at(s / 2, s / 2, 0.5) for s in ends] for ends in ((0.3, 0.2), (0.9, 0.8))
    ]
    plain, scaled = ([Metric.from_tile(0.5, 0.5, c).gap(*p) for p in pairs] for c in (1.0, 4.0))
    assert plain[0] == pytest.approx(plain[1])
    assert scaled[1] > 3 * scaled[0]
