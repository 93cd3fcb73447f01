"""How much an answer would tell about the metric."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference.grid_posterior import GridPosterior, gaps
from whichmetric.values import Answer

__all__ = ["answer_probabilities", "information_gain"]

FloatArray = NDArray[np.float64]


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
        A, then EQUAL where the expert has said that before, then B.
    """
    noise = posterior.noise
    joint = posterior.joint[nodes]
    joint = joint / joint.sum(axis=(1, 2), keepdims=True)
    lapsing = joint.sum(axis=1) @ noise.lapse
    noise, looking = noise.without_sides(joint @ (1.0 - noise.lapse))
    gap = gaps(posterior.a[nodes], posterior.b[nodes], first, second)
    p = [np.einsum("kmj,mj->km", noise.looking(Answer.A, gap), looking) + 0.5 * lapsing]
    if posterior.has_ties:
        p.append(np.einsum("kmj,mj->km", noise.looking(Answer.EQUAL, gap), looking))
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


def _entropy(p: FloatArray) -> FloatArray:
    """Over the first axis, in bits."""
    return np.asarray(-(p * np.log2(np.maximum(p, 1e-30))).sum(axis=0))
