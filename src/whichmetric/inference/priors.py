"""What is believed before the first answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.arguments import as_number
from whichmetric.errors import InvalidInputError

__all__ = ["COST_RATIO", "F_BETA", "LogisticPrior"]

FloatArray = NDArray[np.float64]


LARGEST = 300.0
"""Logarithm of a quantity that is exceeded once in a million, whose square still is a number."""


@dataclass(frozen=True)
class LogisticPrior:
    """A logistic distribution of the logarithm of a positive quantity: wide, with real tails.

    Parameters
    ----------
    centre : float
        The median of the quantity itself.
    spread : float
        Scale of its logarithm; nine tenths lie within a factor ``exp(2.94 * spread)`` of the
        centre.

    Examples
    --------
    >>> COST_RATIO.quantile([0.05, 0.5, 0.95]).round(2).tolist()
    [0.04, 5.0, 555.87]
    """

    centre: float
    spread: float

    def __post_init__(self) -> None:
        for name in ("centre", "spread"):
            if not 0.0 < as_number(name, getattr(self, name)) < np.inf:
                raise InvalidInputError(f"{name}={getattr(self, name)} is not a positive number.")
        widest = (LARGEST - abs(np.log(self.centre))) / np.log(1e6)
        if self.spread > widest:
            raise InvalidInputError(
                f"spread={self.spread} around {self.centre} goes beyond what numbers can hold: "
                + (f"give {widest:.3g} at most." if widest > 0 else "give a centre nearer to 1.")
            )

    def between(self, low: ArrayLike, high: ArrayLike) -> FloatArray:
        """The probability of an interval, exact in both tails."""
        odds = [(np.log(end) - np.log(self.centre)) / (2 * self.spread) for end in (low, high)]
        # (tanh v - tanh u) / 2, without the difference of two numbers close to 1.
        return np.asarray(0.5 * np.sinh(odds[1] - odds[0]) / np.cosh(odds[0]) / np.cosh(odds[1]))

    def quantile(self, probability: ArrayLike) -> FloatArray:
        """The quantity that is exceeded with probability ``1 - probability``."""
        p = np.asarray(probability, dtype=np.float64)
        return np.asarray(self.centre * (p / (1.0 - p)) ** self.spread)

    def sample(self, rng: np.random.Generator) -> float:
        """One quantity at random."""
        return float(self.quantile(rng.random()))


COST_RATIO = LogisticPrior(centre=5.0, spread=1.6)
"""One missed positive = x false alarms: from 1:20 to 500:1 with probability .9, median 5."""
F_BETA = LogisticPrior(centre=1.0, spread=0.8)
"""Beta of F-beta: from about 1/10 to 10 with probability .9."""
