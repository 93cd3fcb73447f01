"""How many cases the weights of a class count for.

Whole weights are counts of cases. Where one is not whole, each row is taken for one case that
weighs as much, and the class counts for ``(sum w)^2 / sum w^2`` cases. That is told from the rows,
not from a table's entries, which may hold many rows each; of a table that is given as columns
nothing else is known, and each entry is taken for a row.

Bibliography
------------
Kish (1965), Survey Sampling, for the effective number of weighted cases.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cores import blocks

__all__ = ["Cases", "ClassCases", "cases_of_column", "cases_of_rows"]

FloatArray = NDArray[np.float64]
MOST_CASES = 10**15
"""More cases than this have no sampling error to speak of."""
TINY = 1e-280
"""Below this, squares lose digits."""


class ClassCases(NamedTuple):
    """The rows of one class, by their weights.

    Parameters
    ----------
    effective : float
        ``(sum w)^2 / sum w^2``: as many cases of equal weight would tell as much. 0 without rows.
    are_counts : bool
        Whether every weight is whole.
    """

    effective: float
    are_counts: bool

    def number(self, total: float) -> int:
        """How many cases they count for, at least 1.

        Parameters
        ----------
        total : float
            The sum of their weights.

        Examples
        --------
        >>> ClassCases(1.9, are_counts=True).number(5.0), ClassCases(1.9, False).number(5.0)
        (5, 2)
        """
        if self.are_counts:
            return int(min(total, MOST_CASES))
        return max(1, round(min(self.effective, MOST_CASES)))

    def joined(self, total: float, other: ClassCases, other_total: float) -> ClassCases:
        """These rows and others, from the sums of the weights of both.

        Examples
        --------
        >>> one, two = ClassCases(1.0, are_counts=False), ClassCases(2.0, are_counts=True)
        >>> one.joined(0.5, two, 1.0)
        ClassCases(effective=3.0, are_counts=False)
        """
        both = total + other_total
        squares = sum(
            (weight / both) ** 2 / rows.effective
            for rows, weight in ((self, total), (other, other_total))
            if weight > 0.0
        )
        return ClassCases(1.0 / squares if squares else 0.0, self.are_counts and other.are_counts)


Cases = tuple[ClassCases, ClassCases]
"""Those of the positive and those of the negative class."""


def cases_of_rows(
    weights: FloatArray, is_positive: NDArray[np.bool_], counts: FloatArray | None = None
) -> Cases:
    """The rows of both classes.

    Parameters
    ----------
    weights, is_positive : ndarray of shape (n,)
        Weights of 0 or more.
    counts : ndarray of shape (n,), optional
        How many equal rows each stands for; 1 where left out.

    Examples
    --------
    >>> cases_of_rows(np.array([0.5, 0.5, 3.0]), np.array([True, True, False]))
    (ClassCases(effective=2.0, are_counts=False), ClassCases(effective=1.0, are_counts=True))
    """
    largest = float(weights.max(initial=0.0))
    sums, squares, parts = np.zeros(2), np.zeros(2), np.zeros(2)
    for block in blocks(0, weights.size):  # as there may be many rows
        relative = weights[block] / largest if largest else weights[block]
        times = is_positive[block].astype(np.float64)
        times = np.stack((times, 1.0 - times))
        if counts is not None:
            times *= counts[block]
        sums += times @ relative
        squares += times @ (relative * relative)
        parts += times @ (weights[block] != np.floor(weights[block])).astype(np.float64)
    sides = []
    for side, chosen in enumerate((True, False)):
        if sums[side] > 0.0 and squares[side] < TINY:  # beside those of the other class
            some = is_positive == chosen
            own = None if counts is None else counts[some]
            sides.append(cases_of_rows(weights[some], np.ones(int(some.sum()), np.bool_), own)[0])
        else:
            effective = float(sums[side] ** 2 / squares[side]) if squares[side] else 0.0
            sides.append(ClassCases(effective, bool(parts[side] == 0.0)))
    return sides[0], sides[1]


def cases_of_column(weights: FloatArray) -> ClassCases:
    """What a column of a table says of the rows: counts, or one row for each entry.

    Examples
    --------
    >>> cases_of_column(np.array([3.0, 0.0, 2.0])), cases_of_column(np.array([0.25, 0.25, 0.0]))
    (ClassCases(effective=5.0, are_counts=True), ClassCases(effective=2.0, are_counts=False))
    """
    if all(_are_whole(weights[block]) for block in blocks(0, weights.size)):
        return ClassCases(float(weights.sum()), are_counts=True)
    relative = weights / weights.max()
    effective = float(relative.sum() ** 2 / (relative**2).sum())
    return ClassCases(effective, are_counts=False)


def _are_whole(weights: FloatArray) -> bool:
    return bool(np.all(weights == np.floor(weights)))
