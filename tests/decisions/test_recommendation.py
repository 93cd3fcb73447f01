"""The recommended threshold and how sure one can be of it, against counting."""

import dataclasses
import json
import math
import pickle
from itertools import pairwise
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.decisions.beliefs import believed, binormal
from tests.strategies import drawn_cases, prevalences, shares

from whichmetric.decisions import recommend
from whichmetric.decisions.belief import central_interval
from whichmetric.elicitation import elicit
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric, cost_ratio, f_beta, linear
from whichmetric.oracles import CallableOracle, MetricOracle
from whichmetric.responses import Flip
from whichmetric.values import Answer

TABLE = binormal(400, 2.0)
DIAGONAL = [(a, a) for a in np.linspace(0.3, 0.9, 61)]
tiles = st.lists(st.tuples(shares, shares), min_size=1, max_size=8)


def by_counting(cases, tile, z):
    """Value of every threshold under a Tile metric, by counting cases."""
    a, b = tile
    found = {}
    for threshold in (*np.unique(cases.scores), np.inf):
        flagged = cases.scores >= threshold
        tpr = (
            cases.weights[flagged & (cases.labels == 1)].sum()
            / cases.weights[cases.labels == 1].sum()
        )
        fpr = (
            cases.weights[flagged & (cases.labels == 0)].sum()
            / cases.weights[cases.labels == 0].sum()
        )
        right = a * z * tpr + (1 - a) * (1 - z) * (1 - fpr)
        wrong = b * z * (1 - tpr) + (1 - b) * (1 - z) * fpr
        found[float(threshold)] = right / (right + wrong) if right + wrong > 0 else 0.0
    return found


@given(drawn_cases(), tiles, prevalences)
def test_recommendation_agrees_with_counting(cases, drawn, z):
    """Threshold, expected regret and every plausible metric's choice are those of counting."""
    advice = recommend(believed(drawn[0], drawn, prevalence=z), cases.table)
    values = [by_counting(cases, tile, z) for tile in drawn]
    assert values[0][advice.threshold] == pytest.approx(max(values[0].values()), abs=1e-9)
    regrets = [max(value.values()) - value[advice.threshold] for value in values]
    assert advice.regret == pytest.approx(np.mean(regrets), abs=1e-9)
    if advice.unanimous:
        assert max(regrets) <= 1e-9
    for other in advice.alternatives:
        place = min((t for t in values[0] if t >= other.threshold), default=math.inf)
        loss = np.mean([max(value.values()) - value[place] for value in values])
        assert other.regret == pytest.approx(loss, abs=1e-9)
    low, high = advice.expert
    assert low <= advice.threshold <= high


def test_experts_interval_holds_the_share_of_choices_that_it_promises():
    """Nine tenths of the plausible metrics' best thresholds lie in it, and no more inside."""
    advice = recommend(believed((0.6, 0.6), DIAGONAL), TABLE)
    feasible = FeasibleSet(TABLE, prevalence=0.3)
    chosen = np.array([feasible.best_threshold(Metric.from_tile(*t)).threshold for t in DIAGONAL])
    low, high = advice.expert
    assert np.mean((chosen >= low) & (chosen <= high)) >= 0.9
    assert np.mean((chosen > low) & (chosen < high)) <= 0.9
    assert advice.agreement == np.mean(chosen == advice.threshold)


@given(st.floats(0.01, 100))
def test_scale_of_the_metric_does_not_matter(scale):
    """Comparisons do not tell N / (N + D) from N / (N + c D), and no decision depends on c."""
    result = believed((0.8, 0.4), [(0.7, 0.4), (0.9, 0.5)])
    scaled = dataclasses.replace(result, metric=Metric.from_tile(0.8, 0.4, scale))
    table = binormal(30, 2.0)
    assert recommend(scaled, table) == recommend(result, table)


def test_a_rising_change_of_the_scores_moves_the_thresholds_along():
    """On log-odds the same cases are flagged, and the intervals are the log-odds of the old."""
    result = believed((0.6, 0.6), DIAGONAL)
    logits = ScoreTable(np.log(TABLE.scores / (1 - TABLE.scores)), TABLE.positive, TABLE.negative)
    here, there = recommend(result, TABLE), recommend(result, logits)
    for name in ("expert", "sample", "both"):
        odds = [math.log(t / (1 - t)) for t in getattr(here, name)]
        assert getattr(there, name) == pytest.approx(odds)
    assert there.counts == here.counts
    assert [other.name for other in there.alternatives] == ["best accuracy", "best F1"]
    assert [other.name for other in here.alternatives] == ["even odds", "best accuracy", "best F1"]


