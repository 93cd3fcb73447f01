"""The owner's own answers, to try a study out: they are no expert's."""

from __future__ import annotations

from collections.abc import Iterable

from whichmetric.reports.crowd_text import IN_THE_MIDDLE
from whichmetric.studies import SessionSummary, Study, invite
from whichmetric.studies.crowds import is_crowd
from whichmetric.studies.moments import utc_now
from whichmetric.studies.trials import TRIAL, is_trial

__all__ = ["begin_trial", "experts_among", "is_trial", "whom"]


def begin_trial(study: Study) -> str:
    """The secret of a link to the owner's own session; the links of earlier trials end."""
    record, secret = invite(study, TRIAL)
    for other in study.store.invitations(study.id):
        if other.session == record.session and other.id != record.id and other.revoked is None:
            study.store.revoke_invitation(study.id, other.id, utc_now())
    return secret


def experts_among(sessions: Iterable[SessionSummary]) -> list[SessionSummary]:
    """All but the owner's own."""
    return [session for session in sessions if not is_trial(session.expert)]


def whom(summary: SessionSummary) -> str:
    """How a sentence about somebody's answers calls them."""
    if is_crowd(summary.expert):
        return IN_THE_MIDDLE
    return "you" if is_trial(summary.expert) else summary.expert or summary.id
