"""How far a long read has come, and how it is stopped."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["Passes", "looking_at_passes", "looking_at_queries", "watched"]

PAUSE = 0.25
"""Seconds between two looks."""
LAST_PAUSE, LONGEST_STOP = 0.02, 0.5
"""Seconds between two requests to stop, and for all of them. Between queries numpy is at work,
which nobody can stop: its thread is left alone then, and ends when that does."""
NAME = "whichmetric-read"
"""Of threads that read."""

Outcome = TypeVar("Outcome")


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


def looking_at_queries(
    connection: DuckDBPyConnection, progress: Callable[[float], None]
) -> Callable[[], None]:
    """A look at what share of its queries a connection of ours has done, which is set up for it."""
    connection.execute("SET enable_progress_bar = true").fetchall()
    connection.execute("SET enable_progress_bar_print = false").fetchall()
    passes = Passes(progress)

    def look() -> None:
        percent = connection.query_progress()
        if percent >= 0.0:
            passes.tell(min(percent / 100.0, 1.0))

    return look


def looking_at_passes(
    progress: Callable[[float], None],
) -> tuple[Callable[[], None], Callable[[], None]]:
    """What a read calls after each pass, and a look that tells of those since the last one.

    So `progress` is called by whoever waits, and not by the thread that reads.
    """
    passes, finished = Passes(progress), SimpleQueue[None]()

    def look() -> None:
        while not finished.empty():
            finished.get()
            passes.done()

    return lambda: finished.put(None), look


def watched(
    connection: DuckDBPyConnection,
    work: Callable[[], Outcome],
    look: Callable[[], None] = lambda: None,
) -> Outcome:
    """What comes of work with a connection, which Ctrl-C stops.

    The work has a thread of its own: who waits for DuckDB hears no Ctrl-C before it has done a good
    deal, or ever.

    Parameters
    ----------
    connection : DuckDBPyConnection
        All queries of the work are on it.
    work : callable
    look : callable
        Is called a few times a second by whoever waits. What it raises stops the work.
    """
    call = _Call(work)
    call.start()
    try:
        while not call.done.wait(PAUSE):
            look()
    except BaseException:
        end = monotonic() + LONGEST_STOP
        while not call.done.is_set() and monotonic() < end:
            connection.interrupt()  # the query of this moment; another may follow
            call.done.wait(LAST_PAUSE)
        raise
    return call.outcome()


class _Call(Thread, Generic[Outcome]):
    """Work, and what came of it."""

    def __init__(self, work: Callable[[], Outcome]) -> None:
        super().__init__(daemon=True, name=NAME)
        self.done = Event()
        self._work = work
        self._values: list[Outcome] = []
        self._error: BaseException | None = None

    def run(self) -> None:
        """Do it, and keep what comes of it."""
        try:
            self._values.append(self._work())
        except BaseException as error:  # for whoever waits
            self._error = error
        finally:
            self.done.set()

    def outcome(self) -> Outcome:
        """What the work has returned, or raised."""
        if self._error is not None:
            raise self._error
        return self._values.pop()
