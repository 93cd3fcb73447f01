"""A store that says so when it keeps somebody waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from whichmetric.studies import StudyStore

__all__ = ["LONG", "watched"]

LONG = 1.0
"""Seconds after which somebody at a screen begins to wonder."""


def watched(store: StudyStore, say: Callable[[], None]) -> StudyStore:
    """The same store, which calls `say` whenever a method takes longer than `LONG`.

    Parameters
    ----------
    store : StudyStore
    say : callable
        Called from another thread, while the method goes on.
    """
    return cast(StudyStore, _Watched(store, say))


class _Watched:
    """Hands every method of a store on."""

    def __init__(self, store: StudyStore, say: Callable[[], None]) -> None:
        self._store = store
        self._say = say

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if not callable(method):
            return method

        @wraps(method)
        def timed(*arguments: Any, **options: Any) -> Any:
            timer = threading.Timer(LONG, self._say)
            timer.daemon = True
            timer.start()
            try:
                return method(*arguments, **options)
            finally:
                timer.cancel()

        return timed
