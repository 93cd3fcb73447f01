"""Families of one parameter as curves on the Tile."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference.grid_posterior import GridPosterior
from whichmetric.inference.noise import NoisePrior
from whichmetric.inference.priors import LogisticPrior

__all__ = ["CurvePosterior", "f_beta_posterior", "linear_posterior"]

FloatArray = NDArray[np.float64]
EVEN_ANGLES, EVEN_LOGS = 1600, 800
"""Cells of equal angle, for the accuracy of the metric, and of equal ratio, for its tails."""
WIDEST = 1e4
"""Ratios beyond this, or below its inverse, share the outermost cells."""


class CurvePosterior(GridPosterior):
    """A posterior over a positive quantity x, each x a point of the Tile.

    Parameters
    ----------
    edges : ndarray of shape (n + 1,)
        Borders of the cells of x, rising.
    a, b : ndarray of shape (n,)
        Tile points of the cells.
    mass : ndarray of shape (n,)
    noise : NoisePrior
    """

    def __init__(
        self,
        edges: FloatArray,
        a: FloatArray,
        b: FloatArray,
        mass: FloatArray,
        noise: NoisePrior,
    ) -> None:
        super().__init__(a, b, mass, noise)
        self._log_edges = np.log(edges)

    def quantile(self, probability: FloatArray | float) -> FloatArray:
        """Quantiles of x, interpolated in its logarithm inside a cell."""
        steps = np.concatenate(([0.0], np.cumsum(self.mass)))
        return np.exp(np.interp(probability, steps / steps[-1], self._log_edges))


def linear_posterior(prior: LogisticPrior, noise: NoisePrior) -> CurvePosterior:
    """Linear metrics by their cost ratio x: the diagonal ``a = b = x / (1 + x)``."""
    angles = np.linspace(0.0, np.pi / 2, EVEN_ANGLES + 1)[1:-1]
    edges, middles = _cells(1.0 / np.tan(angles))
    a = middles / (1.0 + middles)
    return CurvePosterior(edges, a, a, np.diff(prior.cumulative(edges)), noise)


def f_beta_posterior(prior: LogisticPrior, noise: NoisePrior) -> CurvePosterior:
    """F-beta by beta: the edge ``a = 1, b = beta^2 / (1 + beta^2)``."""
    shares = np.linspace(0.0, 1.0, EVEN_ANGLES + 1)[1:-1]
    edges, middles = _cells(np.sqrt(shares / (1.0 - shares)))
    b = middles**2 / (1.0 + middles**2)
    return CurvePosterior(edges, np.ones_like(b), b, np.diff(prior.cumulative(edges)), noise)


def _cells(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Edges at the given values and evenly in the logarithm, and the cells' middles."""
    logs = np.union1d(np.log(values), np.linspace(-np.log(WIDEST), np.log(WIDEST), EVEN_LOGS + 1))
    middles = np.exp((logs[1:] + logs[:-1]) / 2)
    return np.exp(logs), middles
