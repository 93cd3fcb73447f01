"""One expert's session: asked, answered, undone, and what is refused."""

import re
from datetime import timedelta

import pytest
from hypothesis import strategies as st
from tests.studies.making import NOON, answer_all, new_study, specification

from whichmetric.elicitation import make_elicitor
from whichmetric.errors import (
    ConflictError,
    ElicitationError,
    InvalidInputError,
)
from whichmetric.studies import (
    Answered,
    Asked,
    Ended,
    MemoryStore,
    Progress,
)
from whichmetric.values import Answer

answers = st.sampled_from(Answer)
BAYESIAN = {"method": "bayesian", "options": {"max_questions": 4}}


def test_session_asks_what_its_elicitor_asks():
    """Through sides and storage, an expert is asked the same and the estimate is the same."""
    study = new_study()
    session = study.start("one")
    given = specification()
    plain = make_elicitor(given.feasible, method="bisection", out_of=given.out_of)
    while (question := session.ask()) is not None:
        own = plain.ask()
        keen = "A" if question.a.counts.tp > question.b.counts.tp else "B"
        pair = (question.b, question.a) if question.swapped else (question.a, question.b)
        assert [option.counts for option in pair] == [own.a.counts(1000), own.b.counts(1000)]
        assert [option.realisation for option in pair] == [own.a.realisation, own.b.realisation]
        plain.tell(own, "A" if own.a.tp > own.b.tp else "B")
        session.answer(question.number, keen)
    assert session.estimate() == plain.estimate()
    assert session.progress == Progress(7, 0, "tolerance")
    assert isinstance(session.events[-1], Ended)


def test_ask_stores_the_question_before_it_is_shown():
    """Asking again, here or elsewhere, returns the same and stores nothing more."""
    study = new_study()
    session = study.start("one")
    question = session.ask()
    assert session.ask() is question
    assert study.store.events("study", "one") == (question,)
    assert study.session("one").ask() == question


def test_answer_is_stored_with_its_time_and_duration():
    """When, how long, and under which key."""
    session = new_study().start("one")
    question = session.ask()
    stored = session.answer(question.number, "B", seconds=2.5, request_key="mine")
    assert stored == Answered(
        number=1,
        answer=Answer.B,
        at=NOON + timedelta(seconds=21),  # the fourth time that the clock is read
        seconds=2.5,
        request_key="mine",
    )
    assert session.events == (question, stored)


def test_session_needs_no_question_to_give_an_estimate():
    """Before the first answer and in between."""
    session = new_study(**BAYESIAN).start("one")
    assert session.estimate().questions == 0
    assert session.progress == Progress(0, 4, None)
    answer_all(session, "A")
    assert session.progress == Progress(1, 3, None)


def test_undo_needs_an_answer():
    """Before the first answer there is nothing to take back, and the number must be the last."""
    session = new_study().start("one")
    with pytest.raises(ElicitationError, match="There is no answer to undo"):
        session.undo()
    answer_all(session, "AB")
    with pytest.raises(ConflictError, match="answer to question 1 is not the last one"):
        session.undo(1)
    assert session.undo(2).number == 2


def test_undo_says_where_an_answer_has_come_in_meanwhile():
    """A window that has seen none does not take back what it has not seen."""
    study = new_study()
    left, right = study.start("one"), study.start("one")
    answer_all(right, "A")
    with pytest.raises(ConflictError, match=r"^An answer has come in meanwhile: nothing was taken"):
        left.undo()
    assert left.answers == right.answers


def test_undo_and_guess_hold_only_where_nothing_was_missed():
    """What was seen is compared, as it is for answers."""
    session = new_study(options={"guess": True}).start("one")
    session.guess(5, seen=0)
    with pytest.raises(ConflictError, match=r"^The session has moved on since the guess was"):
        session.guess(6, seen=0)
    answer_all(session, "A")
    with pytest.raises(ConflictError, match="is not the last one, or has been undone"):
        session.undo(seen=1)
    assert session.undo(seen=session.position).number == 1


def test_request_without_a_key_is_given_one():
    """Each its own, by whoever gives names."""
    session = new_study(options={"guess": True}).start("one")
    session.guess(5)
    session.guess(5)
    answer_all(session, "A")
    session.undo()
    keys = [event.request_key for event in session.events if not isinstance(event, Asked)]
    assert len(set(keys)) == len(keys) == 4


def test_repeated_answer_changes_nothing():
    """The same key returns what was stored, also from another window and after an undo."""
    study = new_study()
    session, other = study.start("one"), study.start("one")
    other.ask()
    session.ask()
    first = session.answer(1, "A", request_key="k")
    assert session.answer(1, "A", request_key="k") == first
    assert other.answer(1, "A", request_key="k") == first
    undone = session.undo(request_key="u")
    assert session.undo(request_key="u") == undone
    assert other.undo(1, request_key="u") == undone
    assert session.answer(1, "A", request_key="k") == first
    assert session.answers == ()
    assert len(study.store.events("study", "one")) == 3


@pytest.mark.parametrize(
    ("request_", "what"),
    [
        (lambda s: s.answer(1, "B", request_key="k"), "the answer B to question 1"),
        (lambda s: s.answer(2, "A", request_key="k"), "the answer A to question 2"),
        (lambda s: s.undo(request_key="k"), "the undoing of question 1"),
    ],
)
def test_key_of_another_request_is_refused(request_, what):
    """A key stands for one request: its text names the key and what it was used for."""
    session = new_study().start("one")
    session.ask()
    session.answer(1, "A", request_key="k")
    used = "request_key='k' has been used for the answer A to question 1"
    text = f"{used}, so {what} was not stored: give every request a key of its own."
    with pytest.raises(ConflictError, match=f"^{re.escape(text)}$"):
        request_(session)
    assert len(session.events) == 2


