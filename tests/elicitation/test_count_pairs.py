"""Every pair of whole counts that can be shown."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.elicitation.count_pairs import CountPairs
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import f_beta, linear
from whichmetric.oracles import MetricOracle
from whichmetric.sources import breast_cancer_table
from whichmetric.values import shown_positives

SETS = {
    "sigmoid": SigmoidPopulation(5.0).feasible_set(),
    "rare": SigmoidPopulation(5.0).feasible_set(prevalence=0.03),
    "breast cancer": FeasibleSet(breast_cancer_table()),
    "common": FeasibleSet(breast_cancer_table(), prevalence=0.9),
    "separable": FeasibleSet(ScoreTable.from_arrays([0, 0, 1, 1, 1], [0.1, 0.2, 0.6, 0.7, 0.8])),
}


def differences(feasible, out_of, *, rounded):
    """Differences of all two options between chance and frontier, found by looking at all.

    Those of options that lie there to a digit, or also of those that rounding can take there.
    """
    positives = shown_positives(feasible.prevalence, out_of)
    negatives = out_of - positives
    reach = 0.499 if rounded else 0.0
    options = []
    for tp in range(positives + 1):
        rate = min(max(tp - reach, 0.0) / out_of, feasible.prevalence * (1 - 1e-9))
        height = np.interp(rate, *feasible.frontier.T) * out_of + reach
        options += [
            (tp, tn)
            for tn in range(negatives + 1)
            if tp * negatives + tn * positives >= positives * negatives and tn <= height + 1e-9
        ]
    tp, tn = np.array(options).T
    more, fewer = np.subtract.outer(tp, tp), -np.subtract.outer(tn, tn)
    kept = (more > 0) & (fewer > 0)
    return np.unique(np.column_stack((more[kept], fewer[kept])), axis=0)


@pytest.mark.parametrize(
    ("name", "out_of"),
    [("sigmoid", 20), ("rare", 60), ("breast cancer", 30), ("common", 40), ("separable", 20)],
)
@pytest.mark.parametrize("angle", np.linspace(0.02, 1.55, 8).tolist())
def test_count_pairs_hold_the_nearest_cut_of_all(name, out_of, angle):
    """On either side of an angle, no pair of counts cuts nearer to it than those that are named."""
    feasible = SETS[name]
    found = CountPairs(feasible, out_of).differences(angle)
    cuts = np.arctan2(*found.T) - angle
    every = np.arctan2(*differences(feasible, out_of, rounded=False).T) - angle
    possible = {tuple(pair) for pair in differences(feasible, out_of, rounded=True)}
    assert {tuple(pair) for pair in found} <= possible
    for side in (1, -1):
        nearest = (side * every)[side * every > 1e-9]
        if len(nearest):
            assert (side * cuts)[side * cuts > 1e-9].min() <= nearest.min() + 1e-9


@given(st.sampled_from(list(SETS)), st.integers(34, 3000), st.floats(0.01, 1.56))
def test_count_pairs_show_what_they_name(name, out_of, angle):
    """Options differ as named, have the same positives, and no better classifier than there is."""
    feasible = SETS[name]
    pairs = CountPairs(feasible, out_of)
    for more, fewer in pairs.differences(angle)[::50].tolist():
        options = pairs.options(more, fewer)
        first, second = (option.counts(out_of) for option in options)
        assert abs(first.tp - second.tp) == more
        assert first.tp - second.tp == (second.tn - first.tn) * more / fewer
        assert first.tp + first.fn == second.tp + second.fn
        for option in options:
            assert option.true_positive_rate + option.true_negative_rate >= 1 - 1e-9
            rule = option.realisation
            reached = np.dot(
                rule.weights, [feasible.at_threshold(cut).cells for cut in rule.thresholds]
            )
            assert np.abs(reached - option.cells).max() * out_of <= 1.0 + 1e-6


@pytest.mark.parametrize(
    ("name", "out_of"), [("rare", 100), ("rare", 200), ("breast cancer", 40), ("common", 60)]
)
def test_bisection_is_exhausted_only_where_no_pair_of_counts_cuts(name, out_of):
    """When no question would tell more, all pairs cut outside of the interval that is left."""
    feasible = SETS[name]
    cuts = np.arctan2(*differences(feasible, out_of, rounded=False).T)
    exhausted = 0
    for angle in np.random.default_rng(17).uniform(0.02, math.pi / 2 - 0.02, 30):
        expert = MetricOracle(linear(math.cos(angle), math.sin(angle)))
        result = elicit(feasible, expert, method="bisection", out_of=out_of, max_questions=12)
        low, high = result.interval("angle")
        assert low - 1e-9 <= angle <= high + 1e-9
        shown = [frozenset((question.a, question.b)) for question, _ in result.history]
        assert len(set(shown)) == len(shown)
        if result.stopped == "exhausted":
            exhausted += 1
            assert not np.any((cuts > low + 1e-9) & (cuts < high - 1e-9))
    assert exhausted


@pytest.mark.parametrize(("name", "out_of"), [("sigmoid", 24), ("rare", 70), ("common", 40)])
def test_f_beta_is_exhausted_where_no_pair_of_counts_cuts_what_is_left(name, out_of):
    """All pairs between chance and frontier are looked at, not only those on level lines."""
    feasible = SETS[name]
    options = CountPairs(feasible, out_of).every_option()
    tp, fp, fn, _ = options.T
    level = np.multiply.outer(tp, fp) - np.multiply.outer(fp, tp)
    slope = np.multiply.outer(tp, fn) - np.multiply.outer(fn, tp) - level
    cuts = -level[slope != 0] / slope[slope != 0]
    for share in np.linspace(0.05, 0.95, 10):
        expert = MetricOracle(f_beta(math.sqrt(share / (1 - share))))
        options = {"family": "f-beta", "method": "bisection", "out_of": out_of}
        result = elicit(feasible, expert, max_questions=40, **options)
        low, high = result.interval("b")
        assert result.stopped == "exhausted"
        assert low - 1e-9 <= share <= high + 1e-9
        left = cuts[(cuts > low + 1e-9) & (cuts < high - 1e-9)]
        assert np.allclose(left, share)  # "about equal", which is not asked again


def test_count_pairs_list_no_more_options_than_can_be_looked_at():
    """Of a million cases there are too many."""
    assert CountPairs(SETS["sigmoid"], 1_000_000).every_option() is None


@pytest.mark.parametrize("seed", range(1, 6))
def test_bayesian_looks_at_all_pairs_before_it_is_exhausted(seed):
    """Of one positive case that is shown, and weak scores, the usual pairs leave none to ask."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, 400)
    table = ScoreTable.from_arrays(labels, np.round(0.7 * labels + rng.normal(size=400), 4))
    elicitor = make_elicitor(FeasibleSet(table, prevalence=0.001), out_of=1000)
    (_, before), asked = elicitor.estimate().interval("cost_ratio"), 0
    while (question := elicitor.ask()) is not None:
        asked += 1
        elicitor.tell(question, "A" if question.a.tp < question.b.tp else "B")
    assert asked >= 2
    assert elicitor.stopped == "exhausted"
    low, high = elicitor.estimate().interval("cost_ratio")
    assert low == 0  # no pair of whole counts asks for less
    assert high < 0.6 * before
