from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.studies.making import NOON, clock, names, new_study, specification

import whichmetric.studies.replay
from whichmetric.elicitation import make_elicitor
from whichmetric.errors import (
    ConflictError,
    ElicitationError,
    InvalidInputError,
    ReplayError,
    UnknownStudyError,
)
from whichmetric.studies import (
    Answered,
    Asked,
    Ended,
    MemoryStore,
    Progress,
    Study,
    Undone,
    list_studies,
)
from whichmetric.studies.replay import Replay
from whichmetric.values import Answer

answers = st.sampled_from(Answer)
BAYESIAN = {"method": "bayesian", "options": {"max_questions": 4}}


def answer_all(session, said):
    """Answer with each in turn, as far as there are questions."""
    for answer in said:
        if (question := session.ask()) is None:
            break
        session.answer(question.number, answer)


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


def test_undo_needs_an_answer():
    """Before the first answer there is nothing to take back, and the number must be the last."""
    session = new_study().start("one")
    with pytest.raises(ElicitationError, match="There is no answer to undo"):
        session.undo()
    answer_all(session, "AB")
    with pytest.raises(ConflictError, match="answer to question 1 is not the last one"):
        session.undo(1)
    assert session.undo(2).number == 2


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
    "request_", [lambda s: s.answer(1, "B", request_key="k"), lambda s: s.undo(request_key="k")]
)
def test_key_of_another_request_is_refused(request_):
    """A key stands for one request: its text names the key and what it was used for."""
    session = new_study().start("one")
    session.ask()
    session.answer(1, "A", request_key="k")
    with pytest.raises(ConflictError, match="'k' has been used for the answer A to question 1"):
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
    with pytest.raises(ConflictError, match=r"Question 1 is not being asked.*no question is wait"):
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


def test_sides_differ_between_sessions():
    """The first question of twenty experts stands on both sides."""
    study = new_study()
    assert len({study.start(f"s{i}").ask().swapped for i in range(20)}) == 2


def test_study_is_created_once_and_found_again():
    """An equal study is opened, another one under the same name refused, an unknown one named."""
    study = new_study()
    assert Study.create(study.store, specification(), id="study").created == study.created
    assert repr(study) == "Study('study', 'Mammography')"
    with pytest.raises(ConflictError, match="another study 'study'"):
        new_study(study.store, seed=5)
    with pytest.raises(UnknownStudyError, match="no study 'nosuch'"):
        Study.open(study.store, "nosuch")
    with pytest.raises(UnknownStudyError, match="Study 'study' has no session 'nosuch'"):
        study.session("nosuch")
    with pytest.raises(InvalidInputError, match="study='a/b' is not an identifier"):
        Study.create(study.store, specification(), id="a/b")
    with pytest.raises(InvalidInputError, match="session='' is not an identifier"):
        study.start("")


def test_study_names_what_comes_without_a_name():
    """Identifiers come from whom they were asked of."""
    store = MemoryStore()
    study = Study.create(store, specification(), clock=clock(), new_identifier=names("id"))
    assert study.id == "id1"
    assert study.start(expert="Dr Lee").id == "id2"


def test_studies_are_listed_with_their_state():
    """How many answers stand, whether there is an end, and when something last happened."""
    store = MemoryStore()
    study = new_study(store, options={"max_questions": 2})
    done, begun, idle = (study.start(name, expert=f"Dr {name}") for name in ("x", "y", "z"))
    answer_all(done, "ABA")
    answer_all(begun, "AB")
    begun.undo()
    (listed,) = list_studies(store)
    assert (listed.id, listed.title, listed.created) == ("study", "Mammography", NOON)
    assert listed.sessions == study.sessions
    assert [(s.id, s.expert, s.answered, s.ended) for s in listed.sessions] == [
        ("x", "Dr x", 2, "budget"),
        ("y", "Dr y", 1, None),
        ("z", "Dr z", 0, None),
    ]
    assert listed.sessions[1].last == begun.events[-1].at
    assert listed.sessions[2].last == idle.record.created
    assert isinstance(begun.events[-1], Undone)
