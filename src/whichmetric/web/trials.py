"""The owner's own answers, to try a study out: they are no expert's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whichmetric.reports.crowd_text import IN_THE_MIDDLE
from whichmetric.studies import SessionSummary, Study, invite
from whichmetric.studies.crowds import is_crowd
from whichmetric.studies.moments import utc_now
from whichmetric.studies.names import free_name, name_from
from whichmetric.studies.trials import TRIAL, is_trial

__all__ = ["begin_trial", "experts_among", "is_trial", "whom", "without_earlier_trials"]


def begin_trial(study: Study) -> str:
    """The secret of a link to the owner's own session; the links of earlier trials end.

    A trial that is under way goes on; after one that is finished, another begins.
    """
    trials = [session for session in study.sessions if is_trial(session.expert)]
    if trials and trials[-1].ended is not None:
        taken = {record.id for record in study.store.sessions(study.id)}
        study.start(free_name(name_from(TRIAL, otherwise="trial"), taken), expert=TRIAL)
    record, secret = invite(study, TRIAL)
    own = {trial.id for trial in trials} | {record.session}
    for other in study.store.invitations(study.id):
        if other.session in own and other.id != record.id and other.revoked is None:
            study.store.revoke_invitation(study.id, other.id, utc_now())
    return secret


def without_earlier_trials(sessions: Sequence[SessionSummary]) -> list[SessionSummary]:
    """All, in the order in which they began, but of the owner's own only the latest."""
    latest = [session.id for session in sessions if is_trial(session.expert)][-1:]
    return [session for session in sessions if not is_trial(session.expert) or session.id in latest]


def experts_among(sessions: Iterable[SessionSummary]) -> list[SessionSummary]:
    """All but the owner's own."""
    return [session for session in sessions if not is_trial(session.expert)]


def whom(summary: SessionSummary) -> str:
    """How a sentence about somebody's answers calls them."""
    if is_crowd(summary.expert):
        return IN_THE_MIDDLE
    return "you" if is_trial(summary.expert) else summary.name
