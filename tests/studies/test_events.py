import json
import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.studies.making import NOON, answered, asked, check, ended, guessed, undone

from whichmetric.errors import DocumentError, InvalidInputError, ReplayError
from whichmetric.studies import Answered, Asked, Ended, Guessed, Option, Undone
from whichmetric.studies.event_json import event_as_plain, event_from_plain
from whichmetric.studies.moments import moment_from_text
from whichmetric.studies.session_log import SessionLog
from whichmetric.values import Answer, Counts, Realisation

numbers = st.integers(1, 10**6)
moments = st.datetimes(timezones=st.just(UTC))
keys = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,9}", fullmatch=True)
thresholds = st.floats(allow_nan=False)


@st.composite
def realisations(draw):
    """One threshold, or two and a weight."""
    if draw(st.booleans()):
        return Realisation.at(draw(thresholds), below=draw(st.booleans()))
    weight = draw(st.floats(0.0, 1.0))
    two = (draw(thresholds), draw(thresholds))
    return Realisation(two, (weight, 1.0 - weight), (draw(st.booleans()), draw(st.booleans())))


options = st.builds(
    Option, st.builds(Counts, *[st.integers(0, 10**6)] * 4), st.one_of(st.none(), realisations())
)
events = st.one_of(
    st.builds(Asked, number=numbers, a=options, b=options, swapped=st.booleans(), at=moments),
    st.builds(
        Answered,
        number=numbers,
        answer=st.sampled_from(Answer),
        at=moments,
        seconds=st.one_of(st.none(), st.floats(0, 1e9)),
        request_key=keys,
    ),
    st.builds(Guessed, cost_ratio=st.floats(1e-9, 1e9), at=moments, request_key=keys),
    st.builds(
        Asked,
        number=st.just(7),
        a=options,
        b=options,
        swapped=st.booleans(),
        at=moments,
        purpose=st.just("repeat"),
        repeats=st.integers(1, 6),
    ),
    st.builds(Undone, number=numbers, at=moments, request_key=keys),
    st.builds(
        Ended,
        answered=st.integers(0, 99),
        reason=st.sampled_from(["tolerance", "budget", "skipped"]),
        at=moments,
    ),
)


def changed(event, **changes):
    """Return an event, or a part of it, with something else in it, whatever that is."""
    return replace(event, **changes)


@given(events)
def test_event_comes_back_from_json(event):
    """Every digit, every microsecond; and it is JSON that any reader takes."""
    text = json.dumps(event_as_plain(event), allow_nan=False)
    assert event_from_plain("event", json.loads(text)) == event


NOTED = "2026-03-01T12:00:00.000000+00:00"
SIDES = {
    "a": {
        "counts": {"tp": 70, "fp": 25, "fn": 10, "tn": 895},
        "realisation": {"thresholds": ["inf"], "weights": [1.0], "below": [False]},
    },
    "b": {
        "counts": {"tp": 60, "fp": 4, "fn": 20, "tn": 916},
        "realisation": {
            "thresholds": [0.1, 1 / 3],
            "weights": [0.30000000000000004, 0.7],
            "below": [False, True],
        },
    },
}
SAID = {"answer": "A", "seconds": 0.30000000000000004, "request_key": "k1"}


@pytest.mark.parametrize(
    ("event", "plain"),
    [
        (asked(), {"kind": "asked", "number": 1, **SIDES, "swapped": True}),
        (
            check(),
            {"kind": "asked", "number": 2, "a": SIDES["b"], "b": SIDES["a"], "swapped": False}
            | {"purpose": "repeat", "repeats": 1},
        ),
        (
            replace(asked(), purpose="held-out", a=Option(asked().a.counts)),
            {"kind": "asked", "number": 1, "a": SIDES["a"] | {"realisation": None}, "b": SIDES["b"]}
            | {"swapped": True, "purpose": "held-out"},
        ),
        (answered(), {"kind": "answered", "number": 1, **SAID}),
        (
            replace(answered(seconds=None), joined=True),
            {"kind": "answered", "number": 1, **SAID, "seconds": None, "joined": True},
        ),
        (guessed(5), {"kind": "guessed", "cost_ratio": 5.0, "request_key": "g1"}),
        (undone(), {"kind": "undone", "number": 1, "request_key": "u1"}),
        (ended(2), {"kind": "ended", "answered": 2, "reason": "tolerance"}),
    ],
)
def test_event_is_stored_under_names_that_last(event, plain):
    """Logs are kept for ever, so that what they call things does not change."""
    assert event_as_plain(event) == plain | {"at": NOTED}
    assert event_from_plain("event", plain | {"at": NOTED}) == event


