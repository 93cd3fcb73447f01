"""One question per bit, where answers carry no noise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.thoroughness import runs

from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import Metric, accuracy, cost_ratio, disagreement, f_beta, linear
from whichmetric.oracles import MetricOracle
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer, ConfusionMatrix, Question

SETS = {
    "sigmoid": SigmoidPopulation(5.0).feasible_set(),
    "breast cancer": FeasibleSet(breast_cancer_table()),
    "rare": FeasibleSet(breast_cancer_table(), prevalence=0.03),
}


@given(
    st.sampled_from(list(SETS)),
    st.floats(0.001, math.pi / 2 - 0.001),
    st.sampled_from([(0.02, 7), (0.05, 5), (0.08, 5), (0.11, 4)]),
    st.booleans(),
)
def test_bisection_linear_needs_one_question_per_bit(name, angle, promise, decreasing):
    """The angle is within half the tolerance after ceil(log2((pi / 2) / tolerance)) questions."""
    tolerance, questions = promise
    truth = angle + math.pi * decreasing
    result = elicit(
        SETS[name],
        MetricOracle(linear(math.cos(truth), math.sin(truth))),
        method="bisection",
        tolerance=tolerance,
        direction="either",
    )
    assert result.questions == questions + 1
    assert abs(result.angle - truth) <= tolerance / 2 + 1e-9


@given(st.sampled_from(list(SETS)), st.floats(0.05, math.pi / 2 - 0.05))
def test_bisection_linear_asks_nothing_below_chance(name, angle):
    """No option is worse than chance, and none dominates the other."""
    expert = MetricOracle(linear(math.cos(angle), math.sin(angle)))
    result = elicit(SETS[name], expert, method="bisection")
    for question, _ in result.history:
        for option in (question.a, question.b):
            assert option.true_positive_rate + option.true_negative_rate >= 1 - 1e-9
        assert (question.a.tp - question.b.tp) * (question.a.tn - question.b.tn) < 0


@pytest.mark.parametrize("beta", [0.2, 0.5, 1.0, 2.0, 4.0])
@pytest.mark.parametrize("name", SETS)
def test_bisection_f_beta_holds_beta(name, beta):
    """Seven questions leave an interval of b of 1/128 that holds the truth."""
    result = elicit(SETS[name], MetricOracle(f_beta(beta)), family="f-beta", method="bisection")
    low, high = result.interval("beta")
    assert result.questions == 7
    assert low <= beta * (1 + 1e-9)
    assert beta <= high * (1 + 1e-9)


@pytest.mark.parametrize("name", SETS)
def test_bisection_linear_fractional_is_right_to_a_fraction_of_a_percent(name):
    """Fourteen questions order all but a few pairs in a thousand right, as their bound says."""
    feasible = SETS[name]
    errors = []
    for a, b in np.random.default_rng(3).random((runs(5, thorough=8), 2)):
        metric = Metric.from_tile(a, b)
        result = elicit(
            feasible,
            MetricOracle(metric),
            family="linear-fractional",
            method="bisection",
            tolerance=1e-4,
            max_questions=14,
        )
        errors.append(disagreement(metric, result.metric, feasible))
        assert errors[-1] <= result.disagreement + 3e-4
        for question, _ in result.history:
            for option in (question.a, question.b):
                assert option.true_positive_rate + option.true_negative_rate >= 1 - 1e-9
    assert np.median(errors) <= 0.0015
    assert max(errors) <= 0.006


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
@pytest.mark.parametrize("method", ["bisection", "bayesian"])
def test_scores_without_trade_offs_are_refused(family, method):
    """A constant score leaves nothing to ask about, and the error says what to do."""
    feasible = FeasibleSet(ScoreTable.from_arrays([0, 1, 0], [0.5, 0.5, 0.5]))
    with pytest.raises(InvalidInputError, match="no better than chance"):
        elicit(feasible, MetricOracle(linear(1, 1)), family=family, method=method)


@pytest.mark.parametrize("method", ["bisection", "bayesian"])
@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ([0.2], "are in one bin, too few to leave trade-offs .* more bins, such as 1000"),
        ([0.1, 0.2], "are in 2 bins, too few to leave trade-offs"),
    ],
)
def test_bins_without_trade_offs_are_refused_as_such(method, ends, told):
    """What the scores are worth nobody can say then, so nobody is told to flip their sign."""
    counts = [50.0] * len(ends)
    table = ScoreTable([0.0, 0.15][: len(ends)], counts, counts, highest=ends)
    with pytest.raises(InvalidInputError, match=told) as refused:
        make_elicitor(FeasibleSet(table), method=method)
    assert "chance" not in str(refused.value)


def test_scores_the_wrong_way_round_are_refused_as_such_on_bins():
    """Bins that hold little of a class hide nothing."""
    scores = np.linspace(0.0, 1.0, 4_000)
    table = ScoreTable.from_arrays(scores < 0.5, scores, bins=100)
    with pytest.raises(InvalidInputError, match="flip their sign"):
        make_elicitor(FeasibleSet(table), method="bisection")


def forecasts(**options):
    """What is forecast before each question, and after the last."""
    elicitor = make_elicitor(SETS["breast cancer"], method="bisection", **options)
    expert, left = MetricOracle(linear(1, 3)), []
    while (question := elicitor.ask()) is not None:
        left.append(elicitor.estimate().remaining)
        elicitor.tell(question, expert.answer(question))
    return [*left, elicitor.estimate().remaining]


@pytest.mark.parametrize(
    "options",
    [
        {"tolerance": 0.02},
        {"tolerance": 0.02, "direction": "either"},
        {"tolerance": 0.02, "max_questions": 4},
        {"tolerance": None, "max_questions": 5},
        {"family": "f-beta"},
        {"family": "linear-fractional", "tolerance": 1e-4, "max_questions": 3},
    ],
)
def test_bisection_forecasts_how_many_questions_are_left(options):
    """The number of halvings, or the budget, counts down to 0 by one for each answer."""
    left = forecasts(**options)
    assert left == list(range(len(left) - 1, -1, -1))


def test_bisection_forecasts_whole_counts_within_a_question():
    """Where whole cases move the cuts, the forecast is off by one at most."""
    left = forecasts(out_of=1000)
    assert left[-1] == 0
    true = range(len(left) - 1, -1, -1)
    assert max(abs(said - own) for said, own in zip(left, true, strict=True)) <= 1


def test_bisection_linear_fractional_forecasts_nothing_without_a_budget():
    """How fast disagreement falls cannot be known beforehand."""
    elicitor = make_elicitor(SETS["sigmoid"], family="linear-fractional", method="bisection")
    assert elicitor.estimate().remaining is None


@pytest.mark.parametrize("options", [{}, {"out_of": 1000}, {"family": "f-beta"}], ids=str)
def test_bisection_asks_something_else_after_about_equal(options):
    """Who finds a pair about equal is not shown it again, and not asked more questions for it."""
    elicitor = make_elicitor(SETS["sigmoid"], method="bisection", tolerance=0.02, **options)
    exact = make_elicitor(SETS["sigmoid"], method="bisection", tolerance=0.02, **options)
    shown = []
    while (question := elicitor.ask()) is not None:
        shown.append((question.a, question.b))
        elicitor.tell(question, Answer.EQUAL)
    assert len(set(shown)) == len(shown)
    while (question := exact.ask()) is not None:
        exact.tell(question, Answer.A)
    assert len(shown) <= len(exact.history)


def test_bisection_linear_fractional_names_an_answer_that_nothing_fits():
    """An answer that leaves no metric is kept by name, and the metrics that fit the others stay."""
    feasible = SETS["sigmoid"]
    elicitor = make_elicitor(
        feasible, family="linear-fractional", method="bisection", max_questions=8
    )
    expert = MetricOracle(f_beta(1))
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question))
    before = elicitor.estimate()
    assert before.contradictions == ()
    keen, careful = (
        ConfusionMatrix.at(*feasible.frontier[place], feasible.prevalence)
        for place in (-1, len(feasible.frontier) // 2)
    )
    decided = Question(keen, careful)
    elicitor._narrow(decided, Answer.A)  # to flag everybody is no better under any that fits
    after = elicitor.estimate()
    assert after.contradictions == ((decided, Answer.A),)
    assert after.interval("a") == before.interval("a")
    assert after.interval("b") == before.interval("b")


@pytest.mark.parametrize("first", [Answer.SKIP, Answer.EQUAL])
def test_direction_is_asked_again_without_a_preference(first):
    """Who cannot decide at first has not said that correct decisions are liked."""
    expert = MetricOracle(-linear(0.6, 0.8))
    elicitor = make_elicitor(
        SETS["breast cancer"], method="bisection", direction="either", tolerance=0.05
    )
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question) if elicitor.history else first)
    result = elicitor.estimate()
    assert result.direction == "decreasing"
    assert result.angle == pytest.approx(math.pi + math.atan2(0.8, 0.6), abs=0.025)


def test_direction_that_nobody_tells_ends_the_search():
    """Ten questions about it, then it is given up."""
    elicitor = make_elicitor(
        SETS["breast cancer"], method="bisection", direction="either", tolerance=0.05
    )
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, Answer.SKIP)
    assert elicitor.stopped == "skipped"
    assert len(elicitor.history) == 10


def test_bisection_linear_fractional_keeps_bounds_on_the_tile():
    """Rounding makes no weight of more than 1, which would be printed as 1.1."""
    scores = [0.1, 0.2, 0.2, 0.4, 0.4, 0.6, 0.8, 0.9]
    table = ScoreTable.from_arrays([0, 0, 1, 0, 1, 1, 0, 1], scores)
    for prevalence in (0.03, 0.5, 0.97, 0.999):
        feasible = FeasibleSet(table, prevalence=prevalence)
        elicitor = make_elicitor(feasible, family="linear-fractional", method="bisection")
        for _ in range(8):
            result = elicitor.estimate()
            for name in ("a", "b"):
                low, high = result.interval(name)
                assert 0.0 <= low <= high <= 1.0
            if (question := elicitor.ask()) is None:
                break
            elicitor.tell(question, "A")


@pytest.mark.parametrize("direction", ["increasing", "either"])
@pytest.mark.parametrize("metric", [f_beta(1), accuracy(), cost_ratio(3)])
def test_bisection_asks_no_pair_again_that_was_about_equal(metric, direction):
    """The same would be said; so it ends, though out of few cases many pairs are ties."""
    grades = ScoreTable(
        np.arange(6) / 6,
        [2, 88468, 117170, 128357, 155821, 183511],
        [2, 1311916, 1300052, 1063092, 592251, 248676],
    )
    feasible = FeasibleSet(grades, prevalence=0.5)
    result = elicit(
        feasible,
        MetricOracle(metric),
        family="linear-fractional",
        method="bisection",
        out_of=100,
        direction=direction,
        max_questions=100,
    )
    pairs = [frozenset((asked.a, asked.b)) for asked, _ in result.history]
    assert len(set(pairs)) == len(pairs) < 60
    assert result.stopped in ("tolerance", "exhausted")
    assert disagreement(result.metric, metric, feasible) < 0.02