def test_order_of_the_plausible_metrics_does_not_matter():
    """What is believed is a set; only the pairing with resamples changes, within chance."""
    here = recommend(believed((0.6, 0.6), DIAGONAL), TABLE)
    there = recommend(believed((0.6, 0.6), DIAGONAL[::-1]), TABLE)
    assert (there.expert, there.agreement) == (here.expert, here.agreement)
    assert there.regret == pytest.approx(here.regret)
    assert there.sample == here.sample


def test_dearer_misses_lower_the_threshold():
    """The more a missed positive weighs, the lower the threshold, and the fewer are missed."""
    advice = [recommend(believed((a, a)), TABLE) for a in (0.2, 0.5, 0.8, 0.95)]
    assert all(b.threshold <= a.threshold for a, b in pairwise(advice))
    assert all(b.counts.fn <= a.counts.fn for a, b in pairwise(advice))
    assert advice[-1].threshold < advice[0].threshold


def test_more_cases_narrow_the_samples_interval_and_nothing_else():
    """Ten times each row: same threshold and expert's interval, a narrower sample's one."""
    many = ScoreTable(TABLE.scores, 10 * TABLE.positive, 10 * TABLE.negative)
    result = believed((0.6, 0.6), DIAGONAL)
    few, more = recommend(result, TABLE), recommend(result, many)
    assert (more.threshold, more.expert) == (few.threshold, few.expert)
    assert np.ptp(more.sample) < np.ptp(few.sample)
    assert np.ptp(more.missed) < np.ptp(few.missed)
    assert more.cases == 10 * few.cases


@pytest.mark.parametrize("table", [binormal(200, 1.0), TABLE, binormal(2_000, 2.0)], ids=len)
@pytest.mark.parametrize("tails", [0.55, 0.7, 0.95])
def test_both_together_leave_no_less_open_than_either(table, tails):
    """`both` holds the other two intervals, and each holds the threshold."""
    diagonal = [(a, a) for a in np.linspace(1 - tails, tails, 200)]
    advice = recommend(believed((0.5, 0.5), diagonal), table)
    for low, high in (advice.expert, advice.sample):
        assert advice.both[0] <= low <= high <= advice.both[1]
    for ends in (advice.expert, advice.sample, advice.both):
        assert ends[0] <= advice.threshold <= ends[1]


def test_number_of_plausible_metrics_does_not_make_the_intervals_coarse():
    """One metric, or the same one many times: a thousand resamples, the same interval."""
    once = recommend(believed((0.6, 0.6)), TABLE)
    assert once.both == once.sample == recommend(believed((0.6, 0.6), [(0.6, 0.6)] * 7), TABLE).both
    few, many = (
        recommend(believed((0.6, 0.6), [(0.3, 0.3)] * k + [(0.9, 0.9)] * k), TABLE)
        for k in (1, 1_500)
    )
    assert (few.expert, few.both) == (many.expert, many.both)


def test_alternative_that_is_expected_to_lose_less_is_named():
    """After few answers the elicited metric's threshold need not be the best guess."""
    unsure = recommend(believed((0.95, 0.95), [(0.4, 0.4)] * 9 + [(0.95, 0.95)]), TABLE)
    better = unsure.expected_better
    assert better.regret == min(other.regret for other in unsure.alternatives) < unsure.regret
    sentence = (
        f"The answers leave so much open that to flag scores from {better.threshold:.4g} "
        f"({better.name}) is expected to lose less."
    )
    assert sentence in str(unsure).splitlines()
    assert sentence in unsure._repr_html_()
    sure = recommend(believed((0.6, 0.6)), TABLE)
    assert sure.expected_better is None
    assert "so much open" not in str(sure)


def test_samples_interval_is_that_of_rows_drawn_anew():
    """The bootstrap over rows, by brute force, has the same interval, to one step or two."""
    rng = np.random.default_rng(5)
    table, metric = binormal(120, 1.5), cost_ratio(2)
    chosen = []
    for _ in range(400):
        columns = [
            np.bincount(rng.choice(len(table), int(w.sum()), p=w / w.sum()), minlength=len(table))
            for w in (table.positive, table.negative)
        ]
        filled = sum(columns) > 0
        drawn = ScoreTable(table.scores[filled], *(column[filled] for column in columns))
        chosen.append(FeasibleSet(drawn, prevalence=0.3).best_threshold(metric).threshold)
    advice = recommend(believed((2 / 3, 2 / 3), [(2 / 3, 2 / 3)] * 400), table)
    low, high = np.quantile(chosen, [0.05, 0.95])
    ranks = np.searchsorted(table.scores, [*advice.sample, low, high])
    assert abs(ranks[0] - ranks[2]) <= 5
    assert abs(ranks[1] - ranks[3]) <= 5
    assert advice.sample == advice.both


