"""Work on large arrays over all cores, by threads, and small work on one of them.

Numpy lets go of the interpreter meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["blocks", "in_threads", "one_core_product", "usable_cores"]

BLOCK = 1 << 16
"""Numbers that are worked on at a time: what comes of them stays in a core's cache."""

ONE_CORE = 1 << 18
"""Multiplications up to which OpenBLAS, with which numpy comes, starts no threads."""

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


def one_core_product(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """``left @ right``, in pieces so small that one core does them.

    Threads that wait for each other take several times as long once other work runs beside them.

    Parameters
    ----------
    left : ndarray of shape (m, k)
    right : ndarray of shape (k, n)

    Returns
    -------
    ndarray of shape (m, n)

    Examples
    --------
    >>> one_core_product(np.ones((2, 3)), np.ones((3, 1))).tolist()
    [[3.0], [3.0]]
    """
    whole = np.empty((left.shape[0], right.shape[1]))
    for some in blocks(0, right.shape[1], max(1, ONE_CORE // max(1, left.size))):
        np.matmul(left, right[:, some], out=whole[:, some])
    return whole