def test_of_two_windows_one_answer_counts():
    """The second is told which answer counts, and can go on from there."""
    study = new_study()
    left, right = study.start("one"), study.start("one")
    assert left.ask() == right.ask()
    left.answer(1, "A")
    with pytest.raises(ConflictError, match="Question 1 has been answered already, with A"):
        right.answer(1, "B")
    assert right.answers == left.answers
    assert right.ask() == left.ask()
    right.answer(2, "B")
    with pytest.raises(ConflictError, match="the last one, or has been undone: nothing was stored"):
        left.undo()
    assert len(left.answers) == 2


def test_window_looks_at_the_store_before_it_refuses():
    """What was shown elsewhere can be answered here, though this object has not seen it yet."""
    study = new_study()
    left, right = study.start("one"), study.start("one")
    left.ask()
    answer_all(right, "A")
    right.undo()
    assert left.answer(1, "B", seen=right.position).number == 1
    right.refresh()
    assert right.ask().number == 2
    assert left.answer(2, "A").number == 2


@pytest.mark.parametrize(("number", "said"), [(1, "A"), (2, "B")])
def test_question_that_has_its_answer_is_not_answered_again(number, said):
    """Its answer is quoted, and nothing is stored."""
    session = new_study().start("one")
    answer_all(session, "AB")
    with pytest.raises(
        ConflictError, match=f"^Question {number} has been .* already, with {said}:"
    ):
        session.answer(number, "SKIP")
    assert len(session.events) == 4


def test_repeated_request_shows_a_window_what_it_has_missed():
    """Also where something else was stored between what it knew and the request."""
    study = new_study(options={"guess": True})
    left, right = study.start("one"), study.start("one")
    assert left.ask() == right.ask()
    right.guess(5)
    stored = right.answer(1, "A", request_key="k")
    assert left.answer(1, "A", request_key="k") == stored
    assert left.events == right.events


def test_race_inside_the_store_is_told_too():
    """Where the other writes between our look and our write, the store decides."""

    class Racing(MemoryStore):
        meanwhile = None

        def append(self, study, session, event, *, position):
            call, self.meanwhile = self.meanwhile, None
            if call is not None:
                call()
            return super().append(study, session, event, position=position)

    store = Racing()
    study = new_study(store)
    left, right = study.start("one"), study.start("one")
    store.meanwhile = right.ask
    assert left.ask() == right.ask()
    store.meanwhile = lambda: right.answer(1, "B")
    with pytest.raises(ConflictError, match="answered already, with B: nothing was stored"):
        left.answer(1, "A")
    store.meanwhile = lambda: answer_all(right, "AB")
    assert left.ask().number == 4 == right.ask().number
    assert len(store.events("study", "one")) == 7


def test_answer_to_a_question_of_the_same_number_is_not_mixed_up():
    """A page shown before an earlier answer was changed cannot answer what came instead."""
    session = new_study().start("one")
    answer_all(session, "AA")
    session.ask()
    seen = session.position
    session.undo()
    answer_all(session, "B")
    session.ask()
    with pytest.raises(ConflictError, match="moved on since question 3 was shown"):
        session.answer(3, "A", seen=seen)
    assert session.answer(3, "A", seen=session.position).number == 3


@pytest.mark.parametrize(
    ("number", "answer", "options", "error", "text"),
    [
        (2, "A", {}, ConflictError, "Question 2 is not being asked: nothing was stored. Now quest"),
        (1, "C", {}, InvalidInputError, "answer='C' is not an Answer"),
        (0, "A", {}, InvalidInputError, "number=0 is not of a question"),
        (1, "A", {"seconds": -1}, InvalidInputError, "is not a duration"),
        (1, "A", {"request_key": "a b"}, InvalidInputError, "request_key='a b'"),
        (1, "A", {"seen": -1}, InvalidInputError, "seen=-1 is not a position"),
        (1, "A", {"seen": 0.5}, InvalidInputError, "^seen=0.5 is not a whole number"),
        (1, "A", {"seen": 0}, ConflictError, "The session has moved on since question 1 was shown"),
    ],
)
def test_wrong_answer_is_refused_and_nothing_is_stored(number, answer, options, error, text):
    """Refused by name."""
    session = new_study().start("one")
    session.ask()
    with pytest.raises(error, match=text):
        session.answer(number, answer, **options)
    assert len(session.events) == 1


def test_answer_comes_after_its_question():
    """What was not asked cannot be answered, at the beginning and at the end."""
    session = new_study(options={"max_questions": 1}).start("one")
    with pytest.raises(ConflictError, match=r"Question 1 is not .* Now no question is waiting\.$"):
        session.answer(1, "A")
    answer_all(session, "AB")
    with pytest.raises(ConflictError, match="Question 2 is not being asked"):
        session.answer(2, "A")


def test_store_that_lost_events_is_not_waited_for():
    """A log that is shorter than what was stored is an error, not a reason to try for ever."""
    study = new_study()
    session = study.start("one")
    answer_all(session, "A")
    study.store._studies["study"].sessions["one"].events.clear()
    with pytest.raises(ConflictError, match="holds 0 events where 2 were expected"):
        session.ask()
