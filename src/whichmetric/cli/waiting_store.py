"""Stores that say so when they keep somebody waiting, and do not hold who wants to leave."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, cast

from whichmetric.studies import StudyStore

__all__ = ["LONG", "Unfinished", "said_if_long", "watched"]

LONG = 1.0
"""Seconds after which somebody at a screen begins to wonder."""


@contextmanager
def said_if_long(say: Callable[[], None]) -> Iterator[None]:
    """Call `say`, in a thread of its own, where what is done inside takes longer than `LONG`."""
    timer = threading.Timer(LONG, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Unfinished(KeyboardInterrupt):
    """Ctrl-C while the store was at work and did not come to an end: what it did is not known."""


def watched(store: StudyStore, say: Callable[[], None]) -> StudyStore:
    """The same store, which calls `say` whenever a method takes longer than `LONG`.

    Methods run in a thread of their own, so that Ctrl-C is heard at once: a driver that waits for
    its server would first ask it to stop, and wait for that.

    Parameters
    ----------
    store : StudyStore
    say : callable
        Called while the method goes on.
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
            call = _Call(lambda: method(*arguments, **options))
            call.start()
            try:
                if not call.done.wait(LONG):
                    self._say()
                    call.done.wait()
            except KeyboardInterrupt:
                if not call.done.wait(LONG):
                    raise Unfinished from None
                raise
            return call.outcome()

        return timed


class _Call(threading.Thread):
    """A call of a method, and what came of it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()
        self._work = work
        self._value: Any = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Do it, and keep what comes of it."""
        try:
            self._value = self._work()
        except BaseException as error:  # for whoever waits
            self._error = error
        finally:
            self.done.set()

    def outcome(self) -> Any:
        """What the method has returned, or raised."""
        if self._error is not None:
            raise self._error
        return self._value
