"""The noise that is integrated out: a small grid of response models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number
from whichmetric.errors import InvalidInputError
from whichmetric.responses import Logistic, logistic_probability
from whichmetric.values import Answer

__all__ = ["NoiseGrid", "NoisePrior"]

FloatArray = NDArray[np.float64]
SingleArray = NDArray[np.float32]

_RANGES = (
    ("scale", float(np.finfo(np.float32).tiny), np.inf),
    ("lapse", 0.0, 1.0),
    ("side", -np.inf, np.inf),
    ("tie", float(np.finfo(np.float32).tiny), np.inf),
)
"""Of each parameter; a scale or a tie is positive also in single precision."""


def _log_spaced(low: float, high: float, count: int) -> tuple[float, ...]:
    return tuple(float(value) for value in np.geomspace(low, high, count))


@dataclass(frozen=True)
class NoisePrior:
    """Independent discrete priors on the parameters of `Logistic`.

    The finest scale is far below any gap that is asked about, so that pure flips (a lapse alone)
    are covered; a lapse of 1 is an expert who answers at random, a side of 10 with a coarse scale
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

    scales: Sequence[float] = _log_spaced(1e-4, 0.1, 7)
    scale_weights: Sequence[float] = (4.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    lapses: Sequence[float] = (0.0, 0.03, 0.1, 0.2, 0.3, 0.4, 0.6, 1.0)
    lapse_weights: Sequence[float] = (0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.05, 0.2)
    sides: Sequence[float] = (-10.0, 0.0, 10.0)
    side_weights: Sequence[float] = (0.02, 0.96, 0.02)
    ties: Sequence[float] = (0.003, 0.01, 0.03, 0.1)

    def __post_init__(self) -> None:
        for name, low, high in _RANGES:
            values, weights = getattr(self, name + "s"), getattr(self, name + "_weights", None)
            _refuse_outside(name + "s", values, low, high)
            if weights is None:
                continue
            _refuse_outside(name + "_weights", weights, 0.0, np.inf)
            if len(weights) != len(values):
                raise InvalidInputError(
                    f"{name}_weights has {len(weights)} entries for {len(values)} {name}s: "
                    "give one for each."
                )
            if sum(weights) == 0.0:
                raise InvalidInputError(f"{name}_weights are all 0: make one of them positive.")
        if not any(p > 0 for v, p in zip(self.lapses, self.lapse_weights, strict=True) if v < 1):
            raise InvalidInputError(
                "lapses leave only experts who answer at random, who tell nothing: "
                "give a lapse below 1 some weight."
            )

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
            axis.ravel().astype(np.float32)
            for axis in np.meshgrid(self.scales, self.sides, ties, indexing="ij")
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
            np.array(self.lapses, dtype=np.float32),
            _normalised(self.lapse_weights),
        )


class NoiseGrid(NamedTuple):
    """Ways of looking (scale, side, tie) of shape (j,), and lapses of shape (l,).

    Single precision: the grid itself is coarser by far, and it is four times as fast.
    """

    shape: tuple[int, int, int]
    scale: SingleArray
    side: SingleArray
    tie: SingleArray
    look_weight: FloatArray
    lapse: SingleArray
    lapse_weight: FloatArray

    def guess(self, answer: Answer) -> float:
        """P(answer) of an expert who lapses: EQUAL counts once it is in use."""
        if self.tie.any():
            return 1.0 / 3.0
        return 0.0 if answer is Answer.EQUAL else 0.5

    @property
    def weight(self) -> SingleArray:
        """Prior probability of each way of looking with each lapse; ndarray of shape (j, l)."""
        return np.outer(self.look_weight, self.lapse_weight).astype(np.float32)

    def likelihood(self, answer: Answer, gap: FloatArray) -> SingleArray:
        """P(answer) for gaps of shape (n,); ndarray of shape (n, j, l)."""
        looking = self.looking(answer, gap)[..., None]
        return np.asarray(looking + (np.float32(self.guess(answer)) - looking) * self.lapse)

    def without_sides(self, weights: SingleArray) -> tuple[NoiseGrid, SingleArray]:
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

    def looking(self, answer: Answer, gap: FloatArray) -> SingleArray:
        """P(answer) of an expert who looks, for gaps of shape (...); shape (..., j)."""
        single = gap.astype(np.float32)[..., None]
        seen = logistic_probability(answer, single, self.scale, 0.0, self.side, self.tie)
        return seen.astype(np.float32, copy=False)


def _normalised(weights: Sequence[float]) -> FloatArray:
    return np.asarray(np.asarray(weights) / np.sum(weights))


def _refuse_outside(name: str, values: Sequence[float], low: float, high: float) -> None:
    """Refuse what is not some finite numbers from `low` to `high`."""
    if np.ndim(values) != 1 or len(values) == 0:
        raise InvalidInputError(f"{name}={values!r} is not a list of numbers.")
    for value in values:
        if not (low <= as_number(name, value) <= high and np.isfinite(value)):
            raise InvalidInputError(
                f"{name} holds {value}, which is out of range: give finite numbers "
                f"from {low:.3g} to {high:.3g}."
            )