@pytest.mark.parametrize("make", [asked, answered, guessed, undone, ended])
def test_event_time_is_kept_in_utc(make):
    """The same moment in another zone is the same event."""
    tokyo = timezone(timedelta(hours=9))
    there = make(at=NOON.astimezone(tokyo))
    assert there == make()
    assert there.at.tzinfo is UTC
    assert event_as_plain(there)["at"] == NOTED


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: answered(at=datetime(2026, 3, 1)), "at=.* is not a time with a zone"),
        (lambda: answered(at="today"), "at='today' is not a time with a zone"),
        (lambda: answered(0), "number=0 is not of a question: they count from 1"),
        (lambda: answered(key="two words"), "request_key='two words' is not an identifier"),
        (lambda: answered(key=""), "request_key='' is not an identifier"),
        (lambda: answered(seconds=-1), "seconds=-1.0 is not a duration"),
        (lambda: answered(seconds=math.inf), "seconds=inf is not a duration"),
        (lambda: answered(answer="maybe"), "answer='maybe' is not an Answer"),
        (lambda: undone(1.5), "number=1.5 is not a whole number"),
        (lambda: Option(Counts(1, 2, -3, 4)), ".* holds a negative count"),
        (lambda: changed(asked().a, counts=(1, 2, 0.5, 4)), "count=0.5 is not a whole number"),
        (lambda: changed(ended(), reason="tired"), "reason='tired' is unknown"),
        (lambda: changed(ended(), answered="two"), "answered='two' is not a number"),
        (lambda: changed(ended(), at="today"), "at='today' is not a time with a zone"),
        (lambda: changed(asked(), a=1), "a is 1, not an Option: give what was shown"),
        (lambda: changed(asked(), b=None), "b is None, not an Option: give what was shown"),
        (lambda: changed(asked(), swapped="no"), "swapped='no' is not a truth value"),
        (lambda: changed(check(), repeats=0), "repeats=0 is not of a question before question 2"),
        (lambda: changed(check(), repeats="1"), "repeats='1' is not a number"),
        (lambda: changed(answered(), joined=1), "joined=1 is not a truth value"),
        (lambda: answered(seconds="long"), "seconds='long' is not a number"),
        (lambda: undone(key="two words"), "request_key='two words' is not an identifier"),
        (lambda: guessed("five"), "cost_ratio='five' is not a number"),
        (lambda: guessed(0), "cost_ratio=0 is no guess: give a number of false alarms above 0"),
        (lambda: guessed(math.inf), "cost_ratio=inf is no guess"),
        (lambda: guessed(at="today"), "at='today' is not a time with a zone"),
        (lambda: guessed(key="two words"), "request_key='two words' is not an identifier"),
    ],
)
def test_event_refuses_what_cannot_have_happened(make, text):
    """The value is named, and what to give instead."""
    with pytest.raises(InvalidInputError, match=f"^{text}"):
        make()


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (answered(), "the answer A to question 1"),
        (replace(answered(), joined=True), "another answer A to question 1"),
        (guessed(5), "the guess 5"),
        (undone(2), "the undoing of question 2"),
        (ended(2), "the end after 2 answers (tolerance)"),
    ],
)
def test_event_says_what_happened(event, text):
    """As errors name it."""
    assert str(event) == text


@pytest.mark.parametrize(
    ("event", "name", "given", "kept"),
    [
        (asked(), "number", 2.0, 2),
        (asked(), "swapped", np.False_, False),
        (answered(), "joined", np.True_, True),
        (answered(), "answer", "B", Answer.B),
        (guessed(), "cost_ratio", np.int64(5), 5.0),
        (ended(), "answered", np.float64(2), 2),
        (asked().a, "counts", (1.0, np.int64(2), 3, 4), Counts(1, 2, 3, 4)),
    ],
)
def test_event_keeps_plain_values(event, name, given, kept):
    """Whatever they come as: JSON knows no others."""
    value = getattr(changed(event, **{name: given}), name)
    assert (value, type(value)) == (kept, type(kept))
    if isinstance(kept, Counts):
        assert {type(count) for count in value} == {int}


@pytest.mark.parametrize("seconds", [0, 0.0, 12])
def test_answer_may_take_any_time(seconds):
    """No time at all included; it is kept as a float."""
    kept = answered(seconds=seconds).seconds
    assert (kept, type(kept)) == (seconds, float)


