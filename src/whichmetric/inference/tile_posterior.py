"""The posterior over all of the Tile."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.inference.grid_posterior import GridPosterior
from whichmetric.inference.noise import NoisePrior

__all__ = ["TilePosterior"]

FloatArray = NDArray[np.float64]
SIDE = 40
"""Cells along each side of the Tile to start with; answers refine them."""


class TilePosterior(GridPosterior):
    """A posterior over (a, b), uniform before the first answer.

    Parameters
    ----------
    noise : NoisePrior
    """

    heaviest = 1 / 400

    def __init__(self, noise: NoisePrior) -> None:
        places = np.stack(np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij"), axis=-1)
        low = places.reshape(-1, 2) / SIDE
        super().__init__(low, low + 1 / SIDE, noise)

    def _tile(self, middle: FloatArray) -> tuple[FloatArray, FloatArray]:
        return middle[:, 0], middle[:, 1]

    def _prior_mass(self, low: FloatArray, high: FloatArray) -> FloatArray:
        return np.asarray(np.prod(high - low, axis=1))

    def particles(self, size: int, rng: np.random.Generator) -> FloatArray:
        """Metrics drawn from the posterior, spread over their cells; ndarray of shape (size, 2)."""
        return self._within(self.nodes(size, float(rng.random())), rng)

    def scattered_particles(self, size: int, rng: np.random.Generator) -> FloatArray:
        """The same by steps that are not even, for tails; ndarray of shape (size, 2).

        Before the first answers cells are as regular as even steps, which pass whole rows by.
        """
        return self._within(self.nodes(size, rng.random(size)), rng)

    def _within(self, chosen: NDArray[np.intp], rng: np.random.Generator) -> FloatArray:
        low, high = self.low[chosen], self.high[chosen]
        return np.asarray(low + rng.random((len(chosen), 2)) * (high - low))

    def quantile(self, axis: int, probability: ArrayLike) -> FloatArray:
        """Quantiles of a (axis 0) or b (axis 1), mass spread evenly over each cell."""
        low, high, mass = self.low[:, axis], self.high[:, axis], self.mass
        edges = np.unique(np.concatenate((low, high)))
        density = np.zeros(len(edges))
        np.add.at(density, np.searchsorted(edges, low), mass / (high - low))
        np.subtract.at(density, np.searchsorted(edges, high), mass / (high - low))
        steps = np.concatenate(([0.0], np.cumsum(np.cumsum(density)[:-1] * np.diff(edges))))
        return np.interp(np.asarray(probability, dtype=np.float64), steps / steps[-1], edges)
