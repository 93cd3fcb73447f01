"""The noise that is integrated out."""

import numpy as np
import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.inference import CROWD, STEADY, NoisePrior, TieCells
from whichmetric.responses import Logistic
from whichmetric.trust.fit import EXPERTS
from whichmetric.values import Answer

GAPS = np.array([-0.4, -0.01, 0.0, 0.002, 0.3])
SAID = (Answer.A, Answer.B, Answer.EQUAL)
GUESSES = {
    False: {
        answer: np.full(8, chance) for answer, chance in zip(SAID, (0.5, 0.5, 0.0), strict=True)
    },
    True: dict.fromkeys(SAID, np.full(8, 1 / 3)),
}
"""What a lapse says, with ties and without."""


def _likelihood(grid, answer, guess):
    """Of each lapse, gap and way of looking: all start from 1."""
    joint = np.ones((len(grid.lapse), len(GAPS), len(grid.side)), dtype=np.float32)
    grid.weigh(joint, grid.looking(answer, GAPS).astype(np.float32), guess)
    return joint


@pytest.mark.parametrize("with_ties", [False, True])
@pytest.mark.parametrize("answer", SAID)
def test_noise_grid_answers_as_the_response_model_does(answer, with_ties):
    """One definition of noise: every entry is the probability that `Logistic` gives."""
    grid = NoisePrior().grid(with_ties=with_ties)
    found = _likelihood(grid, answer, GUESSES[with_ties][answer])
    for j in range(0, len(grid.scale), 5):
        for k, lapse in enumerate(grid.lapse):
            model = Logistic(
                float(grid.scale[j]),
                lapse=float(lapse),
                side=float(grid.side[j]),
                equal_within=float(grid.tie[j]),
            )
            expected = model.probability(answer, GAPS)
            assert found[k, :, j] == pytest.approx(expected, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("with_ties", [False, True])
def test_noise_grid_gives_the_answers_probability_1_together(with_ties):
    """A, B and EQUAL share all probability, whatever the gap and the noise."""
    grid = NoisePrior().grid(with_ties=with_ties)
    total = sum(_likelihood(grid, answer, GUESSES[with_ties][answer]) for answer in SAID)
    assert total == pytest.approx(np.ones_like(total), abs=1e-6)


def test_noise_grid_weighs_all_its_combinations():
    """Prior weights of the combinations sum to 1, with ties and without."""
    for with_ties in (False, True):
        grid = NoisePrior().grid(with_ties=with_ties)
        assert grid.weight.sum() == pytest.approx(1.0, abs=1e-6)


def test_noise_grid_for_forecast_sums_over_sides():
    """Without ties, a forecast has the weights of all sides for each scale, also for a rare one."""
    grid = NoisePrior().grid(with_ties=False)
    weights = np.random.default_rng(0).random((3, len(grid.scale))).astype(np.float32)
    weights[:, grid.scale == grid.scale[0]] *= 1e-4
    plain, summed = grid.for_forecast(weights)
    assert plain.side.tolist() == plain.span.tolist() == [0.0] * len(plain.scale)
    assert len(plain.scale) == len(NoisePrior().scales)
    for j, scale in enumerate(plain.scale):
        expected = weights[:, grid.scale == scale].sum(axis=1)
        assert summed[:, j] == pytest.approx(expected, rel=1e-5)


def test_noise_grid_for_forecast_leaves_out_what_is_rare():
    """With ties, unlikely ways of looking are left out, and the likely ones share the weight."""
    grid = NoisePrior().grid(with_ties=True)
    weights = np.full((2, len(grid.tie)), 1e-3, dtype=np.float32)
    weights[:, :30] = 1.0
    plain, summed = grid.for_forecast(weights)
    assert len(plain.tie) <= 30
    assert summed.sum(axis=1) == pytest.approx(weights.sum(axis=1), rel=1e-4)


def test_noise_grid_for_forecast_depends_on_shares_alone():
    """Weights of all experts that are a thousandth as large leave the same ways of looking."""
    grid = NoisePrior().grid(with_ties=True)
    weights = np.random.default_rng(0).dirichlet(np.full(len(grid.tie), 0.1), 4)
    (plain, kept), (same, less) = (grid.for_forecast(weights * by) for by in (1.0, 1e-3))
    assert plain.tie.tolist() == same.tie.tolist()
    assert less == pytest.approx(1e-3 * kept)
    assert plain.look_weight == pytest.approx(same.look_weight)
    assert len(plain.look_weight) == len(plain.tie) < len(grid.tie)
    assert 0.9 < plain.look_weight.sum() <= 1.0


def test_noise_grid_for_forecast_keeps_what_is_likely_for_any_one_metric():
    """A way of looking that is rare overall may be all that one metric leaves open."""
    grid = NoisePrior().grid(with_ties=True)
    weights = np.zeros((300, len(grid.tie)), dtype=np.float32)
    weights[:299, :30] = 1.0
    weights[299, 34] = 1.0
    plain, summed = grid.for_forecast(weights)
    assert summed.sum(axis=1) == pytest.approx(weights.sum(axis=1), rel=1e-4)
    assert plain.tie[summed[299] > 0] == pytest.approx(grid.tie[34])


@pytest.mark.parametrize("ties", [NoisePrior().ties, (0.01, 0.1), (0.02,)], ids=len)
def test_noise_grid_has_ties_whose_cells_lie_side_by_side(ties):
    """Each ends where the next begins; a tie that is alone is known exactly."""
    grid = NoisePrior(ties=ties, tie_weights=[1.0] * len(ties)).grid(with_ties=True)
    ratios = np.array(ties[1:]) / ties[:-1]
    for ratio in ratios if len(ties) > 1 else [1.0]:
        assert grid.span == pytest.approx(np.log(ratio))


def test_noise_grid_halved_covers_the_same_ties():
    """Two halves of a tie's cell end where it does, and share its probability."""
    grid = NoisePrior().grid(with_ties=True)
    whole = grid.select(grid.tie == grid.tie[5])
    lower, upper = (whole.halved().select(half) for half in _halves(len(whole.tie)))
    ends = [
        part.tie * np.exp(sign * part.span / 2)
        for part, sign in (
            (whole, -1),
            (lower, -1),
            (lower, 1),
            (upper, -1),
            (upper, 1),
            (whole, 1),
        )
    ]
    assert ends[0] == pytest.approx(ends[1], rel=1e-5)
    assert ends[2] == pytest.approx(ends[3], rel=1e-5)
    assert ends[4] == pytest.approx(ends[5], rel=1e-5)
    assert lower.look_weight + upper.look_weight == pytest.approx(whole.look_weight)
    assert np.all(lower.scale <= whole.scale)


def _halves(count):
    return np.repeat([True, False], count), np.repeat([False, True], count)


def test_noise_prior_draws_its_own_values():
    """Sampled response models are those of the grid, and frequent values are frequent."""
    prior, rng = NoisePrior(), np.random.default_rng(1)
    drawn = [prior.sample(rng) for _ in range(500)]
    assert {model.scale for model in drawn} == set(prior.scales)
    assert {model.lapse for model in drawn} == set(prior.lapses)
    assert {model.side for model in drawn} == set(prior.sides)
    assert np.mean([model.side == 0.0 for model in drawn]) > 0.9


def test_noise_prior_draws_who_says_equal_as_its_grid_does():
    """Scales are shares of the tie, lapses are smaller, and nobody prefers a side."""
    prior, rng = NoisePrior(), np.random.default_rng(1)
    drawn = [prior.sample(rng, equal_within=0.02) for _ in range(500)]
    assert {model.equal_within for model in drawn} == {0.02}
    assert sorted({model.scale for model in drawn}) == pytest.approx([1e-4, 0.003, 0.012, 0.06])
    assert 0.66 < np.mean([model.scale == 1e-4 for model in drawn]) < 0.77
    assert {model.side for model in drawn} == {0.0}
    assert 0.22 < np.mean([model.lapse == 0.0 for model in drawn]) < 0.32
    wide = {prior.sample(rng, equal_within=3.0).scale for _ in range(100)}
    assert wide == {1e-4, max(prior.scales)}


def test_noise_prior_draws_nobody_whose_tie_is_no_number():
    """It is named."""
    with pytest.raises(InvalidInputError, match=r"^equal_within='wide' is not a number"):
        NoisePrior().sample(0, equal_within="wide")


def test_noise_prior_without_shares_draws_its_scales_for_who_says_equal():
    """And all its lapses."""
    prior, rng = NoisePrior(**STEADY), np.random.default_rng(1)
    drawn = [prior.sample(rng, equal_within=0.02) for _ in range(500)]
    assert {model.scale for model in drawn} == set(prior.scales)
    assert np.mean([model.lapse == 0.4 for model in drawn]) > 0.08


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lapse_weights": (1.0,)}, "lapse_weights has 1 entries for 8 lapses"),
        ({"lapses": (2.0,), "lapse_weights": (1.0,)}, "lapses holds 2.0, which is out of range"),
        ({"scales": (0.0,), "scale_weights": (1.0,)}, "scales holds 0.0, which is out of range"),
        ({"lapses": (1.0,), "lapse_weights": (1.0,)}, "only experts who answer at random"),
        ({"lapses": (0.0, 1.0), "lapse_weights": (0, 1)}, "only experts who answer at random"),
        ({"side_weights": (0, 0, 0)}, "side_weights are all 0"),
        ({"side_weights": (-1, 1, 0)}, "side_weights holds -1, which is out of range"),
        ({"scales": "abc"}, "scales='abc' is not a list of numbers"),
        ({"scales": ("a",), "scale_weights": (1.0,)}, "^scales='a' is not a number"),
        ({"ties": ()}, r"ties=\(\) is not a list of numbers"),
        ({"ties": (np.nan,), "tie_weights": (1.0,)}, "ties holds nan, which is out of range"),
        ({"ties": (0.01, 0.1)}, "tie_weights has 19 entries for 2 ties"),
        ({"shares": (0.1,)}, "share_weights=None is not a list of numbers"),
        ({"share_weights": (1,)}, "shares=None is not a list of numbers"),
        ({"shares": 0.1, "share_weights": ()}, "shares=0.1 is not a list of numbers"),
        ({"shares": (-0.1,), "share_weights": (1,)}, "shares holds -0.1, which is out of range"),
        ({"shares": (), "share_weights": (1,)}, r"shares=\(\) is not a list of numbers"),
        ({"shares": (0.1, 0.5), "share_weights": (0, 0)}, "share_weights are all 0"),
        ({"care": -1}, "care holds -1, which is out of range"),
        ({"care": 101}, "care holds 101, which is out of range"),
        ({"care": "much"}, "care='much' is not a number"),
    ],
)
def test_noise_prior_refuses_by_name_what_it_cannot_use(options, message):
    """The parameter and the value are named."""
    with pytest.raises(InvalidInputError, match=message):
        NoisePrior(**options)


