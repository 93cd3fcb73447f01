"""How far a long read has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["Passes", "watched"]

PAUSE = 0.25
"""Seconds between two looks."""


class Passes:
    """What share of a read is done whose number of passes nobody knows beforehand.

    A look at the rows tells how to count them, and a count whether to count again. So each pass is
    taken for half of what is left, and the share never falls.

    Parameters
    ----------
    progress : callable
        Is told the share, from 0 to 1.

    Examples
    --------
    >>> passes = Passes(print)
    >>> for share in (0.5, 1.0, 0.5):  # the second pass has begun
    ...     passes.tell(share)
    0.25
    0.5
    0.625
    """

    def __init__(self, progress: Callable[[float], None]) -> None:
        self._progress = progress
        self._before, self._share = 0.0, 0.0

    def tell(self, share: float) -> None:
        """Take the share of the present pass; less than before means that it is another one."""
        if share < self._share:
            self._before += (1.0 - self._before) / 2.0
        self._share = share
        self._progress(self._before + (1.0 - self._before) / 2.0 * share)

    def done(self) -> None:
        """Take a pass for done."""
        self._before += (1.0 - self._before) / 2.0
        self._share = 0.0
        self._progress(self._before)


@contextmanager
def watched(
    connection: DuckDBPyConnection, progress: Callable[[float], None] | None
) -> Iterator[None]:
    """Tell what share of its queries a connection has done, from a thread of its own.

    What `progress` raises is raised here, at the end.
    """
    if progress is None:
        yield
        return
    connection.execute("SET enable_progress_bar = true").fetchall()
    connection.execute("SET enable_progress_bar_print = false").fetchall()
    is_done = Event()
    passes, failures = Passes(progress), list[Exception]()

    def look() -> None:
        while not is_done.wait(PAUSE):
            percent = connection.query_progress()
            if percent >= 0.0:
                try:
                    passes.tell(min(percent / 100.0, 1.0))
                except Exception as failure:  # of the user's own function
                    failures.append(failure)
                    return

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()
    if failures:
        raise failures[0]
