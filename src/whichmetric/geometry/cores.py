"""Work on large arrays over all cores, by threads, and small work on one of them.

Numpy lets go of the interpreter meanwhile.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["blocks", "in_threads", "one_core_gram", "one_core_product", "usable_cores"]

BLOCK = 1 << 16
"""Numbers that are worked on at a time: what comes of them stays in a core's cache."""

ONE_CORE = 1 << 18
"""Multiplications up to which OpenBLAS, with which numpy comes, starts no threads."""

GRAM_ROWS = 48
"""By so many are rows multiplied with each other: a piece is about twice as long as high."""

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
        `k` is at least 1.
    right : ndarray of shape (k, n)

    Returns
    -------
    ndarray of shape (m, n)

    Examples
    --------
    >>> one_core_product(np.ones((2, 3)), np.ones((3, 1))).tolist()
    [[3.0], [3.0]]
    """
    (m, k), n = left.shape, right.shape[1]
    whole = np.empty((m, n))
    # Pieces about as high as wide, so that little is read for what is multiplied.
    bands = max(1, round(m * math.sqrt(k / ONE_CORE)))
    high = max(1, -(-m // bands))
    wide = max(1, ONE_CORE // (high * k))
    for rows in blocks(0, m, high):
        for columns in blocks(0, n, wide):
            np.matmul(left[rows], right[:, columns], out=whole[rows, columns])
    return whole


def one_core_gram(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """``rows @ rows.T``, likewise; exact where the sums are whole numbers below 2**24.

    Parameters
    ----------
    rows : ndarray of shape (m, k)

    Returns
    -------
    ndarray of shape (m, m)

    Examples
    --------
    >>> one_core_gram(np.array([[1, 2], [0, 1]], dtype=np.float32)).tolist()
    [[5.0, 2.0], [2.0, 1.0]]
    """
    (m, k), high, deep = rows.shape, GRAM_ROWS, ONE_CORE // GRAM_ROWS**2
    bands, strips = -(-m // high), -(-k // deep)
    padded = np.zeros((bands * high, strips * deep), dtype=np.float32)
    padded[:m, :k] = rows
    pieces = padded.reshape(bands, high, strips, deep).swapaxes(1, 2)
    gram = np.empty((bands * high, bands * high), dtype=np.float32)
    for band, piece in enumerate(pieces):
        own, rest = slice(band * high, (band + 1) * high), slice(band * high, None)
        products = np.matmul(piece, pieces[band:].swapaxes(2, 3)).sum(axis=1)
        gram[own, rest] = products.swapaxes(0, 1).reshape(high, len(gram) - own.start)
        gram[rest, own] = gram[own, rest].T
    return gram[:m, :m]
