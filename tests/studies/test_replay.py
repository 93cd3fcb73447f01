"""A session is its log: replayed it is the same, and what does not replay is named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.studies.making import NOON, answer_all, answered, new_study, specification

import whichmetric.studies.replay
from whichmetric.errors import (
    ReplayError,
)
from whichmetric.studies import (
    Answered,
    Asked,
    Ended,
    Study,
)
from whichmetric.studies.replay import Replay
from whichmetric.values import Answer

answers = st.sampled_from(Answer)
BAYESIAN = {"method": "bayesian", "options": {"max_questions": 4}}


def shown(session):
    """What stands of a session: questions and answers without their times, and what comes next."""
    standing = {}
    for event in session.events:
        if isinstance(event, Asked):
            standing[event.number] = (event.a, event.b, event.swapped)
    said = [answered.answer for answered in session.answers]
    question = session.ask()
    coming = None if question is None else (question.a, question.b, question.swapped)
    return [standing[number + 1] for number in range(len(said))], said, coming


@settings(max_examples=40)
@given(st.lists(st.one_of(answers, st.just("undo")), max_size=14))
def test_session_replays_to_the_same_state(steps):
    """Whatever was answered and undone, opening it again leads to the same state."""
    study = new_study()
    session = study.start("one")
    for step in steps:
        if step == "undo" and session.answers:
            session.undo()
        elif step != "undo":
            answer_all(session, [step])
    again = Study.open(study.store, "study").session("one")
    assert again.events == session.events
    assert again.estimate() == session.estimate()
    assert shown(again) == shown(session)


@settings(max_examples=40)
@given(st.lists(answers, max_size=7), st.lists(answers, min_size=1, max_size=7), st.integers(0, 7))
def test_undone_detour_leaves_no_trace(right, wrong, back):
    """Undone and answered again, a session is what it is without the detour."""
    study = new_study()
    straight, detour = study.start("same"), new_study().start("same")
    answer_all(straight, right)
    answer_all(detour, right[:back])
    kept = len(detour.answers)
    answer_all(detour, wrong)
    while len(detour.answers) > kept:
        detour.undo()
    answer_all(detour, right[back:])
    assert detour.estimate() == straight.estimate()
    assert shown(detour) == shown(straight)


@pytest.mark.parametrize("family", ["linear", "f-beta"])
def test_undo_back_to_the_first_question(family):
    """All the way back and forth again: the same questions, sides and estimate, and it replays."""
    study = new_study(family=family, **BAYESIAN)
    session, straight = study.start("one"), new_study(family=family, **BAYESIAN).start("one")
    said = ["A", "EQUAL", "SKIP", "B"]
    answer_all(straight, said)
    answer_all(session, ["B", "A", "A", "EQUAL"])
    assert session.ask() is None
    for number in (4, 3, 2, 1):
        assert session.undo().number == number
        assert session.ask().number == number
    assert session.answers == ()
    answer_all(session, said)
    assert session.estimate() == straight.estimate()
    assert shown(session) == shown(straight)
    assert study.session("one").estimate() == straight.estimate()


def test_living_session_tells_each_answer_once(monkeypatch):
    """An answer does not replay the history; an undone one starts anew, several of them once."""
    started = []
    original = whichmetric.studies.replay.CheckedElicitor

    def counting(*arguments):
        started.append(1)
        return original(*arguments)

    monkeypatch.setattr(whichmetric.studies.replay, "CheckedElicitor", counting)
    session = new_study().start("one")
    answer_all(session, "ABABA")
    assert len(started) == 1
    for _ in range(3):
        session.undo()
        session.ask()
    answer_all(session, "A")
    session.ask()
    assert len(started) == 2


def test_replay_that_asks_something_else_names_both():
    """A changed answer, or other code, leads elsewhere: stored and new question are named."""
    session = new_study(code_version="0.0.1").start("one")
    answer_all(session, "AAB")
    events = list(session.events)
    changed = events[1]
    events[1] = Answered(number=1, answer=Answer.B, at=changed.at, request_key=changed.request_key)
    with pytest.raises(ReplayError) as refusal:
        Replay(specification(code_version="0.0.1"), "one", events)
    text = str(refusal.value)
    assert f"Session 'one' does not replay. Stored: {events[2]}." in text
    assert "Asked now: question 2 (A: tp=" in text
    assert "made by version 0.0.1, this is version" in text


def test_replay_of_a_log_out_of_order_names_the_session():
    """What cannot follow is refused before the elicitor is asked."""
    with pytest.raises(ReplayError, match=r"^Session 'one': event 0 is the answer A to question 1"):
        Replay(specification(), "one", [answered()])


def test_replay_of_another_end_names_both():
    """A session that ended earlier, or later, than it would now does not replay."""
    session = new_study(options={"max_questions": 2}).start("one")
    answer_all(session, "ABB")
    with pytest.raises(ReplayError, match=r"Stored: the end after 2 answers \(budget\). Asked now"):
        Replay(specification(), "one", session.events)
    short = Ended(answered=2, reason="tolerance", at=NOON)
    with pytest.raises(ReplayError, match=r"Asked now: the end after 2 answers \(budget\)"):
        Replay(specification(options={"max_questions": 2}), "one", (*session.events[:-1], short))


def test_replay_checks_what_was_undone_too():
    """A question that no longer stands must still be the one that was asked then."""
    session = new_study().start("one")
    answer_all(session, "AA")
    session.undo()
    session.undo()
    answer_all(session, "BB")
    other = new_study().start("two")
    answer_all(other, "AA")
    events = list(session.events)
    wrong = events[2]
    events[2] = Asked(number=2, a=wrong.b, b=wrong.a, swapped=wrong.swapped, at=wrong.at)
    with pytest.raises(ReplayError, match="does not replay"):
        Replay(specification(), "one", events)


def test_interrupted_session_goes_on():
    """Ctrl-C while the next question is looked for loses no answer, and asking again works."""
    session, straight = new_study().start("one"), new_study().start("one")
    answer_all(session, "AB")
    answer_all(straight, "AB")
    search = session._replay._elicitor._inner._elicitor

    def interrupted(answer):
        raise KeyboardInterrupt

    search._advance = lambda *_: interrupted(None)
    with pytest.raises(KeyboardInterrupt):
        session.ask()
    assert [event.answer.value for event in session.answers] == ["A", "B"]
    assert shown(session) == shown(straight)
