"""Many people who answer one question each, in one session."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.studies.making import NOON, new_study, specification
from tests.thoroughness import runs

import whichmetric as wm
from whichmetric.errors import ConflictError, ElicitationError, InvalidInputError, ReplayError
from whichmetric.studies import MemoryStore, Study, export_study, import_study, invite
from whichmetric.studies.crowds import CROWD
from whichmetric.studies.trials import TRIAL

CROWD_OPTIONS = {"crowd": True, "max_questions": 12}


def crowd_study(store=None, **changes):
    """Return a study of a crowd of twelve questions."""
    return new_study(store, **{"method": "bayesian", "options": CROWD_OPTIONS} | changes)


def prefers(asked, weight=6.0):
    """Return the answer of somebody to whom a miss is as bad as some false alarms."""
    a, b = asked.a.counts, asked.b.counts
    return "A" if weight * a.fn + a.fp < weight * b.fn + b.fp else "B"


def test_crowd_shares_one_session():
    """Whoever comes finds the question that waits, and all links lead there."""
    study = crowd_study()
    first, second = study.session_of(), study.session_of(CROWD)
    assert first.ask() == second.ask()
    links = {invite(study)[0].session, invite(study)[0].session, invite(study, CROWD)[0].session}
    assert links == {first.id}
    assert first.record.expert == CROWD


def test_crowd_has_no_names():
    """Somebody with a name is refused; an owner's trial stands apart."""
    study = crowd_study()
    with pytest.raises(InvalidInputError, match="'Dr Lee' has no session of their own"):
        study.session_of("Dr Lee")
    assert study.session_of(TRIAL).id != study.session_of().id


def test_answers_to_one_question_join():
    """Three who were shown the same question all count, though the next is being asked."""
    study = crowd_study()
    people = [study.session_of() for _ in range(3)]
    shown = [person.ask() for person in people]
    for person, asked in zip(people, shown, strict=True):
        stored = person.answer(asked.number, prefers(asked))
        person.ask()
        assert stored.number == 1
        assert stored.joined == (person is not people[0])
    last = study.session_of()
    assert [answer.number for answer in last.heard] == [1, 1, 1]
    assert len(last.answers) == 1
    assert study.sessions[0].answered == 3


def test_joined_answers_tell_the_estimate():
    """Twenty who say the same of one question narrow what one alone leaves open."""
    study = crowd_study()
    asked = study.session_of().ask()
    study.session_of().answer(asked.number, prefers(asked))
    low, high = study.session_of().estimate().interval("cost_ratio", level=0.8)
    for _ in range(19):
        study.session_of().answer(asked.number, prefers(asked))
    closer = study.session_of().estimate().interval("cost_ratio", level=0.8)
    assert closer[1] / closer[0] < 0.5 * high / low


def test_answer_that_comes_after_the_end_counts():
    """Whoever was shown a question may answer it when the budget is used up."""
    study = crowd_study(options={"crowd": True, "max_questions": 2})
    late = study.session_of()
    asked = late.ask()
    other = study.session_of()
    while (question := other.ask()) is not None:
        other.answer(question.number, prefers(question))
    assert late.answer(asked.number, "B").joined
    assert study.session_of().ask() is None
    assert study.sessions[0].answered == 3


def test_budget_counts_people():
    """Who joins counts against it, and the rest are told that enough have answered."""
    study = crowd_study(options={"crowd": True, "max_questions": 4})
    session = study.session_of()
    asked = session.ask()
    for _ in range(4):
        assert session.ask() is not None
        session.answer(asked.number, "A")
    assert session.ask() is None
    assert study.sessions[0].ended == "budget"
    assert study.sessions[0].answered == 4
    again = Study.open(study.store, study.id).session_of()
    assert again.ask() is None
    assert again.estimate() == session.estimate()


@pytest.mark.parametrize(("number", "seen"), [(1, 3), (2, 1), (3, 3), (1, 0), (2, 99)])
def test_answer_to_another_question_than_was_shown_is_refused(number, seen):
    """What was seen says which question waited then; nothing is stored, and nobody is quoted."""
    study = crowd_study()
    session = study.session_of()
    session.answer(session.ask().number, "B", seen=1)
    session.ask()
    with pytest.raises(ConflictError, match=f"Question {number} was not the one that waited"):
        session.answer(number, "A", seen=seen)
    assert session.answer(1, "A", seen=1).joined
    assert not session.answer(2, "A", seen=3).joined


def test_name_of_the_crowd_is_no_name_of_an_expert():
    """Elsewhere nobody can be called so, for it says that answers are many people's."""
    with pytest.raises(InvalidInputError, match="stands for the people of a crowd"):
        new_study().session_of(CROWD)


def test_people_of_a_crowd_never_see_the_result():
    """Whatever an invitation says."""
    assert not invite(crowd_study(), shows_result=True)[0].shows_result


