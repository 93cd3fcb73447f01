"""Points in time, always with their zone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from whichmetric.errors import InvalidInputError
from whichmetric.studies.short_repr import short_repr

__all__ = ["Clock", "checked_moment", "moment_from_text", "moment_text", "utc_now"]

Clock = Callable[[], datetime]
"""Says what time it is, with its zone."""


def utc_now() -> datetime:
    """The time by this machine's clock."""
    return datetime.now(UTC)


def checked_moment(name: str, value: Any) -> datetime:
    """A point in time in UTC, refused where its zone is not known."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise InvalidInputError(
            f"{name}={value!r} is not a time with a zone: give datetime.now(timezone.utc)."
        )
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise InvalidInputError(f"{name}={value} is outside of the calendar in UTC.") from None


def moment_text(moment: datetime) -> str:
    """As ISO 8601, to the microsecond.

    Examples
    --------
    >>> moment_text(datetime(2026, 3, 1, 9, 30, tzinfo=UTC))
    '2026-03-01T09:30:00.000000+00:00'
    """
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def moment_from_text(name: str, text: str) -> datetime:
    """The moment that `moment_text` has written.

    Examples
    --------
    >>> moment_from_text("at", "2026-03-01T09:30:00.000000+00:00")
    datetime.datetime(2026, 3, 1, 9, 30, tzinfo=datetime.timezone.utc)
    """
    try:
        moment = datetime.fromisoformat(text)
    except (TypeError, ValueError):  # a damaged database holds anything
        raise InvalidInputError(
            f"{name}={short_repr(text)} is not a time with a zone in ISO 8601."
        ) from None
    return checked_moment(name, moment)
