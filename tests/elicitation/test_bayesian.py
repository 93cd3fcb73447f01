"""The engine that expects people to err."""

import math
from itertools import product

import numpy as np
import pytest
from tests.thoroughness import THOROUGH, runs

from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.metrics import Metric, cost_ratio, disagreement, f_beta, linear
from whichmetric.oracles import CallableOracle, MetricOracle
from whichmetric.responses import Exact, Flip, Logistic
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer

CANCER = FeasibleSet(breast_cancer_table())
SIGMOID = SigmoidPopulation(5.0).feasible_set()


@pytest.mark.parametrize(
    ("response", "questions", "error"),
    [(Flip(0.1), 28, 0.01), (Logistic(0.01, lapse=0.02), 32, 0.02), (Exact(), 10, 0.01)],
    ids=str,
)
def test_bayesian_linear_finds_the_angle_under_unknown_noise(response, questions, error):
    """The median error over eight experts is small, and intervals hold most of the truths."""
    rng = np.random.default_rng(11)
    errors, held = [], []
    for seed in range(8):
        angle = rng.uniform(0.1, math.pi / 2 - 0.1)
        expert = MetricOracle(linear(math.cos(angle), math.sin(angle)), response, rng=rng)
        result = elicit(CANCER, expert, max_questions=questions, rng=seed)
        low, high = result.interval("angle")
        errors.append(abs(result.angle - angle))
        held.append(low <= angle <= high)
    assert np.median(errors) <= error
    assert np.mean(held) >= 0.7


def test_bayesian_linear_fractional_survives_wrong_answers():
    """A tenth of the answers wrong, thirty questions: most pairs are still ordered right."""
    rng = np.random.default_rng(5)
    errors = []
    for seed in range(6):
        metric = Metric.from_tile(*rng.random(2))
        expert = MetricOracle(metric, Flip(0.1), rng=rng)
        result = elicit(CANCER, expert, family="linear-fractional", rng=seed)
        errors.append(disagreement(metric, result.metric, CANCER, pairs=50_000))
    assert np.median(errors) <= 0.01


def test_bayesian_shows_whole_counts_and_infers_from_them():
    """Options are whole cases, with equal positives, visibly different, neither dominated."""
    expert = MetricOracle(cost_ratio(6), Flip(0.1), rng=2)
    result = elicit(CANCER, expert, out_of=1000, max_questions=20)
    for question, _ in result.history:
        a, b = question.a.counts(1000), question.b.counts(1000)
        assert np.allclose(np.array(question.a.cells) * 1000, a)
        assert a.tp + a.fn == b.tp + b.fn
        assert (a.tp - b.tp) * (a.tn - b.tn) < 0
    low, high = result.interval("cost_ratio")
    assert low < 6 < high


def test_bayesian_balances_sides_and_sees_through_always_a():
    """Who always says A tells nothing: the interval stays wide."""
    result = elicit(CANCER, CallableOracle(lambda question: Answer.A), max_questions=30)
    keen_first = [question.a.tp > question.b.tp for question, _ in result.history]
    assert 14 <= sum(keen_first) <= 16
    low, high = result.interval("cost_ratio")
    assert high / low > 20


@pytest.mark.parametrize("said", ["AB", "BA"])
def test_bayesian_sees_through_a_and_b_in_turn(said):
    """Sides and buttons that both take turns must not pass for knowledge."""
    stopped = []
    for seed in range(runs(3, thorough=30)):
        elicitor = make_elicitor(SIGMOID, tolerance=0.05, rng=seed)
        while (question := elicitor.ask()) is not None:
            elicitor.tell(question, Answer[said[len(elicitor.history) % 2]])
        stopped.append(elicitor.stopped)
    assert stopped.count("tolerance") == 0


