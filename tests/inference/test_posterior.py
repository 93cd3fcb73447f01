"""The posterior against Bayes' rule done the slow way."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whichmetric import metrics
from whichmetric.inference import (
    COST_RATIO,
    F_BETA,
    STEADY,
    FBetaPosterior,
    LinearPosterior,
    NoisePrior,
    PowerMeanPosterior,
    TieCells,
    TilePosterior,
    gaps,
    refining_grid,
)
from whichmetric.inference.habit import guess_after
from whichmetric.values import Answer

PREVALENCE = 0.3
NOISE = NoisePrior(
    scales=(1e-3, 0.03),
    scale_weights=(1.0, 2.0),
    lapses=(0.0, 0.2, 1.0),
    lapse_weights=(3.0, 2.0, 1.0),
    sides=(-2.0, 0.0, 2.0),
    side_weights=(0.1, 0.8, 0.1),
)


@st.composite
def answered(draw, answers=(Answer.A, Answer.B)):
    """A pair of which neither option dominates, as cells, and an answer."""
    rates = st.floats(0.05, 0.95)
    low_tp, high_tp = sorted((draw(rates), draw(rates)))
    low_tn, high_tn = sorted((draw(rates), draw(rates)))
    options = [_cells(low_tp, high_tn), _cells(high_tp + 0.01, low_tn - 0.01)]
    if draw(st.booleans()):
        options.reverse()
    return options[0], options[1], draw(st.sampled_from(answers))


def _cells(tpr, tnr):
    z = PREVALENCE
    return np.array([tpr * z, (1 - tnr) * (1 - z), (1 - tpr) * z, tnr * (1 - z)])


def _brute_force(x, log, answers, grid):
    """Posterior masses of cost ratios on a fixed grid, in double precision."""
    share = x / (1 + x)
    joint = np.einsum("i,jk->ijk", np.diff(log), grid.weight.astype(float))
    ties = grid.tie.any()
    for number, (first, second, answer) in enumerate(answers):
        habit = guess_after([said for *_, said in answers[:number]]).of(answer) if ties else 0.5
        guess = np.where(grid.lapse == 1.0, habit, 1 / 3 if ties else 0.5)
        gap = gaps(share, share, first, second)
        looks = grid.looking(answer, gap)[..., None]
        joint *= looks * (1.0 - grid.lapse) + guess * grid.lapse
    return joint.sum(axis=(1, 2))


@settings(max_examples=25)
@given(st.lists(answered((Answer.A, Answer.B, Answer.EQUAL)), min_size=1, max_size=6))
def test_posterior_follows_bayes_rule(answers):
    """Quantiles and evidence are those of a far finer, fixed grid with the same noise."""
    posterior = LinearPosterior(COST_RATIO, NOISE)
    for first, second, answer in answers:
        posterior.tell(first, second, answer)
    levels = np.linspace(1e-6, 1 - 1e-6, 4001)
    edges = COST_RATIO.quantile(levels)
    x = np.sqrt(edges[1:] * edges[:-1])
    mass = _brute_force(x, levels, answers, posterior.noise)
    cumulative = np.concatenate(([0.0], np.cumsum(mass))) / mass.sum()
    for probability in (0.05, 0.5, 0.95):
        reached = np.interp(posterior.quantile(probability), edges, cumulative)
        assert reached == pytest.approx(probability, abs=2e-4)
    assert posterior.log_evidence == pytest.approx(math.log(mass.sum()), abs=2e-4)


@pytest.mark.parametrize(
    "make",
    [
        lambda: LinearPosterior(COST_RATIO, NOISE),
        lambda: FBetaPosterior(F_BETA, NOISE),
        lambda: TilePosterior(NOISE),
        lambda: PowerMeanPosterior(COST_RATIO, NOISE, PREVALENCE),
    ],
    ids=["linear", "f-beta", "tile", "power mean"],
)
class TestEveryPosterior:
    """What holds for each family."""

    @settings(max_examples=15)
    @given(answers=st.lists(answered((*Answer,)), max_size=5))
    def test_its_cells_carry_probability_1_and_none_is_too_heavy(self, make, answers):
        """After any answers, masses sum to 1 and no cell holds more than it should."""
        posterior = make()
        for first, second, answer in answers:
            posterior.tell(first, second, answer)
        assert posterior.joint.dtype == np.float32
        assert posterior.mass.sum() == pytest.approx(1.0, abs=1e-5)
        assert posterior.mass.max() <= max(posterior.heaviest, 1 / 400) * 1.001
        assert np.all(posterior.low < posterior.high)

    @settings(max_examples=15)
    @given(pair=answered())
    def test_all_answers_together_are_certain(self, make, pair):
        """The evidences of A and of B sum to 1 where EQUAL is not said."""
        first, second, _ = pair
        total = 0.0
        for answer in (Answer.A, Answer.B):
            posterior = make()
            posterior.tell(first, second, answer)
            total += math.exp(posterior.log_evidence)
        assert total == pytest.approx(1.0, abs=0.01)

    @settings(max_examples=10)
    @given(pair=answered((Answer.A, Answer.B, Answer.EQUAL)))
    def test_swapping_sides_and_answer_changes_nothing(self, make, pair):
        """Which option stood on which side does not matter, since side bias is symmetric."""
        first, second, answer = pair
        one, other = make(), make()
        one.tell(first, second, answer)
        other.tell(second, first, answer.swapped())
        assert one.mass == pytest.approx(other.mass, rel=1e-3, abs=1e-9)

    def test_skip_changes_nothing(self, make):
        """A skipped question carries no information."""
        posterior, before = make(), make().joint
        posterior.tell(_cells(0.9, 0.5), _cells(0.5, 0.9), Answer.SKIP)
        assert np.array_equal(posterior.joint, before)
        assert posterior.log_evidence == 0.0

    def test_order_of_answers_does_not_matter(self, make):
        """The same answers in another order lead to the same place."""
        pairs = [
            (_cells(0.9, 0.5), _cells(0.5, 0.9), Answer.A),
            (_cells(0.8, 0.7), _cells(0.6, 0.95), Answer.B),
            (_cells(0.95, 0.3), _cells(0.7, 0.8), Answer.EQUAL),
        ]
        means = []
        for order in (pairs, pairs[::-1]):
            posterior = make()
            for first, second, answer in order:
                posterior.tell(first, second, answer)
            means.append([posterior.a @ posterior.mass, posterior.b @ posterior.mass])
        assert means[0] == pytest.approx(means[1], abs=0.005)


@pytest.mark.parametrize(
    ("family", "prior", "named"),
    [
        (LinearPosterior, COST_RATIO, metrics.cost_ratio),
        (FBetaPosterior, F_BETA, metrics.f_beta),
    ],
    ids=["linear", "f-beta"],
)
def test_curve_posterior_runs_through_the_metrics_of_its_family(family, prior, named):
    """Before any answer its cells are equally probable, and each lies where its metric does."""
    posterior = family(prior, NOISE)
    assert posterior.mass == pytest.approx(np.full(len(posterior.mass), 1 / 400), rel=1e-3)
    x = np.exp((posterior.low + posterior.high)[:, 0] / 2)
    for place in (0, 150, 399):
        point = named(x[place]).tile(PREVALENCE)
        assert (posterior.a[place], posterior.b[place]) == pytest.approx((point.a, point.b))


def test_curve_quantiles_before_any_answer_are_those_of_the_prior():
    """At the ends of cells, from the lower end of the first to the upper end of the last."""
    levels = np.array([0.0, 0.0025, 0.5, 0.9, 1.0])
    expected = COST_RATIO.quantile(1e-6 + (1 - 2e-6) * levels)
    assert LinearPosterior(COST_RATIO, NOISE).quantile(levels) == pytest.approx(expected, rel=1e-4)


def test_typical_metric_is_the_centre_of_a_symmetric_posterior():
    """The shortest half of a logistic prior lies around its median."""
    for prior in (COST_RATIO, F_BETA):
        assert LinearPosterior(prior, NOISE).typical() == pytest.approx(prior.centre, rel=0.02)


def test_typical_metric_is_not_pulled_by_a_tail():
    """After an answer that cuts the prior in two, it lies deep in the likelier half."""
    posterior = LinearPosterior(COST_RATIO, NOISE)
    for answer in (Answer.A, Answer.A, Answer.A):
        posterior.tell(*_pair_equal_at(5.0), answer)
    order = np.argsort(posterior.low[:, 0])
    x, mass = np.exp(posterior.low[order, 0]), posterior.mass[order]
    steps = np.cumsum(mass)
    starts = np.flatnonzero(steps < 0.499)
    ends = np.searchsorted(steps, steps[starts] + 0.499)
    shortest = (np.log(x[ends]) - np.log(x[starts])).argmin()
    middle = np.searchsorted(steps, steps[starts[shortest]] + 0.2495)
    assert posterior.typical() == pytest.approx(x[middle], rel=0.1)
    assert posterior.typical() < float(posterior.quantile(0.5))


def test_posterior_learns_from_about_equal():
    """EQUAL moves the posterior to metrics that find the options nearly equal."""
    first, second = _cells(0.9, 0.6), _cells(0.6, 0.9)
    posterior = LinearPosterior(COST_RATIO, NOISE)
    before = posterior.mass @ np.abs(gaps(posterior.a, posterior.b, first, second))
    posterior.tell(first, second, Answer.EQUAL)
    given = posterior.attentive()
    after = given.mass @ np.abs(gaps(given.a, given.b, first, second))
    assert after < 0.8 * before


def test_posterior_given_attention_is_that_of_a_prior_without_carelessness():
    """Leaving out who answers at random before or after the answers is the same."""
    attentive = NoisePrior(
        scales=NOISE.scales,
        scale_weights=NOISE.scale_weights,
        lapses=NOISE.lapses[:-1],
        lapse_weights=NOISE.lapse_weights[:-1],
        sides=NOISE.sides,
        side_weights=NOISE.side_weights,
    )
    both = LinearPosterior(COST_RATIO, NOISE), LinearPosterior(COST_RATIO, attentive)
    for posterior in both:
        for x, answer in ((3.0, Answer.A), (8.0, Answer.B), (5.0, Answer.A)):
            posterior.tell(*_pair_equal_at(x), answer)
    after, before = both[0].attentive(), both[1]
    levels = (0.05, 0.3, 0.5, 0.7, 0.95)
    assert np.allclose(np.log(after.quantile(levels)), np.log(before.quantile(levels)), atol=0.01)
    assert before.careless == 0.0
    assert before.attentive() is before


def test_posterior_sums_up_each_cell_once_for_an_answer(monkeypatch):
    """However often it normalises, drops and cuts; the sums are those of the joint."""
    summed = []
    once = refining_grid.over_lapses
    monkeypatch.setattr(
        refining_grid, "over_lapses", lambda joint: summed.append(joint[0].size) or once(joint)
    )
    posterior = TilePosterior(NoisePrior(**STEADY))
    rng = np.random.default_rng(0)
    for number in range(12):
        before = len(posterior.low) * len(posterior.noise.side)
        summed.clear()
        answer = Answer.EQUAL if number == 2 else Answer(rng.choice(["A", "B"]))
        posterior.tell(_cells(*rng.random(2)), _cells(*rng.random(2)), answer)
        assert posterior.joint.flags.c_contiguous
        np.testing.assert_allclose(
            posterior.mass, posterior.joint.sum(axis=(0, 2), dtype=np.float64), rtol=1e-6
        )
        after = len(posterior.low) * len(posterior.noise.side)
        assert number == 2 or sum(summed) < before + after


def test_posterior_given_attention_takes_no_memory_for_its_joint():
    """It is that of the whole, without who answers at random, and its masses sum to 1."""
    posterior = LinearPosterior(COST_RATIO, NoisePrior())
    posterior.tell(*_pair_equal_at(3.0), Answer.A)
    given = posterior.attentive()
    assert np.shares_memory(given.joint, posterior.joint)
    assert given.joint.sum(dtype=np.float64) == pytest.approx(1.0 - posterior.careless)
    assert given.mass.sum() == pytest.approx(1.0)


def test_posterior_suspects_who_contradicts_what_can_be_foretold():
    """Clear answers make carelessness less probable, contradictions more."""
    clear, contradictory = (LinearPosterior(COST_RATIO, NoisePrior()) for _ in range(2))
    prior = clear.careless
    for _ in range(3):
        for answer in (Answer.A, Answer.B):
            contradictory.tell(*_pair_equal_at(5.0), answer)
            clear.tell(*_pair_equal_at(5.0), Answer.A)
    assert clear.careless < prior < contradictory.careless


def test_cell_that_is_too_small_to_be_cut_does_not_keep_others_from_it():
    """Both are too heavy; the first is narrower than a thousand-millionth."""
    low, high = np.array([[0.0], [1.0]]), np.array([[1e-10], [2.0]])
    heavy = LinearPosterior(COST_RATIO, NOISE)._too_heavy(low, high, np.array([0.5, 0.5]))
    assert heavy.tolist() == [False, True]


def test_posterior_drops_only_cells_that_are_all_but_impossible():
    """A thousand-millionth as probable as the likeliest, which takes ten answers to make up for."""
    noise = NoisePrior(scales=(0.01,), scale_weights=(1,), lapses=(0.0,), lapse_weights=(1,))
    posterior = LinearPosterior(COST_RATIO, noise)
    for _ in range(3):
        posterior.tell(_cells(0.9, 0.5), _cells(0.5, 0.9), Answer.A)
    assert 0.9e-9 < posterior.mass.min() / posterior.mass.max() < 1e-7


def test_posterior_looks_closer_at_likely_ties_alone():
    """Their cells are cut until none is heavy, others are not, and all but impossible ones go."""
    posterior = LinearPosterior(COST_RATIO, NOISE)
    for x in (2.0, 8.0) * 4:
        posterior.tell(*_pair_equal_at(x), Answer.EQUAL)
        posterior.tell(_cells(0.9, 0.5), _cells(0.3, 0.7), Answer.A)
    looks = posterior.joint.sum(axis=(0, 1), dtype=np.float64)
    shares = posterior.noise.span / NOISE.grid(with_ties=True).span[0]
    assert looks.max() < 0.1
    assert shares.min() < 0.5
    assert shares.max() == 1.0
    assert posterior.mass.sum() == pytest.approx(1.0)
    assert 0.9e-5 < looks.min() / looks.max() < 1e-4


def test_posterior_looks_as_closely_at_ties_as_it_is_told_to():
    """Their cells are smeared less and cut more often where `tie_cells` say so."""
    posterior = LinearPosterior(COST_RATIO, NOISE)
    posterior.tie_cells = TieCells(heaviest=0.05, sharpest=0.02, smear=0.16)
    for x in (2.0, 8.0) * 4:
        posterior.tell(*_pair_equal_at(x), Answer.EQUAL)
    assert posterior.noise.smear == 0.16
    assert posterior.joint.sum(axis=(0, 1), dtype=np.float64).max() < 0.05


def test_posterior_keeps_ways_of_looking_where_nobody_seems_to_look():
    """Who looked would have no probability in numbers: all answers were given at random."""
    noise = NoisePrior(
        scales=(1e-9,),
        scale_weights=(1,),
        lapses=(0.0, 1.0),
        lapse_weights=(1, 1),
        ties=(0.01,),
        tie_weights=(1,),
    )
    posterior, better, worse = (
        LinearPosterior(COST_RATIO, noise),
        _cells(0.9, 0.9),
        _cells(0.5, 0.5),
    )
    posterior.tell(better, better, Answer.EQUAL)
    posterior.tell(better, worse, Answer.B)
    assert posterior.careless == pytest.approx(1.0)
    assert posterior.mass.sum() == pytest.approx(1.0)


def test_posterior_becomes_as_fine_as_the_answers_allow():
    """Twenty bisections without error leave an interval a millionth as wide as the prior's."""
    noise = NoisePrior(lapses=(0.0,), lapse_weights=(1.0,), scales=(1e-12,), scale_weights=(1.0,))
    posterior, truth = LinearPosterior(COST_RATIO, noise), 7.0
    for _ in range(20):
        x = float(posterior.quantile(0.5))
        first, second = _pair_equal_at(x)
        posterior.tell(first, second, Answer.A if truth > x else Answer.B)
    low, high = posterior.quantile([0.001, 0.999])
    assert low <= truth <= high
    assert high - low < 1e-4


