"""The posterior over all of the Tile."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference.grid_posterior import GridPosterior
from whichmetric.inference.noise import NoisePrior

__all__ = ["TilePosterior"]

FloatArray = NDArray[np.float64]
SIDE = 96
"""Cells along each side of the Tile."""


class TilePosterior(GridPosterior):
    """A posterior over (a, b), uniform before the first answer.

    Parameters
    ----------
    noise : NoisePrior
    """

    def __init__(self, noise: NoisePrior) -> None:
        middles = (np.arange(SIDE) + 0.5) / SIDE
        a, b = (axis.ravel() for axis in np.meshgrid(middles, middles, indexing="ij"))
        super().__init__(a, b, np.full(a.size, 1.0 / a.size), noise)

    def particles(self, size: int, rng: np.random.Generator) -> FloatArray:
        """Metrics drawn from the posterior, spread over their cells; ndarray of shape (size, 2)."""
        chosen = self.nodes(size, float(rng.random()))
        centres = np.column_stack((self.a[chosen], self.b[chosen]))
        return np.clip(centres + (rng.random((size, 2)) - 0.5) / SIDE, 0.0, 1.0)

    def quantile(self, axis: int, probability: FloatArray) -> FloatArray:
        """Quantiles of a (axis 0) or b (axis 1), interpolated inside a cell."""
        marginal = self.mass.reshape(SIDE, SIDE).sum(axis=1 - axis)
        steps = np.concatenate(([0.0], np.cumsum(marginal)))
        return np.interp(probability, steps / steps[-1], np.linspace(0.0, 1.0, SIDE + 1))