@pytest.mark.parametrize(("seed", "said"), [(8, "AB"), (28, "BA"), (38, "AB")])
def test_bayesian_knows_nothing_from_answers_in_turn(seed, said):
    """Where by chance they look like a view, the interval is as wide as before the first answer."""
    elicitor = make_elicitor(SIGMOID, out_of=100, max_questions=16, rng=seed)
    before = np.log(elicitor.estimate().interval("cost_ratio"))
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, Answer[said[len(elicitor.history) % 2]])
    result = elicitor.estimate()
    after = np.log(result.interval("cost_ratio"))
    assert np.diff(after) > 0.9 * np.diff(before)
    assert after[0] < np.log(result.cost_ratio) < after[1]
    assert "the answers do not follow what was shown" in str(result)


def test_bayesian_believes_careful_experts_as_soon_as_before():
    """Answers that follow what is shown are not taken for a habit, whatever their order."""
    rng = np.random.default_rng(21)
    for seed in range(4):
        expert = MetricOracle(cost_ratio(float(rng.uniform(0.5, 8))), Flip(0.1), rng=rng)
        elicitor = make_elicitor(SIGMOID, tolerance=0.05, max_questions=40, rng=seed)
        while (question := elicitor.ask()) is not None:
            assert elicitor._reason_to_stop(elicitor._posterior) is None
            elicitor.tell(question, expert.answer(question))
        assert elicitor.stopped == "tolerance"


@pytest.mark.parametrize(
    ("said", "seeds"),
    [((Answer.A,), runs(1, thorough=2)), ((Answer.A, Answer.B), runs(2, thorough=4))],
    ids=["always A", "coin"],
)
def test_one_about_equal_makes_nobody_attentive(said, seeds):
    """Who presses one button, or tosses a coin, tells nothing, also after one "about equal"."""
    rng = np.random.default_rng(9)
    widths = []
    for seed in range(seeds):
        elicitor = make_elicitor(SIGMOID, rng=seed)
        while (question := elicitor.ask()) is not None:
            first = not elicitor.history
            elicitor.tell(question, Answer.EQUAL if first else said[rng.integers(len(said))])
        low, high = elicitor.estimate().interval("cost_ratio")
        widths.append(math.log(high / low))
    low, high = make_elicitor(SIGMOID).estimate().interval("cost_ratio")
    assert np.median(widths) >= math.log(high / low) / 2


def test_linear_fractional_search_goes_on_where_much_is_about_equal():
    """Where "about equal" ends lies beyond the plausible metrics, and is asked about there."""
    metric = Metric.from_tile(0.52, 0.29)
    expert = MetricOracle(metric, Exact(equal_within=0.1))
    result = elicit(CANCER, expert, family="linear-fractional", max_questions=20)
    said = [answer for _, answer in result.history]
    assert said.count(Answer.EQUAL) <= 15
    assert disagreement(metric, result.metric, CANCER, pairs=50_000) <= 0.01


def test_linear_fractional_search_is_as_sure_of_its_tolerance_as_was_asked():
    """Being surer takes more questions, and nothing is taken for known before the first."""
    metric = Metric.from_tile(0.7, 0.3)
    rare = FeasibleSet(breast_cancer_table(), prevalence=0.03)
    counts = []
    for probability in (0.8, 0.95, 0.995):
        options = {"tolerance": 0.02, "probability": probability, "max_questions": 40}
        result = elicit(rare, MetricOracle(metric), family="linear-fractional", **options)
        assert result.stopped == "tolerance"
        assert disagreement(metric, result.metric, rare, pairs=50_000) <= 0.02
        counts.append(result.questions)
    assert 0 < counts[0] < counts[1] < counts[2]


@pytest.mark.parametrize("seed", range(4))
def test_linear_fractional_search_asks_what_few_cases_can_show(seed):
    """Where all pairs near the plausible metrics look alike, those farther off are asked about."""
    rare = FeasibleSet(breast_cancer_table(), prevalence=0.03)
    elicitor = make_elicitor(rare, family="linear-fractional", out_of=100, rng=seed)
    assert elicitor.ask() is not None


