"""What experts' answers come to so far."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from whichmetric.reports.conclusion import Conclusion
from whichmetric.web.desk import Desk
from whichmetric.web.trails import Trails

__all__ = ["Finding", "Findings"]


class Finding(NamedTuple):
    """What a session's answers come to, now and before.

    Parameters
    ----------
    now : Conclusion
        From all answers.
    before : callable
        What was known after so many answers.
    """

    now: Conclusion
    before: Callable[[int], Conclusion]


class Findings:
    """Works out what sessions say, each time something was answered.

    Parameters
    ----------
    desk : Desk
    trails : Trails
        Keeps what was worked out.
    """

    def __init__(self, desk: Desk, trails: Trails) -> None:
        self._desk = desk
        self._trails = trails

    def of(self, study: str, session: str) -> Finding | None:
        """What a session's answers come to; None before the first."""
        with self._desk.session(study, session) as opened:
            answers = opened.answers
            if not answers:
                return None
            result = opened.estimate()
        found = self._desk.study(study)
        return Finding(
            self._trails.conclude(found, session, answers, result),
            partial(self._trails.after, found, session, answers),
        )
