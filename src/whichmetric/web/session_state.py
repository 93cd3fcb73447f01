"""What tells from the log alone whether anything was answered meanwhile."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from whichmetric.studies import SessionSummary, Study

__all__ = ["SessionState", "session_state"]


class SessionState(NamedTuple):
    """A session as it was at some time.

    Parameters
    ----------
    study, session : str
    answered : int
    last : datetime
        When the latest event was.
    """

    study: str
    session: str
    answered: int
    last: datetime


def session_state(study: Study, summary: SessionSummary) -> SessionState:
    """The state that a summary tells of."""
    return SessionState(study.id, summary.id, summary.answered, summary.last)
