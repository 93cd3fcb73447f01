"""The numbers that people see."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_whole_number
from whichmetric.errors import InvalidInputError
from whichmetric.values import RATE_DIGITS, ConfusionMatrix, shown_positives

__all__ = ["checked_out_of", "is_askable", "shown", "shown_cells", "shown_prevalence"]

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
MOST_CASES = 10**9
"""Out of so many, every count is still told from its neighbours by a rate."""


def checked_out_of(out_of: int | None, prevalence: float) -> int | None:
    """A number of cases that shows both classes of a population, or None for exact rates."""
    if out_of is None:
        return None
    enough = math.ceil(1.0 / min(prevalence, 1.0 - prevalence))
    cases = as_whole_number("out_of", out_of, f"give {enough} or more, or None for exact rates")
    if cases < 1:
        raise InvalidInputError(
            f"out_of={out_of} is not a number of cases: give {enough} or more, or None."
        )
    if cases > max(MOST_CASES, enough):
        raise InvalidInputError(
            f"out_of={out_of} is more than anybody can picture or counts are exact for: "
            f"give {max(MOST_CASES, enough):,} at most, or None for exact rates."
        )
    if not 0.0 < shown_prevalence(prevalence, cases) < 1.0:
        raise InvalidInputError(
            f"out_of={out_of} shows no case of one class, whose share is "
            f"{min(prevalence, 1.0 - prevalence):.3g}: give {enough} or more, "
            "or None for exact rates."
        )
    return cases


def shown(confusion: ConfusionMatrix, out_of: int | None) -> ConfusionMatrix:
    """The matrix as it is put before people: whole cases out of `out_of`, or exact rates."""
    if out_of is None:
        return confusion
    tp, fp, fn, tn = (count / out_of for count in confusion.counts(out_of))
    return ConfusionMatrix(tp=tp, fp=fp, fn=fn, tn=tn, realisation=confusion.realisation)


def shown_prevalence(prevalence: float, out_of: int | None) -> float:
    """The share of positive cases among those shown."""
    return prevalence if out_of is None else shown_positives(prevalence, out_of) / out_of


def shown_cells(points: FloatArray, prevalence: float, out_of: int | None) -> FloatArray:
    """As `shown`, for many points (tp, tn) at once: rates tp, fp, fn, tn; shape (k, 4)."""
    if out_of is not None:
        classes = np.array([prevalence, 1.0 - prevalence])
        prevalence = shown_prevalence(prevalence, out_of)
        limits = np.array([prevalence, 1.0 - prevalence])
        points = np.round(points, RATE_DIGITS)  # as counts are
        counted = np.minimum(np.round(points * out_of) / out_of, limits)
        points = np.where(points >= np.round(classes, RATE_DIGITS), limits, counted)
    tp, tn = points.T
    return np.column_stack((tp, 1.0 - prevalence - tn, prevalence - tp, tn))


def is_askable(first: FloatArray, second: FloatArray, out_of: int | None) -> BoolArray:
    """Which pairs of options differ as shown, neither of them dominated nor worse than chance.

    Parameters
    ----------
    first, second : ndarray of shape (k, 4)
        Of `shown_cells`. Exact rates are taken to be above the chance line, to which pairs of
        classifiers are kept before; rounding to whole cases may move them below it.
    out_of : int or None

    Returns
    -------
    ndarray of shape (k,)
    """
    if out_of is None:
        return _are_opposed(first, second)
    # In counts: rates of the same count may differ by rounding.
    one, other = (np.rint(cells * out_of).astype(np.int64) for cells in (first, second))
    return np.asarray(_are_opposed(one, other) & _beats_chance(one) & _beats_chance(other))


def _are_opposed(first: NDArray[Any], second: NDArray[Any]) -> BoolArray:
    """Which pairs have one option better for positives and the other for negatives."""
    return np.asarray((first[:, 0] - second[:, 0]) * (first[:, 3] - second[:, 3]) < 0)


def _beats_chance(counts: NDArray[np.int64]) -> BoolArray:
    """Which options have tp / positives + tn / negatives of 1 or more, in the counts shown."""
    tp, fp, fn, tn = counts.T
    return np.asarray(tp * tn >= fp * fn)
