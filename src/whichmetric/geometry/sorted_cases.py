"""Cases in the order of their scores, without sorting an index.

An index sort moves a pointer for each case and then reads scores and labels from all over memory.
Here the label rides inside the key that is sorted, so that plain numbers are all there is to sort:
many by their cells (see `cell_sort`), others by numpy's vectorised sort, on parts of the cases in
several threads; a stable sort then merges the parts, since it recognises what is in order already.

A finite float of 0 or more, its bits read as a whole number, keeps its order and has a free bit at
the top: shifted by one, it holds the label in its lowest bit. Negative scores are put in front,
sorted by their size and turned round. All of that happens in the memory of one column, and what is
counted takes its place.

A weight does not fit into a bit: then a case is a complex number, whose order is that of the real
part, the score; the imaginary part is the weight, negative for a negative case.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cell_sort import MANY, MOST, Keys, cells_of, sort_in_cells
from whichmetric.geometry.cores import blocks, in_threads, usable_cores

__all__ = ["Counted", "Weighed", "counted", "weighed"]

FloatArray = NDArray[np.float64]
ONE = np.uint64(1)
FEWEST = 200_000
"""Cases in a part that is worth a thread."""
MOST_PARTS = 4
"""More parts take longer to merge than they save."""


class Counted(NamedTuple):
    """Distinct scores, rising, with the numbers of positive and negative cases; shape (k,) each."""

    scores: FloatArray
    positive: FloatArray
    negative: FloatArray


class Weighed(NamedTuple):
    """Cases in the order of their scores.

    Parameters
    ----------
    scores : ndarray of shape (k,)
        Distinct, rising.
    starts : ndarray of shape (k,) or None
        Where the cases of each score begin, rising from 0; None where each has a single one.
    signed : ndarray of shape (n,)
        Weight of each case, times -1 for a negative one.
    """

    scores: FloatArray
    starts: NDArray[np.intp] | None
    signed: FloatArray


def counted(
    scores: FloatArray, is_positive: NDArray[np.bool_], *, overwrite: bool = False
) -> Counted:
    """The numbers of cases of both classes at each score.

    Parameters
    ----------
    scores, is_positive : ndarray of shape (n,)
        Finite scores, n at least 1.
    overwrite : bool
        Whether the result may take the memory of the scores, which nobody needs any more; else they
        are left as they are.

    Examples
    --------
    >>> counted(np.array([0.5, -1.0, 0.5]), np.array([True, False, False]))
    Counted(scores=array([-1. ,  0.5]), positive=array([0., 1.]), negative=array([1., 1.]))
    """
    keys = np.add(scores, 0.0, out=scores if overwrite else None)  # in which -0.0 is 0.0
    below, is_positive = _negative_first(keys, is_positive)
    keys = keys.view(np.uint64)
    for side in (slice(0, below), slice(below, keys.size)):
        _sort_with_labels(keys[side], is_positive[side])
    keys[:below] = keys[:below][::-1]
    is_first = _are_first(keys, below)
    below = int(np.count_nonzero(is_first[:below]))
    if is_first.all():
        distinct, positive, negative = _one_each(keys)
    else:
        starts = np.flatnonzero(is_first).astype(np.int64, copy=False)
        del is_first  # what comes next takes as much memory
        distinct, positive, negative = _added_up(keys, starts)
    np.negative(distinct[:below], out=distinct[:below])
    return Counted(distinct, positive, negative)


def _negative_first(
    scores: FloatArray, is_positive: NDArray[np.bool_]
) -> tuple[int, NDArray[np.bool_]]:
    """Move negative scores to the front, without their sign.

    Returns
    -------
    below : int
        How many there are.
    is_positive : ndarray of shape (n,)
        The labels in the same order.
    """
    if scores.size == 0 or scores.min() >= 0.0:
        return 0, is_positive
    is_below = scores < 0.0
    front, back = -scores[is_below], scores[~is_below]
    scores[: front.size], scores[front.size :] = front, back
    return front.size, np.concatenate((is_positive[is_below], is_positive[~is_below]))


def _sort_with_labels(keys: Keys, is_positive: NDArray[np.bool_]) -> None:
    """Make keys of the bits of scores of 0 or more, and sort them, all in the same memory."""
    cells = cells_of(keys.view(np.float64)) if MANY <= keys.size <= MOST else None
    keys <<= ONE
    keys |= is_positive
    if cells is None:
        sort(keys)
    else:
        sort_in_cells(keys, cells)


def _are_first(keys: Keys, below: int) -> NDArray[np.bool_]:
    """Which keys have another score than the one before; ndarray of shape (n,)."""
    is_first = np.empty(keys.size, dtype=np.bool_)
    is_first[:1] = True
    for block in blocks(1, keys.size):
        before = keys[block.start - 1 : block.stop - 1]
        np.greater(keys[block] ^ before, ONE, out=is_first[block])
    is_first[below : below + 1] = True  # whose sign is another
    return is_first


def _one_each(keys: Keys) -> Counted:
    """The numbers where every score has one case; the keys become the scores."""
    positive, negative = np.empty(keys.size), np.empty(keys.size)

    def fill(block: slice) -> None:
        positive[block] = keys[block] & ONE
        np.subtract(1.0, positive[block], out=negative[block])
        keys[block] >>= ONE

    in_threads(fill, blocks(0, keys.size))
    return Counted(keys.view(np.float64), positive, negative)


def _added_up(keys: Keys, starts: NDArray[np.int64]) -> Counted:
    """The numbers where scores are shared; they take the memory of the arguments.

    Parameters
    ----------
    keys : ndarray of shape (n,)
    starts : ndarray of shape (k,)
        Where each score begins, rising from 0.
    """
    positive, negative = np.empty(starts.size), starts.view(np.float64)
    for block in blocks(0, starts.size):  # none is written to before it has been read
        begin = starts[block.start]
        end = starts[block.stop] if block.stop < starts.size else keys.size
        cases, first = keys[begin:end], starts[block] - begin
        positive[block] = np.add.reduceat(cases & ONE, first)
        negative[block] = np.diff(first, append=cases.size) - positive[block]
        keys[block] = cases[first] >> ONE
    scores = keys[: starts.size].view(np.float64)
    return Counted(scores if 2 * scores.size > keys.size else scores.copy(), positive, negative)


def weighed(
    scores: FloatArray,
    is_positive: NDArray[np.bool_],
    weights: FloatArray,
    *,
    overwrite: bool = False,
) -> Weighed:
    """The cases in the order of their scores, each with its weight.

    Parameters
    ----------
    scores, is_positive, weights : ndarray of shape (n,)
        Finite scores, and finite weights of 0 or more.
    overwrite : bool
        Whether the result may take the memory of the scores, which nobody needs any more.
    """
    cases = np.empty(scores.size, dtype=np.complex128)
    np.add(scores, 0.0, out=cases.real)
    np.copyto(cases.imag, weights)
    np.negative(cases.imag, out=cases.imag, where=~is_positive)
    if np.any(cases.real[1:] < cases.real[:-1]):  # an engine may have sorted them
        sort(cases)
    ordered = scores if overwrite else np.empty(scores.size)
    np.copyto(ordered, cases.real)
    signed = np.ascontiguousarray(cases.imag)
    del cases  # what comes next takes as much memory
    is_first = np.ones(ordered.size, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    if is_first.all():
        return Weighed(ordered, None, signed)
    return Weighed(ordered[is_first], np.flatnonzero(is_first), signed)


def sort(keys: NDArray[Any]) -> None:
    """Sort an array in place, parts of it in threads."""
    parts = min(usable_cores(), MOST_PARTS, max(1, keys.size // FEWEST))
    in_threads(np.ndarray.sort, np.array_split(keys, parts))
    if parts > 1:
        keys.sort(kind="stable")
