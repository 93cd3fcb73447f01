"""The statements of docs/theory/05-noise-and-long-chords.md."""

import math
from functools import cache
from itertools import cycle

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.strategies import cases, pairs

from whichmetric.elicitation import elicit, make_elicitor
from whichmetric.elicitation.bisection.easy_chord import easy_chord
from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.metrics import linear
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer, Question

QUARTER = math.pi / 2
SLOPE = 5.0
SIGMOID = SigmoidPopulation(SLOPE).feasible_set()
SETS = {
    "sigmoid": SIGMOID,
    "breast cancer": FeasibleSet(breast_cancer_table()),
    "rare": FeasibleSet(breast_cancer_table(), prevalence=0.03),
}


class BandLiar:
    """Right where the gap is the band's width or more; inside it says what `whim` says."""

    def __init__(self, angle, width, whim):
        self.metric = linear(math.cos(angle), math.sin(angle))
        self.width, self.whim = width, whim

    def answer(self, question):
        """Answer, lying at will where that is allowed."""
        gap = self.metric.gap(question.a, question.b)
        if abs(gap) < self.width:
            return self.whim(question)
        return Answer.A if gap > 0 else Answer.B


class LateLiar:
    """Right in the first rounds of Algorithm 1; from then on it says one thing, if it may."""

    def __init__(self, angle, width, first_lie, says):
        self.metric = linear(math.cos(angle), math.sin(angle))
        self.width, self.first_lie, self.says = width, first_lie, says
        self.asked = 0

    def answer(self, question):
        """Answer; a lie outside the band would be a fault of the theorem."""
        gap = self.metric.gap(question.a, question.b)
        self.asked += 1
        if (self.asked - 1) // 4 >= self.first_lie:
            assert abs(gap) < self.width
            return self.says
        return Answer.A if gap > 0 else Answer.B if gap < 0 else Answer.EQUAL


def length(question):
    """The distance of two options, in rates."""
    return math.hypot(question.a.tp - question.b.tp, question.a.tn - question.b.tn)


def radius(angle):
    """The radius of curvature of the sigmoid's frontier where its normal has this angle."""
    eta = np.sin(angle) / (np.sin(angle) + np.cos(angle))
    return 0.5 * (eta**2 + (1 - eta) ** 2) ** 1.5 / (SLOPE * eta * (1 - eta))


def widest_free_interval(angle, width):
    """W of Theorem 5.4, where the curvature is bounded within W of the truth."""
    reach = 0.1
    for _ in range(60):
        around = np.linspace(max(angle - reach, 0.01), min(angle + reach, QUARTER - 0.01), 200)
        reach = math.sqrt(32 * width / (7 * radius(around).max()))
    return reach


def worst_of_late_lies(angle, width, tolerance):
    """The larger error of Algorithm 1 if it is lied to upwards and downwards, and W."""
    free = widest_free_interval(angle, width)
    first_lie = next(j for j in range(60) if QUARTER / 2**j < free)
    errors = [
        abs(
            elicit(
                SIGMOID,
                LateLiar(angle, width, first_lie, says),
                method="binary-search",
                tolerance=tolerance,
            ).angle
            - angle
        )
        for says in (Answer.A, Answer.B)
    ]
    return max(errors), free


@given(pairs(), st.floats(0.0, QUARTER))
def test_gap_of_a_linear_metric_is_length_times_sine(pair, angle):
    """Proposition 5.1: |gap| = L |sin(theta - mu)|, mu the cut of the pair."""
    dx, dy = pair[0].tp - pair[1].tp, pair[0].tn - pair[1].tn
    assume(dx * dy < 0)
    cut = math.atan(abs(dx) / abs(dy))
    gap = linear(math.cos(angle), math.sin(angle)).gap(*pair)
    expected = math.hypot(dx, dy) * abs(math.sin(angle - cut))
    assert abs(gap) == pytest.approx(expected, abs=1e-12)


