"""How much an answer would tell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import xlogy

from whichmetric.inference import (
    COST_RATIO,
    LinearPosterior,
    NoisePrior,
    answer_probabilities,
    attention_gain,
    expert_probabilities,
    gaps,
    information_gain,
)
from whichmetric.values import Answer

FIRST = np.array([[0.27, 0.35, 0.03, 0.35], [0.2, 0.1, 0.1, 0.6]])
SECOND = np.array([[0.18, 0.07, 0.12, 0.63], [0.2, 0.1, 0.1, 0.6]])


@given(st.lists(st.floats(0, 1), min_size=2, max_size=8))
def test_information_gain_is_between_nothing_and_one_bit(chances):
    """A question with two answers tells from 0 to 1 bit."""
    p = np.array(chances)
    gain = information_gain(np.stack((p, 1 - p))[:, None, :])
    assert -1e-9 <= gain[0] <= 1 + 1e-9


@given(st.lists(st.floats(0.01, 0.99), min_size=2, max_size=8))
def test_information_gain_is_the_mutual_information(chances):
    """It equals the mean divergence of each metric's answers from all metrics' answers."""
    p = np.stack((np.array(chances), 1 - np.array(chances)))
    overall = p.mean(axis=1, keepdims=True)
    divergence = (p * np.log2(p / overall)).sum(axis=0).mean()
    assert information_gain(p[:, None, :])[0] == pytest.approx(divergence, abs=1e-9)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0.001, 0.999))
def test_attention_gain_is_a_share_of_the_doubt(chances, careless):
    """It is 0 where the answer is as open as a coin's, and grows the better it can be foretold."""
    first = np.array([[chances, np.full(len(chances), 0.5), np.ones(len(chances))]])
    asked, coin, sure = attention_gain(np.concatenate((first, 1 - first)), careless, (0.5, 0.5))
    assert coin == pytest.approx(0.0, abs=1e-9)
    assert -1e-9 <= asked <= sure + 1e-9
    assert sure <= 1.0


def test_attention_gain_is_nothing_where_there_is_no_doubt():
    """Rounding would be all that is left."""
    first = np.random.default_rng(0).random((1, 5, 8))
    gain = attention_gain(np.concatenate((first, 1 - first)), 1e-15, (0.5, 0.5))
    assert gain.tolist() == [0.0] * 5


@pytest.mark.parametrize("said_equal", [False, True])
def test_answer_probabilities_sum_to_one(said_equal):
    """With ties or without, each metric gives some answer."""
    posterior = LinearPosterior(COST_RATIO, NoisePrior())
    if said_equal:
        posterior.tell(FIRST[0], SECOND[0], Answer.EQUAL)
    chances = answer_probabilities(posterior, posterior.nodes(20), FIRST, SECOND)
    assert chances.shape == (3 if said_equal else 2, 2, 20)
    assert chances.sum(axis=0) == pytest.approx(np.ones((2, 20)), abs=1e-5)


def test_answer_probabilities_integrate_the_noise_out():
    """Each way of looking and each lapse counts by its probability, given the metric."""
    noise = NoisePrior(sides=(0.0,), side_weights=(1.0,))
    posterior = LinearPosterior(COST_RATIO, noise)
    for answer in (Answer.A, Answer.B, Answer.A):
        posterior.tell(FIRST[0], SECOND[0], answer)
    nodes = posterior.nodes(7)
    found = answer_probabilities(posterior, nodes, FIRST, SECOND)[0]
    grid = posterior.noise
    for place, node in enumerate(nodes):
        gap = gaps(posterior.a[[node]], posterior.b[[node]], FIRST, SECOND)[:, 0]
        looking = grid.looking(Answer.A, gap)[:, None, :]
        lapse = grid.lapse[:, None]
        chance = (1.0 - lapse) * looking + 0.5 * lapse
        joint = posterior.joint[:, node].astype(float)
        expected = (chance * joint / joint.sum()).sum(axis=(1, 2))
        assert found[:, place] == pytest.approx(expected, abs=1e-6)


@given(st.floats(0.01, 0.99), st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.floats(0.0, 0.9))
def test_attention_gain_is_the_information_of_the_answer_about_the_doubt(
    careless, looking, leaning, equal
):
    """By the joint table of who looks and what is said, for either order of the options."""
    said = np.array([looking, 1 - looking, 0.0]) * (1 - equal) + [0.0, 0.0, equal]
    guess = np.array([leaning, 1 - leaning, 0.5]) / 1.5
    bits = 0.0
    for sides in (guess, guess[[1, 0, 2]]):
        joint = np.array([(1 - careless) * said, careless * sides])
        apart = np.outer(joint.sum(axis=1), joint.sum(axis=0))
        bits += xlogy(joint, joint / np.where(apart > 0, apart, 1)).sum() / np.log(2) / 2
    doubt = -(xlogy(careless, careless) + xlogy(1 - careless, 1 - careless)) / np.log(2)
    gain = attention_gain(said[:, None, None], careless, guess)
    assert gain == pytest.approx([bits / doubt], abs=1e-9)


def test_identical_options_tell_nothing():
    """Whoever compares a classifier with itself learns nothing about the metric."""
    posterior = LinearPosterior(COST_RATIO, NoisePrior())
    chances = answer_probabilities(posterior, posterior.nodes(50), FIRST, SECOND)
    gain = information_gain(chances)
    assert gain[0] > 0.1
    assert gain[1] == pytest.approx(0.0, abs=1e-6)


