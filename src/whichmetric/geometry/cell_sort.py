"""A sort of many keys: once to about their places, then among neighbours.

A sort by comparison looks at every key once for each halving of their number. Here a key's score
says where it belongs, nearly: keys are moved into narrow cells of scores in one pass, a counting
sort, which is what turning a sparse matrix round does. What is left to sort are neighbourhoods of
a small fixed width, for which numpy has a network without any branch.

Cells are equally wide in the score; or in its bits, which is nearly its logarithm, where a few high
scores would leave most cells empty. A look at some scores decides. Cells that are crowded all the
same are sorted one by one, and where nothing spreads the scores the keys are sorted as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cores import blocks, in_threads, usable_cores

__all__ = ["MANY", "MOST", "Keys", "cells_of", "sort_in_cells"]

FloatArray = NDArray[np.float64]
Keys = NDArray[np.uint64]
Cells = NDArray[np.int32]
Ruler = FloatArray | NDArray[np.int64]
"""One number for each key, in the same order."""

MANY = 1_000_000
"""Keys from which on cells are worth the time to load what moves them."""
MOST = 2**31 - 1
"""Keys whose places fit into 32 bits."""
WIDTH = 256
"""Keys in a neighbourhood: the most that numpy sorts by a network; twice as many take three times
as long for each key."""
PER_CELL = 64
"""Keys in a cell, on average; twice as many, half a neighbourhood, are not yet crowded."""
SAMPLE, COARSE = 1 << 14, 256
"""Scores that are looked at, and cells for them."""
MOST_HALVINGS = 4.0
"""Of keys in crowded cells, on average, up to which cells save time; all in one of `COARSE` cells
would be 8."""


def cells_of(scores: FloatArray) -> Cells | None:
    """Narrow cells of scores, in their order; None where no cells spread the scores.

    Parameters
    ----------
    scores : ndarray of shape (n,)
        Finite, 0 or more, and none of them -0.0.

    Returns
    -------
    ndarray of shape (n,)
        The number of each score's cell, which never falls where scores rise.
    """
    ruler = _spreading(scores)
    return None if ruler is None else _cells(ruler, max(scores.size // PER_CELL, 1))


def sort_in_cells(keys: Keys, cells: Cells) -> None:
    """Sort keys in place.

    Parameters
    ----------
    keys, cells : ndarray of shape (n,)
        Cells that never fall where keys rise.
    """
    sizes = _move(keys, cells)
    _sort_crowded(keys, sizes)
    _sort_neighbours(keys, 0)
    _sort_neighbours(keys, WIDTH // 2)


def _spreading(scores: FloatArray) -> Ruler | None:
    """What cells are to be equally wide in."""
    rulers: list[Ruler] = [scores, scores.view(np.int64)]
    halvings = [_halvings(ruler) for ruler in rulers]
    best = int(np.argmin(halvings))
    return rulers[best] if halvings[best] < MOST_HALVINGS else None


def _halvings(ruler: Ruler) -> float:
    """How often more the keys of a cell are to be halved than if all cells had as many.

    It is the mean over a few of the keys, with the ends of all.
    """
    low, high = ruler.min(), ruler.max()
    if low == high:
        return np.inf
    few = ruler[:: max(1, ruler.size // SAMPLE)]
    cells = np.minimum((few - low) / (high - low) * COARSE, COARSE - 1).astype(np.intp)
    counts = np.bincount(cells)[cells]
    return float(np.log2(counts * (COARSE / few.size)).mean())


def _cells(ruler: Ruler, number: int) -> Cells:
    """The cell of each key; every step of the arithmetic keeps their order."""
    low, high = ruler.min(), ruler.max()
    cells = np.empty(ruler.size, dtype=np.int32)

    def fill(block: slice) -> None:
        place = (ruler[block] - low) / (high - low)
        place *= number
        np.minimum(place, number - 1, out=place)
        cells[block] = place  # towards 0, which is down

    in_threads(fill, blocks(0, ruler.size))
    return cells


def _move(keys: Keys, cells: Cells) -> NDArray[np.int32]:
    """Move the keys of the first cell to the front and so on; return how many each cell has."""
    from scipy.sparse import csr_array

    ends = np.array([0, keys.size], dtype=np.int32)
    row = csr_array((keys, cells, ends), shape=(1, int(cells.max()) + 1))
    columns = row.tocsc()
    keys[:] = columns.data
    return np.diff(columns.indptr)


def _sort_crowded(keys: Keys, sizes: NDArray[np.int32]) -> None:
    """Sort what lies in cells that may not fit into a neighbourhood, whatever its start."""
    ends = np.cumsum(sizes, dtype=np.int64)
    crowded = np.flatnonzero(sizes > WIDTH // 2)
    slices = list(zip((ends - sizes)[crowded].tolist(), ends[crowded].tolist(), strict=True))

    def sort(first: int) -> None:
        for start, end in slices[first::threads]:
            keys[start:end].sort()

    threads = usable_cores()
    in_threads(sort, range(threads))


def _sort_neighbours(keys: Keys, start: int) -> None:
    """Sort neighbourhoods, side by side from a start on.

    A cell of half a neighbourhood or less lies in one of those from the beginning on, or in one of
    those that begin in the middle of these: after both all is in order.
    """
    end = start + (keys.size - start) // WIDTH * WIDTH
    rows = keys[start:end].reshape(-1, WIDTH)
    in_threads(lambda part: part.sort(axis=1), np.array_split(rows, usable_cores()))
    keys[end:].sort()
