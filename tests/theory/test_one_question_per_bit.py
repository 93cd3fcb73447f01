"""The statements of docs/theory/03-one-question-per-bit.md."""

import math
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.contracts.adversary import LinearAdversary
from tests.strategies import cases, matrices, pairs, prevalences

from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.metrics import Metric, f_beta, linear
from whichmetric.oracles import MetricOracle
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer, ConfusionMatrix, Question

QUARTER = math.pi / 2
SETS = {
    "sigmoid": SigmoidPopulation(5.0).feasible_set(),
    "breast cancer": FeasibleSet(breast_cancer_table()),
    "rare": FeasibleSet(breast_cancer_table(), prevalence=0.03),
}
tolerances = st.one_of(st.floats(1e-5, 1.5), st.sampled_from([QUARTER / 2**k for k in range(1, 9)]))
angles = st.floats(1e-3, QUARTER - 1e-3)


def bits(ratio):
    """The least k with 2^k >= ratio; a power of two that is rounded up counts as that power."""
    return math.ceil(math.log2(ratio) - 1e-12)


def expert_at(angle):
    """Answers by the linear metric of an angle."""
    return MetricOracle(linear(math.cos(angle), math.sin(angle)))


@given(pairs(), angles)
def test_linear_answer_tells_the_side_of_the_cut_angle(pair, angle):
    """Lemma 3.1: the cut is arctan(|dx| / |dy|); a dominated option loses at every angle."""
    first, second = pair
    dx, dy = first.tp - second.tp, first.tn - second.tn
    assume(abs(dx) > 1e-6 and abs(dy) > 1e-6)
    answer = expert_at(angle).answer(Question(first, second))
    if dx * dy > 0:
        assert answer is (Answer.A if dx > 0 else Answer.B)
        return
    cut = math.atan(abs(dx) / abs(dy))
    assume(abs(angle - cut) > 1e-6)
    more_tp = Answer.A if dx > 0 else Answer.B
    assert answer is (more_tp if angle < cut else more_tp.swapped())


@settings(max_examples=60)
@given(st.sampled_from(list(SETS)), tolerances)
def test_bisection_meets_the_tolerance_against_any_expert(name, tolerance):
    """Theorem 3.2: the worst expert, too, is narrowed down by the stated number of questions."""
    elicitor, adversary = (
        make_elicitor(SETS[name], method="bisection", tolerance=tolerance),
        LinearAdversary(),
    )
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, adversary.answer(question))
    questions = len(elicitor.history)
    assert questions == bits(QUARTER / tolerance)
    low, high = elicitor.estimate().interval("angle")
    assert (low, high) == pytest.approx((adversary.low, adversary.high), abs=1e-9)
    assert high - low == pytest.approx(QUARTER / 2**questions)
    assert high - low <= tolerance * (1 + 1e-8)


@settings(max_examples=60)
@given(cases(), angles)
def test_bisection_needs_as_many_questions_on_any_table(sample, angle):
    """Theorem 3.2 on a dozen cases: six questions for a quarter of a tenth of a radian."""
    assume(len(sample.feasible.frontier) > 2)
    result = elicit(sample.feasible, expert_at(angle), method="bisection", tolerance=0.025)
    assert result.questions == bits(QUARTER / 0.025) == 6
    assert abs(result.angle - angle) <= QUARTER / 2**7 + 1e-9


@settings(max_examples=150)
@given(st.lists(st.tuples(st.floats(0.001, 0.499), st.floats(0.001, 0.499)), max_size=8))
def test_no_questions_leave_less_than_their_share_of_angles(steps):
    """Theorem 3.3: k answers of the adversary leave (pi / 2) / 2^k or more, whatever is asked."""
    adversary = LinearAdversary()
    for dx, dy in steps:
        adversary.answer(
            Question(
                ConfusionMatrix.at(0.25 + dx / 2, 0.25 - dy / 2, 0.5),
                ConfusionMatrix.at(0.25 - dx / 2, 0.25 + dy / 2, 0.5),
            )
        )
    assert adversary.high - adversary.low >= QUARTER / 2 ** len(steps) * (1 - 1e-12)