@settings(max_examples=runs(6, thorough=50))
@given(
    arrivals=st.lists(
        st.tuples(st.sampled_from(["come", "answer"]), st.integers(0, 9), st.sampled_from("ABES")),
        min_size=4,
        max_size=24,
    )
)
def test_people_in_any_order_are_all_heard(arrivals):
    """Everybody who was shown a question is heard once, and the log replays to the same."""
    words = {"A": "A", "B": "B", "E": "EQUAL", "S": "SKIP"}
    study = crowd_study(options={"crowd": True, "max_questions": 6})
    waiting, given_answers = [], []
    for what, which, letter in arrivals:
        person = study.session_of()
        asked = person.ask()
        if what == "come" and asked is not None:
            waiting.append((asked.number, person.position))
        elif what == "answer" and waiting:
            number, seen = waiting.pop(which % len(waiting))
            person.answer(number, words[letter], seen=seen)
            given_answers.append((number, words[letter]))
    session = study.session_of()
    assert [(one.number, one.answer.value) for one in session.heard] == given_answers
    assert session.estimate().questions == len(given_answers)
    moved = import_study(MemoryStore(), export_study(study))
    assert moved.session_of().estimate() == session.estimate()


def test_request_that_comes_twice_joins_once():
    """Two clicks of one person are one answer, whether the first or a further one."""
    study = crowd_study()
    asked = study.session_of().ask()
    for key in ("first", "first", "second", "second"):
        study.session_of().answer(asked.number, "A", request_key=key)
    assert len(study.session_of().heard) == 2


def test_crowd_replays_elsewhere():
    """People who come and go in any order leave a log that replays to the same estimate."""
    drawn = random.Random(3)
    study = crowd_study()
    waiting = []
    for _ in range(30):
        person = study.session_of()
        asked = person.ask()
        if asked is not None:
            waiting.append(asked)
        if waiting and drawn.random() < 0.7:
            late = waiting.pop(drawn.randrange(len(waiting)))
            study.session_of().answer(late.number, prefers(late))
    session = study.session_of()
    assert any(answer.joined for answer in session.heard)
    document = export_study(study)
    assert '"schema": 3' in document
    moved = import_study(MemoryStore(), document)
    assert moved.session_of().estimate() == session.estimate()
    assert export_study(moved) == document


def test_crowd_takes_nothing_back():
    """An answer of a crowd stands, and a log that says otherwise does not replay."""
    study = crowd_study()
    session = study.session_of()
    session.answer(session.ask().number, "A")
    with pytest.raises(ElicitationError, match="An answer of a crowd stands"):
        session.undo()
    taken_back = wm.studies.Undone(number=1, at=NOON, request_key="back")
    study.store.append(study.id, session.id, taken_back, position=session.position)
    with pytest.raises(ReplayError, match="holds the undoing of question 1, for which its study"):
        Study.open(study.store, study.id).session_of()


def test_further_answers_have_no_place_in_an_expert_session():
    """A log of one expert in which a question has two answers does not replay."""
    study = new_study()
    session = study.start("one")
    session.answer(session.ask().number, "A", request_key="first")
    again = wm.studies.Answered(number=1, answer="B", at=NOON, request_key="second", joined=True)
    study.store.append(study.id, "one", again, position=session.position)
    with pytest.raises(ReplayError, match="holds another answer B to question 1, for which"):
        Study.open(study.store, study.id).session("one")


@pytest.mark.parametrize("check", [{"repeats": 2}, {"held_out": 1}, {"guess": True}])
def test_crowd_has_no_checks(check):
    """Nobody of a crowd can be asked twice, or guess for all."""
    with pytest.raises(InvalidInputError, match=r"crowd=True does not go with \w+="):
        specification(method="bayesian", options={"crowd": True} | check)


def test_all_checks_that_a_crowd_cannot_have_are_named():
    """With a comma between them."""
    options = {"crowd": True, "repeats": 2, "held_out": 1}
    with pytest.raises(
        InvalidInputError, match=r"^crowd=True .* with repeats=2, held_out=1: checks"
    ):
        specification(method="bayesian", options=options)


def test_crowd_needs_the_bayesian_method():
    """Methods that take every answer for right have no use for a crowd."""
    with pytest.raises(InvalidInputError, match="crowd=True does not fit"):
        specification(options={"crowd": True})


def test_nobody_is_asked_once_enough_have_answered():
    """Three who saw one question fill a crowd of three; the question asked since goes to nobody."""
    study = crowd_study(options={"crowd": True, "max_questions": 3})
    people = [study.session_of() for _ in range(3)]
    shown = [person.ask() for person in people]
    waiting = None
    for person, asked in zip(people, shown, strict=True):
        person.answer(asked.number, prefers(asked))
        waiting = person.ask() or waiting
    assert study.session_of().ask() is None
    assert study.sessions[0].ended == "budget"
    study.session_of().answer(waiting.number, prefers(waiting))  # by somebody who was shown it
    assert study.session_of().ask() is None
    assert study.sessions[0].answered == 4


def test_crowd_does_not_wait_for_a_store_that_lost_events():
    """A log that is shorter than what was stored is an error, not a reason to try for ever."""
    study = crowd_study()
    session = study.session_of()
    asked = session.ask()
    study.store._studies[study.id].sessions[session.id].events.clear()
    with pytest.raises(ConflictError, match="nothing was stored"):
        session.answer(asked.number, "A")