def test_noise_grid_takes_the_finest_scale_to_be_as_fine_as_ties_are_looked_at():
    """Only who sees every difference is seen more sharply, and only with ties."""
    prior, close = NoisePrior(**STEADY), TieCells(finest=1e-6)
    fine = prior.grid(with_ties=True, tie_cells=close).finest
    assert np.unique(fine) == pytest.approx([1e-6, *prior.scales[1:]])
    assert np.unique(prior.grid(with_ties=True).finest) == pytest.approx(prior.scales)
    without = prior.grid(with_ties=False, tie_cells=close)
    assert np.unique(without.finest) == pytest.approx(prior.scales)


def test_noise_grid_with_ties_takes_scales_that_are_shares_of_them():
    """None finer than is looked at, none coarser than the coarsest scale; before, scales count."""
    prior = NoisePrior(
        ties=(0.01, 0.1, 1.0),
        tie_weights=(1, 2, 1),
        shares=(0.0, 0.2),
        share_weights=(3, 1),
    )
    grid = prior.grid(with_ties=True, tie_cells=TieCells(finest=1e-6))
    assert grid.tie.tolist() == [0.01, 0.1, 1.0] * 2
    assert grid.finest == pytest.approx([1e-6] * 3 + [0.002, 0.02, 0.1])
    assert grid.look_weight == pytest.approx(np.outer([3, 1], [1, 2, 1]).ravel() / 16)
    assert np.unique(prior.grid(with_ties=False).finest) == pytest.approx(prior.scales)


