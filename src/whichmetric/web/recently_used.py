"""What takes long to work out is kept while it is among what was used last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["RecentlyUsed"]

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class RecentlyUsed(Generic[Key, Kept]):
    """Several threads may use it at once.

    Parameters
    ----------
    most : int
        Things that are held; another one takes the place of the one not used for longest.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Key, Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Kept | None:
        """What is held under a key; None where there is nothing."""
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key]

    def put(self, key: Key, value: Kept) -> None:
        """Hold something."""
        with self._lock:
            self._held[key] = value
            self._held.move_to_end(key)
            while len(self._held) > self._most:
                self._held.popitem(last=False)
