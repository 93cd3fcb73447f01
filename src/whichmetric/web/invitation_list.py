"""Invitations as owners see them: for whom, since when, and whether they still lead anywhere."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from whichmetric.errors import InvalidInputError
from whichmetric.studies import Study, invite
from whichmetric.studies.plain_text import plain_text
from whichmetric.studies.storage import InvitationRecord
from whichmetric.studies.storage.records import LONGEST_EXPERT
from whichmetric.studies.trials import TRIAL
from whichmetric.web.settings import Settings
from whichmetric.web.texts import say

__all__ = [
    "ListedInvitation",
    "MadeInvitation",
    "invite_by_link",
    "listed_invitations",
    "path_of_link",
]


class ListedInvitation(NamedTuple):
    """An invitation without its secret, which is kept nowhere.

    Parameters
    ----------
    id, session, expert : str
    created : datetime
    shows_result : bool
    revoked : datetime or None
    """

    id: str
    session: str
    expert: str
    created: datetime
    shows_result: bool
    revoked: datetime | None


class MadeInvitation(NamedTuple):
    """An invitation that was just made.

    Parameters
    ----------
    record : InvitationRecord
    expert : str
    link : str
        To be sent to the expert; cannot be found out again.
    """

    record: InvitationRecord
    expert: str
    link: str


def invite_by_link(
    study: Study, expert: str, settings: Settings, *, shows_result: bool
) -> MadeInvitation:
    """Invite an expert by a link to this server.

    Raises
    ------
    InvalidInputError
        For the name that the owner's own answers go by, which count for nobody.
    """
    shown = plain_text("expert", expert, longest=LONGEST_EXPERT, may_be_empty=True)
    if shown.casefold() == TRIAL.casefold():
        raise InvalidInputError(say("study.taken_name", name=shown))
    record, secret = invite(study, expert, shows_result=shows_result)
    name = study.store.session(study.id, record.session).expert
    return MadeInvitation(record, name, f"{settings.address}{path_of_link(study, secret)}")


def path_of_link(study: Study, secret: str) -> str:
    """Where a secret leads on this server: everybody of a crowd, or one expert."""
    return f"/c/{secret}" if study.specification.is_crowd else f"/e/{secret}"


def listed_invitations(study: Study) -> tuple[ListedInvitation, ...]:
    """All of a study, the latest first."""
    experts = {record.id: record.expert for record in study.store.sessions(study.id)}
    return tuple(
        ListedInvitation(
            id=record.id,
            session=record.session,
            expert=experts[record.session],
            created=record.created,
            shows_result=record.shows_result,
            revoked=record.revoked,
        )
        for record in reversed(study.store.invitations(study.id))
    )
