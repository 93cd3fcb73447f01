"""Checks woven into a session: what is asked, what is learnt from it, and that it replays."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.studies.making import NOON, asked, guessed, new_study, specification

from whichmetric.errors import (
    ConflictError,
    DocumentError,
    ElicitationError,
    InvalidInputError,
    ReplayError,
)
from whichmetric.metrics import cost_ratio
from whichmetric.studies import (
    Asked,
    Checks,
    Guessed,
    MemoryStore,
    Study,
    export_study,
    import_study,
)
from whichmetric.studies.check_pairs import CheckPairs
from whichmetric.studies.event_json import event_as_plain, event_from_plain
from whichmetric.studies.replay import Replay
from whichmetric.values import Answer, ConfusionMatrix

ALL = {"repeats": 3, "dominated": 2, "held_out": 4, "guess": True}
BAYESIAN = {"method": "bayesian", "options": {"max_questions": 17, **ALL}}
answers = st.sampled_from(Answer)


def matrix(option):
    """Return what an option shows, as rates."""
    return ConfusionMatrix.from_counts(**option.counts._asdict())


def answer_all(session, metric=None, held_out=None):
    """Answer as a metric does, held-out pairs with one answer; return the questions."""
    metric, questions = metric or cost_ratio(7), []
    while (question := session.ask()) is not None:
        questions.append(question)
        lead = metric.gap(matrix(question.a), matrix(question.b))
        said = "A" if lead > 0 else "B"
        if held_out is not None and question.purpose == "held-out":
            said = held_out
        session.answer(question.number, said)
    return questions


@pytest.mark.parametrize("changes", [BAYESIAN, {"options": {"max_questions": 16, **ALL}}], ids=str)
def test_session_asks_as_many_checks_as_the_study_wants(changes):
    """Of each kind so many, and with them no more than the budget."""
    questions = answer_all(new_study(**changes).start("one"))
    purposes = [question.purpose for question in questions]
    assert {kind: purposes.count(kind) for kind in set(purposes) - {"trade-off"}} == {
        "repeat": 3,
        "dominated": 2,
        "held-out": 4,
    }
    assert len(questions) <= changes["options"]["max_questions"]
    assert purposes[0] == "trade-off"


def test_repeat_is_an_earlier_trade_off_with_its_sides_swapped():
    """The same cases the other way round, each question once."""
    questions = answer_all(new_study(**BAYESIAN).start("one"))
    repeats = [question for question in questions if question.purpose == "repeat"]
    for question in repeats:
        first = questions[question.repeats - 1]
        assert first.purpose == "trade-off"
        assert (question.a.counts, question.b.counts) == (first.b.counts, first.a.counts)
    assert len({question.repeats for question in repeats}) == len(repeats)


def test_dominated_pair_has_one_option_that_is_better_in_both_mistakes():
    """Fewer misses and fewer false alarms at once; trade-offs and held-out pairs never have."""
    for question in answer_all(new_study(**BAYESIAN).start("one")):
        a, b = question.a.counts, question.b.counts
        dominates = (a.fn < b.fn) == (a.fp < b.fp)
        assert dominates == (question.purpose == "dominated")


def test_estimate_does_not_learn_from_held_out_answers():
    """Whatever is said to held-out pairs, the estimate and the trade-offs are the same."""
    sessions = [new_study(**BAYESIAN).start("one") for _ in range(2)]
    first, second = (
        answer_all(session, held_out=said) for session, said in zip(sessions, "AB", strict=True)
    )
    assert [q.a for q in first] == [q.a for q in second]
    assert sessions[0].estimate() == sessions[1].estimate()


def test_bayesian_estimate_learns_from_dominated_pairs_whether_the_expert_looks():
    """Who picks the worse option is trusted less."""
    right, wrong = (new_study(**BAYESIAN).start("one") for _ in range(2))
    for session, is_wrong in ((right, False), (wrong, True)):
        while (question := session.ask()) is not None:
            lead = cost_ratio(7).gap(matrix(question.a), matrix(question.b))
            turned = is_wrong and question.purpose == "dominated"
            session.answer(question.number, "A" if (lead > 0) != turned else "B")
    assert wrong.estimate().heedless > right.estimate().heedless


def test_checks_that_are_left_come_after_the_last_trade_off():
    """Bisection stops early; its checks are asked all the same, and only then is there an end."""
    session = new_study(options=ALL).start("one")
    questions = answer_all(session)
    assert sum(q.purpose != "trade-off" for q in questions) == 9
    assert session.progress.stopped == "tolerance"
    assert session.estimate().questions == len(questions) - 9


def test_remaining_counts_the_checks_to_come():
    """From the first question to the last, and nothing has stopped before the last check."""
    session = new_study(**BAYESIAN).start("one")
    while (question := session.ask()) is not None:
        assert session.progress.remaining == 18 - question.number
        assert session.progress.stopped is None
        session.answer(question.number, "A" if question.a.counts.fn < question.b.counts.fn else "B")
    assert session.progress.remaining == 0


def test_skipped_question_is_not_repeated():
    """There is nothing to compare with, so repeats are left out where all is skipped."""
    session = new_study(options={"max_questions": 9, "repeats": 3}).start("one")
    while (question := session.ask()) is not None:
        session.answer(question.number, "SKIP")
    assert all(event.purpose == "trade-off" for event in session.asked)


@settings(max_examples=25)
@given(st.lists(st.one_of(answers, st.just("undo")), max_size=30))
def test_session_with_checks_replays_to_the_same_state(steps):
    """Whatever was answered and undone, opening it again leads to the same state."""
    study = new_study(options=ALL)
    session = study.start("one")
    for step in steps:
        if step == "undo" and session.answers:
            session.undo()
        elif step != "undo" and (question := session.ask()) is not None:
            session.answer(question.number, step)
    again = Study.open(study.store, "study").session("one")
    assert again.events == session.events
    assert again.estimate() == session.estimate()
    assert again.ask() == session.ask()


def test_undone_detour_through_checks_leaves_no_trace():
    """All the way back and forth again: the same checks at the same places."""
    straight, detour = (new_study(**BAYESIAN).start("one") for _ in range(2))
    wanted = answer_all(straight)
    answer_all(detour, metric=cost_ratio(0.5))
    while detour.answers:
        detour.undo()
    answer_all(detour)
    told = [(q.a.counts, q.b.counts, q.purpose, q.repeats) for q in detour.asked]
    assert told == [(q.a.counts, q.b.counts, q.purpose, q.repeats) for q in wanted]
    assert detour.estimate() == straight.estimate()


def test_interrupted_check_is_asked_again(monkeypatch):
    """Ctrl-C while a pair is looked for changes nothing."""
    session, straight = (new_study(**BAYESIAN).start("one") for _ in range(2))
    answer_all(straight)
    original, calls = CheckPairs.held_out, []

    def interrupted(self, tile, rng, number):
        calls.append(1)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return original(self, tile, rng, number)

    monkeypatch.setattr(CheckPairs, "held_out", interrupted)
    with pytest.raises(KeyboardInterrupt):
        answer_all(session)
    answer_all(session)
    assert [q.purpose for q in session.asked] == [q.purpose for q in straight.asked]
    assert session.estimate() == straight.estimate()


def test_study_with_checks_moves_and_names_a_newer_schema():
    """Its document is of schema 5, comes back, and says the same."""
    study = new_study(**BAYESIAN)
    session = study.start("one")
    session.guess(4)
    answer_all(session)
    document = export_study(study)
    assert json.loads(document)["schema"] == 5
    copy = import_study(MemoryStore(), document)
    assert export_study(copy) == document
    assert copy.session("one").guessed == 4.0


def test_trade_off_is_stored_as_it_was_before_there_were_checks():
    """No new field, so that older versions read studies without checks."""
    assert list(event_as_plain(asked())) == ["kind", "number", "at", "a", "b", "swapped"]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"purpose": "fun"}, "purpose='fun' is unknown: choose from trade-off, repeat"),
        ({"purpose": "repeat"}, "repeats=None does not fit purpose='repeat'"),
        ({"repeats": 1}, "repeats=1 does not fit purpose='trade-off'"),
        ({"purpose": "repeat", "repeats": 3}, "repeats=3 is not of a question before question 3"),
    ],
)
def test_damaged_purpose_is_refused(changes, text):
    """By its name, with what would fit."""
    with pytest.raises(DocumentError, match=text):
        event_from_plain("event 3", event_as_plain(asked(3)) | changes)


def test_checks_that_are_not_chosen_are_not_stored():
    """A study with none is the study that it always was."""
    plain = specification(options={"repeats": 0, "guess": False, "max_questions": 5})
    assert plain == specification(options={"max_questions": 5})
    assert plain.as_plain()["options"] == {"max_questions": 5}
    assert plain.checks == Checks()


def test_checks_keep_plain_numbers_and_truth_values():
    """Whatever they come as: JSON knows no others."""
    checks = Checks(repeats=np.int64(2), guess=np.True_)
    assert checks.guess is True
    assert type(checks.repeats) is int


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"repeats": -1}, "repeats=-1 is not a number of questions: give 0 or more"),
        ({"held_out": 1.5}, r"held_out=1.5"),
        ({"guess": "yes"}, "guess='yes'"),
        (
            {"max_questions": 9, "held_out": 9},
            "max_questions=9 leaves none to learn from, since 9 are checks: give 10 or more",
        ),
    ],
)
def test_checks_are_refused_by_name(options, text):
    """Before anybody is asked."""
    with pytest.raises(InvalidInputError, match=text):
        specification(options=options)


def test_guess_is_stored_and_the_last_counts():
    """Until the first answer it can be given again; it comes back with the session."""
    study = new_study(**BAYESIAN)
    session = study.start("one")
    assert session.wants_guess
    assert session.guessed is None
    session.guess(4, request_key="g")
    assert session.guess(4, request_key="g").cost_ratio == 4.0
    assert not session.wants_guess
    session.ask()
    session.guess(6)
    assert study.session("one").guessed == 6.0
    assert [type(event) for event in session.events] == [Guessed, Asked, Guessed]


def test_guess_comes_before_the_first_answer():
    """Also where that was undone; then nothing is stored."""
    session = new_study(**BAYESIAN).start("one")
    session.ask()
    session.answer(1, "A")
    session.undo()
    assert not session.wants_guess
    text = r"^A guess comes before the first answer, and there has been one: nothing was stored"
    with pytest.raises(ConflictError, match=text):
        session.guess(5)
    assert len(session.events) == 3


@pytest.mark.parametrize("ratio", [0, -1, float("inf"), float("nan"), 1e300, 1e-300, 1_000_001])
def test_guess_that_is_no_cost_ratio_is_refused(ratio):
    """A number above 0, in limits that are named."""
    limits = "is no guess: give a number of false alarms above 0, .* from 1/1,000,000 to 1,000,000"
    with pytest.raises(InvalidInputError, match=limits):
        new_study(**BAYESIAN).start("one").guess(ratio)


def test_guess_needs_a_study_that_asks_for_one():
    """In a session and in a log."""
    with pytest.raises(ElicitationError, match="asks for no guess: begin one with the option"):
        new_study().start("one").guess(5)
    with pytest.raises(ReplayError, match=r"holds the guess 0.3, for which its study has no place"):
        Replay(specification(), "one", [guessed(at=NOON)])


def test_key_of_a_guess_stands_for_one_request():
    """Another number under the same key is refused."""
    session = new_study(**BAYESIAN).start("one")
    session.guess(5, request_key="g")
    with pytest.raises(ConflictError, match="'g' has been used for the guess 5, so the guess 6"):
        session.guess(6, request_key="g")
