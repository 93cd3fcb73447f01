"""What models are worth, given that they are models of one task: luck is drawn back to the others.

Of several models with few cases each, the one that looks best was lucky, too. Models of one task
are taken to differ about a common value with some spread, which their values reveal as far as they
differ by more than sampling errors make them; each value is drawn back to the common one, the more
the larger its own sampling error is beside the spread.

=========  ==============================================
symbol     meaning
=========  ==============================================
``m_i``    value of model i under the estimate
``s_i``    its sampling error, a standard deviation
``tau``    spread of the models' true values
``mu``     their common value
``B_i``    ``tau**2 / (tau**2 + s_i**2)``: what is left of a difference
=========  ==============================================

Bibliography
------------
Efron, Morris (1975), Data Analysis Using Stein's Estimator and its Generalizations. Gelman (2006),
Prior Distributions for Variance Parameters in Hierarchical Models, for the half-Cauchy prior, which
leaves values that are far apart where they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["partially_pooled"]

FloatArray = NDArray[np.float64]
SPREADS = 200
"""That stand, equally probable, for the prior of tau; its scale is the median sampling error."""


def partially_pooled(
    values: FloatArray, expected: FloatArray, by_cases: FloatArray, rng: np.random.Generator
) -> FloatArray:
    """Drawn values of models, each drawn back to the others.

    Parameters
    ----------
    values : ndarray of shape (k, draws)
        What each model may be worth, with a metric and rates drawn each time.
    expected : ndarray of shape (k, draws)
        The same with the metric drawn and the rates as expected.
    by_cases : ndarray of shape (k, draws)
        The same with the rates drawn, under the estimate.
    rng : Generator

    Returns
    -------
    ndarray of shape (k, draws)
        Models whose value is known without a sampling error are left as they are.
    """
    s = by_cases.std(axis=1)
    open_ = np.flatnonzero(s > 0.0)
    if len(open_) < 2:
        return values
    m, variance = by_cases[open_].mean(axis=1), s[open_] ** 2
    tau = np.median(s[open_]) * np.tan((np.arange(SPREADS) + 0.5) / SPREADS * np.pi / 2)
    weights = 1.0 / (variance + tau[:, None] ** 2)  # of shape (SPREADS, k), as of a mean
    total = weights.sum(axis=1)
    mu = (weights * m).sum(axis=1) / total
    apart = (weights * (m - mu[:, None]) ** 2).sum(axis=1)
    # The likelihood of tau, mu integrated out.
    logs = 0.5 * (np.log(weights).sum(axis=1) - np.log(total) - apart)
    chances = np.exp(logs - logs.max())
    draws = values.shape[1]
    picked = rng.choice(SPREADS, draws, p=chances / chances.sum())
    weights = weights[picked].T
    common = (weights * expected[open_]).sum(axis=0) / total[picked]
    common += rng.normal(size=draws) / np.sqrt(total[picked])
    left = 1.0 - variance[:, None] * weights
    pooled = values.copy()
    pooled[open_] = (
        common
        + left * (expected[open_] - common)
        + np.sqrt(left) * (values[open_] - expected[open_])
    )
    return np.clip(pooled, 0.0, 1.0)
