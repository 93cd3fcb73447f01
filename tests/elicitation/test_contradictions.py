"""Answers that no metric gives together are named by methods that take every answer for right."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whichmetric import (
    Answer,
    ConfusionMatrix,
    MetricOracle,
    Question,
    SigmoidPopulation,
    make_elicitor,
    metrics,
)

FEASIBLE = SigmoidPopulation(5.0).feasible_set()
EXPERTS = {
    "linear": metrics.cost_ratio(3.0),
    "f-beta": metrics.f_beta(2.0),
    "linear-fractional": metrics.f_beta(0.7),
}
FAMILIES = pytest.mark.parametrize("family", EXPERTS)


def answered(family, questions=6, **options):
    """Return a search that an expert without error has answered, with the expert."""
    expert = MetricOracle(EXPERTS[family])
    elicitor = make_elicitor(
        FEASIBLE, family=family, method="bisection", max_questions=questions, **options
    )
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question))
    return elicitor, expert


def matrix(tp, tn):
    """Return the confusion matrix of a point of the feasible set."""
    z = FEASIBLE.prevalence
    return ConfusionMatrix(tp=tp, fp=1.0 - z - tn, fn=z - tp, tn=tn)


@FAMILIES
@pytest.mark.parametrize("out_of", [None, 1000])
def test_another_answer_to_an_earlier_question_is_named(family, out_of):
    """Whichever it is, and with its sides exchanged; the estimate stays."""
    elicitor, _ = answered(family, out_of=out_of)
    before = elicitor.estimate()
    for question, said in before.history:
        elicitor.overhear(question, said)
        elicitor.overhear(Question(question.b, question.a), said)
    after = elicitor.estimate()
    assert after.contradictions == tuple(
        (Question(question.b, question.a), said) for question, said in before.history
    )
    assert "6 answers were not used: no metric that fits the others gives them" in str(after)
    assert "if no answer that was used is wrong" in str(after)
    assert (after.metric, after.history) == (before.metric, before.history)
    assert after.interval("a") == before.interval("a")


@FAMILIES
@pytest.mark.parametrize("direction", ["increasing", "decreasing"])
def test_worse_option_of_a_dominated_pair_is_named(family, direction):
    """From the first question on; who likes errors prefers it."""
    elicitor, _ = answered(family, questions=0, direction=direction)
    better = FEASIBLE.best(metrics.accuracy()).confusion
    worse = Question(better.mirrored(), better)
    for said in Answer:
        elicitor.overhear(worse, said)
    wrong = Answer.A if direction == "increasing" else Answer.B
    assert elicitor.estimate().contradictions == ((worse, wrong),)


@FAMILIES
@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_right_answer_is_never_named(family, seed):
    """To any pair at all, since the expert's own metric is among those that are left."""
    elicitor, expert = answered(family)
    rng = np.random.default_rng(seed)
    for first, second in zip(*(FEASIBLE.uniform_points(20, rng) for _ in range(2)), strict=True):
        question = Question(*(matrix(*point) for point in (first, second)))
        elicitor.overhear(question, expert.answer(question))
    assert elicitor.estimate().contradictions == ()


@FAMILIES
def test_nothing_is_named_once_about_equal_was_supposed_to_mean_the_nearest_half(family):
    """The supposition may be what an answer contradicts."""
    elicitor = make_elicitor(FEASIBLE, family=family, method="bisection", max_questions=9)
    first = elicitor.ask()
    elicitor.tell(first, Answer.A)
    elicitor.tell(elicitor.ask(), Answer.EQUAL)
    for said in (Answer.A, Answer.B):
        elicitor.overhear(first, said)
    assert elicitor.estimate().contradictions == ()
