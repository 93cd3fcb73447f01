"""Lines of the tables as records, and what is said of a line that is damaged."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row

from whichmetric.errors import DocumentError, InvalidInputError
from whichmetric.studies.event_json import event_from_plain
from whichmetric.studies.events import Event
from whichmetric.studies.identifiers import checked_identifier
from whichmetric.studies.moments import moment_from_text
from whichmetric.studies.shallow_json import read_json
from whichmetric.studies.short_repr import short_repr
from whichmetric.studies.specification import StudySpecification
from whichmetric.studies.storage.records import (
    InvitationRecord,
    SessionRecord,
    StudyHeader,
    StudyRecord,
)

__all__ = [
    "RESTORE",
    "as_text",
    "header_of",
    "invitation_record",
    "listed_session",
    "orphan",
    "session_record",
    "stored_event",
    "study_record",
]

LONGEST = 300
"""Characters that are shown of a text that may be damaged; no title has more."""
RESTORE = "The database has been changed or damaged: put a backup in its place."
EARLIEST = datetime.min.replace(tzinfo=UTC)
"""When something was created whose own date is damaged, so that it stands somewhere in a list."""


def header_of(row: Row[Any]) -> StudyHeader:
    """A study without its table; damage is told in its `problem`."""
    created, problem = EARLIEST, ""
    try:
        created = _moment(f"Study {row.id!r}", row)
        checked_identifier("study", row.id)
    except DocumentError as damage:  # one study must not hide the others
        problem = str(damage)
    except InvalidInputError as refusal:
        problem = f"{refusal} {RESTORE}"
    return StudyHeader(_readable(row.id), _readable(row.title), created, row.fingerprint, problem)


def study_record(row: Row[Any]) -> StudyRecord:
    """A study, refused where its line is damaged."""
    where = f"Study {row.id!r}"
    return StudyRecord(
        id=row.id,
        created=_moment(where, row),
        specification=StudySpecification.from_plain(where, _from_text(where, row.specification)),
    )


def session_record(row: Row[Any]) -> SessionRecord:
    """A session, refused where its line is damaged."""
    where = f"Session {row.id!r} of study {row.study!r}"
    created = _moment(where, row)
    try:
        record = SessionRecord(id=row.id, created=created, expert=row.expert)
    except InvalidInputError as refusal:
        raise DocumentError(f"{where}: {refusal} {RESTORE}") from None
    if record.expert != row.expert:
        raise DocumentError(f"{where}: expert={row.expert!r} is not what was stored. {RESTORE}")
    return record


def listed_session(row: Row[Any]) -> SessionRecord:
    """A session for a list; damage is told in its `problem`."""
    try:
        return session_record(row)
    except DocumentError as damage:  # one session must not hide the others
        return SessionRecord(
            id=_readable(row.id),
            created=EARLIEST,
            expert=_readable(row.expert),
            problem=str(damage),
        )


def orphan(study: str, session: Any) -> SessionRecord:
    """A session of which only the log is left."""
    name = _readable(session)
    problem = f"The answers of session {name!r} of study {study!r} are there, its line is not."
    return SessionRecord(id=name, created=EARLIEST, expert=name, problem=f"{problem} {RESTORE}")


def invitation_record(row: Row[Any]) -> InvitationRecord:
    """An invitation, refused where its line is damaged."""
    try:
        return InvitationRecord(
            id=row.id,
            session=row.session,
            digest=row.digest,
            created=moment_from_text("created", row.created),
            shows_result=row.shows_result,
            revoked=None if row.revoked is None else moment_from_text("revoked", row.revoked),
        )
    except InvalidInputError as refusal:
        raise DocumentError(f"Invitation {row.id!r}: {refusal} {RESTORE}") from None


def stored_event(study: str, session: str, row: Row[Any]) -> Event:
    """An event of a log, refused where it is damaged."""
    where = f"Study {study!r}, session {session!r}, event {row.position}"
    return event_from_plain(where, _from_text(where, row.body))


def _moment(where: str, row: Row[Any]) -> datetime:
    try:
        return moment_from_text("created", row.created)
    except InvalidInputError as refusal:
        raise DocumentError(f"{where}: {refusal} {RESTORE}") from None


def as_text(plain: dict[str, Any]) -> str:
    """Plain values as a line keeps them."""
    return json.dumps(plain, allow_nan=False)


def _is_decoded(text: str) -> bool:
    """Whether there was no damage to be marked when it was decoded."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _readable(stored: Any) -> str:
    """What can be shown of a text that may be damaged."""
    if isinstance(stored, str) and stored.isprintable() and len(stored) <= LONGEST:
        return stored
    return short_repr(stored)


def _from_text(where: str, text: Any) -> Any:
    if not isinstance(text, str) or not _is_decoded(text):
        raise DocumentError(f"{where} is not text. {RESTORE}")
    try:
        return read_json(text)
    except ValueError as failure:
        raise DocumentError(f"{where} is not JSON ({failure}). {RESTORE}") from None