@pytest.mark.parametrize("said", [(Answer.A, Answer.B), (Answer.A, Answer.B, Answer.EQUAL)])
def test_bayesian_learns_nothing_from_answers_at_random(said):
    """The interval covers half of the prior's range, on a logarithmic scale, in most runs."""
    rng = np.random.default_rng(7)
    widths = []
    for seed in range(runs(3, thorough=30)):
        expert = CallableOracle(lambda question: said[rng.integers(len(said))])
        low, high = elicit(CANCER, expert, max_questions=30, rng=seed).interval("cost_ratio")
        widths.append(math.log(high / low))
    low, high = make_elicitor(CANCER).estimate().interval("cost_ratio")
    assert np.mean(np.array(widths) >= math.log(high / low) / 2) >= 0.7


def test_bayesian_makes_sure_that_the_expert_looks_before_it_stops():
    """A clear expert is believed after a dozen questions; who tosses coins hardly ever is."""
    clear = elicit(CANCER, MetricOracle(cost_ratio(7)), tolerance=0.3, max_questions=25)
    assert clear.stopped == "tolerance"
    assert clear.questions <= 14
    rng = np.random.default_rng(8)
    coin = CallableOracle(lambda question: rng.choice((Answer.A, Answer.B)))
    options = {"tolerance": 0.3, "probability": 0.99, "max_questions": 25}
    stopped = [elicit(CANCER, coin, rng=seed, **options).stopped for seed in range(5)]
    assert stopped.count("budget") >= 4


@pytest.mark.parametrize(
    ("options", "metric"),
    [
        ({"tolerance": 0.1}, cost_ratio(7)),
        ({"regret": 0.0005}, cost_ratio(7)),
        ({"regret": 0.0005, "family": "f-beta"}, f_beta(2)),
        ({"same_threshold": True}, cost_ratio(7)),
        ({"same_threshold": True, "family": "f-beta"}, f_beta(2)),
        ({"same_threshold": True, "family": "linear-fractional"}, Metric.from_tile(0.8, 0.6)),
    ],
    ids=str,
)
def test_bayesian_forecasts_how_many_questions_are_left(options, metric):
    """For a clear expert, within a factor of three all the way, and close near the end."""
    elicitor = make_elicitor(CANCER, max_questions=60, **options)
    expert, forecasts = MetricOracle(metric), []
    while (question := elicitor.ask()) is not None:
        forecasts.append(elicitor.estimate().remaining)
        elicitor.tell(question, expert.answer(question))
    left = np.arange(len(forecasts), 0, -1)
    assert np.all(forecasts <= 3 * left + 3)
    assert np.all(forecasts >= left / 3)
    assert forecasts[-1] <= 3
    assert elicitor.estimate().remaining == 0


@pytest.mark.parametrize(
    ("options", "metrics"),
    [
        ({"tolerance": 0.02}, [cost_ratio(x) for x in (0.4, 2.0, 30.0)]),
        ({"factor": 1.2}, [cost_ratio(x) for x in (0.4, 2.0, 30.0)]),
        ({"regret": 0.001}, [cost_ratio(x) for x in (0.4, 2.0, 30.0)]),
        ({"regret": 0.001, "family": "f-beta"}, [f_beta(x) for x in (0.4, 1.5, 5.0)]),
    ],
    ids=str,
)
def test_bayesian_forecasts_before_the_first_question_what_clear_experts_take(options, metrics):
    """Rather more than they take than fewer, and not by half as many again."""
    forecast = make_elicitor(SIGMOID, **options).estimate().remaining
    taken = np.mean([elicit(SIGMOID, MetricOracle(m), **options).questions for m in metrics])
    assert 0.95 * taken <= forecast <= 1.5 * taken


def test_bayesian_forecasts_the_budget_where_no_threshold_is_shared():
    """On a smooth frontier any two metrics pick thresholds of their own."""
    assert make_elicitor(SIGMOID, same_threshold=True).estimate().remaining == 30


