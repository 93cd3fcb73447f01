"""Simulated experts."""

import functools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import angles, cases, pairs, scales, shares, tile_metrics

from whichmetric import metrics
from whichmetric.errors import ElicitationError, InvalidInputError
from whichmetric.metrics import Metric
from whichmetric.oracles import CallableOracle, MajorityOracle, MetricOracle, ScriptedOracle
from whichmetric.responses import Exact, FeedbackNoise, Flip, Logistic
from whichmetric.values import Answer, ConfusionMatrix, Question

LOW = ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4)
HIGH = ConfusionMatrix(tp=0.5, fp=0.3, fn=0.0, tn=0.2)
QUESTION = Question(HIGH, LOW)
NOBODY = ConfusionMatrix(tp=0.0, fp=0.0, fn=0.5, tn=0.5)

counts = st.integers(0, 12)


@st.composite
def counted_pairs(draw):
    """Two tables of small counts with the same classes, where exact ties are common."""
    positives, negatives = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    tables = []
    for _ in range(2):
        tp = draw(st.integers(0, positives))
        tn = draw(st.integers(0, negatives))
        tables.append({"tp": tp, "fp": negatives - tn, "fn": positives - tp, "tn": tn})
    return tables


def exact_verdict(numerator, denominator, tables):
    """Which table a ratio prefers, in whole numbers; a tie where either is 0/0."""
    cells = ("tp", "fp", "fn", "tn")
    tops, bottoms = (
        [sum(Fraction(w) * table[c] for w, c in zip(side, cells, strict=True)) for table in tables]
        for side in (numerator, denominator)
    )
    lead = tops[0] * bottoms[1] - tops[1] * bottoms[0]
    return Answer.EQUAL if lead == 0 else Answer.A if lead > 0 else Answer.B


@settings(max_examples=300)
@given(counted_pairs())
def test_f1_and_jaccard_answer_alike_on_every_pair(tables):
    """Property of our own: the scale never changes an answer, ties included."""
    question = Question(*(ConfusionMatrix.from_counts(**table) for table in tables))
    answers = {
        MetricOracle(metric).answer(question)
        for metric in (
            metrics.f_beta(1),
            metrics.jaccard(),
            Metric.from_tile(1, 0.5, 0.37),
            Metric.from_tile(1, 0.5, 41.0),
        )
    }
    assert answers == {exact_verdict((2, 0, 0, 0), (2, 1, 1, 0), tables)}


@settings(max_examples=200)
@given(counted_pairs(), st.integers(0, 6))
def test_metric_oracle_without_noise_is_exact_arithmetic(tables, which):
    """On counts every answer is the one that whole numbers give, ties and 0/0 included."""
    metric = [
        metrics.accuracy(),
        metrics.recall(),
        metrics.precision(),
        metrics.npv(),
        metrics.f_beta(2),
        metrics.weighted_accuracy(3, 2),
        metrics.net_benefit(0.2),
    ][which]
    question = Question(*(ConfusionMatrix.from_counts(**table) for table in tables))
    expected = exact_verdict(metric.numerator, metric.denominator, tables)
    assert MetricOracle(metric).answer(question) is expected
    assert MetricOracle(-metric).answer(question) is expected.swapped()
    swapped = Question(question.b, question.a)
    assert MetricOracle(metric).answer(swapped) is expected.swapped()


@settings(max_examples=300)
@given(counted_pairs())
def test_metric_oracle_finds_ties_of_metrics_with_negative_weights(tables):
    """Kappa subtracts what chance would give; where whole numbers tie, rounding does not decide."""
    positives = tables[0]["tp"] + tables[0]["fn"]
    negatives = tables[0]["fp"] + tables[0]["tn"]
    z = Fraction(positives, positives + negatives)
    question = Question(*(ConfusionMatrix.from_counts(**table) for table in tables))
    expected = exact_verdict((1 - z, -z, z - 1, z), (1 - z, 1 - z, z, z), tables)
    assert MetricOracle(metrics.cohen_kappa(float(z))).answer(question) is expected


@given(tile_metrics, pairs(), st.booleans())
def test_metric_oracle_gap_is_on_the_tile_scale(metric, pair, increasing):
    """Unless the model asks for the metric's own values, the gap is that of N / (N + D)."""
    metric = metric if increasing else -metric
    question = Question(*pair)
    z = pair[0].prevalence
    point = metric.tile(z)
    plain = Metric.from_tile(point.a, point.b, increasing=increasing)
    for response in (Exact(), Flip(0.1), Logistic(0.1)):
        gap = MetricOracle(metric, response).gap(question)
        assert gap == pytest.approx(plain.gap(*pair), abs=1e-8)
        assert abs(gap) <= 1 + 1e-9
    own = MetricOracle(metric, FeedbackNoise(0.1)).gap(question)
    assert own == metric.gap(*pair)