def test_noise_grid_with_ties_holds_large_lapses_less_probable():
    """But for those who never look, who are as many as before."""
    prior = NoisePrior()
    before, after = (prior.grid(with_ties=ties).lapse_weight for ties in (False, True))
    assert before == pytest.approx(prior.lapse_weights)
    assert after[-1] == pytest.approx(before[-1])
    assert after.sum() == pytest.approx(1.0)
    ratios = (after / before)[:-1] / np.exp(-6 * np.array(prior.lapses[:-1]))
    assert ratios == pytest.approx(ratios[0])


def test_noise_prior_keeps_scales_and_lapses_that_are_given_once_equal_is_said():
    """Who states how experts err is not told otherwise; with shares or care, these count."""
    given = {"scales": (0.001, 0.02), "scale_weights": (1, 3), "lapses": (0.1, 0.5)}
    prior = NoisePrior(**given, lapse_weights=(1, 1))
    assert (prior.shares, prior.share_weights, prior.care) == ((), (), 0.0)
    grid = prior.grid(with_ties=True)
    assert np.unique(grid.finest).tolist() == [0.001, 0.02]
    assert grid.lapse_weight.tolist() == [0.5, 0.5]
    more = NoisePrior(**given, lapse_weights=(1, 1), shares=(0.1,), share_weights=(1,), care=3.0)
    grid = more.grid(with_ties=True)
    assert grid.finest == pytest.approx(np.clip(0.1 * grid.tie, 1e-4, 0.02))
    assert grid.lapse_weight[0] / grid.lapse_weight[1] == pytest.approx(np.exp(3.0 * 0.4))


