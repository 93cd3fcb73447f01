"""The classifiers that the peer may ask about, and what it sees of them."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry import FeasibleRegion

__all__ = ["Inputs", "Options"]

FloatArray = NDArray[np.float64]
Inputs = Literal["angle", "rates"]
ANGLES = 96
"""Options on the frontier; their 4,560 pairs cut at as many places."""
INNER, DEPTH = 32, 0.05
"""Options inside the frontier, and how far in true rates, as our engine may ask about."""


class Options:
    """Classifiers at even angles of the frontier, and some inside it.

    Parameters
    ----------
    feasible : FeasibleRegion
        Smooth, so that every angle has a classifier of its own.
    angles : int
        How many on the frontier.
    inner : int
        How many inside it; these have no angle.

    Attributes
    ----------
    angles : ndarray of shape (angles,)
        Radians, of the linear metric that each frontier option is best for.
    rates : ndarray of shape (angles + inner, 2)
        True positive and true negative rates.
    matrices : list of ConfusionMatrix
    """

    def __init__(self, feasible: FeasibleRegion, *, angles: int = ANGLES, inner: int = 0) -> None:
        self._unit = np.array([feasible.prevalence, 1.0 - feasible.prevalence])
        self.angles = (np.arange(angles) + 0.5) / angles * math.pi / 2
        points = [feasible.support(float(angle)).confusion for angle in self.angles]
        on = np.array([(point.tp, point.tn) for point in points]) / self._unit
        inside = on[:: angles // inner][:inner] - DEPTH / math.sqrt(2.0) if inner else on[:0]
        inside = inside[np.all(inside >= 0.0, axis=1) & (inside.sum(axis=1) >= 1.0)]
        self.rates = np.vstack((on, inside))
        self.matrices = [*points, *(feasible.realise(*(point * self._unit)) for point in inside)]

    @property
    def points(self) -> FloatArray:
        """Rates tp, tn of all cases; ndarray of shape (n, 2)."""
        return np.asarray(self.rates * self._unit)

    def inputs(self, kind: Inputs) -> FloatArray:
        """What the peer sees, from 0 to 1: the angle on the frontier, or the true rates."""
        return self.angles[:, None] / (math.pi / 2) if kind == "angle" else self.rates
