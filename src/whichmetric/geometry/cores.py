"""Work on large arrays over all cores, by threads: numpy lets go of the interpreter meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["in_threads", "usable_cores"]

Piece = TypeVar("Piece")
Outcome = TypeVar("Outcome")


def usable_cores() -> int:
    """Cores that this process may use, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_threads(work: Callable[[Piece], Outcome], pieces: Sequence[Piece]) -> list[Outcome]:
    """What comes of each piece, in their order; a thread for each where there are several.

    Examples
    --------
    >>> in_threads(abs, [-1, 2])
    [1, 2]
    """
    if len(pieces) == 1:
        return [work(pieces[0])]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(pieces)) as threads:
        return list(threads.map(work, pieces))
