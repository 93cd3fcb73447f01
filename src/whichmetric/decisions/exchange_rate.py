"""How many false alarms one missed positive is worth, for metrics of any kind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.decisions.belief import belief_of, central_interval
from whichmetric.elicitation import Result
from whichmetric.values import ConfusionMatrix

__all__ = ["cost_ratios", "exchange_rate"]

FloatArray = NDArray[np.float64]


def exchange_rate(
    result: Result, confusion: ConfusionMatrix, level: float
) -> tuple[float, tuple[float, float]]:
    """How many false alarms one missed positive weighs as much as, and the interval of that.

    For a linear metric both are the result's own, the same everywhere. For any other they are those
    at a confusion matrix, the interval over the plausible metrics.

    Parameters
    ----------
    result : Result
    confusion : ConfusionMatrix
        Usually at the best threshold.
    level : float
        Probability of the interval.
    """
    interval = result.interval("cost_ratio", level)
    if result.cost_ratio is not None and interval is not None:
        return result.cost_ratio, interval
    belief = belief_of(result)
    here = cost_ratios(np.array([result.tile.a]), np.array([result.tile.b]), confusion)
    ratio = float(here[0])
    plausible = cost_ratios(belief.a, belief.b, confusion)
    return ratio, central_interval(plausible, level, ratio)


def cost_ratios(a: FloatArray, b: FloatArray, confusion: ConfusionMatrix) -> FloatArray:
    """How many false alarms one missed positive weighs as much as, under each Tile metric.

    It is the ratio of the slopes of ``N / (N + D)`` in tp and tn, ``(a D + b N)`` over
    ``((1 - a) D + (1 - b) N)``: for a linear metric ``a / (1 - a)``, whatever N and D.
    """
    tp, fp, fn, tn = confusion.cells
    correct, wrong = a * tp + (1.0 - a) * tn, b * fn + (1.0 - b) * fp
    positive, negative = a * wrong + b * correct, (1.0 - a) * wrong + (1.0 - b) * correct
    endless = np.full(len(a), np.inf)
    return np.asarray(np.divide(positive, negative, out=endless, where=negative > 0.0))
