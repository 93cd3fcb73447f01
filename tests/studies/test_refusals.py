"""Stores refuse in the same words, each compared as a whole."""

import pytest

from whichmetric.errors import ConflictError, UnknownStudyError
from whichmetric.studies.storage import refusals


@pytest.mark.parametrize(
    ("name", "given", "kind", "text"),
    [
        (
            "unknown_study",
            ("s",),
            UnknownStudyError,
            "There is no study 's': list the studies to see their names.",
        ),
        (
            "unknown_session",
            ("s", "one"),
            UnknownStudyError,
            "Study 's' has no session 'one': list its sessions to see their names.",
        ),
        (
            "unknown_invitation",
            ("s", "i"),
            UnknownStudyError,
            "Study 's' has no invitation 'i': list its invitations.",
        ),
        (
            "invitation_conflict",
            ("i",),
            ConflictError,
            "There is another invitation 'i', or one with the same secret: draw another.",
        ),
        (
            "study_conflict",
            ("s",),
            ConflictError,
            (
                "There is another study 's', with another specification: choose another name, or "
                "open that one."
            ),
        ),
        (
            "session_conflict",
            ("s", "one", "Dr Lee"),
            ConflictError,
            (
                "Study 's' has a session 'one' of the expert 'Dr Lee': choose another name, or "
                "open that one."
            ),
        ),
        (
            "position_conflict",
            ("one", 3, 5),
            ConflictError,
            (
                "The log of session 'one' holds 5 events where 3 were expected: somebody else has "
                "written. Nothing was stored; read the log and decide anew."
            ),
        ),
    ],
)
def test_refusal_names_what_was_asked_for(name, given, kind, text):
    """And what to do instead."""
    refusal = getattr(refusals, name)(*given)
    assert type(refusal) is kind
    assert str(refusal) == text