def test_expected_counts_are_those_of_new_cases():
    """The sample chose the threshold, which flatters it there; the expected counts do not."""
    rng = np.random.default_rng(4)
    labels = np.arange(150) < 30
    result = believed((0.8, 0.8), prevalence=0.2)
    apart, seen, held = [], [], []
    for seed in range(120):
        table = ScoreTable.from_arrays(labels, rng.normal(size=150) + 1.5 * labels)
        advice = recommend(result, table, rng=seed)
        true = NormalDist().cdf(advice.threshold - 1.5) * 200
        apart.append(advice.expected.fn - true)
        seen.append(advice.counts.fn - true)
        held.append(advice.missed[0] - 0.5 <= true <= advice.missed[1] + 0.5)
        assert advice.missed[0] <= min(advice.counts.fn, advice.expected.fn)
        assert advice.missed[1] >= max(advice.counts.fn, advice.expected.fn)
    assert np.mean(seen) < -10  # of 200
    assert abs(np.mean(apart)) < 5
    assert np.mean(held) > 0.86  # 0.82 around the counts of the sample


@pytest.mark.parametrize(("positives", "negatives"), [(1, 1), (9, 300), (300, 9)])
def test_few_cases_leave_the_threshold_open(positives, negatives):
    """One positive and one negative case, drawn anew, always choose the same threshold."""
    labels = np.arange(positives + negatives) < positives
    scores = np.random.default_rng(0).normal(size=len(labels)) + 3 * labels
    advice = recommend(believed((0.6, 0.6)), ScoreTable.from_arrays(labels, scores))
    assert advice.few
    assert advice.sample == advice.both == (scores.min(), math.inf)
    cases = f"So few cases ({positives} positive, {negatives} negative) leave the threshold open"
    assert cases in str(advice)
    assert cases in advice._repr_html_()
    assert "could be" not in str(advice)
    assert not recommend(believed((0.6, 0.6)), TABLE).few


def test_prevalence_is_that_of_the_answers_unless_another_is_given():
    """By default cases count as in the population that the expert was asked about."""
    result = believed((0.8, 0.8), prevalence=0.1)
    assert recommend(result, TABLE).prevalence == pytest.approx(0.1)
    advice = recommend(result, TABLE, prevalence=0.02)
    assert (advice.out_of, advice.counts.tp + advice.counts.fn) == (10_000, 200)
    metric = Metric.from_tile(0.8, 0.8)
    assert advice.point == FeasibleSet(TABLE, prevalence=0.02).best_threshold(metric)


def test_unanimous_where_every_metric_that_fits_picks_the_same_threshold():
    """After enough answers without error only one threshold is left, and it says so."""
    feasible = FeasibleSet(TABLE)
    result = elicit(
        feasible,
        MetricOracle(f_beta(2)),
        family="linear-fractional",
        method="bisection",
        max_questions=25,
    )
    advice = recommend(result, TABLE)
    assert advice.unanimous
    assert advice.expert == (advice.threshold, advice.threshold)
    assert advice.threshold == feasible.best_threshold(f_beta(2)).threshold
    assert "Every metric that fits the answers picks this same threshold." in str(advice)


def test_result_and_recommendation_expect_the_same_loss():
    """Both average over the same plausible metrics."""
    feasible = FeasibleSet(TABLE)
    for family, metric in (("linear", cost_ratio(3)), ("linear-fractional", f_beta(1))):
        expert = MetricOracle(metric, Flip(0.1), rng=1)
        result = elicit(feasible, expert, family=family, max_questions=6)
        advice = recommend(result, TABLE)
        assert advice.threshold == result.operating_point.threshold
        assert result.regret == pytest.approx(advice.regret, rel=0.03)


def test_questions_that_were_skipped_are_no_answers():
    """Whoever skips everything is told that nothing was answered."""
    skipper = CallableOracle(lambda _: Answer.SKIP)
    result = elicit(FeasibleSet(TABLE), skipper, max_questions=4)
    advice = recommend(result, TABLE)
    assert (result.questions, advice.answered, advice.as_dict()["answered"]) == (4, 0, 0)
    text = str(advice)
    assert text.startswith("Nothing was answered: these are the assumptions before the first quest")
    assert "by what the assumptions leave open" in text
    assert "answers" not in text
    assert "Nothing was answered" not in str(recommend(believed((0.6, 0.6)), TABLE))


def test_rare_cases_are_counted_out_of_more():
    """Out of 1,000 nobody would see how many of 4 are missed; one possible count is no interval."""
    advice = recommend(believed((0.9, 0.9), prevalence=0.004), TABLE)
    assert advice.out_of == 100_000
    assert sum(advice.counts) == 100_000
    assert "Of 100,000 new cases 400 are positive: expect it to catch " in str(advice)
    assert "Of the 99,600 others expect it to flag " in str(advice)
    backwards = ScoreTable([0.1, 0.5, 0.9], [5, 5, 1], [1, 5, 5])
    assert "miss 300. Of the 700 others expect it to flag 0.\n" in str(
        recommend(believed((0.01, 0.01)), backwards)
    )