def test_noise_prior_keeps_weights_that_are_given_once_equal_is_said():
    """They state the noise as values do."""
    coarse, calm = (1, 0, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 0, 0, 1)
    assert NoisePrior(scale_weights=coarse).shares == ()
    assert NoisePrior(scale_weights=coarse).care == 6.0
    assert NoisePrior(lapse_weights=calm).care == 0.0
    assert len(NoisePrior(lapse_weights=calm).shares) == 4


@pytest.mark.parametrize(
    "prior", [NoisePrior(**STEADY), CROWD, EXPERTS], ids=["", "crowd", "trust"]
)
def test_steady_prior_is_the_same_whatever_is_said(prior):
    """Scales and lapses have the weights that they have before."""
    without, ties = (prior.grid(with_ties=is_tied) for is_tied in (False, True))
    assert ties.lapse_weight.tolist() == without.lapse_weight.tolist()
    for scale, weight in zip(prior.scales, prior.scale_weights, strict=True):
        of_scale = ties.look_weight[ties.finest == scale].sum()
        assert of_scale == pytest.approx(weight / sum(prior.scale_weights))


@pytest.mark.parametrize("ties", [NoisePrior().ties, (0.1,)], ids=["usual", "wide"])
def test_noise_grid_decides_as_each_way_of_looking_does(ties):
    """P(A) and P(B) in one go are the weighed sums of what `looking` gives, at gaps of any size."""
    grid = NoisePrior(ties=ties, tie_weights=[1.0] * len(ties)).grid(with_ties=True)
    rng = np.random.default_rng(0)
    gap = np.concatenate(
        (rng.normal(0, 0.1, (4_000, 5)), GAPS[None], [[0.0, 0.1, -0.1, 0.1001, 1.0]])
    )
    weights = rng.dirichlet(np.ones(len(grid.scale)), 5)
    found = grid.decided(gap, weights)
    for answer, chances in zip((Answer.A, Answer.B), found, strict=True):
        truth = np.einsum("kmj,mj->km", grid.looking(answer, gap), weights)
        np.testing.assert_allclose(chances, truth, rtol=1e-12, atol=1e-300)


def test_noise_grid_prefers_as_each_way_of_looking_does():
    """P(A) in one go is the weighed sum of what `looking` gives, at gaps of any size."""
    grid = NoisePrior(sides=(0.0,), side_weights=(1.0,)).grid(with_ties=False)
    rng = np.random.default_rng(0)
    gap = np.concatenate((rng.normal(0, 0.1, (4_000, 5)), [[0.0, 1.0, -1.0, 1e-9, -0.07]]))
    weights = rng.dirichlet(np.ones(len(grid.scale)), 5)
    truth = np.einsum("kmj,mj->km", grid.looking(Answer.A, gap), weights)
    np.testing.assert_allclose(grid.preferring(gap, weights), truth, rtol=1e-12, atol=1e-300)