@settings(max_examples=150)
@given(
    st.sampled_from(list(SETS)),
    st.floats(0.0, QUARTER),
    st.floats(-6.0, -2.0),
    st.sampled_from([0.1, 0.02, 1e-4]),
    st.lists(st.sampled_from([Answer.A, Answer.B, Answer.EQUAL]), min_size=1, max_size=20),
)
def test_bisection_error_is_linear_in_the_noise_band(name, angle, log_width, tolerance, lies):
    """Theorem 5.2: whatever the lies, "equal" too, within half the tolerance and arcsin(e / L)."""
    width, turn = 10**log_width, cycle(lies)
    liar = BandLiar(angle, width, lambda _: next(turn))
    result = elicit(SETS[name], liar, method="bisection", tolerance=tolerance)
    shortest = min(length(question) for question, _ in result.history)
    assume(width < shortest)
    assert abs(result.angle - angle) <= tolerance / 2 + math.asin(width / shortest) + 1e-9


@given(sample=cases(), angle=st.floats(1e-3, QUARTER - 1e-3))
def test_bisection_asks_about_chords_no_shorter_than_promised(sample, angle):
    """After Theorem 5.2: a quarter of half of the longest chord of its direction at the least."""
    feasible = sample.feasible
    assume(len(feasible.frontier) > 2 and np.array_equal(feasible.frontier, feasible.upper.points))
    asked = Question(*easy_chord(feasible, angle))
    whole = length(Question(*feasible.chord(angle)))
    assert length(asked) >= whole / 8 * (1 - 1e-9)


@settings(max_examples=60)
@given(st.floats(0.2, 1.3), st.floats(-5.0, -2.0), st.sampled_from(["bisection", "binary-search"]))
def test_no_method_can_tell_truths_that_share_all_legal_answers(middle, log_width, method):
    """Theorem 5.3: answers by the middle angle are legal for both ends, so one error is half."""
    width, diameter = 10**log_width, math.hypot(0.5, 0.5)
    reach = math.asin(width / diameter) * (1 - 1e-9)
    honest = linear(math.cos(middle), math.sin(middle))

    class Middle:
        """Answers by the angle in the middle, and sees to it that the ends might have, too."""

        def answer(self, question):
            """Answer."""
            gap = honest.gap(question.a, question.b)
            for angle in (middle - reach, middle + reach):
                own = linear(math.cos(angle), math.sin(angle)).gap(question.a, question.b)
                assert own * gap >= 0 or abs(own) < width
            return Answer.A if gap > 0 else Answer.B if gap < 0 else Answer.EQUAL

    found = elicit(SIGMOID, Middle(), method=method, tolerance=0.001).angle
    assert max(abs(found - middle + reach), abs(found - middle - reach)) >= reach


@pytest.mark.parametrize("angle", [0.5, 0.8, 1.1])
@pytest.mark.parametrize("width", [1e-3, 1e-4, 1e-5, 1e-6])
def test_paper_error_is_at_least_of_the_order_of_the_root(angle, width):
    """Theorem 5.4: a legal oracle misleads Algorithm 1 by W / 4, less half the tolerance."""
    tolerance = widest_free_interval(angle, width) / 64
    error, free = worst_of_late_lies(angle, width, tolerance)
    assert error >= free / 4 - tolerance / 2


@cache
def separation(angle, rounds=9):
    """Kappa of Theorem 5.5, over the pairs that Algorithm 1 may ask with the truth in its interval.

    They are those of its last three steps in each interval, both angles on one side of the truth.
    """
    truth = linear(math.cos(angle), math.sin(angle))
    kappa = math.inf
    for width in QUARTER / 2.0 ** np.arange(rounds):
        step = width / 4
        for start in np.arange(0.0, QUARTER - width / 2, width / 2):
            if not start <= angle <= start + width:
                continue
            c, d, e, b = (SIGMOID.support(start + i * step).confusion for i in range(1, 5))
            angles = start + step * np.arange(1, 5)
            for place, (one, other) in enumerate(((c, d), (d, e), (e, b))):
                if angles[place + 1] <= angle:
                    kappa = min(kappa, truth.gap(other, one) / step**2)
                elif angles[place] >= angle:
                    kappa = min(kappa, truth.gap(one, other) / step**2)
    return kappa