def test_infinite_thresholds_are_none_in_json():
    """JSON knows no infinity."""
    backwards = ScoreTable([0.1, 0.5, 0.9], [5, 5, 1], [1, 5, 5])
    plain = recommend(believed((0.01, 0.01)), backwards).as_dict()
    assert plain["threshold"] is None
    assert json.dumps(plain, allow_nan=False)


def test_flagging_nobody_is_said_in_words():
    """Where false alarms are all that counts, nobody is flagged, and no number is printed."""
    backwards = ScoreTable([0.1, 0.5, 0.9], [5, 5, 1], [1, 5, 5])
    advice = recommend(believed((0.01, 0.01)), backwards)
    assert advice.threshold == math.inf
    assert str(advice).startswith("Flag nobody.")
    assert advice.missed == (300, 300)
    assert advice.false_alarms == (0, 0)


def test_flagging_nobody_in_an_interval_is_said_in_words():
    """An infinite threshold is a rule, not a number."""
    backwards = ScoreTable([0.1, 0.5, 0.9], [5, 5, 1], [1, 5, 5])
    advice = recommend(believed((0.01, 0.01), [(0.01, 0.01), (0.9, 0.9)]), backwards)
    assert advice.expert[1] == math.inf
    assert f"{advice.expert[0]:.4g} up to flagging nobody by what the answers" in str(advice)
    nobody = recommend(believed((0.0, 0.0)), backwards)
    assert "The best threshold could be flagging nobody (90% interval): flagging" in str(nobody)
    assert "inf" not in str(advice) + str(nobody)


def test_recommendation_can_be_sent_and_shown():
    """It is frozen, survives pickling, becomes JSON, and escapes nothing that it should not."""
    advice = recommend(believed((0.6, 0.6), DIAGONAL), TABLE)
    assert pickle.loads(pickle.dumps(advice)) == advice  # noqa: S301 - our own bytes
    with pytest.raises(dataclasses.FrozenInstanceError):
        advice.regret = 0.0
    plain = json.loads(json.dumps(advice.as_dict()))
    assert plain["threshold"] == advice.threshold
    assert plain["out_of"] == 1000
    assert plain["counts"]["fn"] == advice.counts.fn
    assert "<table>" in advice._repr_html_()
    assert plain["expected"]["fn"] == advice.expected.fn
    assert f"expect it to catch {advice.expected.tp} and to miss {advice.expected.fn} (" in str(
        advice
    )
    assert f"which chose it, it misses {advice.counts.fn} and flags {advice.counts.fp}." in str(
        advice
    )


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=40), st.floats(1e-12, 1 - 1e-12))
def test_central_interval_holds_at_least_the_asked_share(values, level):
    """Its ends are in order and among the values, and it grows with the level."""
    low, high = central_interval(np.array(values), level)
    assert low <= high
    assert {low, high} <= set(values)
    assert np.mean([low <= value <= high for value in values]) >= level - 1e-9
    wider = central_interval(np.array(values), (1 + level) / 2)
    assert wider[0] <= low <= high <= wider[1]


def test_same_seed_gives_the_same_recommendation():
    """Nothing but the seed is random."""
    result = believed((0.6, 0.6), DIAGONAL)
    assert recommend(result, TABLE, rng=3) == recommend(result, TABLE, rng=3)


def test_metric_that_likes_errors_is_refused():
    """A decreasing metric would recommend the worst threshold."""
    opposite = elicit(
        FeasibleSet(TABLE), MetricOracle(linear(-1, -1)), method="bisection", direction="decreasing"
    )
    with pytest.raises(InvalidInputError, match="prefer wrong decisions"):
        recommend(opposite, TABLE)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"result": cost_ratio(4)}, "result is .* not a Result"),
        ({"table": FeasibleSet(TABLE)}, "table is .* not a ScoreTable"),
        ({"prevalence": 1.0}, "prevalence=1.0 is not inside"),
        ({"level": 90}, "level=90 is not a probability"),
        ({"rng": "seed"}, "rng='seed' is not a seed"),
    ],
)
def test_wrong_arguments_are_refused_by_name(arguments, text):
    """Each error names the argument and what to give instead."""
    given = {"result": believed((0.6, 0.6)), "table": TABLE, **arguments}
    with pytest.raises(InvalidInputError, match=text):
        recommend(given.pop("result"), given.pop("table"), **given)
