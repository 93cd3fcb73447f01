"""Questions with what was said to them, also what was taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from whichmetric.studies.events import Answered, Asked, Event, Undone

__all__ = ["Exchange", "exchanges"]


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """A question as it was shown, and an answer to it.

    Parameters
    ----------
    asked : Asked
    answered : Answered
    undone : bool
        Whether the answer was taken back later.
    """

    asked: Asked
    answered: Answered
    undone: bool = False


def exchanges(events: Iterable[Event]) -> tuple[Exchange, ...]:
    """Every answer that was given, in the order of time, with its question.

    Parameters
    ----------
    events : iterable of Event
        Of one session, from its beginning.
    """
    found: list[Exchange] = []
    standing: list[int] = []  # places in `found` of the answers that stand
    questions: dict[int, Asked] = {}
    for event in events:
        match event:
            case Asked():
                questions[event.number] = event
            case Answered():
                standing.append(len(found))
                found.append(Exchange(asked=questions[event.number], answered=event))
            case Undone():
                place = standing.pop()
                found[place] = replace(found[place], undone=True)
    return tuple(found)
