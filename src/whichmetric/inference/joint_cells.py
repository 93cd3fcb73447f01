"""Joint probabilities of lapses, cells and ways of looking: arrays of shape (l, m, j)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["Rooms", "gathered", "masses", "over_lapses", "parts", "with_looks"]

FloatArray = NDArray[np.float64]
SingleArray = NDArray[np.float32]
RESERVED = 1 << 23
"""Numbers for which there is room at least. What is not used yet takes no memory."""
AT_A_TIME = 1 << 15
"""Cells with ways of looking that are worked on together: a few arrays of them stay in a core's
cache, for all lapses."""


class Rooms:
    """Memory for arrays that replace one another: two blocks, in turn.

    Cells are cut at every answer. Arrays in new memory, which the system has to clear first, would
    take longer to get than to fill.
    """

    def __init__(self) -> None:
        self._blocks = [np.empty(0, dtype=np.float32)] * 2

    def next(self, shape: tuple[int, int, int]) -> SingleArray:
        """Room for an array; the array before the last one is overwritten."""
        size = math.prod(shape)
        last, block = self._blocks
        if block.size < size:
            block = np.empty(max(2 * size, RESERVED), dtype=np.float32)
        self._blocks = [block, last]
        return block[:size].reshape(shape)


def gathered(joints: list[SingleArray], place: NDArray[np.intp], rooms: Rooms) -> SingleArray:
    """Cells of several arrays as one, each copied once.

    Parameters
    ----------
    joints : list of ndarray of shape (l, m, j)
    place : ndarray of shape (n,)
        Cells in all of these, side by side; rising.
    rooms : Rooms
    """
    lapses, _, looks = joints[0].shape
    gathered = rooms.next((lapses, len(place), looks))
    begin = 0
    for joint in joints:
        start, end = np.searchsorted(place, (begin, begin + joint.shape[1]))
        for block, into in zip(joint, gathered[:, start:end], strict=True):
            np.take(block, place[start:end] - begin, axis=0, out=into, mode="clip")
        begin += joint.shape[1]
    return gathered


def over_lapses(joint: SingleArray) -> FloatArray:
    """The sum over the first axis, in double precision; ndarray of shape (m, j)."""
    summed = np.zeros(joint.shape[1:])
    for some in parts(joint):
        for block in joint[:, some]:  # faster than sum(axis=0, dtype=np.float64)
            summed[some] += block
    return summed


def masses(joint: SingleArray) -> FloatArray:
    """Probability of each cell; ndarray of shape (m,)."""
    found = [np.einsum("mj->m", over_lapses(joint[:, some])) for some in parts(joint)]
    return np.concatenate(found)


def parts(joint: SingleArray) -> Iterator[slice]:
    """Cells that are worked on together, one after the other."""
    _, cells, looks = joint.shape
    step = max(AT_A_TIME // looks, 1)
    return (slice(start, start + step) for start in range(0, cells, step))


def with_looks(
    joint: SingleArray, kept: NDArray[np.bool_], further: SingleArray, rooms: Rooms
) -> SingleArray:
    """Some ways of looking of one array and then all of another, each copied once.

    Parameters
    ----------
    joint : ndarray of shape (l, m, j)
    kept : ndarray of shape (j,)
    further : ndarray of shape (l, m, k)
    rooms : Rooms
    """
    ends = np.flatnonzero(np.diff(kept, prepend=False, append=False)).tolist()
    runs = zip(ends[::2], ends[1::2], strict=True)  # neighbours are copied together
    pieces = [*(joint[..., start:end] for start, end in runs), further]
    looks = sum(piece.shape[2] for piece in pieces)
    return np.concatenate(pieces, axis=2, out=rooms.next((*joint.shape[:2], looks)))
