"""How much better one option is than another, to many metrics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["gaps"]

FloatArray = NDArray[np.float64]


def gaps(a: FloatArray, b: FloatArray, first: FloatArray, second: FloatArray) -> FloatArray:
    """``R(first) - R(second)`` with ``R = N / (N + D)`` of each Tile point; 0 where R is 0/0.

    Parameters
    ----------
    a, b : ndarray of shape (n,)
    first, second : ndarray of shape (..., 4)
        Rates tp, fp, fn, tn.

    Returns
    -------
    ndarray of shape (..., n)
    """
    correct, errors = [], []
    for cells in (first, second):
        tp, fp, fn, tn = (cells[..., i, None] for i in range(4))
        correct.append(a * tp + (1.0 - a) * tn)
        errors.append(b * fn + (1.0 - b) * fp)
    below = (correct[0] + errors[0]) * (correct[1] + errors[1])
    lead = correct[0] * errors[1] - correct[1] * errors[0]
    return np.divide(lead, below, out=np.zeros(np.shape(lead)), where=below > 0)
