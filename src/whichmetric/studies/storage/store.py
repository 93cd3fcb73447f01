"""The contract of every place where studies are kept."""

from __future__ import annotations

from datetime import datetime
from types import TracebackType
from typing import Protocol, Self

from whichmetric.studies.events import Event
from whichmetric.studies.storage.records import (
    InvitationRecord,
    SessionRecord,
    StoredEvent,
    StudyHeader,
    StudyRecord,
)

__all__ = ["StudyStore"]


class StudyStore(Protocol):
    """Keeps studies, their sessions, and each session's log, to which events are only ever added.

    It also keeps who may answer a session through a link. A store keeps and finds; what events mean
    is the business of others.

    Obligations
    -----------
    durability
        What a method has returned is there for every later reader, whatever happens to the
        process; what it has not returned is there wholly or not at all.
    fidelity
        What comes back equals what was put in, floats and times to the last digit, texts to the
        last character.
    append only
        There is no way to change or remove a study, a session or an event. An invitation can be
        revoked, once and for ever.
    order
        A log has the positions 0, 1, 2, ... without a gap. Studies and sessions are listed as they
        were created: by `created`, then by `id`.
    one writer wins
        Of several writers that bring an event for the same position, exactly one succeeds; the
        others get a ConflictError, and nothing of theirs is stored.
    repetition
        Creating what is there already, in equal form, changes nothing and returns what is stored.
        An event whose request key the session's log holds already changes nothing and is returned
        as it is stored, whatever position was expected; keys of other sessions do not matter.
    refusal
        A study, session or invitation that is not there raises UnknownStudyError and names it.
        Creating another one under an identifier in use raises ConflictError and names it.
    threads
        One store may be used from several threads at once.
    closing
        `close` gives back what the store holds of the system, may be repeated, and loses nothing. A
        store is its own context manager, which closes it.
    failure
        Where the place cannot be used, a StorageError names it, without its password, and says what
        to do. What was stored before is still there.
    """

    def create_study(self, record: StudyRecord) -> StudyRecord:
        """Keep a study, unless one with this id and an equal specification is there.

        Returns
        -------
        StudyRecord
            As it is stored; `created` is that of the first time.
        """

    def studies(self) -> tuple[StudyHeader, ...]:
        """All studies."""

    def study(self, study: str) -> StudyRecord:
        """One study, by its id."""

    def create_session(self, study: str, record: SessionRecord) -> SessionRecord:
        """Keep a session, unless one with this id and expert is there.

        Returns
        -------
        SessionRecord
            As it is stored; `created` is that of the first time.
        """

    def sessions(self, study: str) -> tuple[SessionRecord, ...]:
        """The sessions of a study; one whose line is damaged says so in its `problem`."""

    def session(self, study: str, session: str) -> SessionRecord:
        """One session, by its id; DocumentError where its line is damaged."""

    def append(self, study: str, session: str, event: Event, *, position: int) -> StoredEvent:
        """Add an event to a session's log.

        Parameters
        ----------
        study, session : str
        event : Event
        position : int
            How many events the writer knows the log to hold, which is where this one goes.

        Returns
        -------
        StoredEvent
            The event as it is stored, and where.

        Raises
        ------
        ConflictError
            Where the log holds fewer or more events than the writer knows.
        """

    def events(self, study: str, session: str, *, start: int = 0) -> tuple[Event, ...]:
        """A session's log from position `start` on."""

    def create_invitation(self, study: str, record: InvitationRecord) -> InvitationRecord:
        """Keep an invitation to one of the study's sessions, unless an equal one is there.

        Returns
        -------
        InvitationRecord
            As it is stored; `created` and `revoked` are those of the first time.
        """

    def invitations(self, study: str) -> tuple[InvitationRecord, ...]:
        """The invitations of a study, the revoked ones too."""

    def find_invitation(self, digest: str) -> tuple[str, InvitationRecord] | None:
        """The study and the invitation of a secret, by the secret's digest; None without one."""

    def revoke_invitation(self, study: str, invitation: str, at: datetime) -> InvitationRecord:
        """Let an invitation lead nowhere from now on; repeated, it changes nothing.

        Returns
        -------
        InvitationRecord
            As it is stored; `revoked` is when that was done first.
        """

    def close(self) -> None:
        """Give back what the store holds of the system."""

    def __enter__(self) -> Self:
        """The store itself."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
