"""Events as JSON keeps them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from whichmetric.errors import DocumentError
from whichmetric.studies.events import Answered, Asked, Ended, Event, Guessed, Option, Undone
from whichmetric.studies.fields import Fields, plain_number
from whichmetric.studies.moments import moment_from_text, moment_text
from whichmetric.values import Counts, Realisation, as_answer

__all__ = ["event_as_plain", "event_from_plain"]


def event_as_plain(event: Event) -> dict[str, Any]:
    """For JSON, every number to its last digit.

    Examples
    --------
    >>> from whichmetric.studies.moments import moment_from_text
    >>> noon = moment_from_text("at", "2026-03-01T12:00:00+00:00")
    >>> event_as_plain(Undone(number=3, at=noon, request_key="k1"))
    {'kind': 'undone', 'number': 3, 'at': '2026-03-01T12:00:00.000000+00:00', 'request_key': 'k1'}
    """
    at = {"at": moment_text(event.at)}
    match event:
        case Asked():
            sides = {"a": _option_as_plain(event.a), "b": _option_as_plain(event.b)}
            return (
                {"kind": "asked", "number": event.number}
                | at
                | sides
                | {"swapped": event.swapped}
                | _check_as_plain(event)
            )
        case Answered():
            said = {"answer": event.answer.value, "seconds": event.seconds}
            return (
                {"kind": "answered", "number": event.number}
                | at
                | said
                | {"request_key": event.request_key}
                | ({"joined": True} if event.joined else {})  # only of crowds
            )
        case Guessed():
            said = {"cost_ratio": event.cost_ratio, "request_key": event.request_key}
            return {"kind": "guessed"} | at | said
        case Undone():
            return (
                {"kind": "undone", "number": event.number} | at | {"request_key": event.request_key}
            )
        case Ended():
            return {"kind": "ended", "answered": event.answered} | at | {"reason": event.reason}


def event_from_plain(where: str, values: Any) -> Event:
    """What `event_as_plain` has written.

    Parameters
    ----------
    where : str
        The event's place, for errors.
    values : object
        As `json.loads` has read it.

    Raises
    ------
    DocumentError
        Naming the field that is damaged.
    """
    with Fields(where, values).reading() as read:
        kind = read.text("kind")
        if kind not in _READERS:
            raise DocumentError(
                f"{where}: kind={kind!r} is unknown: {', '.join(_READERS)} are known."
            )
        return _READERS[kind](read)


def _asked(read: Fields) -> Asked:
    return Asked(
        number=read.whole("number"),
        at=_moment(read),
        a=_option_from_plain(read.inner("a")),
        b=_option_from_plain(read.inner("b")),
        swapped=read.truth("swapped"),
        **_check_from_plain(read),
    )


def _answered(read: Fields) -> Answered:
    return Answered(
        number=read.whole("number"),
        at=_moment(read),
        answer=as_answer(read.text("answer")),
        seconds=None if read.is_none("seconds") else read.number("seconds"),
        request_key=read.text("request_key"),
        joined=read.has("joined") and read.truth("joined"),
    )


def _guessed(read: Fields) -> Guessed:
    return Guessed(
        cost_ratio=read.number("cost_ratio"), at=_moment(read), request_key=read.text("request_key")
    )


def _undone(read: Fields) -> Undone:
    return Undone(
        number=read.whole("number"), at=_moment(read), request_key=read.text("request_key")
    )


def _ended(read: Fields) -> Ended:
    reason: Any = read.text("reason")
    return Ended(answered=read.whole("answered"), at=_moment(read), reason=reason)


_READERS: dict[str, Callable[[Fields], Event]] = {
    "asked": _asked,
    "answered": _answered,
    "guessed": _guessed,
    "undone": _undone,
    "ended": _ended,
}


def _check_as_plain(event: Asked) -> dict[str, Any]:
    """Nothing for a trade-off, so that studies without checks are stored as they always were."""
    if event.purpose == "trade-off":
        return {}
    repeats = {} if event.repeats is None else {"repeats": event.repeats}
    return {"purpose": event.purpose} | repeats


def _check_from_plain(read: Fields) -> dict[str, Any]:
    return {
        name: value(name)
        for name, value in (("purpose", read.text), ("repeats", read.whole))
        if read.has(name)
    }


def _moment(read: Fields) -> datetime:
    return moment_from_text("at", read.text("at"))


def _option_as_plain(option: Option) -> dict[str, Any]:
    rule = option.realisation
    return {
        "counts": option.counts._asdict(),
        "realisation": None
        if rule is None
        else {
            "thresholds": [plain_number(threshold) for threshold in rule.thresholds],
            "weights": [plain_number(weight) for weight in rule.weights],
            "below": list(rule.below),
        },
    }


def _option_from_plain(fields: Fields) -> Option:
    with fields.reading() as read:
        with read.inner("counts").reading() as cells:
            counts = Counts(**{name: cells.whole(name) for name in Counts._fields})
        if read.is_none("realisation"):
            return Option(counts)
        with read.inner("realisation").reading() as rule:
            realisation = Realisation(
                rule.numbers("thresholds"), rule.numbers("weights"), tuple(rule.items("below"))
            )
        return Option(counts, realisation)
