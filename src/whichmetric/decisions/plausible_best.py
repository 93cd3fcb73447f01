"""Where plausible metrics put their thresholds, many at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.decisions.belief import Belief, tile_values
from whichmetric.decisions.resampling import AT_ONCE, Resamples
from whichmetric.geometry import FeasibleRegion

__all__ = ["PlausibleBest", "best_in", "best_places"]

FloatArray = NDArray[np.float64]
TIE = 1e-12
"""Values closer than this count as one optimum, as in `FeasibleSet.best_threshold`."""


class PlausibleBest:
    """The best thresholds of plausible metrics on a feasible set.

    Parameters
    ----------
    belief : Belief
    feasible : FeasibleRegion

    Attributes
    ----------
    thresholds : ndarray of shape (m,)
        Of each metric, among ``score >= threshold``.
    values : ndarray of shape (m,)
        What each metric is worth there.
    """

    def __init__(self, belief: Belief, feasible: FeasibleRegion) -> None:
        self._belief, self._feasible = belief, feasible
        # These metrics rise with tp and tn, so a vertex of the frontier is best.
        tp, tn = feasible.frontier.T
        values = tile_values(belief.a[:, None], belief.b[:, None], tp, tn, feasible.prevalence)
        places = best_places(values, tp + tn)
        self.thresholds = feasible.thresholds[places]
        self.values = values[np.arange(len(places)), places]

    def regret(self, threshold: float) -> float:
        """What a threshold is expected to lose against each plausible metric's own best."""
        confusion = self._feasible.at_threshold(threshold)
        there = tile_values(
            self._belief.a,
            self._belief.b,
            confusion.tp,
            confusion.tn,
            self._feasible.prevalence,
        )
        return float(np.mean(self.values - there))

    def agreement(self, threshold: float) -> float:
        """Share of the plausible metrics whose best threshold is this one."""
        return float(np.mean(self.thresholds == threshold))


def best_in(drawn: Resamples, a: FloatArray, b: FloatArray, prevalence: float) -> NDArray[np.intp]:
    """Where each resample is best for a metric of its own; all arrays of shape (size,)."""
    places = np.empty(len(drawn.tpr), dtype=np.intp)
    for start in range(0, places.size, AT_ONCE):
        block = slice(start, start + AT_ONCE)
        tp, tn = drawn.tpr[block] * prevalence, drawn.tnr[block] * (1.0 - prevalence)
        values = tile_values(a[block, None], b[block, None], tp, tn, prevalence)
        places[block] = best_places(values, tp + tn)
    return places


def best_places(values: FloatArray, correct: FloatArray) -> NDArray[np.intp]:
    """Where each row is largest; among equals where most decisions are correct.

    Parameters
    ----------
    values : ndarray of shape (m, k)
    correct : ndarray of shape (k,) or (m, k)
        Rates of correct decisions.
    """
    near = values >= values.max(axis=1, keepdims=True) - TIE
    return np.asarray(np.where(near, correct, -1.0).argmax(axis=1))
