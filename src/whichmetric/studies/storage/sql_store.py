"""Studies in a database: SQLite or PostgreSQL."""

from __future__ import annotations

from datetime import datetime
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Row, Select, func, insert, select

from whichmetric.errors import DocumentError
from whichmetric.studies.event_json import event_as_plain
from whichmetric.studies.events import Event, request_key_of
from whichmetric.studies.identifiers import is_identifier
from whichmetric.studies.moments import moment_text
from whichmetric.studies.storage.records import (
    InvitationRecord,
    SessionRecord,
    StoredEvent,
    StudyHeader,
    StudyRecord,
)
from whichmetric.studies.storage.refusals import (
    position_conflict,
    session_conflict,
    study_conflict,
    unknown_session,
    unknown_study,
)
from whichmetric.studies.storage.sql_database import Database
from whichmetric.studies.storage.sql_invitations import SqlInvitations
from whichmetric.studies.storage.sql_migrations import bring_up_to_date
from whichmetric.studies.storage.sql_rows import (
    RESTORE,
    as_text,
    header_of,
    listed_session,
    orphan,
    session_record,
    stored_event,
    study_record,
)
from whichmetric.studies.storage.sql_tables import events, sessions, studies

__all__ = ["SqlStore"]


class SqlStore:
    """Keeps studies in a database; see `StudyStore`. Get one from `open_store`.

    What a method returns was committed. Where the connection is lost in the middle, nobody knows
    whether the last commit took place; the store then looks: an event is found by its request key,
    or else by standing, the same to the last character, where it was to go.

    Parameters
    ----------
    database : Database
        Its tables are made or upgraded.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._invitations = SqlInvitations(database)
        bring_up_to_date(database)

    def create_study(self, record: StudyRecord) -> StudyRecord:
        """Keep a study."""
        values = {
            "id": record.id,
            "title": record.specification.wording.title,
            "created": moment_text(record.created),
            "specification": as_text(record.specification.as_plain()),
            "fingerprint": record.specification.fingerprint,
        }

        def write(connection: Connection, _: bool) -> Row[Any] | None:
            found = connection.execute(_the_study(record.id)).one_or_none()
            if found is None:
                connection.execute(insert(studies).values(values))
            return found

        found = self._database.write(write)
        if found is None:
            return record
        stored = study_record(found)
        if stored.specification != record.specification:
            raise study_conflict(record.id)
        return stored

    def studies(self) -> tuple[StudyHeader, ...]:
        """All studies."""
        columns: Select[Any] = select(
            studies.c.id, studies.c.title, studies.c.created, studies.c.fingerprint
        )
        rows = self._database.read(lambda connection: connection.execute(columns).all())
        headers = [header_of(row) for row in rows]
        # Not by the database, whose order of letters may be that of a language.
        return tuple(sorted(headers, key=lambda header: (header.created, header.id)))

    def study(self, study: str) -> StudyRecord:
        """One study, by its id."""
        _expect_names(study)
        found = self._database.read(
            lambda connection: connection.execute(_the_study(study)).one_or_none()
        )
        if found is None:
            raise unknown_study(study)
        return study_record(found)

    def create_session(self, study: str, record: SessionRecord) -> SessionRecord:
        """Keep a session."""
        values = {
            "study": study,
            "id": record.id,
            "created": moment_text(record.created),
            "expert": record.expert,
        }

        def write(connection: Connection, _: bool) -> Row[Any] | None:
            found = connection.execute(_the_session(study, record.id)).one_or_none()
            if found is None:
                _expect_study(connection, study)
                connection.execute(insert(sessions).values(values))
            return found

        found = self._database.write(write)
        if found is None:
            return record
        stored = session_record(found)
        if stored.expert != record.expert:
            raise session_conflict(study, record.id, stored.expert)
        return stored

    def sessions(self, study: str) -> tuple[SessionRecord, ...]:
        """The sessions of a study."""
        _expect_names(study)

        def read(connection: Connection) -> tuple[list[Row[Any]], list[str]]:
            rows = connection.execute(select(sessions).where(sessions.c.study == study)).all()
            if not rows:
                _expect_study(connection, study)
            return list(rows), list(connection.scalars(_orphans(study)))

        rows, orphans = self._database.read(read)
        records = [listed_session(row) for row in rows]
        records += [orphan(study, session) for session in orphans]
        return tuple(sorted(records, key=lambda record: (record.created, record.id)))

    def session(self, study: str, session: str) -> SessionRecord:
        """One session, by its id."""
        _expect_names(study, session)

        def read(connection: Connection) -> Row[Any]:
            _expect_session(connection, study, session)
            return connection.execute(_the_session(study, session)).one()

        return session_record(self._database.read(read))

    def append(self, study: str, session: str, event: Event, *, position: int) -> StoredEvent:
        """Add an event to a session's log."""
        values = {
            "study": study,
            "session": session,
            "position": position,
            "request_key": request_key_of(event),
            "body": as_text(event_as_plain(event)),
        }

        def write(connection: Connection, uncertain: bool) -> Row[Any] | None:
            length = _length(connection, study, session)
            found = _already(connection, values, uncertain)
            if found is not None:
                return found
            if position != length:
                raise position_conflict(session, position, length)
            connection.execute(insert(events).values(values))
            return None

        found = self._database.write(write)
        if found is None:
            return StoredEvent(position, event)
        return StoredEvent(found.position, stored_event(study, session, found))

    def events(self, study: str, session: str, *, start: int = 0) -> tuple[Event, ...]:
        """A session's log from position `start` on."""
        _expect_names(study, session)
        wanted = _the_log(study, session).where(events.c.position >= start)

        def read(connection: Connection) -> list[Row[Any]]:
            rows = connection.execute(wanted.order_by(events.c.position)).all()
            if not rows:
                _expect_session(connection, study, session)
            return list(rows)

        rows = self._database.read(read)
        for position, row in enumerate(rows, start=start):
            if row.position != position:
                raise DocumentError(
                    f"The log of session {session!r} of study {study!r} lacks event {position}. "
                    f"{RESTORE}"
                )
        return tuple(stored_event(study, session, row) for row in rows)

    def create_invitation(self, study: str, record: InvitationRecord) -> InvitationRecord:
        """Keep an invitation."""
        self.session(study, record.session)
        return self._invitations.create(study, record)

    def invitations(self, study: str) -> tuple[InvitationRecord, ...]:
        """The invitations of a study."""
        found = self._invitations.of(study)
        if not found:
            self._database.read(lambda connection: _expect_study(connection, study))
        return found

    def find_invitation(self, digest: str) -> tuple[str, InvitationRecord] | None:
        """The study and the invitation of a secret."""
        return self._invitations.find(digest)

    def revoke_invitation(self, study: str, invitation: str, at: datetime) -> InvitationRecord:
        """Let an invitation lead nowhere from now on."""
        self._database.read(lambda connection: _expect_study(connection, study))
        return self._invitations.revoke(study, invitation, at)

    def close(self) -> None:
        """Give the connections back."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"SqlStore({self._database.name})"


def _the_study(study: str) -> Select[Any]:
    return select(studies).where(studies.c.id == study)


def _the_session(study: str, session: str) -> Select[Any]:
    return select(sessions).where(sessions.c.study == study, sessions.c.id == session)


def _orphans(study: str) -> Select[Any]:
    """Sessions that have a log and no line of their own: the line has been changed or removed."""
    own_line = select(sessions.c.id).where(
        sessions.c.study == events.c.study, sessions.c.id == events.c.session
    )
    first = events.c.position == 0
    return select(events.c.session).where(events.c.study == study, first, ~own_line.exists())


def _the_log(study: str, session: str) -> Select[Any]:
    return select(events).where(events.c.study == study, events.c.session == session)


def _expect_names(study: str, session: str | None = None) -> None:
    """Refuse names that nothing can have, some of which no database can be asked for."""
    if not is_identifier(study):
        raise unknown_study(study)
    if session is not None and not is_identifier(session):
        raise unknown_session(study, session)


def _expect_study(connection: Connection, study: str) -> None:
    if connection.scalar(select(studies.c.id).where(studies.c.id == study)) is None:
        raise unknown_study(study)


def _expect_session(connection: Connection, study: str, session: str) -> None:
    if connection.execute(_the_session(study, session)).one_or_none() is None:
        _expect_study(connection, study)
        raise unknown_session(study, session)


def _length(connection: Connection, study: str, session: str) -> int:
    last: int | None = connection.scalar(
        select(func.max(events.c.position)).where(
            events.c.study == study, events.c.session == session
        )
    )
    if last is None:
        _expect_session(connection, study, session)
        return 0
    return last + 1


def _already(connection: Connection, values: dict[str, Any], uncertain: bool) -> Row[Any] | None:
    """The event as it is stored, where this request was here before."""
    log = _the_log(values["study"], values["session"])
    if values["request_key"] is not None:
        same_key = log.where(events.c.request_key == values["request_key"])
        return connection.execute(same_key).one_or_none()
    if uncertain:
        same_place = log.where(
            events.c.position == values["position"], events.c.body == values["body"]
        )
        return connection.execute(same_place).one_or_none()
    return None