@pytest.mark.parametrize("method", ["binary-search", "bisection"])
@pytest.mark.parametrize("name", SETS)
def test_no_method_claims_more_than_its_answers_can_tell(method, name):
    """Theorem 3.3: against the adversary no reported interval is narrower than the limit."""
    elicitor, adversary = make_elicitor(SETS[name], method=method), LinearAdversary()
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, adversary.answer(question))
        low, high = elicitor.estimate().interval("angle")
        assert high - low >= QUARTER / 2 ** len(elicitor.history) * (1 - 1e-9)


def test_number_of_questions_depends_on_what_is_promised():
    """Corollary 3.4: at .02 radians 7 for the interval, 6 for the error, 28 for the paper."""
    assert bits(QUARTER / 0.02) == 7
    assert bits(QUARTER / (2 * 0.02)) == 6
    for tolerance in (0.003, 0.02, 0.5, 1.5, QUARTER, 2.0, 4.0):
        fewer = max(bits(QUARTER / tolerance), 0) - max(bits(QUARTER / (2 * tolerance)), 0)
        assert fewer == (tolerance < QUARTER)
    asked = {
        method: elicit(SETS["sigmoid"], expert_at(0.6), method=method, tolerance=0.02).questions
        for method in ("bisection", "binary-search")
    }
    assert asked == {"bisection": 7, "binary-search": 28}
    result = elicit(SETS["sigmoid"], expert_at(0.6), method="bisection", tolerance=0.04)
    assert result.questions == 6
    assert abs(result.angle - 0.6) <= 0.02


