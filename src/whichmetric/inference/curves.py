"""Families of one parameter as curves on the Tile."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.inference.grid_posterior import GridPosterior
from whichmetric.inference.noise import NoisePrior
from whichmetric.inference.priors import LogisticPrior

__all__ = ["CurvePosterior", "FBetaPosterior", "LinearPosterior"]

FloatArray = NDArray[np.float64]
CELLS = 400
"""To start with, equally probable; answers refine them."""
STEPS = 800
"""Quantiles among which the shortest half is sought."""
FARTHEST = 1e-6
"""Probability of the tail on either side that is left out."""


class CurvePosterior(GridPosterior):
    """A posterior over a positive quantity x, each x a point of the Tile.

    Parameters
    ----------
    prior : LogisticPrior
        Of x.
    noise : NoisePrior
    """

    heaviest = 1 / 300

    def __init__(self, prior: LogisticPrior, noise: NoisePrior) -> None:
        self._prior = prior
        edges = np.log(prior.quantile(np.linspace(FARTHEST, 1.0 - FARTHEST, CELLS + 1)))[:, None]
        super().__init__(edges[:-1], edges[1:], noise)

    @abstractmethod
    def tile_at(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Both coordinates of each x."""

    def _tile(self, middle: FloatArray) -> tuple[FloatArray, FloatArray]:
        return self.tile_at(np.exp(middle[:, 0]))

    def _prior_mass(self, low: FloatArray, high: FloatArray) -> FloatArray:
        ends = np.exp(low[:, 0]), np.exp(high[:, 0])
        return self._prior.between(*ends)

    def quantile(self, probability: ArrayLike) -> FloatArray:
        """Quantiles of x, interpolated in its logarithm inside a cell."""
        order = np.argsort(self.low[:, 0])
        low, high = self.low[order, 0], self.high[order, 0]
        steps = np.concatenate(([0.0], np.cumsum(self.mass[order])))
        probability = np.asarray(probability) * steps[-1]
        cell = np.clip(np.searchsorted(steps, probability, side="right") - 1, 0, len(order) - 1)
        share = (probability - steps[cell]) / (steps[cell + 1] - steps[cell])
        return np.asarray(np.exp(low[cell] + share * (high[cell] - low[cell])))

    def typical(self) -> float:
        """The median of the shortest interval, in log x, that holds half of the posterior.

        Where a wrong answer is possible but unlikely the posterior has a long tail on one side,
        which pulls the median of all but not this.
        """
        x = self.quantile(np.linspace(0.001, 0.999, STEPS + 1))
        widths = np.log(x[STEPS // 2 :] / x[: STEPS // 2 + 1])
        return float(x[int(widths.argmin()) + STEPS // 4])


class LinearPosterior(CurvePosterior):
    """Linear metrics by their cost ratio x: the diagonal ``a = b = x / (1 + x)``."""

    def tile_at(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Both coordinates of each x."""
        share = x / (1.0 + x)
        return share, share


class FBetaPosterior(CurvePosterior):
    """F-beta by beta: the edge ``a = 1, b = beta^2 / (1 + beta^2)``."""

    def tile_at(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Both coordinates of each x."""
        return np.ones_like(x), x**2 / (1.0 + x**2)
