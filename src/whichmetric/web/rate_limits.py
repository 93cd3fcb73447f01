"""How often somebody may ask for something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

__all__ = ["Allowance", "RateLimits"]

MOST_KEYS = 10_000
"""Beyond this many, those not seen for longest start anew."""


class Allowance(NamedTuple):
    """So many at once, and so many a second in the long run.

    Parameters
    ----------
    burst : float
    per_second : float
    """

    burst: float
    per_second: float


class RateLimits:
    """Counts requests by who makes them.

    Parameters
    ----------
    clock : callable
        Seconds, from a clock that does not jump.

    Examples
    --------
    >>> limits = RateLimits(clock=lambda: 0.0)
    >>> [limits.spend("somebody", Allowance(burst=2, per_second=1)) for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def spend(self, key: str, allowance: Allowance) -> bool:
        """Count one request; False where the allowance is used up."""
        with self._lock:
            left = self._now(key, allowance)
            allowed = left >= 1.0
            self._left[key] = (left - 1.0 if allowed else left, self._clock())
            self._left.move_to_end(key)
            while len(self._left) > MOST_KEYS:
                self._left.popitem(last=False)
            return allowed

    def seconds_until_next(self, key: str, allowance: Allowance) -> float:
        """How long to wait until another request is allowed; counts nothing."""
        with self._lock:
            return max(0.0, 1.0 - self._now(key, allowance)) / allowance.per_second

    def _now(self, key: str, allowance: Allowance) -> float:
        left, since = self._left.get(key, (allowance.burst, self._clock()))
        regained = (self._clock() - since) * allowance.per_second
        return min(allowance.burst, left + regained)
