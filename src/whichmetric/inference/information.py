"""How much an answer would tell about the metric."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference.grid_posterior import GridPosterior, gaps
from whichmetric.values import Answer

__all__ = ["information_gain"]

FloatArray = NDArray[np.float64]


def information_gain(
    posterior: GridPosterior, nodes: NDArray[np.intp], first: FloatArray, second: FloatArray
) -> FloatArray:
    """Expected information about the metric, in bits, of asking each of many questions.

    ``H[E p] - E H[p]`` over metrics, with the noise integrated inside ``p(answer | metric)``: an
    answer that only tells about the noise is worth nothing.

    Parameters
    ----------
    posterior : GridPosterior
    nodes : ndarray of shape (m,)
        Equally probable grid points that stand for the posterior.
    first, second : ndarray of shape (k, 4)
        The options as shown: rates tp, fp, fn, tn.

    Returns
    -------
    ndarray of shape (k,)
    """
    noise = posterior.noise
    joint = posterior.joint[nodes]
    joint = joint / joint.sum(axis=(1, 2), keepdims=True)
    lapsing = joint.sum(axis=1) @ noise.lapse
    noise, looking = noise.without_sides(joint @ (1.0 - noise.lapse))
    gap = gaps(posterior.a[nodes], posterior.b[nodes], first, second)
    outcomes = (Answer.A, Answer.EQUAL) if posterior.has_ties else (Answer.A,)
    p = []
    for answer in outcomes:
        seen = np.einsum("kmj,mj->km", noise.looking(answer, gap), looking)
        p.append(seen + (0.5 * lapsing if answer is Answer.A else 0.0))
    p.append(np.clip(1.0 - sum(p), 0.0, 1.0))
    overall = sum(_entropy(outcome.mean(axis=1)) for outcome in p)
    given = sum(_entropy(outcome).mean(axis=1) for outcome in p)
    return np.asarray(overall - given)


def _entropy(p: FloatArray) -> FloatArray:
    """``-p log2 p``."""
    return np.asarray(-p * np.log2(np.maximum(p, 1e-300)))
