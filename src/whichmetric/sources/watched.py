"""How far a long read has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["watched"]

PAUSE = 0.25
"""Seconds between two looks."""


@contextmanager
def watched(
    connection: DuckDBPyConnection, progress: Callable[[float], None] | None
) -> Iterator[None]:
    """Tell what share of its present query a connection has done, from a thread of its own."""
    if progress is None:
        yield
        return
    connection.execute("SET enable_progress_bar = true").fetchall()
    connection.execute("SET enable_progress_bar_print = false").fetchall()
    is_done = Event()

    def look() -> None:
        while not is_done.wait(PAUSE):
            percent = connection.query_progress()
            if percent >= 0.0:
                progress(min(percent / 100.0, 1.0))

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()
