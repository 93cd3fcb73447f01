"""What another sample of as many cases might have shown, from the score table alone.

The positive and the negative cases are resampled separately, since decisions are judged at the
prevalence of deployment, whatever that of the sample. Drawing rows anew with replacement is drawing
the table's counts from a multinomial distribution, so that the effort does not depend on how many
rows there were.

Where a weight is not whole, each row is taken for one case that weighs as much, and the sample
counts for so many cases of each class as `ScoreTable.cases` says.

Bibliography
------------
Efron (1979), Bootstrap Methods: Another Look at the Jackknife. Brown, Cai, DasGupta (2001),
Interval Estimation for a Binomial Proportion, for the half cases of `rates_at`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry import ScoreTable

__all__ = ["AT_ONCE", "Resamples", "rates_at", "resamples"]

FloatArray = NDArray[np.float64]
BINS = 1_000
"""Steps of the scores that resamples distinguish at most, each with about as many cases."""
FINE = 20.0
"""Steps for each unit of the cube root of the number of cases. The sampling error of a threshold
falls with that root, so that steps are finer by far."""
AT_ONCE = 50
"""Resamples that are worked on at a time, since they fit into a core's cache."""
MANY = 25.0
"""Cases expected in a step from which on their number is drawn from a normal distribution, in a
tenth of the time. Five standard deviations then leave no case."""


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
    # Differences of running sums: no need to go through all scores again.
    spared, flagged = table.running.weights[len(table) - np.append(starts, len(table))].T[::-1]
    steps = [-np.diff(flagged), np.diff(spared)]
    positive, negative = (
        _redrawn(weights, cases, size, rng)
        for weights, cases in zip(steps, table.cases, strict=True)
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
    place = len(table) - int(np.searchsorted(table.scores, threshold))
    right = table.running.weights[place] / table.running.total
    rates = []
    for share, cases, less in zip(right.tolist(), table.cases, flattered, strict=True):
        fair = min(max(share - less, 0.0), 1.0)
        rates.append(rng.beta(cases * fair + 0.5, cases * (1.0 - fair) + 0.5, size))
    return rates[0], rates[1]


def _steps(table: ScoreTable, keep: float) -> NDArray[np.intp]:
    """Where each step of the scores begins; ndarray of shape (at most BINS + 2,)."""
    if len(table) <= BINS:
        return np.arange(len(table))
    number = min(BINS, round(FINE * np.cbrt(float(sum(table.cases)))))
    running = table.running

    def share_below(places: NDArray[np.intp]) -> FloatArray:
        """Of the weight of all below a score, both classes counting alike."""
        flagged, spared = (running.weights[len(table) - places] / running.total).T
        return np.asarray((1.0 - flagged + spared) / 2.0)

    # The first score of each step, by halving: a look at a few scores for each.
    targets = np.arange(1, number) / number
    low, high = np.zeros(targets.size, dtype=np.intp), np.full(targets.size, len(table))
    while np.any(low < high):
        middle = (low + high) // 2
        is_before = share_below(middle) < targets
        low, high = np.where(is_before, middle + 1, low), np.where(is_before, high, middle)
    kept = int(np.searchsorted(table.scores, keep))
    own = [kept] if kept < len(table) and table.scores[kept] == keep else []
    return np.unique(np.concatenate(([0], low[low < len(table)], own)).astype(np.intp))


def _redrawn(weights: FloatArray, cases: int, size: int, rng: np.random.Generator) -> FloatArray:
    """Cases of each step, drawn anew; ndarray of shape (size, k)."""
    drawn = np.zeros((size, len(weights)))
    share = weights / weights.sum()
    many = cases * share >= MANY
    few = np.flatnonzero((weights > 0) & ~many)
    if not many.any():
        drawn[:, few] = rng.multinomial(cases, share[few], size)
        return drawn
    others = min(1.0, share[many].sum())  # which rounding puts beyond 1
    counts = rng.multinomial(cases, [*share[few], others], size)
    drawn[:, few] = counts[:, :-1]
    # The normal distribution with the mean and the covariance of the multinomial one.
    among = share[many] / share[many].sum()
    for start in range(0, size, AT_ONCE):
        rest = counts[start : start + AT_ONCE, -1:].astype(np.float64)
        errors = rng.standard_normal((rest.size, among.size)) * np.sqrt(among)
        errors -= errors.sum(axis=1, keepdims=True) * among
        errors *= np.sqrt(rest)
        errors += rest * among
        drawn[start : start + AT_ONCE, many] = np.maximum(errors, 0.0)
    return drawn


def _running_share(cases: FloatArray) -> FloatArray:
    """Share of each row's cases up to each step, from 0 to 1; ndarray of shape (size, k + 1)."""
    sums = np.zeros((len(cases), cases.shape[1] + 1))
    np.cumsum(cases, axis=1, out=sums[:, 1:])
    sums /= sums[:, -1:].copy()
    return sums