@given(shares, shares, scales, pairs())
def test_metric_oracle_gap_has_the_sign_of_the_metric(a, b, c, pair):
    """Changing the scale of the gap never changes who is ahead."""
    metric = Metric.from_tile(a, b, c)
    gap = MetricOracle(metric).gap(Question(*pair))
    assert gap * metric.gap(*pair) >= 0


def test_metric_oracle_uses_its_own_values_where_there_is_no_tile_point():
    """A metric that is not monotone has no Tile point and keeps its scale."""
    mixed = metrics.linear(1, -1)
    assert MetricOracle(mixed).gap(QUESTION) == pytest.approx(0.3)
    assert MetricOracle(mixed).answer(QUESTION) is Answer.A


def test_metric_oracle_finds_0_over_0_equal():
    """Precision has no opinion on flagging nobody, nor NPV on flagging everybody."""
    assert MetricOracle(metrics.precision()).answer(Question(NOBODY, LOW)) is Answer.EQUAL
    assert MetricOracle(metrics.precision()).answer(Question(LOW, NOBODY)) is Answer.EQUAL
    everybody = NOBODY.mirrored()
    assert MetricOracle(metrics.npv()).answer(Question(everybody, LOW)) is Answer.EQUAL


def test_metric_oracle_finds_a_value_over_0_best():
    """Odds without false alarms are infinite, and beat any other."""
    odds = Metric((1, 0, 0, 0), (0, 1, 0, 0))
    clean = ConfusionMatrix(tp=0.1, fp=0.0, fn=0.4, tn=0.5)
    for response in (Exact(), Flip(0.0), FeedbackNoise(0.1), Logistic(1e-6)):
        assert MetricOracle(odds, response).answer(Question(clean, LOW)) is Answer.A
        assert MetricOracle(odds, response).answer(Question(LOW, clean)) is Answer.B


def test_metric_oracle_decreasing_prefers_errors():
    """A decreasing metric answers the other way round."""
    decreasing = Metric.from_tile(1, 0.5, increasing=False)
    better = ConfusionMatrix(tp=0.5, fp=0.0, fn=0.0, tn=0.5)
    assert MetricOracle(decreasing).answer(Question(better, LOW)) is Answer.B


@settings(max_examples=200)
@given(cases(), angles, st.sampled_from(["anywhere", "above-chance"]))
def test_metric_oracle_finds_the_ends_of_its_own_chord_nearly_equal(sample, angle, ends):
    """The chord of a linear metric follows its level line."""
    chord = sample.feasible.chord(angle, ends=ends)
    if chord is not None:
        metric = metrics.linear(math.cos(angle), math.sin(angle))
        response = Exact(equal_within=1e-11)
        assert MetricOracle(metric, response).answer(Question(*chord)) is Answer.EQUAL


def test_metric_oracle_noise_comes_from_its_seed():
    """The same seed gives the same answers; noise is that of the response."""
    first, second = (
        [oracle.answer(QUESTION) for _ in range(200)]
        for oracle in (MetricOracle(metrics.recall(), Flip(0.3), rng=4) for _ in range(2))
    )
    assert first == second
    assert 0.15 < first.count(Answer.B) / 200 < 0.45
    generator = np.random.default_rng(4)
    third = [MetricOracle(metrics.recall(), Flip(0.3), generator).answer(QUESTION)]
    assert third == first[:1]


def test_metric_oracle_repr_names_metric_and_response():
    """Both are there to read."""
    assert repr(MetricOracle(metrics.recall(), Flip(0.1))) == (
        "MetricOracle(recall, Flip(equal_within=0.0, rate=0.1))"
    )


class _Method:
    def compare(self, a, b):
        return a.tp > b.tp

    def __call__(self, question):
        return self.compare(question.a, question.b)


@pytest.mark.parametrize(
    "f",
    [
        lambda q: q.a.tp > q.b.tp,
        lambda a, b: a.tp > b.tp,
        lambda a, b, strict=True: a.tp > b.tp,
        lambda q, weight=2: q.a.tp * weight > q.b.tp * weight,
        lambda *options: options[0].a.tp > 0.4,
        lambda q: Answer.A,
        lambda q: "A",
        lambda a, b: np.bool_(a.tp > b.tp),
        _Method(),
        _Method().compare,
        functools.partial(lambda weight, a, b: a.tp > b.tp, 2),
    ],
)
def test_callable_oracle_takes_a_question_or_two_matrices(f):
    """One required argument is the question, two are the matrices; answers may be truth values."""
    assert CallableOracle(f).answer(QUESTION) is Answer.A