def _pair_equal_at(x):
    """Options of which the first catches more; a cost ratio above x prefers it."""
    more, alarms = 0.2 / max(x, 1.0), 0.2 * min(x, 1.0)
    return (
        np.array([0.05 + more, 0.1 + alarms, PREVALENCE - 0.05 - more, 0.6 - alarms]),
        np.array([0.05, 0.1, PREVALENCE - 0.05, 0.6]),
    )


@pytest.mark.parametrize("size", [400, 100])
def test_nodes_and_experts_stand_in_the_middle_of_equal_shares(size):
    """Of 400 equally probable cells, with one way of looking, each is drawn, or every fourth."""
    noise = NoisePrior(
        scales=(0.01,),
        scale_weights=(1,),
        lapses=(0.1,),
        lapse_weights=(1,),
        sides=(0.0,),
        side_weights=(1,),
    )
    posterior = LinearPosterior(COST_RATIO, noise)
    step = 400 // size
    middle = np.arange(size) * step + (step - 1) / 2
    assert np.abs(posterior.nodes(size) - middle).max() <= 0.5
    cell, look, lapse = posterior.experts(size)
    assert np.abs(cell - middle).max() <= 0.5
    assert not look.any()
    assert not lapse.any()


def test_experts_are_drawn_as_often_as_they_are_probable():
    """Cells, ways of looking and lapses each come with their own probability."""
    posterior = LinearPosterior(COST_RATIO, NoisePrior())
    nobody, everybody = (0.0, 0.0, 0.3, 0.7), (0.3, 0.7, 0.0, 0.0)
    posterior.tell(np.array(everybody), np.array(nobody), Answer.A)
    cell, look, lapse = posterior.experts(4000)
    heavy = posterior.mass > np.median(posterior.mass)
    assert heavy[cell].mean() == pytest.approx(posterior.mass[heavy].sum(), abs=0.01)
    careless = posterior.noise.lapse[lapse] == 1.0
    assert careless.mean() == pytest.approx(posterior.careless, abs=0.01)
    assert look.max() < len(posterior.noise.side)