@pytest.mark.parametrize("questions", [3, 5, 6])
def test_fewer_questions_are_right_for_their_share_of_the_angles(questions):
    """Proposition 3.5: 2^k estimates cover 2^k eps of the angles, and bisection covers them all."""
    tolerance, feasible = 0.02, SETS["sigmoid"]
    most = 2**questions * tolerance / QUARTER
    assert most < 1
    truths = (np.arange(1500) + 0.5) / 1500 * QUARTER
    estimates = np.array(
        [
            elicit(
                feasible,
                expert_at(truth),
                method="bisection",
                tolerance=None,
                max_questions=questions,
            ).angle
            for truth in truths[:: 640 // 2**questions]
        ]
    )
    centres = np.unique(np.round(estimates, 9))
    assert len(centres) == 2**questions
    # One estimate of each path is all that an angle depends on, so all angles can be looked up.
    off = np.abs(truths[:, None] - centres).min(axis=1)
    assert (off <= tolerance / 2).mean() == pytest.approx(most, abs=0.01)


def ways(strategy, low=0.0, high=QUARTER, asked=0):
    """What is left, and the questions asked, on each way through a tree of cuts."""
    if strategy is None:
        return [(high - low, asked)]
    share, below, above = strategy
    cut = low + min(max(share, 0.0), 1.0) * (high - low)  # a cut outside splits nothing
    return ways(below, low, cut, asked + 1) + ways(above, cut, high, asked + 1)


strategies = st.recursive(
    st.none(), lambda part: st.tuples(st.floats(-0.2, 1.2), part, part), max_leaves=16
)


HALVES = (0.5, None, None)


@given(st.lists(strategies, min_size=1, max_size=3))
@example([(0.5, HALVES, HALVES)])
def test_mean_number_of_questions_is_no_less_than_the_bits(tossed):
    """Proposition 3.5, second part: for any tree of cuts, also one chosen by coins."""
    found = [way for strategy in tossed for way in ways(strategy)]
    widest = max(width for width, _ in found)
    mean = sum(width * asked for width, asked in found) / QUARTER / len(tossed)
    assert mean >= math.log2(QUARTER / widest) - 1e-9


@cache
def least_totals(cells):
    """The fewest questions, added up over so many equal cells, for each width that may be left."""
    least = {cells: 0}
    for cut in range(1, cells):
        for (one, asked), (other, more) in product(
            least_totals(cut).items(), least_totals(cells - cut).items()
        ):
            total, widest = cells + asked + more, max(one, other)
            least[widest] = min(total, least.get(widest, total))
    return least


@pytest.mark.parametrize("cells", [1, 2, 3, 5, 8, 13, 16, 24, 32])
def test_no_strategy_on_a_grid_asks_fewer_than_the_bits_on_average(cells):
    """Proposition 3.5, second part, over all strategies on a grid; bisection attains it."""
    for widest, total in least_totals(cells).items():
        assert total / cells >= math.log2(cells / widest) - 1e-12
    if bits(cells) == math.log2(cells):
        assert least_totals(cells)[1] == cells * bits(cells)


@given(st.sampled_from(list(SETS)), st.floats(0.02, 0.98), st.sampled_from([0.1, 0.01, 1e-3]))
@settings(max_examples=40)
def test_f_beta_needs_one_question_per_bit_of_b(name, b, tolerance):
    """Theorem 3.6: the edge a = 1 is bisected in the same way."""
    result = elicit(
        SETS[name],
        MetricOracle(f_beta(math.sqrt(b / (1 - b)))),
        family="f-beta",
        method="bisection",
        tolerance=tolerance,
    )
    assert result.questions == bits(1 / tolerance)
    low, high = result.interval("b")
    assert low - 1e-9 <= b <= high + 1e-9
    assert high - low <= tolerance * (1 + 1e-6)


class FBetaAdversary:
    """Keeps the larger part of the values of b that fit all answers so far."""

    def __init__(self):
        self.low, self.high = 0.0, 1.0

    def answer(self, question):
        """Answer for the larger part; A is preferred at b if level + b * slope is positive."""
        one, other = question.a, question.b
        level = one.tp * other.fp - other.tp * one.fp
        slope = one.tp * other.fn - other.tp * one.fn - level
        if level * (level + slope) < 0:  # else all of them answer alike
            cut = min(max(-level / slope, self.low), self.high)
            if cut - self.low >= self.high - cut:
                self.high = cut
            else:
                self.low = cut
        lead = level + (self.low + self.high) / 2 * slope
        return Answer.A if lead > 0 else Answer.B if lead < 0 else Answer.EQUAL


@given(st.data(), prevalences, st.integers(0, 8))
def test_no_questions_leave_less_than_their_share_of_b(data, z, questions):
    """Theorem 3.6: after k answers two F-betas that gave them all may be 1 / 2^k apart in b."""
    adversary, history = FBetaAdversary(), []
    for _ in range(questions):
        question = Question(data.draw(matrices(z)), data.draw(matrices(z)))
        history.append((question, adversary.answer(question)))
    width = adversary.high - adversary.low
    assert width >= 1 / 2**questions * (1 - 1e-12)
    for b in (adversary.low + 1e-6 * width, adversary.high - 1e-6 * width):
        for question, answer in history:
            gap = Metric.from_tile(1.0, b).gap(question.a, question.b)
            assert answer is (Answer.A if gap > 0 else Answer.B) or abs(gap) < 1e-9


@pytest.mark.parametrize("name", SETS)
def test_f_beta_takes_no_question_fewer(name):
    """Theorem 3.6: against the worst expert bisection meets .01 with seven questions, not six."""
    elicitor = make_elicitor(SETS[name], family="f-beta", method="bisection", tolerance=0.01)
    adversary = FBetaAdversary()
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, adversary.answer(question))
        low, high = elicitor.estimate().interval("b")
        assert high - low >= 1 / 2 ** len(elicitor.history) * (1 - 1e-9)
        assert (high - low <= 0.01) == (len(elicitor.history) >= 7)
    assert len(elicitor.history) == bits(1 / 0.01) == 7