@pytest.mark.parametrize(
    ("event", "changes", "text"),
    [
        (answered(), {"kind": "dreamt"}, "event 3: kind='dreamt' is unknown"),
        (answered(), {"number": 1.5}, "event 3: 'number' is 1.5, not a whole number"),
        (answered(), {"answer": "C"}, "event 3: answer='C' is not an Answer"),
        (answered(), {"at": "noon"}, "event 3: at='noon' is not a time"),
        (answered(), {"at": "2026-03-01T12:00:00"}, "at=.* is not a time with a zone"),
        (answered(), {"mood": "good"}, "event 3 has the unknown field 'mood'"),
        (asked(), {"a": {"counts": {}}}, "event 3, a, counts: 'tp' is missing"),
        (asked(), {"swapped": 1}, "event 3: 'swapped' is 1, not true or false"),
        (ended(), {"reason": 7}, "event 3: 'reason' is 7, not a text"),
    ],
)
def test_damaged_event_is_refused_by_its_place(event, changes, text):
    """The error says which event and which field."""
    with pytest.raises(DocumentError, match=text):
        event_from_plain("event 3", event_as_plain(event) | changes)


def test_event_that_is_no_object_is_refused():
    """Something else in its place is shown."""
    with pytest.raises(DocumentError, match=r"event 3 is \[1\], not an object"):
        event_from_plain("event 3", [1])


def test_questions_that_show_the_same_are_the_same():
    """Another time or another classifier is no other question; another count, side or number is."""
    question = asked()
    other = Option(question.b.counts, Realisation.at(0.1))
    fewer = Option(Counts(60, 5, 20, 915), question.b.realisation)
    for changes, same in (
        ({"at": NOON + timedelta(days=1)}, True),
        ({"b": other}, True),
        ({"b": fewer}, False),
        ({"a": question.b, "b": question.a}, False),
        ({"swapped": False}, False),
        ({"number": 2}, False),
    ):
        assert question.shows_the_same_as(replace(question, **changes)) is same


def test_time_outside_of_the_calendar_is_refused():
    """In UTC it would be the year 10000."""
    with pytest.raises(InvalidInputError, match="outside of the calendar"):
        moment_from_text("at", "9999-12-31T23:59:59-10:00")


@pytest.mark.parametrize(
    ("before", "event", "text"),
    [
        (
            [],
            answered(),
            "event 0 is the answer A to question 1, which cannot follow after nothing",
        ),
        ([], undone(), "Session 'one': event 0 is the undoing of question 1"),
        ([], asked(2), "Session 'one': event 0 is question 2"),
        ([asked()], asked(), r"question 1 \(A: tp=70 .*cannot follow after question 1"),
        ([asked()], answered(2), r"cannot follow .* \(question 1 \(A: .*\) is waiting\)"),
        ([asked()], ended(0), "the end after 0 answers"),
        ([asked(), answered()], answered(key="k2"), r"\(no question is waiting\)"),
        ([asked(), answered()], undone(2), "the undoing of question 2"),
        ([asked(), answered(), ended()], asked(2), "the end after 1 answers"),
        ([asked(), answered(), ended()], ended(), "The log has been changed or damaged"),
        ([asked(), answered(), undone()], answered(key="u1"), "the answer A to question 1"),
    ],
)
def test_log_refuses_an_event_out_of_order(before, event, text):
    """Both are named, and the log stays as it was."""
    log = SessionLog("one", before)
    with pytest.raises(ReplayError, match=text):
        log.add(event)
    assert log.events == tuple(before)


def test_undoing_opens_the_question_again():
    """What was asked after it, and the end, no longer stand."""
    log = SessionLog("one", [asked(), answered(), asked(2), answered(2, "k2"), ended(2), undone(2)])
    assert log.pending == asked(2)
    assert log.ended is None
    assert log.answers == (answered(),)
    log.add(undone(1, "u2"))
    assert log.pending == asked()
    assert log.answers == ()
    assert len(log) == 7


def test_log_knows_which_question_waited():
    """At each moment; who joins the answers to one does not change it."""
    first, second = (replace(answered(key=key), joined=True) for key in ("k2", "k3"))
    log = SessionLog("one", [asked(), answered(), first, asked(2), second, answered(2, "k4")])
    assert [log.pending_at(position) for position in range(7)] == [None, 1, None, None, 2, 2, None]


def test_log_finds_what_a_request_has_led_to():
    """By its key, whatever it asked for, though it was undone since."""
    log = SessionLog("one", [guessed(), asked(), answered(), undone()])
    found = [log.under(key) for key in ("g1", "k1", "u1", "other")]
    assert found == [guessed(), answered(), undone(), None]
