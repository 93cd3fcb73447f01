"""What another sample of as many cases might have shown, from the score table alone.

The positive and the negative cases are resampled separately, since decisions are judged at the
prevalence of deployment, whatever that of the sample. Drawing rows anew with replacement is drawing
the table's counts from a multinomial distribution, so that the effort does not depend on how many
rows there were.

Whole weights are counts of cases. Where a weight is not whole, each entry of the table is taken for
one case that weighs as much, and the sample counts for ``(sum w)^2 / sum w^2`` cases of each class.

Bibliography
------------
Efron (1979), Bootstrap Methods: Another Look at the Jackknife. Kish (1965), Survey Sampling, for
the effective number of weighted cases. Brown, Cai, DasGupta (2001), Interval Estimation for a
Binomial Proportion, for the half cases of `rates_at`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry import ScoreTable

__all__ = ["Resamples", "number_of_cases", "rates_at", "resamples"]

FloatArray = NDArray[np.float64]
BINS = 1_000
"""Steps of the scores that resamples distinguish, each with about as many cases: finer steps than
the sampling error of a threshold, which falls with the cube root of the number of cases."""
MOST_CASES = 10**15
"""More cases than this have no sampling error to speak of."""


class Resamples(NamedTuple):
    """The true rates of every threshold in each of many resamples.

    Parameters
    ----------
    thresholds : ndarray of shape (k,)
        Falling, from ``inf``.
    tpr, tnr : ndarray of shape (size, k)
        Share of the positive cases that are flagged and of the negative ones that are not.
    sample_tpr, sample_tnr : ndarray of shape (k,)
        The same in the sample itself.
    """

    thresholds: FloatArray
    tpr: FloatArray
    tnr: FloatArray
    sample_tpr: FloatArray
    sample_tnr: FloatArray


def resamples(
    table: ScoreTable, size: int, rng: np.random.Generator, *, keep: float = np.inf
) -> Resamples:
    """Bootstrap a table.

    Parameters
    ----------
    table : ScoreTable
        With more than 1,000 distinct scores, neighbours are put together.
    size : int
        How many resamples.
    rng : Generator
    keep : float
        A score that stays a threshold of its own.
    """
    starts = _steps(table, keep)
    steps = [np.add.reduceat(weights, starts) for weights in (table.positive, table.negative)]
    positive, negative = (
        _redrawn(weights, number_of_cases(column), size, rng)
        for weights, column in zip(steps, (table.positive, table.negative), strict=True)
    )
    return Resamples(
        np.concatenate(([np.inf], table.scores[starts][::-1])),
        _running_share(positive[:, ::-1]),
        _running_share(negative)[:, ::-1],
        _running_share(steps[0][None, ::-1])[0],
        _running_share(steps[1][None])[0, ::-1],
    )


def rates_at(
    table: ScoreTable,
    threshold: float,
    size: int,
    rng: np.random.Generator,
    *,
    flattered: tuple[float, float] = (0.0, 0.0),
) -> tuple[FloatArray, FloatArray]:
    """True rates that the rule ``score >= threshold`` may have, given the sample.

    Each is drawn from a beta distribution, the posterior under Jeffreys' prior: a bootstrap of 30
    cases that were all caught would never miss one, and be surer than 30 cases allow. With many
    cases on either side of the threshold the two are the same.

    Parameters
    ----------
    table : ScoreTable
    threshold : float
    size : int
        How many draws.
    rng : Generator
    flattered : tuple of float
        By how much the rates of the sample look too good, since it chose the threshold.

    Returns
    -------
    tuple of ndarray of shape (size,)
        Share of the positive cases that are flagged and of the negative ones that are not.
    """
    if threshold == np.inf:
        return np.zeros(size), np.ones(size)
    flagged = table.scores >= threshold
    rates = []
    columns = (table.positive, flagged), (table.negative, ~flagged)
    for (weights, right), less in zip(columns, flattered, strict=True):
        share = min(max(float(weights[right].sum() / weights.sum()) - less, 0.0), 1.0)
        cases = number_of_cases(weights)
        rates.append(rng.beta(cases * share + 0.5, cases * (1.0 - share) + 0.5, size))
    return rates[0], rates[1]


def number_of_cases(weights: FloatArray) -> int:
    """How many cases of a class a column of a table counts for, at least 1.

    Examples
    --------
    >>> number_of_cases(np.array([3.0, 0.0, 2.0])), number_of_cases(np.array([0.25, 0.25, 0.0]))
    (5, 2)
    """
    if np.all(weights == np.floor(weights)):
        return int(min(weights.sum(), MOST_CASES))
    relative = weights / weights.max()
    return max(1, round(float(relative.sum() ** 2 / (relative**2).sum())))


def _steps(table: ScoreTable, keep: float) -> NDArray[np.intp]:
    """Where each step of the scores begins; ndarray of shape (at most BINS + 2,)."""
    if len(table) <= BINS:
        return np.arange(len(table))
    share = table.positive / table.positive.sum() + table.negative / table.negative.sum()
    step = np.floor((np.cumsum(share) - share) / 2 * BINS)
    new = np.concatenate(([True], step[1:] != step[:-1]))
    return np.flatnonzero(new | (table.scores == keep))


def _redrawn(
    weights: FloatArray, cases: int, size: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Cases of each step, drawn anew; ndarray of shape (size, k)."""
    drawn = np.zeros((size, len(weights)), dtype=np.int64)
    filled = np.flatnonzero(weights)
    drawn[:, filled] = rng.multinomial(cases, weights[filled] / weights.sum(), size)
    return drawn


def _running_share(cases: NDArray[np.int64] | FloatArray) -> FloatArray:
    """Share of each row's cases up to each step, from 0 to 1; ndarray of shape (size, k + 1)."""
    sums = np.zeros((len(cases), cases.shape[1] + 1))
    np.cumsum(cases, axis=1, out=sums[:, 1:])
    return np.asarray(sums / sums[:, -1:])