@pytest.mark.parametrize("angle", [0.3, 0.6, 0.8, 1.2])
def test_curvature_keeps_neighbouring_questions_apart(angle):
    """Before Theorem 5.5: kappa is at least .49 of the least radius of curvature."""
    # 0.0067 is where the sigmoid's frontier has its corners: the curve ends there.
    least = radius(np.linspace(0.0067, QUARTER - 0.0067, 2001)).min()
    assert separation(angle) >= 0.49 * least
    assert separation(angle) <= radius(angle)  # so the statement is about the right size


@pytest.mark.parametrize("angle", [0.3, 0.6, 0.8, 1.2])
@given(log_width=st.floats(-7.0, -3.0), lies=st.lists(st.booleans(), min_size=1, max_size=40))
@settings(max_examples=40)
def test_paper_error_is_at_most_of_the_order_of_the_root(angle, log_width, lies):
    """Theorem 5.5: whatever the lies, within 4 sqrt(e / kappa) or half the tolerance."""
    width, turn = 10**log_width, cycle(lies)
    liar = BandLiar(angle, width, lambda _: Answer.A if next(turn) else Answer.B)
    result = elicit(SIGMOID, liar, method="binary-search", tolerance=1e-4)
    bound = 4 * math.sqrt(width / separation(angle))
    assert abs(result.angle - angle) <= max(0.5e-4, bound) + 1e-9


@given(
    st.lists(st.booleans(), min_size=4, max_size=4),
    st.floats(0.02, QUARTER - 0.02),
)
def test_round_discards_the_truth_only_after_a_wrong_answer(rises, angle):
    """Lemma 5.6: the first round, with any answers, against the right ones about one side."""
    elicitor = make_elicitor(SIGMOID, method="binary-search", tolerance=QUARTER / 2)
    for rise in rises:
        elicitor.tell(elicitor.ask(), Answer.A if rise else Answer.B)
    assert elicitor.ask() is None
    middle = elicitor.estimate().angle  # of what is kept, a half of all
    kept = middle - QUARTER / 4 <= angle <= middle + QUARTER / 4
    c, d, e, b = np.linspace(0, QUARTER, 5)[1:]
    wrong = [
        rise != (high <= angle)
        for rise, low, high in zip(rises[1:], (c, d, e), (d, e, b), strict=True)
        if not low < angle < high
    ]
    assert kept or any(wrong)


def test_errors_grow_as_the_band_and_as_its_root():
    """Over four powers of ten the error of bisection has slope 1, the paper's slope 1/2."""
    widths, angle = np.array([1e-2, 1e-3, 1e-4, 1e-5, 1e-6]), 0.8
    root, straight = [], []
    for width in widths:
        tolerance = min(widest_free_interval(angle, width) / 64, width / 10)
        root.append(worst_of_late_lies(angle, width, tolerance)[0])
        errors = [
            abs(
                elicit(
                    SIGMOID,
                    BandLiar(angle, width, whim),
                    method="bisection",
                    tolerance=width / 10,
                ).angle
                - angle
            )
            for whim in (
                lambda q: Answer.A if q.a.tp > q.b.tp else Answer.B,
                lambda q: Answer.A if q.a.tp < q.b.tp else Answer.B,
            )
        ]
        straight.append(max(errors))
    slopes = [np.polyfit(np.log(widths), np.log(error), 1)[0] for error in (straight, root)]
    assert slopes[0] == pytest.approx(1.0, abs=0.1)
    assert slopes[1] == pytest.approx(0.5, abs=0.1)
