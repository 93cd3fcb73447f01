"""Pairs that are shown to check answers: what they show, and near which metrics they lie."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whichmetric.elicitation.display import shown
from whichmetric.elicitation.level_pairs import Pairs
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric, TilePoint
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import check_pairs
from whichmetric.studies.check_pairs import NEAR, CheckPairs, _log_odds
from whichmetric.values import ConfusionMatrix

ORDER = ("tp", "fp", "fn", "tn")


class Drawn:
    """Draws what it is given, one number after another."""

    def __init__(self, *numbers):
        self.numbers = iter(numbers)
        self.between = []

    def uniform(self, low, high):
        """Return the next number, and note between which it was to be."""
        self.between.append((low, high))
        return next(self.numbers)

    def integers(self, stop):
        """Return the next number."""
        return next(self.numbers)


class Offered:
    """Offers the same candidates whatever the metric."""

    def __init__(self, *pairs):
        first, second = (np.array(side) for side in zip(*pairs, strict=True))
        self.pairs = Pairs(first, second, np.zeros(len(pairs), dtype=bool))

    def of(self, vectors):
        """Return all of them."""
        return self.pairs


def even(family="linear", out_of=1000, prevalence=0.5, skill=1.0, **version):
    """Return the pairs of even scores, which at a skill of 1 are probabilities of a positive."""
    scores = (np.arange(200) + 0.5) / 200
    chance = 0.5 + skill * (scores - 0.5)
    feasible = FeasibleSet(ScoreTable(scores, chance, 1.0 - chance), prevalence=prevalence)
    return CheckPairs(feasible, family, out_of, **version)


@settings(max_examples=30, deadline=None)
@given(st.floats(0.001, 0.999), st.floats(0.01, 0.99), st.integers(0, 2**32))
def test_held_out_pair_is_a_real_choice_that_the_metric_decides(a, b, seed):
    """Neither option dominates, and the metric near which it lies is not indifferent."""
    pairs = CheckPairs(
        FeasibleSet(breast_cancer_table(), prevalence=0.1), "linear-fractional", 1000
    )
    pair = pairs.held_out(TilePoint(a, b), np.random.default_rng(seed))
    if pair is not None:
        assert (pair.first.tp - pair.second.tp) * (pair.first.tn - pair.second.tn) < 0
        assert Metric.from_tile(a, b).gap(*pair) != 0.0


@given(st.integers(0, 2**32), st.floats(0.02, 0.9))
@settings(max_examples=30, deadline=None)
def test_dominated_pair_is_one_wherever_it_lies(seed, prevalence):
    """The first option is better in both kinds of mistakes, as shown."""
    pairs = CheckPairs(FeasibleSet(breast_cancer_table(), prevalence=prevalence), "linear", 1000)
    pair = pairs.dominated(np.random.default_rng(seed))
    assert pair is not None
    assert pair.first.tp > pair.second.tp
    assert pair.first.tn > pair.second.tn


def test_held_out_pairs_show_nothing_worse_than_chance():
    """Rounding to few cases of a rare class must not make an option worse than a coin."""
    rng = np.random.default_rng(4)
    labels = np.arange(4000) % 2
    weak = ScoreTable.from_arrays(labels, labels + rng.normal(size=len(labels)))
    pairs = CheckPairs(FeasibleSet(weak, prevalence=0.03), "linear", 200)
    for share in np.linspace(0.1, 0.95, 30):
        for option in pairs.held_out(TilePoint(share, share), rng) or ():
            tp, fp, fn, tn = option.counts(200)
            assert tp * tn >= fp * fn


@pytest.mark.parametrize(
    ("share", "odds"),
    [
        (0.0, -20.0),
        (1e-12, -20.0),
        (0.1, -math.log(9.0)),
        (0.5, 0.0),
        (0.75, math.log(3.0)),
        (1.0 - 1e-12, 20.0),
        (1.0, 20.0),
    ],
)
def test_log_odds_end_where_the_edge_of_the_tile_is_taken_to_lie(share, odds):
    """The edges themselves included, on either side."""
    assert _log_odds(share) == pytest.approx(odds, abs=1e-12)


@pytest.mark.parametrize(
    ("family", "turn", "steps"),
    [
        ("linear", 1.0, (1.0, 1.0)),
        ("linear", math.pi, (-1.0, -1.0)),
        ("linear", 4.0, (-1.0, -1.0)),
        ("f-beta", 1.0, (0.0, 1.0)),
        ("f-beta", 4.0, (0.0, -1.0)),
        ("linear-fractional", 1.0, (math.cos(1.0), math.sin(1.0))),
        ("linear-fractional", 4.0, (math.cos(4.0), math.sin(4.0))),
    ],
)
def test_metric_near_an_estimate_is_of_the_same_family(family, turn, steps):
    """As far as was drawn in log-odds, to three digits; what the family does not move stays."""
    far, tile = math.log(3.0), TilePoint(0.3, 0.6)
    rng = Drawn(far, turn)
    [near] = even(family)._near(tile, rng, 6.0)
    assert rng.between == [(math.log(NEAR), math.log(6.0)), (0.0, 2.0 * math.pi)]
    for moved, own, step in zip(near, (tile.a, tile.b), steps, strict=True):
        if step == 0.0:
            assert moved == own
        else:
            assert math.log(moved / (1.0 - moved)) == pytest.approx(
                round(math.log(own / (1.0 - own)) + far * step, 3), abs=1e-9
            )


@pytest.mark.parametrize("out_of", [40, 1000])
def test_held_out_pairs_are_whole_cases_that_differ_as_shown(out_of):
    """Also where few are shown, so that options that differ may look alike."""
    pairs, rng = even(out_of=out_of, prevalence=0.2), np.random.default_rng(3)
    for share in np.linspace(0.1, 0.9, 60):
        pair = pairs.held_out(TilePoint(share, share), rng)
        assert pair is not None
        assert all(shown(option, out_of) == option for option in pair)
        assert (pair.first.tp - pair.second.tp) * (pair.first.tn - pair.second.tn) < 0


def test_held_out_pair_is_clear_where_one_is_though_inside_the_frontier():
    """One that differs by little is taken only where there is no other, an alike one never."""
    alike, little, clear = (((0.4, 0.3), (0.4 - d, 0.3 + d / 2)) for d in (1e-5, 0.01, 0.08))
    dominated = ((0.4, 0.3), (0.35, 0.25))
    for offered, wanted in (
        ((dominated, clear, alike, little), clear),
        ((dominated, alike, little), little),
    ):
        pairs = even()
        pairs._levels = Offered(*offered)
        for seed in range(20):
            pair = pairs.held_out(TilePoint(0.5, 0.5), np.random.default_rng(seed))
            assert [(option.tp, option.tn) for option in pair] == [pytest.approx(w) for w in wanted]
    pairs._levels = Offered(dominated, alike)
    assert pairs.held_out(TilePoint(0.5, 0.5), np.random.default_rng(0)) is None


def test_held_out_pair_at_the_very_distance_is_clear(monkeypatch):
    """So that one nearer by is not taken."""
    little, clear = (((0.4, 0.3), (0.4 - d, 0.3 + d / 2)) for d in (0.01, 0.08))
    apart = np.hypot(*((np.array(clear[0]) - np.array(clear[1])) / 0.5))
    monkeypatch.setattr(check_pairs, "CLEAR", apart)
    pairs = even()
    pairs._levels = Offered(clear, little)
    for seed in range(20):
        pair = pairs.held_out(TilePoint(0.5, 0.5), np.random.default_rng(seed))
        assert pair.second.tp == pytest.approx(clear[1][0])


def test_held_out_pair_that_the_metric_is_indifferent_to_is_drawn_again():
    """Accuracy has no preference of options with as many mistakes."""
    tied, other = ((0.4, 0.3), (0.3, 0.4)), ((0.4, 0.3), (0.3, 0.35))
    pairs = even()
    pairs._levels = Offered(tied, other)
    pair = pairs.held_out(TilePoint(0.5, 0.5), Drawn(1.0, 1.0, 0, 1.0, 1.0, 1))
    assert [(option.tp, option.tn) for option in pair] == [pytest.approx(side) for side in other]
    pairs._levels = Offered(tied)
    assert pairs.held_out(TilePoint(0.5, 0.5), np.random.default_rng(0)) is None


@pytest.mark.parametrize("skill", [1.0, 0.1])
def test_dominated_pair_is_of_classifiers_that_tell_something(skill):
    """The better one at least half as much as any does, and the worse one still beats a coin."""
    pairs = even(out_of=1_000_000, skill=skill)
    frontier = pairs._feasible.frontier
    most = (2.0 * frontier.sum(axis=1) - 1.0).max()
    for seed in range(60):
        better, worse = pairs.dominated(np.random.default_rng(seed))
        assert 2.0 * (better.tp + better.tn) - 1.0 >= most / 2 - 1e-5
        assert 2.0 * (worse.tp + worse.tn) - 1.0 > 0.0


def test_classifier_that_tells_half_as_much_as_the_best_may_be_the_better():
    """Of three that do something, two tell as much as any, and one tells half of that."""
    table = ScoreTable(np.array([0.2, 0.4, 0.6, 0.8]), [0, 2, 2, 4], [2, 4, 2, 0])
    pairs = CheckPairs(FeasibleSet(table, prevalence=0.5), "linear", 1000)
    better, _ = pairs.dominated(Drawn(2, 0.1))
    assert (better.tp, better.tn) == (0.5, 0.125)


@pytest.mark.parametrize("prevalence", [0.04, 0.96])
def test_pair_that_whole_cases_do_not_show_as_dominated_is_none(prevalence):
    """Of two cases of a class, as many are right in both options nearly always."""
    pairs = even(out_of=50, prevalence=prevalence)
    found = [pairs.dominated(np.random.default_rng(seed)) for seed in range(60)]
    assert None in found
    for better, worse in filter(None, found):
        assert better.tp > worse.tp
        assert better.tn > worse.tn


@pytest.mark.parametrize(("number", "power"), [(1, 0.0), (2, 2.0), (4, 2.0), (6, 0.0)])
@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_pair_that_tells_a_bend_is_decided_otherwise_by_a_bent_metric(family, number, power):
    """A lopsided option on the frontier beside a balanced one inside it, from both of its ends."""
    tile = TilePoint(1.0, 0.6) if family == "f-beta" else TilePoint(0.6, 0.6)
    pairs, rng = even(family, version=2), np.random.default_rng(number)
    judge, ends = Metric.from_tile(tile.a, tile.b), set()
    for _ in range(30):
        lopsided, balanced = pairs.held_out(tile, rng, number)
        bent = [_mean(power, option, judge, pairs) for option in (lopsided, balanced)]
        assert judge.gap(lopsided, balanced) * (bent[0] - bent[1]) < 0
        for option in (lopsided, balanced):
            tp, fp, fn, tn = option.counts(1000)
            assert tp * tn >= fp * fn
            assert shown(option, 1000) == option
        rates = [(c.true_positive_rate, c.true_negative_rate) for c in (lopsided, balanced)]
        assert math.dist(*rates) >= 0.09
        assert (rates[0][0] - rates[1][0]) * (rates[0][1] - rates[1][1]) < 0
        assert balanced.tn < np.interp(balanced.tp, *pairs._feasible.frontier.T) - 0.002
        ends.add(rates[0][0] > rates[0][1])
    assert ends == {True, False} or family == "f-beta"


def test_pair_that_tells_a_bend_shows_nothing_worse_than_chance():
    """Such a one is left out, though a bent metric decides it otherwise."""
    pairs = even(version=2)
    pairs._inward = Offered(((0.45, 0.02), (0.24, 0.22)))
    pair = pairs.held_out(TilePoint(0.5, 0.5), np.random.default_rng(0), 1)
    assert all(option.tp + option.tn >= 0.5 for option in pair)


def _mean(power, option, judge, pairs):
    """Return the value of a power mean that exchanges at the judge's best as the judge does."""
    best, step = pairs._feasible.best(judge).confusion, 1e-6
    z = pairs._feasible.prevalence
    value = 0.0
    for name, size in (("tp", z), ("tn", 1.0 - z)):
        other = {"tp": "fn", "tn": "fp"}[name]
        cells = dict(zip(ORDER, best.cells, strict=True))
        more = cells | {name: cells[name] + step, other: cells[other] - step}
        gain = judge(ConfusionMatrix(**more)) - judge(ConfusionMatrix(**cells))
        own = getattr(option, name) / size
        weight = gain * size * (cells[name] / size) ** (1.0 - power)
        value += weight * (math.log(own) if power == 0.0 else own**power / power)
    return value


def test_pairs_of_the_first_version_tell_no_bend():
    """Whatever their number, so that stored studies go on as they began; nor does a first pair."""
    tile = TilePoint(0.6, 0.6)
    first = even(version=2).held_out(tile, np.random.default_rng(7))
    for number in range(5):
        assert even().held_out(tile, np.random.default_rng(7), number) == first


def test_pair_near_a_tie_is_drawn_where_none_tells_a_bend(monkeypatch):
    """As where every option is nearly as good as a coin."""
    monkeypatch.setattr(check_pairs.BentRival, "differs", lambda *_, by: np.zeros(1, dtype=bool))
    tile = TilePoint(0.6, 0.6)
    assert even(version=2).held_out(tile, np.random.default_rng(0), 1) is not None
