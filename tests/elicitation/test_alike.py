"""Who answers all that was asked as the estimate does lies inside the interval."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.elicitor_contract import assert_inside_its_intervals

from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.elicitation.bayesian.alike import answering_alike, tying_alike
from whichmetric.elicitation.result import Quantiles
from whichmetric.elicitation.version_space import WHOLE_TILE
from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.inference import gaps
from whichmetric.metrics import Metric, cost_ratio, f_beta, linear, specificity
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Exact
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer, ConfusionMatrix

CANCER = FeasibleSet(breast_cancer_table())
SIGMOID = SigmoidPopulation(5.0).feasible_set()
shares = st.floats(0.01, 0.99)


@given(a=shares, b=shares, seed=st.integers(0, 10**6))
def test_answering_alike_corners_order_pairs_alike(a, b, seed):
    """The corners order every pair as the metric does, but for ties on their cuts."""
    rng = np.random.default_rng(seed)
    first, second = _pairs(rng, 5)
    corners = answering_alike(np.array([a, b]), WHOLE_TILE, first, second)
    assert np.all(corners.min(axis=0) <= [a, b])
    assert np.all(corners.max(axis=0) >= [a, b])
    for tile in corners:
        for one, other in zip(first, second, strict=True):
            gaps = [_gap(Metric.from_tile(*at), one, other) for at in (tile, (a, b))]
            assert gaps[0] * gaps[1] > -1e-9


def _gap(metric, one, other):
    values = [metric(ConfusionMatrix(tp=c[0], fp=c[1], fn=c[2], tn=c[3])) for c in (one, other)]
    return values[0] - values[1]


def test_quantiles_hold_besides_what_they_are_told():
    """Intervals of 90% and more do, and never end farther inside for it."""
    posterior = Quantiles(
        (0.01, 0.05, 0.1, 0.9, 0.95, 0.99), (1.0, 3.0, 4.0, 6.0, 7.0, 9.0), (2, 8)
    )
    assert posterior.at(0.8) == pytest.approx((4.0, 6.0))
    assert posterior.at(0.9) == (2.0, 8.0)
    assert posterior.at(0.98) == pytest.approx((1.0, 9.0))


@pytest.mark.parametrize("angle", [0.0005, 0.0169, 0.411, 0.7854, 1.279, 1.5428, 1.5705])
def test_interval_of_an_angle_holds_who_never_errs(angle):
    """Out of 100, thirty questions know angles better than whole counts tell them apart."""
    expert = MetricOracle(linear(math.cos(angle), math.sin(angle)))
    result = elicit(CANCER, expert, out_of=100)
    low, high = result.interval("angle")
    assert low <= angle <= high
    low, high = result.interval("cost_ratio")
    assert low <= 1 / math.tan(angle) <= high
    low, high = result.interval("threshold")
    assert low <= CANCER.best(linear(math.cos(angle), math.sin(angle))).threshold <= high


@pytest.mark.parametrize("beta", [0.3679, 1.1123, 2.3082])
def test_interval_of_beta_holds_who_never_errs(beta):
    """F-beta, too, is told apart by few pairs of whole counts."""
    result = elicit(CANCER, MetricOracle(f_beta(beta)), family="f-beta", out_of=100)
    low, high = result.interval("beta")
    assert low <= beta <= high
    low, high = result.interval("b")
    assert low <= beta**2 / (1 + beta**2) <= high


@pytest.mark.parametrize("seed", [2, 13])
def test_intervals_of_the_tile_hold_who_never_errs(seed):
    """Each of a and b lies in its interval."""
    a, b = np.random.default_rng(seed).random(2)
    expert = MetricOracle(Metric.from_tile(a, b))
    result = elicit(CANCER, expert, family="linear-fractional", out_of=40, max_questions=25)
    for value, name in ((a, "a"), (b, "b")):
        low, high = result.interval(name)
        assert low <= value <= high


def test_tolerance_finer_than_whole_counts_is_not_met():
    """Out of 100, nothing can be asked between ratios of 36 to 37 and of 1, .0137 rad apart."""
    expert = MetricOracle(linear(math.cos(0.79), math.sin(0.79)))
    result = elicit(CANCER, expert, out_of=100, tolerance=0.01, max_questions=40)
    low, high = result.interval("angle")
    assert high - low > 0.01
    assert result.stopped != "tolerance"


def test_interval_before_an_answer_is_the_prior():
    """Nobody has answered alike yet."""
    whole, exact = (make_elicitor(SIGMOID, out_of=out_of).estimate() for out_of in (100, None))
    assert whole.interval("cost_ratio") == exact.interval("cost_ratio")


@given(
    a=shares, b=shares, width=st.floats(0.001, 0.1), errors=st.sets(st.integers(0, 7), max_size=2),
    seed=st.integers(0, 10**6),
)  # fmt: skip
def test_tying_alike_answers_alike_with_a_width_of_its_own(a, b, width, errors, seed):
    """Whatever was said, each metric found says of every pair what the given one would."""
    rng = np.random.default_rng(seed)
    first, second = _pairs(rng, 8)
    own = gaps(np.array([a]), np.array([b]), first, second)[:, 0]
    said = [_said(gap, width) for gap in own]
    for place in errors:
        said[place] = Answer.EQUAL if said[place] is not Answer.EQUAL else Answer.A
    others = np.vstack((rng.random((200, 2)), [a, b]))
    found = tying_alike(np.array([a, b]), others, first, second, said)
    assert [a, b] in found.tolist()
    would = _answers_of_any_width(own)
    for tile in found:
        theirs = _answers_of_any_width(gaps(*tile[:, None], first, second)[:, 0])
        assert would & theirs
    if not errors:
        unlike = [tile for tile in others.tolist() if tile not in found.tolist()]
        for tile in unlike:
            theirs = gaps(*np.array(tile)[:, None], first, second)[:, 0]
            assert tuple(said) not in _answers_of_any_width(theirs)


def _pairs(rng, number):
    points = rng.uniform(size=(2, number, 2)) * [0.3, 0.7]
    return (np.column_stack((tp, 0.7 - tn, 0.3 - tp, tn)) for tp, tn in points.transpose(0, 2, 1))


def _said(gap, width):
    if abs(gap) <= width:
        return Answer.EQUAL
    return Answer.A if gap > 0 else Answer.B


def _answers_of_any_width(own):
    """All that a metric with these gaps may say, with whatever width of "about equal"."""
    widths = [0.0, *np.abs(own)]
    return {tuple(_said(gap, width) for gap in own) for width in widths}


@pytest.mark.parametrize("seed", [0, 4, 9, 13])
def test_interval_of_who_says_about_equal_holds_who_never_errs(seed):
    """Out of 100, only what widths are usual decides between some ratios, which says nothing."""
    ratio = math.exp(np.random.default_rng(seed).uniform(math.log(0.2), math.log(100)))
    expert = MetricOracle(cost_ratio(ratio), Exact(equal_within=0.01))
    result = elicit(CANCER, expert, out_of=100, max_questions=25, rng=seed)
    assert Answer.EQUAL in {answer for _, answer in result.history}
    low, high = result.interval("cost_ratio")
    assert low <= ratio <= high


def test_interval_of_who_says_about_equal_is_open_where_nothing_bounds_it():
    """No question tells a ratio of 70 from any above: the interval ends nowhere."""
    expert = MetricOracle(cost_ratio(70), Exact(equal_within=0.01))
    result = elicit(CANCER, expert, out_of=100, max_questions=25)
    low, high = result.interval("cost_ratio")
    assert low < 70
    assert high == math.inf


def test_intervals_of_the_tile_hold_who_says_about_equal():
    """Also where those who tie alike lie on a thin strip of the Tile."""
    a, b = np.random.default_rng(13).random(2)
    expert = MetricOracle(Metric.from_tile(a, b), Exact(equal_within=0.01))
    result = elicit(
        CANCER, expert, family="linear-fractional", out_of=100, max_questions=25, rng=13
    )
    for value, name in ((a, "a"), (b, "b")):
        low, high = result.interval(name)
        assert low <= value <= high


def test_interval_of_who_says_about_equal_is_narrow():
    """Where "about equal" ends tells more than an order."""
    expert = MetricOracle(cost_ratio(40), Exact(equal_within=0.02))
    result = elicit(SIGMOID, expert, out_of=1000, max_questions=25)
    low, high = result.interval("cost_ratio")
    assert low < 40 < high
    assert high < 2 * low


def test_interval_of_the_threshold_ends_where_a_metric_does():
    """Beyond all that is asked lies specificity, which is best where no negative is flagged."""
    result = elicit(CANCER, MetricOracle(cost_ratio(1 / 1000)), out_of=100)
    assert result.interval("cost_ratio")[0] == 0.0
    low, high = result.interval("threshold")
    assert low <= high == CANCER.best(specificity()).threshold < math.inf


@pytest.mark.parametrize("out_of", [None, 100])
def test_interval_of_the_threshold_holds_where_who_prefers_errors_is_best(out_of):
    """F-measures that are to be low tie all classifiers that find nobody."""
    expert = MetricOracle(Metric.from_tile(1.0, 0.8, increasing=False))
    result = elicit(
        CANCER, expert, family="f-beta", direction="decreasing", out_of=out_of, max_questions=6
    )
    low, high = result.interval("threshold")
    assert low <= result.operating_point.threshold <= high


def test_estimate_of_who_finds_all_rates_about_equal_is_no_farther_than_its_interval():
    """After each of ten such answers about exact rates, beta lies between the ends reported."""
    elicitor = make_elicitor(CANCER, family="f-beta")
    for _ in range(10):
        elicitor.tell(elicitor.ask(), Answer.EQUAL)
        assert_inside_its_intervals(elicitor.estimate())
