"""Owners who have signed in, until they sign out, twelve hours pass or the server stops."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

__all__ = ["LASTS", "OwnerSessions"]

LASTS = 12 * 3600
"""Seconds for which an owner who has signed in stays so."""
MOST = 1_000
"""Beyond this many, those who signed in first have to do so again."""


class OwnerSessions:
    """Kept in memory alone: a cookie is worth nothing once its session has ended here.

    Parameters
    ----------
    clock : callable
        Seconds, from a clock that does not jump.

    Examples
    --------
    >>> sessions = OwnerSessions()
    >>> cookie = sessions.begin()
    >>> sessions.holds(cookie), sessions.holds("guess")
    (True, False)
    >>> sessions.end(cookie)
    >>> sessions.holds(cookie)
    False
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def begin(self) -> str:
        """What the browser of an owner shows from now on: 256 random bits."""
        cookie = secrets.token_urlsafe(32)
        with self._lock:
            self._until[cookie] = self._clock() + LASTS
            while len(self._until) > MOST:
                self._until.popitem(last=False)
        return cookie

    def holds(self, cookie: str) -> bool:
        """Whether whoever shows this has signed in."""
        with self._lock:
            return self._until.get(cookie, 0.0) > self._clock()

    def end(self, cookie: str) -> None:
        """Let it be worth nothing."""
        with self._lock:
            self._until.pop(cookie, None)