@pytest.mark.parametrize(
    ("said", "answer"),
    [(False, Answer.B), (np.False_, Answer.B), ("EQUAL", Answer.EQUAL), (Answer.SKIP, Answer.SKIP)],
)
def test_callable_oracle_passes_every_answer_on(said, answer):
    """False counts for B; names are answers."""
    assert CallableOracle(lambda q: said).answer(QUESTION) is answer


@pytest.mark.parametrize("said", [None, "a", "left", 2, 0.5, np.array([1, 2]), [], math.nan])
def test_callable_oracle_refuses_other_answers(said):
    """What is no answer is shown, with what would be one."""
    text = re.escape(f"The function answered {said!r}: return an Answer, its name ('A', 'B', 'EQ")
    with pytest.raises(InvalidInputError, match=text):
        CallableOracle(lambda q: said).answer(QUESTION)


def test_callable_oracle_refuses_what_cannot_be_called():
    """A metric's name is no function."""
    with pytest.raises(InvalidInputError, match="'recall' cannot be called: give a function of a"):
        CallableOracle("recall")


@pytest.mark.parametrize(
    "f",
    [
        lambda: "A",
        lambda a, b, c: "A",
        lambda question, *, weight: "A",
        lambda a, b, *, weight: "A",
    ],
)
def test_callable_oracle_refuses_a_function_of_other_arguments(f):
    """What takes neither one argument nor two is found before the first question."""
    text = f"{f!r} cannot be called with a question or with two matrices: give a function of one "
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        CallableOracle(f)


def test_callable_oracle_lets_the_functions_own_error_through():
    """An error inside the function is the user's to see."""

    def broken(question):
        raise KeyError("rate")

    with pytest.raises(KeyError, match="rate"):
        CallableOracle(broken).answer(QUESTION)


def test_scripted_oracle_gives_its_answers_in_turn_and_then_stops():
    """A script shorter than the elicitation says so."""
    oracle = ScriptedOracle(["A", Answer.B, "EQUAL", "SKIP"])
    assert [oracle.answer(QUESTION) for _ in range(4)] == list(Answer)
    with pytest.raises(ElicitationError, match="The script has 4 answers and one more question"):
        oracle.answer(QUESTION)
    assert ScriptedOracle("AB").answer(QUESTION) is Answer.A


def test_scripted_oracle_refuses_an_unknown_answer():
    """A misspelt answer is found when the script is read."""
    with pytest.raises(InvalidInputError, match="'C' is not a valid Answer: write A, B, EQUAL or"):
        ScriptedOracle("ABC")


@given(st.lists(st.sampled_from(list(Answer)), min_size=1, max_size=9))
def test_majority_oracle_counts_votes(votes):
    """A and B count one, EQUAL half for each, SKIP not; a draw is EQUAL, silence is SKIP."""
    crowd = MajorityOracle([ScriptedOracle([vote]) for vote in votes])
    half = votes.count(Answer.EQUAL) / 2
    a, b = votes.count(Answer.A) + half, votes.count(Answer.B) + half
    expected = Answer.A if a > b else Answer.B if b > a else Answer.EQUAL
    if a + b == 0:
        expected = Answer.SKIP
    assert crowd.answer(QUESTION) is expected


class _Says:
    def __init__(self, said):
        self.said = said

    def answer(self, question):
        return self.said


def test_majority_oracle_counts_votes_by_name():
    """An oracle of one's own may say "A" for Answer.A."""
    assert MajorityOracle([_Says("A"), _Says("A"), _Says("B")]).answer(QUESTION) is Answer.A
    assert MajorityOracle([_Says("SKIP")]).answer(QUESTION) is Answer.SKIP


@pytest.mark.parametrize("said", [None, "left", True])
def test_majority_oracle_refuses_other_votes(said):
    """What is no answer is not counted as one."""
    text = re.escape(f"answer={said!r} is not an Answer: give Answer.A, .B, .EQUAL or .SKIP.")
    with pytest.raises(InvalidInputError, match=text):
        MajorityOracle([_Says("A"), _Says(said)]).answer(QUESTION)


def test_majority_oracle_refuses_an_empty_crowd():
    """A majority needs at least one voter."""
    with pytest.raises(InvalidInputError, match="There are no oracles: a majority needs at"):
        MajorityOracle([])
    with pytest.raises(InvalidInputError, match="There are no oracles: a majority needs at"):
        MajorityOracle(iter(()))


def test_majority_oracle_errs_less_than_its_members():
    """Twenty-five people who err in 30% of cases are together nearly always right."""
    crowd = MajorityOracle([MetricOracle(metrics.recall(), Flip(0.3), seed) for seed in range(25)])
    answers = [crowd.answer(QUESTION) for _ in range(300)]
    assert answers.count(Answer.A) > 280
