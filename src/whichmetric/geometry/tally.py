"""The weight of each class at each score, gathered in pieces that add up exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.exact_sums import Parts, exact_sums, moved, sum_parts

__all__ = ["Tally", "added_up"]

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

    @classmethod
    def of_cases(
        cls,
        scores: FloatArray,
        is_positive: NDArray[np.bool_],
        weights: FloatArray | None = None,
        counts: FloatArray | None = None,
    ) -> Tally:
        """The tally of cases, or of groups of equal cases.

        Parameters
        ----------
        scores, is_positive : ndarray of shape (n,)
        weights : ndarray of shape (n,), optional
            Finite and 0 or more, with a finite sum; 1 for each case where left out.
        counts : ndarray of shape (n,), optional
            How many cases each row stands for; 1 where left out.
        """
        distinct, place = np.unique(scores, return_inverse=True)
        weights = np.ones(scores.size) if weights is None else weights
        counts = np.ones(scores.size) if counts is None else counts
        positive, negative = (
            exact_sums(place, weights * chosen, counts, distinct.size)
            for chosen in (is_positive, ~is_positive)
        )
        return cls(distinct, positive, negative)

    def __add__(self, other: Tally) -> Tally:
        if self._is_below(other):
            return self._followed_by(other)
        scores = np.union1d(self.scores, other.scores)
        mine, theirs = (np.searchsorted(scores, tally.scores) for tally in (self, other))
        positive, negative = (
            sum_parts([*moved(a, mine, scores.size), *moved(b, theirs, scores.size)])
            for a, b in ((self.positive, other.positive), (self.negative, other.negative))
        )
        return Tally(scores, positive, negative)

    def _is_below(self, other: Tally) -> bool:
        return bool(len(self) and len(other) and self.scores[-1] < other.scores[0])

    def _followed_by(self, other: Tally) -> Tally:
        """The sum with a tally whose scores are all higher: nothing needs to be added."""
        none, nothing = np.zeros(len(self)), np.zeros(len(other))

        def end_to_end(below: Parts, above: Parts) -> Parts:
            return tuple(
                np.concatenate((none if low is None else low, nothing if high is None else high))
                for low, high in zip_longest(below, above)
            )

        return Tally(
            np.concatenate((self.scores, other.scores)),
            end_to_end(self.positive, other.positive),
            end_to_end(self.negative, other.negative),
        )

    def __len__(self) -> int:
        return int(self.scores.size)


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