@pytest.mark.parametrize("within", [0.004, 0.02, 0.05, 0.15])
def test_bayesian_linear_understands_about_equal(within):
    """Wherever "about equal" ends for an expert, the metric is found with fewer questions."""
    ratios = (0.5, 1.2, 4.0, 15.0) if THOROUGH else (0.5, 4.0)
    asked = {0.0: 0, within: 0}
    for ratio, equal in product(ratios, asked):
        expert = MetricOracle(cost_ratio(ratio), Exact(equal_within=equal))
        result = elicit(CANCER, expert, tolerance=0.08, max_questions=40)
        low, high = result.interval("cost_ratio")
        assert low <= ratio <= high
        asked[equal] += result.questions
    assert any(answer is Answer.EQUAL for _, answer in result.history)
    assert asked[within] <= asked[0.0]


@pytest.mark.parametrize(("within", "out_of"), [(0.03, None), (0.02, 1000)])
def test_bayesian_linear_understands_about_equal_of_a_rare_condition(within, out_of):
    """Even where all positive cases weigh hardly more than "about equal", it saves questions.

    The width is asked about early, since nothing can be told from the other answers before.
    """
    rare = FeasibleSet(breast_cancer_table(), prevalence=0.03)
    angles = np.linspace(0.1, 1.5, runs(6, thorough=20))
    asked = {0.0: 0, within: 0}
    for angle, equal in product(angles, asked):
        expert = MetricOracle(linear(math.cos(angle), math.sin(angle)), Exact(equal_within=equal))
        result = elicit(rare, expert, tolerance=0.1, max_questions=40, out_of=out_of)
        assert result.angle == pytest.approx(angle, abs=0.05)
        asked[equal] += result.questions
    assert asked[within] <= asked[0.0]


@pytest.mark.parametrize("seed", range(runs(3, thorough=12)))
def test_bayesian_linear_believes_who_says_about_equal_by_a_slip(seed):
    """Once, of options far apart, and never again, however close they come."""
    expert = MetricOracle(cost_ratio(3))
    elicitor = make_elicitor(SIGMOID, max_questions=30, rng=seed)
    while (question := elicitor.ask()) is not None:
        slips = len(elicitor.history) == 1
        elicitor.tell(question, Answer.EQUAL if slips else expert.answer(question))
    result = elicitor.estimate()
    assert result.heedless < 0.1
    low, high = result.interval("cost_ratio")
    assert 2.5 < low < 3.01
    assert 2.99 < high < 3.6


def test_bayesian_linear_finds_where_about_equal_ends_beyond_what_is_plausible():
    """Near the end of the range only one end of "about equal" can be asked about; it is found."""
    angle = 1.43
    expert = MetricOracle(linear(math.cos(angle), math.sin(angle)), Exact(equal_within=0.07))
    result = elicit(CANCER, expert, tolerance=0.05, max_questions=40)
    assert result.stopped == "tolerance"
    assert result.angle == pytest.approx(angle, abs=0.05)


def test_bayesian_linear_learns_nothing_where_all_is_about_equal():
    """An expert to whom everything is about equal leaves the cost ratio as open as before."""
    result = elicit(CANCER, CallableOracle(lambda question: Answer.EQUAL), max_questions=15)
    low, high = result.interval("cost_ratio")
    assert result.stopped == "budget"
    assert low < 0.1
    assert high > 100.0


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tolerance": 0.2}, "tolerance"),
        ({"factor": 2.0}, "tolerance"),
        ({"regret": 0.005}, "regret"),
        ({"same_threshold": True}, "threshold"),
        ({"max_questions": 5}, "budget"),
    ],
)
def test_bayesian_stops_for_the_reason_that_was_asked_for(options, reason):
    """Each way to stop is reported by its name, before the budget where one was given."""
    options = {"max_questions": 60, **options}
    result = elicit(CANCER, MetricOracle(cost_ratio(7)), **options)
    assert result.stopped == reason
    assert result.questions < 60


def test_bayesian_gives_up_when_everything_is_skipped():
    """Ten skipped questions in a row are enough, and no two of them are the same."""
    elicitor = make_elicitor(CANCER)
    asked = []
    while (question := elicitor.ask()) is not None:
        asked.append(frozenset((question.a, question.b)))
        elicitor.tell(question, Answer.SKIP)
    assert elicitor.stopped == "skipped"
    assert len(set(asked)) == len(asked) == 10


