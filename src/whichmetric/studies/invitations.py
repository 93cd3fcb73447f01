"""Links by which experts come to their session; whoever knows one may answer."""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from whichmetric.errors import InvitationError, RevokedError
from whichmetric.studies.identifiers import random_identifier
from whichmetric.studies.moments import Clock, utc_now
from whichmetric.studies.names import free_name, name_from
from whichmetric.studies.plain_text import JOINERS, plain_text
from whichmetric.studies.storage import InvitationRecord, SessionRecord, StudyStore
from whichmetric.studies.storage.records import LONGEST_EXPERT
from whichmetric.studies.study import Study

__all__ = ["Invited", "find_invited", "invite"]

SECRET_BYTES = 32


class Invited(NamedTuple):
    """Where an invitation leads.

    Parameters
    ----------
    study : str
    invitation : InvitationRecord
    """

    study: str
    invitation: InvitationRecord


def invite(
    study: Study, expert: str = "", *, shows_result: bool = True, clock: Clock = utc_now
) -> tuple[InvitationRecord, str]:
    """Invite an expert to a session of their own.

    A second invitation for an expert of the same name leads to the same session, so that a lost
    link can be replaced. Without a name every invitation has a session of its own; in a crowd all
    lead to one, and many people may use the same.

    Parameters
    ----------
    study : Study
    expert : str
    shows_result : bool
        Whether the expert sees the result at the end; people of a crowd never do.
    clock : callable

    Returns
    -------
    InvitationRecord, str
        The second is the secret: 256 random bits that are kept nowhere, only their digest.
    """
    shown = plain_text("expert", expert, longest=LONGEST_EXPERT, may_be_empty=True)
    shared = bool(shown.strip(JOINERS + " ")) or study.specification.is_crowd
    session = study.session_of(expert).record if shared else _new_session(study, clock)
    secret = secrets.token_urlsafe(SECRET_BYTES)
    record = InvitationRecord(
        id=random_identifier(),
        session=session.id,
        digest=_digest(secret),
        created=clock(),
        shows_result=shows_result and not study.specification.is_crowd,
    )
    return study.store.create_invitation(study.id, record), secret


def find_invited(store: StudyStore, secret: str) -> Invited:
    """Where a secret leads.

    Raises
    ------
    InvitationError
        Where there is no such invitation.
    RevokedError
        Where it has been revoked.
    """
    found = store.find_invitation(_digest(secret))
    if found is None:
        raise InvitationError("This link leads nowhere: copy it again, whole, from the invitation.")
    if found[1].revoked is not None:
        raise RevokedError("This link has been withdrawn: ask whoever sent it for another.")
    return Invited(*found)


def _new_session(study: Study, clock: Clock) -> SessionRecord:
    taken = {record.id for record in study.store.sessions(study.id)}
    name = free_name(name_from("", otherwise="expert"), taken)
    record = SessionRecord(id=name, created=clock(), expert=name)
    return study.store.create_session(study.id, record)


def _digest(secret: str) -> str:
    """A slow hash would add nothing: the secret is random, and cannot be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()
