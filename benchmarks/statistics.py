"""Numbers over experts, with how far other experts might have moved them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "FINEST",
    "Estimate",
    "bootstrapped",
    "first_within",
    "mean",
    "quantile",
    "ratio_of_means",
    "ratio_of_medians",
    "times_as_late",
]

FloatArray = NDArray[np.float64]
RESAMPLES = 1000
LEVEL = 0.95
"""Of the intervals."""
FINEST = 1 / 200_000
"""One of the pairs on which disagreement is measured: in a ratio, ours counts as no less."""


class Estimate(NamedTuple):
    """A number and its bootstrap interval.

    Infinite where a goal is not reached, NaN where nothing was asked.
    """

    value: float
    low: float
    high: float

    def plain(self) -> dict[str, float | None]:
        """For JSON, which has neither infinity nor NaN."""
        return {
            name: float(f"{number:.6g}") if math.isfinite(number) else None
            for name, number in zip(self._fields, self, strict=True)
        }


def bootstrapped(rows: FloatArray, statistic: Callable[[FloatArray], FloatArray]) -> Estimate:
    """A statistic of experts' rows, with its percentile interval when experts are drawn anew.

    Parameters
    ----------
    rows : ndarray of shape (experts, ...)
    statistic : callable
        From samples of rows, of shape (samples, experts, ...), to a number for each sample.
    """
    drawn = np.random.default_rng(0).integers(len(rows), size=(RESAMPLES, len(rows)))
    ends = ((1.0 - LEVEL) / 2, (1.0 + LEVEL) / 2)
    low, high = np.quantile(statistic(rows[drawn]), ends, method="inverted_cdf")
    return Estimate(float(statistic(rows[None])[0]), float(low), float(high))


def quantile(samples: FloatArray, share: float) -> FloatArray:
    """In each sample, the smallest value that this share does not exceed.

    Parameters
    ----------
    samples : ndarray of shape (samples, experts, k)
        All values of a sample count alike; NaN stands for no value.
    share : float
    """
    values = np.sort(samples.reshape(len(samples), -1), axis=1)  # NaN comes last
    place = np.ceil(share * np.isfinite(values).sum(axis=1)).astype(int) - 1
    return np.asarray(np.take_along_axis(values, np.maximum(place, 0)[:, None], axis=1)[:, 0])


def first_within(
    samples: FloatArray, checkpoints: Sequence[int], *, largest: float, share: float
) -> FloatArray:
    """In each sample, the first checkpoint from which on, to the last, this share errs no more.

    Parameters
    ----------
    samples : ndarray of shape (samples, experts, checkpoints)
        Errors.
    checkpoints : sequence of int
        Numbers of questions.
    largest : float
        Error.
    share : float
        Of the experts.

    Returns
    -------
    ndarray of shape (samples,)
        Numbers of questions, infinite where not reached.
    """
    place = math.ceil(share * samples.shape[1]) - 1
    within = np.sort(samples, axis=1)[:, place, :] <= largest
    lasting = np.logical_and.accumulate(within[:, ::-1], axis=1).sum(axis=1)
    numbers = np.append(np.asarray(checkpoints, dtype=float), np.inf)
    return np.asarray(numbers[len(checkpoints) - lasting])


def ratio_of_medians(samples: FloatArray) -> FloatArray:
    """In each sample, the median of another over ours.

    Parameters
    ----------
    samples : ndarray of shape (samples, experts, ..., 2)
        Ours and the other's; all values of a sample count alike, and NaN stands for no value.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of samples without a value: NaN
        ours, other = np.nanmedian(samples.reshape(len(samples), -1, 2), axis=1).T
    return np.asarray(other / ours)


def times_as_late(
    samples: FloatArray, checkpoints: Sequence[int], *, largest: float, share: float
) -> FloatArray:
    """In each sample, the other's first checkpoint within a goal over ours, as of `first_within`.

    Parameters
    ----------
    samples : ndarray of shape (samples, experts, checkpoints, 2)
        Errors, ours and the other's.
    checkpoints, largest, share
        See `first_within`.

    Returns
    -------
    ndarray of shape (samples,)
        Infinite where the other does not reach the goal, NaN where neither does.
    """
    ours, other = (
        first_within(samples[..., whose], checkpoints, largest=largest, share=share)
        for whose in (0, 1)
    )
    with np.errstate(invalid="ignore"):
        return np.asarray(other / ours)


def ratio_of_means(samples: FloatArray) -> FloatArray:
    """In each sample, the mean of another over ours; as `ratio_of_medians`."""
    ours, other = samples.reshape(len(samples), -1, 2).mean(axis=1).T
    return np.asarray(other / ours)


def mean(samples: FloatArray) -> FloatArray:
    """In each sample, the mean of all values."""
    return np.asarray(samples.reshape(len(samples), -1).mean(axis=1))
