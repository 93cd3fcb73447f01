"""What a search overhears counts for all that it says, and asking what it says changes nothing."""

import numpy as np
import pytest

from whichmetric import Answer, MetricOracle, Question, SigmoidPopulation, make_elicitor, metrics
from whichmetric.inference import COST_RATIO, LinearPosterior, NoisePrior, TilePosterior

FEASIBLE = SigmoidPopulation(5.0).feasible_set()


def swapped(question):
    """Return the question with its sides exchanged."""
    return Question(question.b, question.a)


def searching(**options):
    """Return a search for a linear-fractional metric."""
    return make_elicitor(FEASIBLE, family="linear-fractional", max_questions=12, **options)


def test_probability_linear_counts_repeats():
    """Evidence for linear metrics and for all others is of the same answers."""
    expert, elicitor, told = MetricOracle(metrics.f_beta(1)), searching(), []
    while (question := elicitor.ask()) is not None:
        answer = expert.answer(question)
        elicitor.tell(question, answer)
        told.append((question, answer))
        if len(told) % 3 == 0:
            elicitor.overhear(swapped(question), answer.swapped())
            told.append((swapped(question), answer.swapped()))
    kinds = LinearPosterior(COST_RATIO, NoisePrior()), TilePosterior(NoisePrior())
    for question, answer in told:
        for kind in kinds:
            kind.tell(np.array(question.a.cells), np.array(question.b.cells), answer)
    linear, all_others = (kind.log_evidence for kind in kinds)
    expected = 1.0 / (1.0 + np.exp(all_others - linear))
    assert elicitor.estimate().probability_linear == pytest.approx(expected, rel=1e-3)


def test_estimate_follows_what_was_overheard():
    """It is the same whether or not somebody looked before."""
    found = []
    for looks in (True, False):
        expert, elicitor = MetricOracle(metrics.f_beta(2)), searching()
        questions = []
        for _ in range(5):
            question = elicitor.ask()
            elicitor.tell(question, expert.answer(question))
            questions.append(question)
        if looks:
            elicitor.estimate()
        for question in questions:
            elicitor.overhear(swapped(question), expert.answer(question).swapped())
        found.append(elicitor.estimate())
    assert found[0] == found[1]


@pytest.mark.parametrize("family", ["linear", "f-beta", "linear-fractional"])
def test_next_question_does_not_depend_on_when_it_is_asked_for(family):
    """What is overheard before somebody asks counts for the question after, as in a replay."""
    logs = []
    for asks_before in (True, False):
        expert = MetricOracle(metrics.f_beta(2))
        elicitor = make_elicitor(FEASIBLE, family=family, max_questions=6)
        while (question := elicitor.ask()) is not None:
            answer = expert.answer(question)
            elicitor.tell(question, answer)
            if asks_before:
                elicitor.ask()
            elicitor.overhear(swapped(question), answer.swapped())
        logs.append(elicitor.history)
    assert logs[0] == logs[1]


def test_estimate_changes_nothing_while_the_direction_is_asked():
    """Looking after every answer leaves the same result, also where the first answer was wrong."""
    found = []
    for looks in (True, False):
        expert, elicitor = MetricOracle(metrics.f_beta(1)), searching(direction="either")
        while (question := elicitor.ask()) is not None:
            answer = expert.answer(question)
            elicitor.tell(question, answer if elicitor.history else answer.swapped())
            if looks:
                elicitor.estimate()
        found.append(elicitor.estimate())
    assert found[0] == found[1]


@pytest.mark.parametrize(("answer", "reason"), [("EQUAL", "exhausted"), ("SKIP", "skipped")])
def test_direction_that_nobody_tells_ends_with_its_own_reason(answer, reason):
    """Who finds the best classifier and its opposite equal has skipped nothing."""
    elicitor = make_elicitor(FEASIBLE, method="bisection", direction="either")
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, Answer[answer])
    assert elicitor.stopped == reason
