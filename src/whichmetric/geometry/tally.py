"""The weight of each class at each score, gathered in pieces that add up exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cores import blocks, in_threads
from whichmetric.geometry.exact_sums import Parts, exact_sums, moved, sum_parts
from whichmetric.geometry.number_of_cases import (
    Cases,
    ClassCases,
    cases_of_column,
    cases_of_rows,
)
from whichmetric.geometry.sorted_cases import counted, weighed

__all__ = ["Tally", "added_up", "end_to_end", "in_a_row"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Tally:
    """What a score table is made from; unlike a table, it may lack a class or be empty.

    Parameters
    ----------
    scores : ndarray of shape (k,)
        Distinct, finite, rising.
    positive, negative : tuple of ndarray of shape (k,)
        The parts (see :mod:`whichmetric.geometry.exact_sums`) of each class's summed weight, or
        of its count where cases have no weights.
    highest : ndarray of shape (k,), optional
        Where entries are bins of several scores, the highest of each; `scores` are the lowest.
    cases : tuple of ClassCases, optional
        Of rows with weights: how many cases they count for. None where the columns say it, as they
        do for counts.

    Examples
    --------
    >>> first = Tally.of_cases(np.array([0.5, 0.5]), np.array([True, False]))
    >>> both = first + Tally.of_cases(np.array([0.2, 0.5]), np.array([False, True]))
    >>> both.scores, both.positive, both.negative
    (array([0.2, 0.5]), (array([0., 2.]),), (array([1., 1.]),))
    """

    scores: FloatArray
    positive: Parts
    negative: Parts
    highest: FloatArray | None = None
    cases: Cases | None = None

    @classmethod
    def of_cases(
        cls,
        scores: FloatArray,
        is_positive: NDArray[np.bool_],
        weights: FloatArray | None = None,
        counts: FloatArray | None = None,
        *,
        overwrite: bool = False,
    ) -> Tally:
        """The tally of cases, or of groups of equal cases.

        Parameters
        ----------
        scores, is_positive : ndarray of shape (n,)
        weights : ndarray of shape (n,), optional
            Finite and 0 or more, with a finite sum; 1 for each case where left out.
        counts : ndarray of shape (n,), optional
            How many cases each row stands for; 1 where left out.
        overwrite : bool
            Whether the memory of the scores may be used, which nobody needs any more.
        """
        if weights is not None and counts is not None:
            return cls._of_groups(scores, is_positive, weights, counts)
        given = counts if weights is None else weights
        if given is None:
            distinct, *numbers = counted(scores, is_positive, overwrite=overwrite)
            return cls(distinct, (numbers[0],), (numbers[1],))
        cases = None if weights is None else cases_of_rows(weights, is_positive)
        distinct, starts, signed = weighed(scores, is_positive, given, overwrite=overwrite)
        if starts is None:  # no two weights are to be added
            positive = np.maximum(signed, 0.0)
            np.subtract(positive, signed, out=signed)  # what is negative, without its sign
            return cls(distinct, (positive,), (signed,), cases=cases)
        return cls(distinct, *_summed(starts, signed), cases=cases)

    @classmethod
    def _of_groups(
        cls,
        scores: FloatArray,
        is_positive: NDArray[np.bool_],
        weights: FloatArray,
        counts: FloatArray,
    ) -> Tally:
        """Of groups with a weight and a number: an index is sorted, since there are four columns.

        Engines give them in the order of their scores, where they can; that is quick to sort.
        """
        distinct, place = np.unique(scores + 0.0, return_inverse=True)
        positive, negative = (
            exact_sums(place, weights * chosen, counts, distinct.size)
            for chosen in (is_positive, ~is_positive)
        )
        return cls(distinct, positive, negative, cases=cases_of_rows(weights, is_positive, counts))

    @property
    def known_cases(self) -> Cases:
        """The cases of both classes, by what is known of the rows or else by the columns."""
        if self.cases is not None:
            return self.cases
        return cases_of_column(self.positive[0]), cases_of_column(self.negative[0])

    @property
    def tops(self) -> FloatArray:
        """The highest score of each entry; ndarray of shape (k,)."""
        return self.scores if self.highest is None else self.highest

    def __add__(self, other: Tally) -> Tally:
        return replace(self._plus(other), cases=_cases_of([self, other]))

    def _plus(self, other: Tally) -> Tally:
        """The sum, but for its cases."""
        if self._is_below(other):
            return self._followed_by(other)
        if self.highest is not None or other.highest is not None:
            return self._joined(other)
        scores = np.union1d(self.scores, other.scores)
        mine, theirs = (np.searchsorted(scores, tally.scores) for tally in (self, other))
        positive, negative = (
            sum_parts([*moved(a, mine, scores.size), *moved(b, theirs, scores.size)])
            for a, b in ((self.positive, other.positive), (self.negative, other.negative))
        )
        return Tally(scores, positive, negative)

    def _is_below(self, other: Tally) -> bool:
        return bool(len(self) and len(other) and self.tops[-1] < other.scores[0])

    def _followed_by(self, other: Tally) -> Tally:
        """The sum with a tally whose scores are all higher: nothing needs to be added."""
        is_binned = self.highest is not None or other.highest is not None
        return Tally(
            np.concatenate((self.scores, other.scores)),
            end_to_end([self.positive, other.positive]),
            end_to_end([self.negative, other.negative]),
            np.concatenate((self.tops, other.tops)) if is_binned else None,
        )

    def _joined(self, other: Tally) -> Tally:
        """The sum with bins: those of both that overlap become one, since neither can be cut."""
        lowest = np.concatenate((self.scores, other.scores))
        highest = np.concatenate((self.tops, other.tops))
        order = np.argsort(lowest, kind="stable")
        reach = np.maximum.accumulate(highest[order])
        starts = np.flatnonzero(np.concatenate(([True], lowest[order][1:] > reach[:-1])))
        both = Tally(
            lowest,
            end_to_end([self.positive, other.positive]),
            end_to_end([self.negative, other.negative]),
            highest,
        )
        return both[order].merged(starts)

    def merged(self, starts: NDArray[np.intp]) -> Tally:
        """The tally whose entries are runs of this one's.

        Parameters
        ----------
        starts : ndarray of shape (m,)
            Where each run begins, rising from 0.
        """
        place = np.repeat(np.arange(starts.size), np.diff(starts, append=len(self)))
        positive, negative = (
            sum_parts(
                [level for part in side for level in exact_sums(place, part, None, starts.size)]
            )
            for side in (self.positive, self.negative)
        )
        highest = np.maximum.reduceat(self.tops, starts)
        return Tally(self.scores[starts], positive, negative, highest, self.cases)

    def without_empty(self) -> Tally:
        """The entries at which something was counted; itself where that is all of them."""
        positive, negative = self.positive[0], self.negative[0]
        # In blocks: a table may take half of the memory that there is.
        if all((positive[block] + negative[block]).all() for block in blocks(0, len(self))):
            return self
        return replace(self[positive + negative > 0.0], cases=self.cases)

    def __getitem__(self, chosen: NDArray[np.intp] | NDArray[np.bool_]) -> Tally:
        """Some entries; which of the cases are theirs is not known."""
        positive, negative = (
            tuple(part[chosen] for part in side) for side in (self.positive, self.negative)
        )
        highest = None if self.highest is None else self.highest[chosen]
        return Tally(self.scores[chosen], positive, negative, highest)

    def __len__(self) -> int:
        return int(self.scores.size)


def _summed(starts: NDArray[np.intp], signed: FloatArray) -> tuple[Parts, Parts]:
    """The parts of the positive and of the negative weight of each score.

    Some scores at a time: their sums are the same, and take little memory on the way.

    Parameters
    ----------
    starts, signed
        As of `whichmetric.geometry.sorted_cases.Weighed`.
    """
    sides: tuple[list[FloatArray], list[FloatArray]] = (
        [np.empty(starts.size)],
        [np.empty(starts.size)],
    )
    further: list[tuple[slice, int, Parts]] = []

    def add_up(block: slice) -> None:
        bounds = starts[block.start : block.stop + 1]
        if block.stop == starts.size:
            bounds = np.append(bounds, signed.size)
        place = np.repeat(np.arange(bounds.size - 1), np.diff(bounds))
        cases = signed[bounds[0] : bounds[-1]]
        for side, own in enumerate((cases, -cases)):
            first, *more = exact_sums(place, np.maximum(own, 0.0), None, bounds.size - 1)
            sides[side][0][block] = first
            if more:
                further.append((block, side, tuple(more)))

    in_threads(add_up, blocks(0, starts.size))
    for block, side, more in further:
        for level, part in enumerate(more, start=1):
            if level == len(sides[side]):
                sides[side].append(np.zeros(starts.size))
            sides[side][level][block] = part
    return tuple(sides[0]), tuple(sides[1])


def end_to_end(columns: Iterable[Parts]) -> Parts:
    """Columns, each in parts, one below the other; where one has fewer parts, the rest is 0."""
    blocks = list(columns)
    sizes = [block[0].size for block in blocks]
    return tuple(
        np.concatenate(
            [np.zeros(n) if part is None else part for n, part in zip(sizes, row, strict=True)]
        )
        for row in zip_longest(*blocks)
    )


def in_a_row(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies whose scores rise from one to the next, in little more than its own room.

    Where the end of one overlaps the next, the two are added.
    """
    row: list[Tally] = []
    for tally in tallies:
        overlaps = bool(row) and not row[-1]._is_below(tally)
        row.append(row.pop() + tally if overlaps else tally)
    if len(row) == 1 or any(
        len(x.positive) + len(x.negative) > 2 or x.highest is not None for x in row
    ):
        return added_up(row)
    cases = _cases_of(row)
    columns = [[x.scores for x in row], [x.positive[0] for x in row], [x.negative[0] for x in row]]
    row.clear()
    whole = []
    while columns:  # a column's pages are let go of before the next column is joined
        whole.append(np.concatenate(columns.pop(0)))
    return Tally(whole[0], (whole[1],), (whole[2],), cases=cases)


def _cases_of(tallies: Sequence[Tally]) -> Cases | None:
    """The cases of all; None where columns say it of each."""
    if all(tally.cases is None for tally in tallies):
        return None
    known = [tally.known_cases for tally in tallies]

    def joined(side: int) -> ClassCases:
        cases, total = ClassCases(0.0, are_counts=True), 0.0
        for tally, both in zip(tallies, known, strict=True):
            more = float((tally.positive, tally.negative)[side][0].sum())
            cases, total = cases.joined(total, both[side], more), total + more
        return cases

    return joined(0), joined(1)


def added_up(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies that come one by one.

    Neighbours of like size are added, so that no score is moved more often than the logarithm of
    the number of tallies, and those of the same few scores never pile up.
    """
    waiting: list[Tally] = []
    for tally in tallies:
        total = tally
        while waiting and len(waiting[-1]) <= len(total):
            total = waiting.pop() + total
        waiting.append(total)
    while len(waiting) > 1:
        total = waiting.pop()
        waiting.append(waiting.pop() + total)
    return waiting[0]
