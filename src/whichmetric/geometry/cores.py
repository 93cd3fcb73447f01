"""Work on large arrays over all cores, by threads: numpy lets go of the interpreter meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["blocks", "in_threads", "usable_cores"]

BLOCK = 1 << 16
"""Numbers that are worked on at a time: what comes of them stays in a core's cache."""

Piece = TypeVar("Piece")
Outcome = TypeVar("Outcome")


def usable_cores() -> int:
    """Cores that this process may use, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def blocks(start: int, end: int, size: int = BLOCK) -> list[slice]:
    """Slices of a long array, each short enough for a core's cache.

    Examples
    --------
    >>> blocks(0, 100_000)
    [slice(0, 65536, None), slice(65536, 100000, None)]
    """
    return [slice(at, min(at + size, end)) for at in range(start, end, size)]


def in_threads(work: Callable[[Piece], Outcome], pieces: Sequence[Piece]) -> list[Outcome]:
    """What comes of each piece, in their order, over all cores where there are several.

    Examples
    --------
    >>> in_threads(abs, [-1, 2])
    [1, 2]
    """
    threads = min(usable_cores(), len(pieces))
    if threads <= 1:
        return [work(piece) for piece in pieces]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, pieces))
