"""Joint probabilities of lapses, cells and ways of looking: arrays of shape (l, m, j)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["gathered", "masses", "over_lapses", "with_looks"]

FloatArray = NDArray[np.float64]
SingleArray = NDArray[np.float32]


def gathered(joints: list[SingleArray], place: NDArray[np.intp]) -> SingleArray:
    """Cells of several arrays as one, each copied once.

    Parameters
    ----------
    joints : list of ndarray of shape (l, m, j)
    place : ndarray of shape (n,)
        Cells in all of these, side by side; rising.
    """
    lapses, _, looks = joints[0].shape
    gathered = np.empty((lapses, len(place), looks), dtype=np.float32)
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
    for block in joint:  # faster than sum(axis=0, dtype=np.float64)
        summed += block
    return summed


def masses(joint: SingleArray) -> FloatArray:
    """Probability of each cell; ndarray of shape (m,)."""
    return np.asarray(np.einsum("mj->m", over_lapses(joint)))


def with_looks(joint: SingleArray, kept: NDArray[np.bool_], further: SingleArray) -> SingleArray:
    """Some ways of looking of one array and then all of another, each copied once.

    Parameters
    ----------
    joint : ndarray of shape (l, m, j)
    kept : ndarray of shape (j,)
    further : ndarray of shape (l, m, k)
    """
    ends = np.flatnonzero(np.diff(kept, prepend=False, append=False)).tolist()
    runs = zip(ends[::2], ends[1::2], strict=True)  # neighbours are copied together
    return np.concatenate([*(joint[..., start:end] for start, end in runs), further], axis=2)
