"""A posterior over metrics that are neither linear nor fractional: power means of two rates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference.grid_posterior import GridPosterior
from whichmetric.inference.noise import NoisePrior
from whichmetric.inference.priors import LogisticPrior

__all__ = ["PowerMeanPosterior"]

FloatArray = NDArray[np.float64]
CELLS = 60
"""Along the cost ratio to start with, equally probable."""
POWERS = ((-4.0, 0.75, 5), (1.25, 4.0, 3))
"""Ranges, and into how many cells they are cut to start with: from close to the worse of the two
rates to nearly their weighted average, which is linear, and from there towards the better one."""
FARTHEST = 1e-4
"""Probability of the tail of the cost ratio on either side that is left out."""
LEAST_RATE = 1e-3
"""A rate below this counts as this: a power below 0 makes the mean of anything with 0 be 0."""


class PowerMeanPosterior(GridPosterior):
    r"""A posterior over ``(w TPR^p + (1 - w) TNR^p)^(1 / p)``, that is, over x and p.

    With p = 1 it is the linear metric of the cost ratio x, on the same scale. The smaller p, the
    more the worse of the two rates counts: p = 0 with equal weights is the G-mean, the geometric
    mean of the true rates. Comparisons of such a metric are no straight cuts of the Tile for any
    p but 1.

    Parameters
    ----------
    prior : LogisticPrior
        Of the cost ratio x, for which ``w / (1 - w)`` is x times the odds of a positive case.
    noise : NoisePrior
    prevalence : float
        Of the options that are shown, a rate.
    """

    heaviest = 1 / 100

    def __init__(self, prior: LogisticPrior, noise: NoisePrior, prevalence: float) -> None:
        self._prior = prior
        self._prevalence = prevalence
        x = np.log(prior.quantile(np.linspace(FARTHEST, 1.0 - FARTHEST, CELLS + 1)))
        cuts = [np.linspace(least, most, cells + 1) for least, most, cells in POWERS]
        lows, highs = (
            np.concatenate([p[side] for p in cuts]) for side in (slice(-1), slice(1, None))
        )
        low = np.stack(np.meshgrid(x[:-1], lows, indexing="ij"), axis=-1).reshape(-1, 2)
        high = np.stack(np.meshgrid(x[1:], highs, indexing="ij"), axis=-1).reshape(-1, 2)
        super().__init__(low, high, noise)

    def _tile(self, middle: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Weight w and power p: these metrics have no place on the Tile."""
        odds = np.exp(middle[:, 0]) * self._prevalence / (1.0 - self._prevalence)
        return odds / (1.0 + odds), middle[:, 1]

    def _prior_mass(self, low: FloatArray, high: FloatArray) -> FloatArray:
        along = self._prior.between(np.exp(low[:, 0]), np.exp(high[:, 0]))
        return np.asarray(along * (high[:, 1] - low[:, 1]))

    def gaps(
        self, a: FloatArray, b: FloatArray, first: FloatArray, second: FloatArray
    ) -> FloatArray:
        """How much better the first option is to each metric, of weight `a` and power `b`."""
        return _power_means(a, b, first) - _power_means(a, b, second)


def _power_means(weight: FloatArray, power: FloatArray, cells: FloatArray) -> FloatArray:
    """Means of shape (..., n) for cells of shape (..., 4)."""
    tp, fp, fn, tn = (cells[..., i, None] for i in range(4))
    found, spared = (
        np.log(np.maximum(right / np.maximum(right + wrong, LEAST_RATE**2), LEAST_RATE))
        for right, wrong in ((tp, fn), (tn, fp))
    )
    near = np.abs(power) < 1e-6
    p = np.where(near, 1.0, power)
    mean = np.log(weight * np.exp(p * found) + (1.0 - weight) * np.exp(p * spared)) / p
    return np.asarray(np.exp(np.where(near, weight * found + (1.0 - weight) * spared, mean)))
