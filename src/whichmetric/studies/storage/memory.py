"""Studies that are gone with the process: for trying out, and for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from threading import RLock
from types import TracebackType
from typing import Self

from whichmetric.studies.events import Event, request_key_of
from whichmetric.studies.storage.records import (
    InvitationRecord,
    SessionRecord,
    StoredEvent,
    StudyHeader,
    StudyRecord,
)
from whichmetric.studies.storage.refusals import (
    invitation_conflict,
    position_conflict,
    session_conflict,
    study_conflict,
    unknown_invitation,
    unknown_session,
    unknown_study,
)

__all__ = ["MemoryStore"]


class _Session:
    """A session and its log."""

    def __init__(self, record: SessionRecord) -> None:
        self.record = record
        self.events: list[Event] = []
        self.positions: dict[str, int] = {}  # by request key


class _Study:
    """A study and its sessions."""

    def __init__(self, record: StudyRecord) -> None:
        self.record = record
        self.sessions: dict[str, _Session] = {}


class MemoryStore:
    """Keeps studies in memory; see `StudyStore`.

    Examples
    --------
    >>> MemoryStore().studies()
    ()
    """

    def __init__(self) -> None:
        self._studies: dict[str, _Study] = {}
        self._invitations: dict[str, tuple[str, InvitationRecord]] = {}  # by their ids
        self._lock = RLock()

    def create_study(self, record: StudyRecord) -> StudyRecord:
        """Keep a study."""
        with self._lock:
            stored = self._studies.setdefault(record.id, _Study(record)).record
        if stored.specification != record.specification:
            raise study_conflict(record.id)
        return stored

    def studies(self) -> tuple[StudyHeader, ...]:
        """All studies."""
        with self._lock:
            headers = [study.record.header for study in self._studies.values()]
        return tuple(sorted(headers, key=lambda header: (header.created, header.id)))

    def study(self, study: str) -> StudyRecord:
        """One study, by its id."""
        with self._lock:
            return self._study(study).record

    def create_session(self, study: str, record: SessionRecord) -> SessionRecord:
        """Keep a session."""
        with self._lock:
            stored = self._study(study).sessions.setdefault(record.id, _Session(record)).record
        if stored.expert != record.expert:
            raise session_conflict(study, record.id, stored.expert)
        return stored

    def sessions(self, study: str) -> tuple[SessionRecord, ...]:
        """The sessions of a study."""
        with self._lock:
            records = [session.record for session in self._study(study).sessions.values()]
        return tuple(sorted(records, key=lambda record: (record.created, record.id)))

    def session(self, study: str, session: str) -> SessionRecord:
        """One session, by its id."""
        with self._lock:
            return self._session(study, session).record

    def append(self, study: str, session: str, event: Event, *, position: int) -> StoredEvent:
        """Add an event to a session's log."""
        with self._lock:
            log = self._session(study, session)
            key = request_key_of(event)
            if key is not None and key in log.positions:
                stored = log.positions[key]
                return StoredEvent(stored, log.events[stored])
            if position != len(log.events):
                raise position_conflict(session, position, len(log.events))
            log.events.append(event)
            if key is not None:
                log.positions[key] = position
            return StoredEvent(position, event)

    def events(self, study: str, session: str, *, start: int = 0) -> tuple[Event, ...]:
        """A session's log from position `start` on."""
        with self._lock:
            return tuple(self._session(study, session).events[start:])

    def create_invitation(self, study: str, record: InvitationRecord) -> InvitationRecord:
        """Keep an invitation."""
        with self._lock:
            self._session(study, record.session)
            found = self.find_invitation(record.digest)
            where, stored = self._invitations.get(record.id, found or (study, record))
            if (where, stored) != (
                study,
                replace(record, created=stored.created, revoked=stored.revoked),
            ):
                raise invitation_conflict(record.id)
            self._invitations[record.id] = study, stored
            return stored

    def invitations(self, study: str) -> tuple[InvitationRecord, ...]:
        """The invitations of a study."""
        with self._lock:
            self._study(study)
            found = [record for where, record in self._invitations.values() if where == study]
        return tuple(sorted(found, key=lambda record: (record.created, record.id)))

    def find_invitation(self, digest: str) -> tuple[str, InvitationRecord] | None:
        """The study and the invitation of a secret."""
        with self._lock:
            found = (pair for pair in self._invitations.values() if pair[1].digest == digest)
            return next(found, None)

    def revoke_invitation(self, study: str, invitation: str, at: datetime) -> InvitationRecord:
        """Let an invitation lead nowhere from now on."""
        with self._lock:
            self._study(study)
            where, record = self._invitations.get(invitation, (None, None))
            if where != study or record is None:
                raise unknown_invitation(study, invitation)
            if record.revoked is None:
                record = replace(record, revoked=at)
                self._invitations[invitation] = study, record
            return record

    def close(self) -> None:
        """Give nothing back: there is nothing but memory."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _study(self, study: str) -> _Study:
        if study not in self._studies:
            raise unknown_study(study)
        return self._studies[study]

    def _session(self, study: str, session: str) -> _Session:
        sessions = self._study(study).sessions
        if session not in sessions:
            raise unknown_session(study, session)
        return sessions[session]
