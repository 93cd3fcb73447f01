"""Studies and sessions at a glance, from their logs alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from whichmetric.elicitation.result import Stopped
from whichmetric.errors import DocumentError, ReplayError
from whichmetric.studies.session_log import SessionLog
from whichmetric.studies.specification import StudySpecification
from whichmetric.studies.storage import SessionRecord, StudyHeader, StudyStore
from whichmetric.values import Answer

__all__ = ["SessionSummary", "StudySummary", "list_studies", "session_summary"]


@dataclass(frozen=True, kw_only=True)
class SessionSummary:
    """Where a session stands.

    Parameters
    ----------
    id, expert : str
    created : datetime
    answered : int
        Answers that stand, those that could not decide included; of a crowd, one for each person.
    undecided : int
        How many of them could not decide.
    ended : str or None
        Why there was nothing more to ask, as `Result.stopped` gives it; None where there is more,
        or nobody has looked yet.
    last : datetime
        When something last happened, by the clock of whoever did it.
    problem : str
        Why it, or its log, cannot be read; empty where both can.
    """

    id: str
    expert: str
    created: datetime
    answered: int
    undecided: int
    ended: Stopped | None
    last: datetime
    problem: str = ""

    @property
    def decided(self) -> int:
        """How many answers decided, "about equal" among them."""
        return self.answered - self.undecided

    @property
    def name(self) -> str:
        """What the expert is called; the session's own name where nobody is named."""
        return self.expert or self.id


@dataclass(frozen=True, kw_only=True)
class StudySummary:
    """Where a study stands.

    Parameters
    ----------
    id, title : str
    created : datetime
    sessions : tuple of SessionSummary
    problem : str
        What is damaged in its line of the list; empty where nothing is. Its table and its words are
        not looked at here.
    """

    id: str
    title: str
    created: datetime
    sessions: tuple[SessionSummary, ...]
    problem: str = ""


def session_summary(
    store: StudyStore,
    study: str,
    record: SessionRecord,
    specification: StudySpecification | None = None,
) -> SessionSummary:
    """Where a session stands; nothing is replayed.

    Parameters
    ----------
    store : StudyStore
    study : str
    record : SessionRecord
    specification : StudySpecification, optional
        Of the study; it tells whether a crowd is full, which has ended then, though a question may
        wait for somebody who was shown it.
    """
    log, problem = SessionLog(record.id), record.problem
    if not problem:
        try:
            log = SessionLog(record.id, store.events(study, record.id))
        except (DocumentError, ReplayError) as error:  # one damaged log must not hide the others
            problem = str(error)
    ended = None if log.ended is None else log.ended.reason
    if ended is None and specification is not None and specification.is_full(len(log.heard)):
        ended = "budget"
    return SessionSummary(
        id=record.id,
        expert=record.expert,
        created=record.created,
        answered=len(log.heard),
        undecided=sum(event.answer is Answer.SKIP for event in log.heard),
        ended=ended,
        last=log.events[-1].at if len(log) else record.created,
        problem=problem,
    )


def list_studies(store: StudyStore) -> tuple[StudySummary, ...]:
    """Where all studies of a store stand, in the order in which they were created."""
    return tuple(_study_summary(store, header) for header in store.studies())


def _study_summary(store: StudyStore, header: StudyHeader) -> StudySummary:
    records = () if header.problem else store.sessions(header.id)
    return StudySummary(
        id=header.id,
        title=header.title,
        created=header.created,
        sessions=tuple(session_summary(store, header.id, record) for record in records),
        problem=header.problem,
    )