def test_bayesian_linear_fractional_weighs_whether_the_metric_is_linear():
    """The probability of a linear metric is higher for one that is."""
    chances = [
        elicit(
            SIGMOID, MetricOracle(metric), family="linear-fractional", max_questions=15
        ).probability_linear
        for metric in (Metric.from_tile(0.6, 0.6), Metric.from_tile(0.95, 0.1))
    ]
    assert chances[0] > 0.5 > chances[1]


@pytest.mark.parametrize("first", ["wrong", "SKIP", "EQUAL"])
@pytest.mark.parametrize("liked", [True, False])
def test_bayesian_direction_does_not_hang_on_one_answer(liked, first):
    """One slip, or none to begin with, does not turn everything round."""
    metric = cost_ratio(3) if liked else -cost_ratio(3)
    expert = MetricOracle(metric)
    elicitor = make_elicitor(SIGMOID, direction="either", max_questions=25)
    while (question := elicitor.ask()) is not None:
        said = expert.answer(question)
        if not elicitor.history:
            said = said.swapped() if first == "wrong" else Answer[first]
        elicitor.tell(question, said)
    result = elicitor.estimate()
    assert (result.direction == "increasing") == liked
    low, high = result.interval("cost_ratio")
    assert low < 3 < high < 30


def test_bayesian_asks_about_the_direction_until_it_is_sure():
    """Of 20 experts who err in a tenth of their answers, few are taken the wrong way."""
    right = []
    for seed in range(20):
        metric = cost_ratio(5) if seed % 2 else -cost_ratio(5)
        expert = MetricOracle(metric, Flip(0.1), rng=seed)
        result = elicit(CANCER, expert, direction="either", max_questions=9, rng=seed)
        right.append((result.direction == "increasing") == bool(seed % 2))
    assert sum(right) >= 19


def weak(positives):
    """Return a feasible set of scores that hardly separate 4,000 cases."""
    labels = np.arange(4000) < positives
    noise = np.random.default_rng(1).normal(size=4000)
    return FeasibleSet(ScoreTable.from_arrays(labels, noise + 0.178 * labels))


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_direction_is_seen_where_options_differ_in_one_count_alone(family):
    """Weak scores out of few cases may find equally many; then the false alarms tell."""
    options = {"family": family, "direction": "either", "out_of": 100, "max_questions": 4}
    for seed in range(8):
        expert = MetricOracle(-cost_ratio(5) if seed % 2 else cost_ratio(5))
        result = elicit(weak(400), expert, rng=seed, **options)
        assert result.direction == ("decreasing" if seed % 2 else "increasing")


@pytest.mark.parametrize("method", ["bayesian", "bisection"])
def test_direction_that_cannot_be_shown_is_refused(method):
    """Out of so few cases the best classifier looks like its opposite."""
    with pytest.raises(InvalidInputError, match="show more cases, or give the direction"):
        make_elicitor(weak(2000), method=method, direction="either", out_of=20, max_questions=9)


@pytest.mark.parametrize(("seed", "angle"), [(16, 1.2168161317374715), (717, 0.7502313978491068)])
def test_right_answers_that_fall_on_one_side_by_chance_lead_to_the_metric(seed, angle):
    """Nine of ten make it likely that the expert always says the same; intervals say so."""
    tumours = FeasibleSet(breast_cancer_table())
    elicitor = make_elicitor(tumours, max_questions=10, out_of=1000, rng=seed)
    oracle = MetricOracle(linear(math.cos(angle), math.sin(angle)))
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, oracle.answer(question))
    sides = [answer for _, answer in elicitor.history]
    assert max(sides.count(Answer.A), sides.count(Answer.B)) == 9
    result = elicitor.estimate()
    assert result.heedless > 0.5
    assert abs(result.angle - angle) < 0.02
    low, high = result.interval("angle", 0.9)
    assert low < angle < high
