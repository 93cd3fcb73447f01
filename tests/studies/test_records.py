"""What a store keeps is checked before it is kept."""

from datetime import datetime, timedelta, timezone

import pytest
from tests.studies.making import NOON, invitation_record, session_record, study_record

from whichmetric.errors import InvalidInputError
from whichmetric.studies.storage import SessionRecord, StudyRecord
from whichmetric.studies.storage.records import StudyHeader

ELSEWHERE = NOON.astimezone(timezone(timedelta(hours=9)))


@pytest.mark.parametrize("make", [study_record, session_record, invitation_record])
def test_moments_are_kept_in_utc(make):
    """The same moment in another zone is written as it is in UTC; without a zone it is refused."""
    record = make(created=ELSEWHERE)
    assert record == make()
    assert record.created.isoformat() == "2026-03-01T12:00:00+00:00"
    with pytest.raises(InvalidInputError, match=r"^created=.* is not a time with a zone"):
        make(created=datetime(2026, 3, 1))


def test_revoking_has_its_moment():
    """In UTC, too, and none where nothing was revoked."""
    assert invitation_record().revoked is None
    revoked = invitation_record(revoked=ELSEWHERE).revoked
    assert revoked.isoformat() == "2026-03-01T12:00:00+00:00"
    with pytest.raises(InvalidInputError, match=r"^revoked='now' is not a time with a zone"):
        invitation_record(revoked="now")


@pytest.mark.parametrize(
    ("make", "field", "options"),
    [
        (study_record, "study", {"name": "a b"}),
        (session_record, "session", {"name": "a b"}),
        (invitation_record, "id", {"name": "a b", "digest": "d"}),
        (invitation_record, "session", {"session": "a b"}),
        (invitation_record, "digest", {"digest": "a b"}),
    ],
)
def test_names_that_are_no_identifiers_are_refused(make, field, options):
    """The field is named."""
    with pytest.raises(InvalidInputError, match=rf"^{field}='a b' is not an identifier"):
        make(**options)


def test_study_needs_a_specification():
    """What was given is named, and what would do."""
    with pytest.raises(InvalidInputError) as caught:
        StudyRecord(id="study", specification={}, created=NOON)
    assert str(caught.value) == (
        "specification is {}, not a StudySpecification: give a StudySpecification."
    )


def test_header_holds_what_lists_show():
    """The title of the words, and the fingerprint by which a study is found."""
    record = study_record()
    assert record.header == StudyHeader(
        "study", "Mammography", NOON, record.specification.fingerprint, ""
    )


def test_expert_is_a_plain_text_that_may_be_empty():
    """One line of a hundred characters; a session without a name is called by its own."""
    assert session_record(expert=" Dr\n Lee").expert == "Dr Lee"
    assert SessionRecord(id="one", created=NOON).expert == ""
    assert [session_record(expert=name).name for name in ("Dr Lee", "")] == ["Dr Lee", "one"]
    assert session_record(expert="x" * 100).name == "x" * 100
    with pytest.raises(InvalidInputError, match=r"^expert has 101 characters: 100 are the most"):
        session_record(expert="x" * 101)


def test_damaged_session_is_kept_as_it_was_found():
    """It can be listed with its problem, and nothing else in it is relied on."""
    found = SessionRecord(id="a b", created="once", expert="\x00", problem="torn")
    assert (found.id, found.created, found.expert, found.problem) == ("a b", "once", "\x00", "torn")
