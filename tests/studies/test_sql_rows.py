"""Lines of the tables become records, or say what is damaged in them."""

import json
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from tests.studies import making
from tests.studies.making import NOON, asked, specification

from whichmetric.errors import DocumentError
from whichmetric.studies.event_json import event_as_plain
from whichmetric.studies.moments import moment_text
from whichmetric.studies.storage import SessionRecord
from whichmetric.studies.storage.records import StudyHeader
from whichmetric.studies.storage.sql_rows import (
    as_text,
    header_of,
    invitation_record,
    listed_session,
    orphan,
    session_record,
    stored_event,
    study_record,
)

RESTORE = "The database has been changed or damaged: put a backup in its place."
EARLIEST = datetime(1, 1, 1, tzinfo=UTC)
NO_TIME = "created='noon' is not a time with a zone in ISO 8601."
NO_NAME = (
    "give up to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or digit"
)


def line(**columns):
    """Return a line of a table."""
    return SimpleNamespace(**{"id": "one", "created": moment_text(NOON)} | columns)


def study_line(**columns):
    """Return the line of a study."""
    plain = as_text(specification().as_plain())
    usual = {"id": "study", "title": "Mammography", "specification": plain, "fingerprint": "f"}
    return line(**usual | columns)


def session_line(**columns):
    """Return the line of a session."""
    return line(**{"study": "study", "expert": "Dr Lee"} | columns)


def invitation_line(**columns):
    """Return the line of an invitation."""
    usual = {"id": "first", "session": "one", "digest": "d", "shows_result": True, "revoked": None}
    return line(**usual | columns)


@pytest.mark.parametrize(
    ("columns", "header"),
    [
        ({}, StudyHeader("study", "Mammography", NOON, "f")),
        ({"title": "x" * 300}, StudyHeader("study", "x" * 300, NOON, "f")),
        ({"title": "x" * 301}, StudyHeader("study", "'" + "x" * 96 + "...", NOON, "f")),
        ({"title": None, "fingerprint": None}, StudyHeader("study", "None", NOON, None)),
        ({"title": "a\x1bb"}, StudyHeader("study", r"'a\x1bb'", NOON, "f")),
        (
            {"created": "noon"},
            StudyHeader(
                "study", "Mammography", EARLIEST, "f", f"Study 'study': {NO_TIME} {RESTORE}"
            ),
        ),
        (
            {"id": "a b"},
            StudyHeader(
                "a b",
                "Mammography",
                NOON,
                "f",
                f"study='a b' is not an identifier: {NO_NAME}. {RESTORE}",
            ),
        ),
    ],
)
def test_header_of_a_damaged_study_says_so(columns, header):
    """All that can be shown is, so that one study does not hide the others."""
    assert header_of(study_line(**columns)) == header


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ({"created": "noon"}, f"Study 'study': {NO_TIME} {RESTORE}"),
        ({"specification": 7}, f"Study 'study' is not text. {RESTORE}"),
        ({"specification": "\udcff"}, f"Study 'study' is not text. {RESTORE}"),
        (
            {"specification": "NaN"},
            f"Study 'study' is not JSON (NaN is not JSON). {RESTORE}",
        ),
        ({"specification": "[]"}, "Study 'study' is [], not an object."),
    ],
)
def test_study_whose_line_is_damaged_is_refused(columns, text):
    """By its name, with the remedy."""
    with pytest.raises(DocumentError) as caught:
        study_record(study_line(**columns))
    assert str(caught.value) == text


def test_whole_lines_come_back_as_they_were_stored():
    """Studies, sessions, invitations and events."""
    assert study_record(study_line()) == making.study_record()
    assert session_record(session_line()) == making.session_record()
    assert listed_session(session_line()) == making.session_record()
    assert invitation_record(invitation_line()) == making.invitation_record("first", digest="d")
    revoked = invitation_record(invitation_line(revoked=moment_text(NOON), shows_result=False))
    assert (revoked.revoked, revoked.shows_result) == (NOON, False)
    body = as_text(event_as_plain(asked()))
    assert stored_event("study", "one", SimpleNamespace(position=0, body=body)) == asked()


@pytest.mark.parametrize(
    ("columns", "problem", "shown"),
    [
        ({"created": "noon"}, NO_TIME, ("one", "Dr Lee")),
        ({"expert": 7}, "expert=7 is not a text.", ("one", "7")),
        ({"expert": " Lee"}, "expert=' Lee' is not what was stored.", ("one", " Lee")),
        (
            {"id": "a b"},
            f"session='a b' is not an identifier: {NO_NAME}.",
            ("a b", "Dr Lee"),
        ),
        (
            {"id": "a\n"},
            f"session='a\\n' is not an identifier: {NO_NAME}.",
            (r"'a\n'", "Dr Lee"),
        ),
    ],
)
def test_session_whose_line_is_damaged_is_listed_but_not_opened(columns, problem, shown):
    """Its problem is what opening it would say."""
    row = session_line(**columns)
    text = f"Session {row.id!r} of study 'study': {problem} {RESTORE}"
    with pytest.raises(DocumentError) as caught:
        session_record(row)
    assert str(caught.value) == text
    name, expert = shown
    assert listed_session(row) == SessionRecord(
        id=name, created=EARLIEST, expert=expert, problem=text
    )


def test_log_without_a_line_is_listed_as_a_session():
    """Under the name that its events have."""
    problem = "The answers of session 'one' of study 'study' are there, its line is not."
    assert orphan("study", "one") == SessionRecord(
        id="one", created=EARLIEST, expert="one", problem=f"{problem} {RESTORE}"
    )
    assert orphan("study", "a\n").name == r"'a\n'"


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ({"created": "noon"}, NO_TIME),
        ({"revoked": "noon"}, NO_TIME.replace("created", "revoked")),
        ({"session": "a b"}, f"session='a b' is not an identifier: {NO_NAME}."),
    ],
)
def test_invitation_whose_line_is_damaged_is_refused(columns, text):
    """By its name, with the remedy."""
    with pytest.raises(DocumentError) as caught:
        invitation_record(invitation_line(**columns))
    assert str(caught.value) == f"Invitation 'first': {text} {RESTORE}"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (None, f" is not text. {RESTORE}"),
        ("[" * 30 + "]" * 30, f" is not JSON (it is nested more than 20 deep). {RESTORE}"),
        ("[]", " is [], not an object."),
    ],
)
def test_event_that_is_damaged_is_refused(body, text):
    """With its study, its session and its place."""
    with pytest.raises(DocumentError) as caught:
        stored_event("study", "one", SimpleNamespace(position=3, body=body))
    assert str(caught.value) == f"Study 'study', session 'one', event 3{text}"


def test_plain_values_are_kept_as_json():
    """Nothing that other readers would not take."""
    assert json.loads(as_text({"a": [0.1, "ß"]})) == {"a": [0.1, "ß"]}
    with pytest.raises(ValueError, match="not JSON compliant"):
        as_text({"a": float("nan")})
