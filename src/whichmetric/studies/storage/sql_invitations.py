"""Invitations in a database."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, or_, select, update

from whichmetric.studies.moments import moment_text
from whichmetric.studies.storage.records import InvitationRecord
from whichmetric.studies.storage.refusals import invitation_conflict, unknown_invitation
from whichmetric.studies.storage.sql_database import Database
from whichmetric.studies.storage.sql_rows import invitation_record
from whichmetric.studies.storage.sql_tables import invitations

__all__ = ["SqlInvitations"]


class SqlInvitations:
    """The invitations of a database's studies; see `StudyStore`.

    Parameters
    ----------
    database : Database
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, study: str, record: InvitationRecord) -> InvitationRecord:
        """Keep an invitation, unless an equal one is there."""
        values = {
            "id": record.id,
            "study": study,
            "session": record.session,
            "digest": record.digest,
            "created": moment_text(record.created),
            "shows_result": record.shows_result,
            "revoked": None if record.revoked is None else moment_text(record.revoked),
        }
        same = or_(invitations.c.id == record.id, invitations.c.digest == record.digest)

        def write(connection: Connection, _: bool) -> list[Row[Any]]:
            found = connection.execute(select(invitations).where(same)).all()
            if not found:
                connection.execute(insert(invitations).values(values))
            return list(found)

        found = self._database.write(write)
        if not found:
            return record
        stored = invitation_record(found[0])
        equal = replace(record, created=stored.created, revoked=stored.revoked) == stored
        if len(found) > 1 or found[0].study != study or not equal:
            raise invitation_conflict(record.id)
        return stored

    def of(self, study: str) -> tuple[InvitationRecord, ...]:
        """The invitations of a study, by when they were created."""
        wanted = select(invitations).where(invitations.c.study == study)
        rows = self._database.read(lambda connection: connection.execute(wanted).all())
        records = [invitation_record(row) for row in rows]
        return tuple(sorted(records, key=lambda record: (record.created, record.id)))

    def find(self, digest: str) -> tuple[str, InvitationRecord] | None:
        """The study and the invitation of a secret, by the secret's digest."""
        wanted = select(invitations).where(invitations.c.digest == digest)
        row = self._database.read(lambda connection: connection.execute(wanted).one_or_none())
        return None if row is None else (row.study, invitation_record(row))

    def revoke(self, study: str, invitation: str, at: datetime) -> InvitationRecord:
        """Let an invitation lead nowhere from now on."""
        the_one = (invitations.c.study == study, invitations.c.id == invitation)

        def write(connection: Connection, _: bool) -> Row[Any] | None:
            connection.execute(
                update(invitations)
                .where(*the_one, invitations.c.revoked.is_(None))
                .values(revoked=moment_text(at))
            )
            return connection.execute(select(invitations).where(*the_one)).one_or_none()

        row = self._database.write(write)
        if row is None:
            raise unknown_invitation(study, invitation)
        return invitation_record(row)
