"""What the posterior says of whether the expert looks, and how it reckons with that."""

import numpy as np
import pytest

from whichmetric.inference import (
    COST_RATIO,
    LinearPosterior,
    NoisePrior,
    PowerMeanPosterior,
    TilePosterior,
)
from whichmetric.inference.habit import guess_after
from whichmetric.values import Answer

FIRST, SECOND = np.array([0.27, 0.35, 0.03, 0.35]), np.array([0.18, 0.07, 0.12, 0.63])


def after(answers, noise=None):
    """Return a posterior that was told answers to one question over and over."""
    return told(LinearPosterior(COST_RATIO, noise or NoisePrior()), answers)


def told(posterior, answers):
    """Return the posterior after more answers to the same question."""
    for answer in answers:
        posterior.tell(FIRST, SECOND, Answer(answer))
    return posterior


def test_attentive_experts_lapse_as_often_as_the_prior_has_it():
    """Before any answer: of those who look, each lapse comes with its own share, and none is 1."""
    given = after([]).attentive()
    cell, _, lapse = given.experts(4_000)
    weights = np.array(NoisePrior().lapse_weights[:-1])
    assert given.noise.lapse.tolist() == list(NoisePrior().lapses[:-1])
    assert given.noise.lapse_weight == pytest.approx(weights)
    assert np.bincount(lapse) / 4_000 == pytest.approx(weights / weights.sum(), abs=0.001)
    assert np.mean(cell < 100) == pytest.approx(0.25, abs=0.01)


def test_attentive_does_not_depend_on_the_order_of_lapses():
    """Who answers at random may be listed first, last or in between."""
    noises = (
        NoisePrior(lapses=lapses, lapse_weights=weights)
        for lapses, weights in (((0.0, 0.2, 1.0), (3, 2, 1)), ((1.0, 0.2, 0.0), (1, 2, 3)))
    )
    one, other = (after("AAB", noise).attentive() for noise in noises)
    assert one.mass == pytest.approx(other.mass, rel=1e-5)
    assert one.noise.lapse.tolist() == other.noise.lapse[::-1].tolist() == [0.0, 0.2]


@pytest.mark.parametrize("said", [["A", "B"] * 4, ["A", "B", "EQUAL"] * 2], ids=len)
def test_wary_posterior_is_a_mixture_with_what_was_believed_before(said):
    """By the probability that answers follow from each other, they tell nothing of the metric."""
    posterior = after(said)
    doubt = posterior.in_turn
    assert 0.5 < doubt < 0.9
    wary = posterior.wary_of_turns()
    ends = np.exp(posterior.low[:, 0]), np.exp(posterior.high[:, 0])
    before = COST_RATIO.between(*ends)
    assert wary.mass == pytest.approx(
        (1 - doubt) * posterior.mass + doubt * before, rel=1e-4, abs=1e-9
    )
    assert wary.careless == pytest.approx((1 - doubt) * posterior.careless + doubt, rel=1e-4)
    looks = posterior.noise.look_weight / posterior.noise.look_weight.sum()
    assert wary.joint.sum(axis=(0, 1)) == pytest.approx(
        (1 - doubt) * posterior.joint.sum(axis=(0, 1)) + doubt * looks, rel=1e-3, abs=1e-7
    )


def test_posterior_is_wary_only_where_turns_are_likely():
    """Whoever always prefers what catches more has not taken turns."""
    posterior = after("AAAA")
    assert posterior.in_turn < 0.5
    assert posterior.wary_of_turns() is posterior


@pytest.mark.parametrize(
    "make",
    [TilePosterior, lambda noise: PowerMeanPosterior(COST_RATIO, noise, prevalence=0.3)],
    ids=["tile", "power mean"],
)
def test_wary_posterior_of_every_family_has_probability_1(make):
    """Also where the prior probability of its cells is known only up to a factor."""
    posterior = told(make(NoisePrior()), "ABABABAB")
    assert posterior.in_turn > 0.5
    assert posterior.wary_of_turns().mass.sum() == pytest.approx(1.0, abs=1e-4)


def test_habit_is_learnt_from_all_answers_so_far():
    """Of who never looks, once "about equal" was said; before that a coin decides."""
    posterior = after("BB")
    assert posterior.habit() == (0.5, 0.5, 0.0)
    said = ["B", "B", "EQUAL"]
    told(posterior, said[2:])
    assert posterior.habit() == guess_after([Answer(answer) for answer in said])
    told(posterior, "BBB")
    assert posterior.habit() == guess_after([Answer(answer) for answer in [*said, *"BBB"]])
    assert posterior.habit(1) == guess_after([Answer.B])


@pytest.mark.parametrize("answers", [[*["B"] * 14, "EQUAL", "A"], ["EQUAL", *["A"] * 12]])
def test_who_never_looks_is_as_probable_whatever_ways_of_looking_are_left(answers, monkeypatch):
    """Ways of looking that are given up leave their share of those who never look to the others."""
    dropped = after(answers)
    monkeypatch.setattr("whichmetric.inference.refining_grid.UNLIKELY", 0.0)
    kept = after(answers)
    assert len(dropped.noise.tie) < len(kept.noise.tie)
    assert dropped.careless == pytest.approx(kept.careless, rel=1e-3)
    assert dropped.log_evidence == pytest.approx(kept.log_evidence, abs=1e-3)
    assert dropped.in_turn == pytest.approx(kept.in_turn, rel=1e-2)
    assert dropped.quantile(0.9) == pytest.approx(kept.quantile(0.9), rel=1e-2)


def test_heeding_is_the_posterior_itself_where_nobody_seems_stubborn():
    """Before any answer, those who always say the same are too rare to be left out."""
    posterior = after([])
    assert posterior.heeding() is posterior


@pytest.mark.parametrize("said", ["A", "EQUAL"])
def test_heeding_leaves_out_who_always_says_the_same(said):
    """After one answer to both orders of a pair, again and again, only those who look are left."""
    posterior = LinearPosterior(COST_RATIO, NoisePrior())
    for _ in range(4):
        posterior.tell(FIRST, SECOND, Answer(said))
        posterior.tell(SECOND, FIRST, Answer(said))
    given, noise = posterior.heeding(), posterior.noise
    stubborn = (np.abs(noise.side) * noise.scale >= 0.1) | (noise.tie >= 0.5)
    assert 0.1 <= posterior.joint[..., stubborn].sum() / posterior.joint.sum() < 1.0
    assert given is not posterior
    assert given.noise.tie.tolist() == noise.tie[~stubborn].tolist()
    assert given.noise.side.tolist() == noise.side[~stubborn].tolist()
    np.testing.assert_array_equal(given.joint, posterior.joint[..., ~stubborn])
    mass = posterior.joint[..., ~stubborn].sum(axis=(0, 2), dtype=float)
    assert given.mass == pytest.approx(mass / mass.sum(), rel=1e-5)


@pytest.mark.parametrize(
    ("said", "always"),
    [
        ("A", {"scales": (0.1,), "scale_weights": (1,), "sides": (1.0,), "side_weights": (1,)}),
        ("EQUAL", {"ties": (0.5,), "tie_weights": (1,)}),
    ],
)
def test_heeding_is_the_posterior_itself_where_all_are_stubborn(said, always):
    """Where nobody is left who looks, there is nothing else to believe."""
    posterior = after([said] * 3, NoisePrior(**always))
    assert posterior.heedless == pytest.approx(1.0)
    assert posterior.heeding() is posterior
