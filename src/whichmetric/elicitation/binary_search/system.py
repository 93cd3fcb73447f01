"""Proposition 4: from a supporting line and p11 to the metric's other coefficients."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Solution", "solve_system"]

FloatArray = NDArray[np.float64]


class Solution(NamedTuple):
    """Coefficients of ``(p11 tp + p00 tn) / (q11 tp + q00 tn + q0)``, p11 + p00 = 1.

    Each is an array of the shape of the p11 that was asked for.
    """

    p11: FloatArray
    p00: FloatArray
    q11: FloatArray
    q00: FloatArray
    q0: FloatArray

    def values(self, points: FloatArray) -> FloatArray:
        """Values at points of shape (n, 2); shape (..., n), NaN where a value is 0/0."""
        tp, tn = points.T
        above = np.multiply.outer(self.p11, tp) + np.multiply.outer(self.p00, tn)
        below = (
            np.multiply.outer(self.q11, tp)
            + np.multiply.outer(self.q00, tn)
            + np.asarray(self.q0)[..., None]
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(above / below)


def solve_system(
    p11: ArrayLike, normal: tuple[float, float], offset: float, prevalence: float
) -> Solution:
    """The metric with a given p11 whose supporting line is the one given.

    Paper's symbols: ``normal`` is (m11, m00), ``offset`` C0, ``prevalence`` zeta;
    P = p11 zeta + p00 (1 - zeta), Q = P + C0 - m11 zeta - m00 (1 - zeta); then
    q0 = C0 P / Q, q11 = (p11 - m11) P / Q, q00 = (p00 - m00) P / Q.

    Differences from the paper: for the line at the lower boundary pass ``-normal`` and
    ``-offset``, since the system is divided by a negative number there.

    Parameters
    ----------
    p11 : array-like of shape (...)
    normal : tuple of float
    offset : float
    prevalence : float
    """
    p11 = np.asarray(p11, dtype=np.float64)
    m11, m00 = normal
    p00 = 1.0 - p11
    P = p11 * prevalence + p00 * (1.0 - prevalence)
    Q = P + offset - m11 * prevalence - m00 * (1.0 - prevalence)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = P / Q
        return Solution(p11, p00, (p11 - m11) * ratio, (p00 - m00) * ratio, offset * ratio)
