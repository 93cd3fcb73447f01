"""Which option stands on which side, over a session and between them."""

import pytest
from tests.studies.making import answer_all, new_study, specification

from whichmetric.studies import Asked
from whichmetric.studies.sided_elicitor import SidedElicitor

BAYESIAN = {"method": "bayesian", "options": {"max_questions": 4}}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"family": "f-beta"},
        {"method": "binary-search", "options": {"classifiers": "support"}},
        {"method": "bayesian", "options": {"max_questions": 9}},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["one", "two", "three"])
def test_sides_are_balanced_over_a_session(changes, name):
    """The option that finds more is on the left as often as on the right, give or take three."""
    session = new_study(**changes).start(name)
    lead, first = 0, []
    while (question := session.ask()) is not None:
        keen_left = question.a.counts.tp > question.b.counts.tp
        if question.a.counts.tp != question.b.counts.tp:
            lead += 1 if keen_left else -1
            first.append(keen_left)
        assert abs(lead) <= 3
        session.answer(question.number, "A" if question.number % 3 else "B")
    assert len(set(first)) == 2


def test_bayesian_sides_are_left_to_the_elicitor():
    """It infers from its own sides whether the expert prefers one, so nothing is swapped."""
    study = new_study(**BAYESIAN)
    session = study.start("one")
    answer_all(session, "AAAA")
    elicitor = study.specification.elicitor("one")
    for event in session.events:
        if isinstance(event, Asked):
            assert not event.swapped
            question = elicitor.ask()
            assert question.a.counts(1000) == event.a.counts
            elicitor.tell(question, "A")


def test_bayesian_questions_are_those_of_the_sessions_own_elicitor():
    """What is drawn at random follows from the session's name, and stands as it was drawn."""
    study = specification(**BAYESIAN)
    for name in ("one", "two", "three", "four"):
        sided = SidedElicitor(study, name)
        assert sided.ask() == study.elicitor(name).ask()
        assert not sided.swapped


def test_sides_differ_between_sessions():
    """The first question of twenty experts stands on both sides."""
    study = new_study()
    assert len({study.start(f"s{i}").ask().swapped for i in range(20)}) == 2
