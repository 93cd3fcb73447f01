"""The events of a session, and what stands of them."""

from __future__ import annotations

from collections.abc import Iterable

from whichmetric.errors import ReplayError
from whichmetric.studies.events import (
    Answered,
    Asked,
    Ended,
    Event,
    Guessed,
    Undone,
    request_key_of,
)

__all__ = ["SessionLog"]


class SessionLog:
    """Keeps the order of events honest, without asking any elicitor.

    A question is asked once all before it are answered; an answer is to the question being asked;
    only the last answer can be undone, after which its question is being asked again, as it was.
    A guess comes before anything has ever been answered. In a crowd, a question that has its answer
    may be answered by others who were shown it, and nothing is undone.

    Parameters
    ----------
    session : str
        Its name, for errors.
    events : iterable of Event
    """

    def __init__(self, session: str, events: Iterable[Event] = ()) -> None:
        self._session = session
        self._events: list[Event] = []
        self._asked: list[Asked] = []
        self._answers: list[Answered] = []
        self._heard: list[Answered] = []
        self._ended: Ended | None = None
        self._guessed: Guessed | None = None
        self._by_key: dict[str, Answered | Guessed | Undone] = {}
        for event in events:
            self.add(event)

    def __len__(self) -> int:
        return len(self._events)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""
        return tuple(self._events)

    @property
    def answers(self) -> tuple[Answered, ...]:
        """The answers that stand, in order, one for each question."""
        return tuple(self._answers)

    @property
    def heard(self) -> tuple[Answered, ...]:
        """The same with those that joined them, in the order of time."""
        return tuple(self._heard)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The questions that stand, in order; the last may wait for its answer."""
        return tuple(self._asked)

    @property
    def guessed(self) -> Guessed | None:
        """The last guess of the cost ratio."""
        return self._guessed

    @property
    def may_guess(self) -> bool:
        """Whether nothing has ever been answered; an undone answer was one."""
        return not any(isinstance(event, Answered) for event in self._events)

    @property
    def pending(self) -> Asked | None:
        """The question that waits for its answer."""
        return self._asked[-1] if len(self._asked) > len(self._answers) else None

    def pending_at(self, position: int) -> int | None:
        """Number of the question that waited when so many events had happened."""
        waiting = None
        for event in self._events[:position]:
            match event:
                case Asked():
                    waiting = event.number
                case Answered(joined=False):
                    waiting = None
        return waiting

    @property
    def ended(self) -> Ended | None:
        """The end, unless an answer was undone after it."""
        return self._ended

    def under(self, request_key: str) -> Answered | Guessed | Undone | None:
        """The event that a request has led to."""
        return self._by_key.get(request_key)

    def fits(self, event: Event) -> bool:
        """Whether an event may come next."""
        count, pending = len(self._answers), self.pending
        match event:
            case Asked():
                return pending is None and self._ended is None and event.number == count + 1
            case Answered(joined=True):
                return event.number <= count
            case Answered():
                return pending is not None and event.number == pending.number
            case Guessed():
                return self.may_guess
            case Undone():
                return 0 < count == event.number and not self._heard[-1].joined
            case Ended():
                return pending is None and self._ended is None and event.answered == count

    def add(self, event: Event) -> None:
        """Take the next event; refuse it, and change nothing, where it does not fit."""
        key = request_key_of(event)
        if not self.fits(event) or key in self._by_key:
            raise ReplayError(
                f"Session {self._session!r}: event {len(self)} is {event}, which cannot follow "
                f"after {self._state()}. The log has been changed or damaged."
            )
        self._events.append(event)
        match event:
            case Asked():
                self._asked.append(event)
            case Answered():
                if not event.joined:
                    self._answers.append(event)
                self._heard.append(event)
                self._by_key[event.request_key] = event
            case Guessed():
                self._guessed = event
                self._by_key[event.request_key] = event
            case Undone():
                self._answers.pop()
                self._heard.pop()
                del self._asked[event.number :]
                self._ended = None
                self._by_key[event.request_key] = event
            case Ended():
                self._ended = event

    def _state(self) -> str:
        if not self._events:
            return "nothing"
        waiting = f"{self.pending} is waiting" if self.pending else "no question is waiting"
        return f"{self._events[-1]} ({waiting})"
