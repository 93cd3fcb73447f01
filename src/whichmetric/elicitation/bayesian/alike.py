"""Metrics that answer all that was asked in the same way.

Between some metrics nothing can be asked out of few cases. Where among them the posterior lies is
then its prior's word, and what it supposes of noise, not the expert's: an interval that ended there
would claim what no answer told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.level_pairs import comparisons
from whichmetric.elicitation.version_space import VersionSpace
from whichmetric.inference import gaps
from whichmetric.metrics.tile import order_vectors, tile_to_chart
from whichmetric.values import Answer

__all__ = ["answering_alike", "odds", "shares_around", "tying_alike", "with_ends"]

FloatArray = NDArray[np.float64]
ROUNDING = 1e-12
"""Of a coordinate of the Tile."""
OTHERS = 1_024
"""Metrics of one parameter among which those that tie alike are sought."""
FARTHEST = 1e-6
"""The least share, and what is left to the greatest, that is looked at; beyond lie 0 and 1."""
WIDEST = float(np.log(1.0 / FARTHEST - 1.0))
STEP = 2.0 * WIDEST / (OTHERS - 1)


def answering_alike(
    tile: FloatArray,
    corners: Iterable[tuple[float, float]],
    first: FloatArray,
    second: FloatArray,
) -> FloatArray:
    """The corners of the part of a family that orders all pairs as one metric does.

    Parameters
    ----------
    tile : ndarray of shape (2,)
        The metric's coordinates a and b.
    corners : sequence of (a, b)
        The family, as for `VersionSpace`.
    first, second : ndarray of shape (n, 4)
        The pairs: rates tp, fp, fn, tn, all of one prevalence; one pair at least.

    Returns
    -------
    ndarray of shape (k, 2)
        Points (a, b) of the Tile.

    Examples
    --------
    >>> cautious, keen = np.array([[0.2, 0.1, 0.1, 0.6]]), np.array([[0.25, 0.3, 0.05, 0.4]])
    >>> linear = [(0, 0), (1, 1)]
    >>> float(answering_alike(np.array([0.9, 0.9]), linear, cautious, keen)[:, 0].min().round(6))
    0.8
    """
    prevalence = float(first[0, 0] + first[0, 2])
    order = order_vectors(tile_to_chart(tile[None, :], prevalence))[0]
    space = VersionSpace(corners, prevalence)
    for comparison in comparisons(first[:, [0, 3]], second[:, [0, 3]]):
        space.cut(comparison if order @ comparison >= 0 else -comparison)
    found = space.tile_corners()
    return np.clip(found + ROUNDING * np.sign(found - tile), 0.0, 1.0)


def tying_alike(
    tile: FloatArray,
    among: FloatArray,
    first: FloatArray,
    second: FloatArray,
    answers: Sequence[Answer],
) -> FloatArray:
    """The metrics that, each with a tie of its own width, answer all pairs as one metric does.

    That one has the tie that fits the answers best. Others fit if to them no pair that it decides
    is closer than one that it finds about equal, and the better option is the same.

    Parameters
    ----------
    tile : ndarray of shape (2,)
        The metric's coordinates a and b.
    among : ndarray of shape (m, 2)
        Where to look for others.
    first, second : ndarray of shape (n, 4)
        The pairs: rates tp, fp, fn, tn.
    answers : sequence of Answer
        What was said to them, nothing skipped.

    Returns
    -------
    ndarray of shape (k, 2)
        Those that fit.

    Examples
    --------
    >>> cautious = np.array([[0.2, 0.1, 0.1, 0.6], [0.2, 0.1, 0.1, 0.6]])
    >>> keen = np.array([[0.25, 0.3, 0.05, 0.4], [0.21, 0.11, 0.09, 0.59]])
    >>> said, linear = [Answer.B, Answer.EQUAL], np.array([[0.6, 0.6], [0.81, 0.81], [0.95, 0.95]])
    >>> tying_alike(np.array([0.9, 0.9]), linear, cautious, keen, said)[:, 0].tolist()
    [0.95]
    """
    own = gaps(tile[:1], tile[1:], first, second)[:, 0]
    others = gaps(among[:, 0], among[:, 1], first, second)
    tied = np.abs(own) <= _best_width(own, answers)
    decided = np.min(np.sign(own[~tied, None]) * others[~tied], axis=0, initial=np.inf)
    fits = decided >= np.max(np.abs(others[tied]), axis=0, initial=0.0)
    return np.asarray(among[fits])


def _best_width(own: FloatArray, answers: Sequence[Answer]) -> float:
    """The width of a tie with which these gaps answer most as was said; the narrowest of these."""
    signs = np.array([{Answer.A: 1, Answer.B: -1, Answer.EQUAL: 0}[answer] for answer in answers])
    widths = np.append(0.0, np.sort(np.abs(own)))
    would = np.sign(own) * (np.abs(own) > widths[:, None])
    return float(widths[np.argmax((would == signs).sum(axis=1))])


def shares_around(found: FloatArray) -> FloatArray:
    """Shares close together from below the lowest of some to above the highest.

    Evenly spaced by the logarithm of their odds, from `FARTHEST` to 1 less that at most.

    Examples
    --------
    >>> shares_around(np.array([0.0, 0.5]))[[0, -1]].round(6).tolist()
    [1e-06, 0.506752]
    """
    inside = np.clip([found.min(), found.max()], FARTHEST, 1.0 - FARTHEST)
    low, high = np.clip(np.log(odds(inside)) + np.array([-STEP, STEP]), -WIDEST, WIDEST)
    return np.asarray(1.0 / (1.0 + np.exp(-np.linspace(low, high, OTHERS))))


def with_ends(shares: FloatArray) -> FloatArray:
    """Shares, of which the farthest that are looked at stand for all beyond, up to 0 and 1.

    Examples
    --------
    >>> with_ends(np.array([1e-6, 0.3, 1 - 1e-6])).tolist()
    [0.0, 0.3, 1.0]
    """
    beyond = np.abs(shares - 0.5) >= 0.5 - 1.001 * FARTHEST
    return np.where(beyond, np.round(shares), shares)


def odds(shares: FloatArray) -> FloatArray:
    """One share by the other; infinite where there is no other.

    Examples
    --------
    >>> odds(np.array([0.0, 0.75, 1.0])).tolist()
    [0.0, 3.0, inf]
    """
    with np.errstate(divide="ignore"):
        return np.asarray(shares / (1.0 - shares))
