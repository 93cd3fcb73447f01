"""The noise that is integrated out: a small grid of response models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.responses import Logistic, logistic_probability
from whichmetric.values import Answer

__all__ = ["NoisePrior"]

FloatArray = NDArray[np.float64]


def _log_spaced(low: float, high: float, count: int) -> tuple[float, ...]:
    return tuple(float(value) for value in np.geomspace(low, high, count))


@dataclass(frozen=True)
class NoisePrior:
    """Independent discrete priors on the parameters of `Logistic`.

    The finest scale is far below any gap that is asked about, so that pure flips (a lapse alone)
    are covered; a lapse of 1 is an expert who answers at random, a side of 5 with a coarse scale
    one who always says the same.

    Parameters
    ----------
    scales, lapses, sides : sequence of float
        Values of the parameters.
    scale_weights, lapse_weights, side_weights : sequence of float
        Their probabilities, up to a factor.
    ties : sequence of float
        Values of ``equal_within``, equally probable, once the expert has said "about equal";
        before that, 0.
    """

    scales: Sequence[float] = _log_spaced(1e-4, 0.3, 8)
    scale_weights: Sequence[float] = (1.0,) * 8
    lapses: Sequence[float] = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 1.0)
    lapse_weights: Sequence[float] = (0.2, 0.12, 0.12, 0.15, 0.15, 0.1, 0.07, 0.05, 0.04)
    sides: Sequence[float] = (-5.0, -1.0, 0.0, 1.0, 5.0)
    side_weights: Sequence[float] = (0.02, 0.08, 0.8, 0.08, 0.02)
    ties: Sequence[float] = (0.003, 0.01, 0.03, 0.1)

    def sample(self, rng: np.random.Generator) -> Logistic:
        """One response model at random, of an expert who always chooses."""
        scale, lapse, side = (
            float(rng.choice(values, p=_normalised(weights)))
            for values, weights in (
                (self.scales, self.scale_weights),
                (self.lapses, self.lapse_weights),
                (self.sides, self.side_weights),
            )
        )
        return Logistic(scale, lapse, side)

    def grid(self, *, with_ties: bool) -> NoiseGrid:
        """All combinations, with ties or without."""
        ties = tuple(self.ties) if with_ties else (0.0,)
        scale, side, tie = (
            axis.ravel() for axis in np.meshgrid(self.scales, self.sides, ties, indexing="ij")
        )
        weights = np.einsum(
            "i,j,k->ijk",
            _normalised(self.scale_weights),
            _normalised(self.side_weights),
            np.full(len(ties), 1.0 / len(ties)),
        )
        return NoiseGrid(
            (len(self.scales), len(self.sides), len(ties)),
            scale,
            side,
            tie,
            weights.ravel(),
            np.array(self.lapses),
            _normalised(self.lapse_weights),
        )


class NoiseGrid(NamedTuple):
    """Ways of looking (scale, side, tie) of shape (j,), and lapses of shape (l,)."""

    shape: tuple[int, int, int]
    scale: FloatArray
    side: FloatArray
    tie: FloatArray
    look_weight: FloatArray
    lapse: FloatArray
    lapse_weight: FloatArray

    def likelihood(self, answer: Answer, gap: FloatArray) -> FloatArray:
        """P(answer) for gaps of shape (n,); ndarray of shape (n, j, l)."""
        looking = self.looking(answer, gap)
        guess = 0.0 if answer is Answer.EQUAL else 0.5
        return np.asarray(guess * self.lapse + (1.0 - self.lapse) * looking[..., None])

    def without_sides(self, weights: FloatArray) -> tuple[NoiseGrid, FloatArray]:
        """The ways of looking that prefer no side, with the weights of all.

        Options change sides at random, so a preferred side averages out; leaving it out of a
        forecast (not of the inference) saves most of the time.

        Parameters
        ----------
        weights : ndarray of shape (n, j)

        Returns
        -------
        NoiseGrid, ndarray of shape (n, j / sides)
        """
        scale, tie = (column.reshape(self.shape)[:, 0].ravel() for column in (self.scale, self.tie))
        summed = weights.reshape(-1, *self.shape).sum(axis=2).reshape(len(weights), -1)
        shape = (self.shape[0], 1, self.shape[2])
        plain = self._replace(shape=shape, scale=scale, side=np.zeros_like(scale), tie=tie)
        return plain, summed

    def looking(self, answer: Answer, gap: FloatArray) -> FloatArray:
        """P(answer) of an expert who looks, for gaps of shape (...); shape (..., j)."""
        return logistic_probability(answer, gap[..., None], self.scale, 0.0, self.side, self.tie)


def _normalised(weights: Sequence[float]) -> FloatArray:
    return np.asarray(np.asarray(weights) / np.sum(weights))
