"""A session's state: its log, told to an elicitor again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from whichmetric.elicitation import Result
from whichmetric.errors import ReplayError
from whichmetric.studies.checked_elicitor import CheckedElicitor
from whichmetric.studies.events import Answered, Asked, Ended, Event, Guessed, Option, Undone
from whichmetric.studies.session_log import SessionLog
from whichmetric.studies.specification import StudySpecification, installed_version

__all__ = ["Replay"]


class Replay:
    """Follows a log with an elicitor, which must ask what the log says was asked.

    Answers are told one by one as they come. An undone answer makes the elicitor start anew, at the
    next question that has to be known.

    Parameters
    ----------
    specification : StudySpecification
    session : str
        Its name.
    events : iterable of Event

    Raises
    ------
    ReplayError
        Where the elicitor asks something else than the log, or the log is out of order.
    """

    def __init__(
        self, specification: StudySpecification, session: str, events: Iterable[Event] = ()
    ) -> None:
        self._specification = specification
        self._session = session
        self.log = SessionLog(session)
        self._restart()
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        """Take the next event of the log; refuse it, and change nothing, where it is not ours."""
        if self.log.fits(event) and isinstance(event, Asked | Ended):
            expected = self.next(event.at)
            if not _same(expected, event):
                raise ReplayError(
                    f"Session {self._session!r} does not replay. Stored: {event}. "
                    f"Asked now: {expected}. The study was made by version "
                    f"{self._specification.code_version}, this is version {installed_version()}; "
                    "if they are the same, the study has been changed or damaged."
                )
        if self._has_no_place(event):
            raise ReplayError(
                f"Session {self._session!r} holds {event}, for which its study has no place: "
                "the log has been changed or damaged."
            )
        self.log.add(event)

    def _has_no_place(self, event: Event) -> bool:
        is_crowd = self._specification.is_crowd
        match event:
            case Guessed():
                return not self._specification.checks.guess
            case Undone():
                return is_crowd
            case Answered(joined=True):
                return not is_crowd
        return False

    def next(self, at: datetime) -> Asked | Ended:
        """What comes once all answers are given: the next question, or the end.

        Parameters
        ----------
        at : datetime
            When that is.
        """
        asking = self._current().ask()
        count = len(self.log.answers)
        if asking is None:
            reason = self._elicitor.stopped
            assert reason is not None
            return Ended(answered=count, reason=reason, at=at)
        out_of = self._specification.out_of
        return Asked(
            number=count + 1,
            a=Option.of(asking.question.a, out_of),
            b=Option.of(asking.question.b, out_of),
            swapped=asking.swapped,
            at=at,
            purpose=asking.purpose,
            repeats=asking.repeats,
        )

    def estimate(self) -> Result:
        """What the standing answers say."""
        return self._current().estimate()

    def _current(self) -> CheckedElicitor:
        """The elicitor, told all standing answers."""
        heard = self.log.heard
        if self._told != list(heard[: len(self._told)]):
            self._restart()
        for answered in heard[len(self._told) :]:
            try:
                self._elicitor.hear(answered)
            except BaseException:  # an elicitor that was interrupted is of no more use
                self._restart()
                raise
            self._told.append(answered)
        return self._elicitor

    def _restart(self) -> None:
        self._elicitor = CheckedElicitor(self._specification, self._session)
        self._told: list[Answered] = []


def _same(expected: Asked | Ended, stored: Asked | Ended) -> bool:
    if isinstance(expected, Asked) and isinstance(stored, Asked):
        return expected.shows_the_same_as(stored)
    return expected == stored
