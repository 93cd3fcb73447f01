"""Centre and spread of several experts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.inference.views import doubtful, flat, normal

from whichmetric.inference import COST_RATIO, PooledPosterior, flat_likelihood


def ends(pooled, level=0.9):
    """Return the interval of the centre."""
    return pooled.centre_quantile([(1 - level) / 2, (1 + level) / 2])


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


def test_one_more_expert_is_as_if_that_one_had_been_there_all_along():
    """To within a step between the centres that are considered for the others alone."""
    views = [normal(1.0, 0.5), normal(2.0, 0.5), normal(1.2, 0.3)]
    levels = [0.05, 0.5, 0.95]
    others = PooledPosterior(views[:2], COST_RATIO)
    together = PooledPosterior(views, COST_RATIO).centre_quantile(levels)
    assert others.centre_quantile_with(views[2], levels) == pytest.approx(
        together, abs=others.centres[1] - others.centres[0]
    )
    silent = flat_likelihood(0.0, np.inf)
    assert others.centre_quantile_with(silent, levels) == pytest.approx(
        others.centre_quantile(levels), abs=1e-9
    )


def test_spread_before_any_answer_is_half_cauchy():
    """Its median is 0.6, and its quartiles are those of that distribution."""
    pooled = PooledPosterior([], COST_RATIO)
    levels = np.array([0.25, 0.5, 0.75])
    kept = 2 / np.pi * np.arctan(12.0 / 0.6)  # the widest that is considered
    assert pooled.spread_quantile(levels) == pytest.approx(
        0.6 * np.tan(np.pi / 2 * levels * kept), rel=0.1
    )


def test_centre_before_any_answer_follows_its_prior():
    """Between any two of the centres that are considered, and from end to end."""
    pooled = PooledPosterior([], COST_RATIO)
    step = pooled.centres[1] - pooled.centres[0]
    edges = np.append(pooled.centres - step / 2, pooled.centres[-1] + step / 2)
    below = COST_RATIO.between(np.exp(edges[0]), np.exp(edges))
    assert pooled.centre_quantile(below / below[-1]) == pytest.approx(edges, abs=1e-6)
    assert np.exp(pooled.centres[[0, -1]]) == pytest.approx(COST_RATIO.quantile([1e-6, 1 - 1e-6]))


@pytest.mark.parametrize("place", [-3.0, 2.0])
@pytest.mark.parametrize("number", [1, 5])
def test_centres_are_considered_where_they_are_probable(place, number):
    """Half of a hundred centres lie between the tails, each of which is left out at a millionth."""
    pooled = PooledPosterior([normal(place, 0.01)] * number, COST_RATIO)
    below = np.cumsum(pooled.mass.sum(axis=1))
    assert np.sum((below > 1e-7) & (below < 1 - 1e-7)) > 45
    assert below[0] < 1e-6
    assert 1 - below[-2] < 1e-6
    assert pooled.centre_quantile(0.5) == pytest.approx(place, abs=0.3)


def test_many_experts_who_differ_are_no_matter_of_rounding():
    """A hundred in two camps at 1 and 20: the spread is half of the distance."""
    camps = [flat_likelihood(1.0, 1.01), flat_likelihood(20.0, 20.2)]
    pooled = PooledPosterior(camps * 50, COST_RATIO)
    assert pooled.spread_quantile(0.5) == pytest.approx(np.log(20) / 2, rel=0.15)
    assert pooled.centre_quantile(0.5) == pytest.approx(np.log(20) / 2, rel=0.05)


def test_draws_of_another_expert_come_from_the_experts_distribution():
    """As many spreads from the centre as a normal variable."""
    pooled = PooledPosterior([normal(1.0, 0.2), normal(2.0, 0.2)], COST_RATIO)
    draws = pooled.draws(4_000, np.random.default_rng(6))
    z = np.sort((draws.another - draws.centre) / draws.spread)
    assert (z.mean(), z.std()) == pytest.approx((0.0, 1.0), abs=0.05)
    assert np.mean(np.abs(z) < 1.0) == pytest.approx(0.683, abs=0.03)


def test_draws_of_the_spread_stay_in_the_cells_of_those_considered():
    """Experts of one mind are drawn as close as the least spread, and half a step closer."""
    pooled = PooledPosterior([normal(2.0, 0.001)] * 20, COST_RATIO)
    draws = pooled.draws(2_000, np.random.default_rng(7))
    half = np.sqrt(pooled.spreads[1] / pooled.spreads[0])
    assert pooled.spreads[0] / half <= draws.spread.min() < pooled.spreads[0]


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


def test_centre_of_experts_beyond_its_prior_lies_at_its_end():
    """Where hardly any probability was before the answers, centres are considered up to there."""
    ends = np.log(COST_RATIO.quantile([1e-6, 1 - 1e-6]))
    for low, high, end in ((1e14, np.inf, -1), (0.0, 1e-14, 0)):
        pooled = PooledPosterior([flat_likelihood(low, high)] * 9, COST_RATIO)
        assert pooled.centres[end] == pytest.approx(ends[end])
        assert pooled.centre_quantile(0.5) == pytest.approx(ends[end], abs=5.0)


def test_one_more_expert_who_may_say_nothing_counts_in_part():
    """The centre is distributed as after that expert, or as before with the chance of silence."""
    others = PooledPosterior([normal(1.0, 0.5), normal(2.0, 0.5)], COST_RATIO)
    another = normal(4.0, 0.1)._replace(silent=0.3)
    levels = np.linspace(0.0, 1.0, 2_001)
    before = others.centre_quantile(levels)
    after = others.centre_quantile_with(another._replace(silent=0.0), levels)
    for level in (0.05, 0.5, 0.95):
        found = others.centre_quantile_with(another, level)
        reached = 0.7 * np.interp(found, after, levels) + 0.3 * np.interp(found, before, levels)
        assert reached == pytest.approx(level, abs=1e-3)


def test_draws_of_an_expert_are_elsewhere_as_often_as_is_known():
    """Who says nothing, or errs, is not where the answers say; both together make `outside`."""
    doubted = flat_likelihood(2.0, 3.0)._replace(
        silent=0.3, outside=0.6, elsewhere=np.array([-9.0, 9.0])
    )
    drawn = PooledPosterior([doubted], COST_RATIO).draws(8_000, np.random.default_rng(8)).experts
    assert np.mean(np.abs(drawn) == 9.0) == pytest.approx(0.6, abs=0.02)
    assert np.mean(drawn == 9.0) == pytest.approx(0.3, abs=0.02)


@pytest.mark.parametrize(("silent", "choices"), [(0.9e-6, 1), (1e-6, 2)])
def test_pooled_leaves_out_of_account_who_is_sure_to_look(silent, choices):
    """Below a millionth."""
    pooled = PooledPosterior([flat_likelihood(2.0, 3.0)._replace(silent=silent)], COST_RATIO)
    assert len(pooled.choices) == choices


def test_pooled_keeps_the_same_of_choices_that_are_as_probable_on_every_machine():
    """Those in which the last seven of the most doubtful experts say nothing, or some of them."""
    doubted = [flat_likelihood(2.0, 3.0)._replace(silent=silent) for silent in (0.5, 0.25)]
    choices = PooledPosterior(doubted * 10, COST_RATIO).choices
    assert choices[:, 1::2].all()
    assert choices[:, :6:2].all()
    assert (~choices[:, 18:4:-2] @ 2 ** np.arange(7)).tolist() == list(range(128))
