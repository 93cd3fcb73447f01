"""How much an answer would tell about the metric."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.inference.grid_posterior import GridPosterior
from whichmetric.inference.value_gaps import gaps
from whichmetric.responses import probability_looking
from whichmetric.values import Answer

__all__ = [
    "answer_probabilities",
    "attention_gain",
    "expert_probabilities",
    "information_gain",
]

FloatArray = NDArray[np.float64]
GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0
"""Multiples of it fill the unit interval evenly, but for whole numbers."""
NO_DOUBT = 1e-9
"""Probability that the expert does not look, below which there is nothing to find out."""


def answer_probabilities(
    posterior: GridPosterior, nodes: NDArray[np.intp], first: FloatArray, second: FloatArray
) -> FloatArray:
    """How probable each answer is, for each question and metric, the noise integrated out.

    Parameters
    ----------
    posterior : GridPosterior
    nodes : ndarray of shape (m,)
        Cells of the posterior.
    first, second : ndarray of shape (k, 4)
        The options as shown: rates tp, fp, fn, tn.

    Returns
    -------
    ndarray of shape (2 or 3, k, m)
        A and B, and EQUAL where the expert has said that before.
    """
    noise = posterior.noise
    joint = posterior.joint[:, nodes].astype(np.float64)
    joint /= joint.sum(axis=(0, 2))[:, None]
    lapsing = joint.sum(axis=2).T * noise.lapse
    noise, looking = noise.for_forecast(np.einsum("l,lmj->mj", 1.0 - noise.lapse, joint))
    gap = gaps(posterior.a[nodes], posterior.b[nodes], first, second)
    p = noise.decided(gap, looking) if posterior.has_ties else noise.preferring(gap, looking)[None]
    answers = (Answer.A, Answer.B)[: len(p)]
    p += np.stack([lapsing @ posterior.guess(answer) for answer in answers])[:, None]
    return np.stack((*p, np.clip(1.0 - sum(p), 0.0, 1.0)))


def expert_probabilities(
    posterior: GridPosterior, nodes: NDArray[np.intp], first: FloatArray, second: FloatArray
) -> FloatArray:
    """How probable each answer is, of one way of looking for each metric, drawn from the posterior.

    The information that they tell is about the metric and how the expert looks together: most of
    all, about how wide "about equal" is.

    Parameters
    ----------
    posterior : GridPosterior
        Of an expert who has said "about equal".
    nodes : ndarray of shape (m,)
        Cells of the posterior.
    first, second : ndarray of shape (k, 4)
        The options as shown: rates tp, fp, fn, tn.

    Returns
    -------
    ndarray of shape (3, k, m)
        A, B and EQUAL.
    """
    noise, number = posterior.noise, np.arange(len(nodes))
    joint = posterior.joint[:, nodes].astype(np.float64)
    by_tie = np.argsort(noise.tie, kind="stable")
    steps = np.cumsum(joint.sum(axis=0)[:, by_tie], axis=1)
    places = (number * GOLDEN % 1.0) * steps[:, -1]
    look = by_tie[(steps[:, :-1] <= places[:, None]).sum(axis=1)]
    own = joint[:, number, look]
    own /= own.sum(axis=0)
    gap = gaps(posterior.a[nodes], posterior.b[nodes], first, second)
    looking = (1.0 - noise.lapse) @ own
    p = [
        looking * probability_looking(answer, gap, noise.scale[look], 0.0, noise.tie[look])
        + (noise.lapse * posterior.guess(answer)) @ own
        for answer in (Answer.A, Answer.B)
    ]
    return np.stack((*p, np.clip(1.0 - sum(p), 0.0, 1.0)))


def information_gain(probabilities: FloatArray) -> FloatArray:
    """Expected information about the metric, in bits, of asking each of many questions.

    ``H[E p] - E H[p]`` over equally probable metrics: an answer that only tells about the noise
    is worth nothing.

    Parameters
    ----------
    probabilities : ndarray of shape (answers, k, m)
        Of each answer, for each question and metric.

    Returns
    -------
    ndarray of shape (k,)

    Examples
    --------
    Two metrics that answer differently are told apart by one bit, and by none where both toss a
    coin.

    >>> information_gain(np.array([[[1.0, 0.0], [0.5, 0.5]], [[0.0, 1.0], [0.5, 0.5]]]))
    array([1., 0.])
    """
    overall = _entropy(probabilities.mean(axis=2))
    return np.asarray(overall - _entropy(probabilities).mean(axis=1))


def attention_gain(probabilities: FloatArray, careless: float, guess: ArrayLike) -> FloatArray:
    """Share of the doubt whether the expert looks at all that each question is expected to resolve.

    Answers that split the plausible metrics in halves look like a coin's; only questions whose
    answer can be foretold tell someone who looks from someone who does not.

    Parameters
    ----------
    probabilities : ndarray of shape (answers, k, m)
        Of each answer, for each question and metric, if the expert looks.
    careless : float
        Probability that the expert does not.
    guess : array-like of shape (answers,)
        What the expert says then. It goes by side, and either option may come to stand on either.

    Returns
    -------
    ndarray of shape (k,)
        From 0 to 1: the information over the entropy of the doubt.

    Examples
    --------
    >>> foretold, open_ = [1.0, 1.0], [1.0, 0.0]
    >>> first = np.array([[foretold, open_]])
    >>> attention_gain(np.concatenate((first, 1.0 - first)), careless=0.1, guess=[0.5, 0.5]).round(
    ...     3
    ... )
    array([0.397, 0.   ])
    """
    looking = probabilities.mean(axis=2)
    if careless < NO_DOUBT:
        return np.zeros(looking.shape[1])
    guessing = np.reshape(guess, (-1, 1))
    swapped = guessing[[1, 0, *range(2, len(guessing))]]
    overall = sum(
        _entropy((1.0 - careless) * looking + careless * sides) / 2 for sides in (guessing, swapped)
    )
    known = (1.0 - careless) * _entropy(looking) + careless * _entropy(guessing)
    doubt = _entropy(np.array([careless, 1.0 - careless]))
    return np.asarray((overall - known) / doubt)


def _entropy(p: FloatArray) -> FloatArray:
    """Over the first axis, in bits."""
    return np.asarray(-(p * np.log2(np.maximum(p, 1e-30))).sum(axis=0))