def test_a_leaning_to_one_side_favours_neither_option():
    """Which option stands where is not drawn yet when a question is chosen."""
    keen = np.array([[[0.9]], [[0.1]]])
    leaning = (0.8, 0.2)
    assert attention_gain(keen, 0.3, leaning) == pytest.approx(
        attention_gain(keen[::-1], 0.3, leaning)
    )


def test_expert_probabilities_are_those_of_the_metric_where_only_one_way_of_looking_is_left():
    """Where nothing but the lapse is open, drawing a way of looking draws what there is."""
    one = {"scales": (0.01,), "scale_weights": (1,), "ties": (0.03,), "tie_weights": (1,)}
    posterior = LinearPosterior(COST_RATIO, NoisePrior(**one))
    posterior.tell(FIRST[0], SECOND[0], Answer.EQUAL)
    nodes = posterior.nodes(50)
    drawn, whole = (
        probabilities(posterior, nodes, FIRST, SECOND)
        for probabilities in (expert_probabilities, answer_probabilities)
    )
    np.testing.assert_allclose(drawn, whole, atol=1e-12)


def test_expert_probabilities_tell_the_width_where_no_metric_differs():
    """A pair that is as much worse to every metric tells how wide "about equal" is, and no more."""
    posterior = LinearPosterior(COST_RATIO, NoisePrior())
    posterior.tell(FIRST[1], SECOND[1], Answer.EQUAL)
    worse = FIRST[1] + 0.03 * np.array([-FIRST[1, 0], FIRST[1, 3], FIRST[1, 0], -FIRST[1, 3]])
    nodes = posterior.nodes(240)
    metric, both = (
        information_gain(probabilities(posterior, nodes, FIRST[1:], worse[None]))[0]
        for probabilities in (answer_probabilities, expert_probabilities)
    )
    assert metric < 0.01
    assert both > 0.3


def test_expert_probabilities_draw_ways_of_looking_by_their_probability():
    """Of many experts, each answer is as frequent as the noise integrated out has it."""
    posterior = LinearPosterior(COST_RATIO, NoisePrior())
    posterior.tell(FIRST[0], SECOND[0], Answer.EQUAL)
    nodes = posterior.nodes(2000)
    drawn = expert_probabilities(posterior, nodes, FIRST, SECOND)
    assert drawn.sum(axis=0) == pytest.approx(np.ones((2, 2000)), abs=1e-9)
    grid, lapse = posterior.noise, posterior.noise.lapse
    gap = gaps(posterior.a[nodes], posterior.b[nodes], FIRST, SECOND)
    joint = posterior.joint[:, nodes].astype(float)
    joint /= joint.sum(axis=(0, 2))[:, None]
    for answer, chance in zip((Answer.A, Answer.B, Answer.EQUAL), drawn, strict=True):
        looking = np.einsum("kmj,l,lmj->km", grid.looking(answer, gap), 1.0 - lapse, joint)
        lapsing = np.einsum("l,lmj->m", lapse * posterior.guess(answer), joint)
        assert chance.mean(axis=1) == pytest.approx((looking + lapsing).mean(axis=1), abs=0.003)


@pytest.mark.parametrize("ties", [(0.01, 0.1), (0.1,)], ids=len)
def test_expert_probabilities_take_ways_of_looking_from_the_narrowest_tie_on(ties):
    """Those of equal ties in the order of the grid, so that every machine draws the same ones."""
    options = {"scales": np.geomspace(1e-3, 0.5, 20), "scale_weights": np.ones(20)}
    noise = NoisePrior(ties=ties, tie_weights=np.ones(len(ties)), **options)
    posterior = LinearPosterior(COST_RATIO, noise)
    posterior.tell(FIRST[0], SECOND[0], Answer.EQUAL)
    nodes, grid = posterior.nodes(40), posterior.noise
    drawn = expert_probabilities(posterior, nodes, FIRST[:1], SECOND[:1])
    order = sorted(range(len(grid.tie)), key=grid.tie.tolist().__getitem__)
    for number, node in enumerate(nodes):
        joint = posterior.joint[:, node, order].astype(float)
        steps = np.cumsum(joint.sum(axis=0))
        place = np.searchsorted(steps, number * (np.sqrt(5) - 1) / 2 % 1 * steps[-1], side="right")
        own = joint[:, place] / joint[:, place].sum()
        gap = gaps(posterior.a[[node]], posterior.b[[node]], FIRST[0], SECOND[0])
        for answer, chance in zip((Answer.A, Answer.B, Answer.EQUAL), drawn[:, 0], strict=True):
            looking = grid.looking(answer, gap)[0, order[place]]
            expected = own @ ((1 - grid.lapse) * looking + grid.lapse * posterior.guess(answer))
            assert chance[number] == pytest.approx(expected, abs=1e-9)


def test_expert_probabilities_draw_no_way_of_looking_that_is_impossible():
    """Whoever finds what differs much about equal has no narrow tie, be it the first in order."""
    noise = NoisePrior(
        scales=(1e-9,),
        scale_weights=(1,),
        lapses=(0.0,),
        lapse_weights=(1,),
        ties=(1e-3, 1.0),
        tie_weights=(1, 1),
    )
    posterior = LinearPosterior(COST_RATIO, noise)
    posterior.tell(FIRST[0], SECOND[0], Answer.EQUAL)
    narrow = posterior.joint[0, :, posterior.noise.tie.argmin()]
    impossible = np.flatnonzero(narrow == 0.0)
    assert 0 < impossible.size < narrow.size
    assert np.isfinite(expert_probabilities(posterior, impossible, FIRST, SECOND)).all()
