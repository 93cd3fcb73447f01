"""Expected cost over all cost ratios and prevalences at once.

Bibliography
------------
Drummond and Holte (2006), Cost Curves: An Improved Method for Visualizing Classifier Performance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.arguments import expect
from whichmetric.decisions.gains import linear_gains
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.geometry.certificate import rounded_up
from whichmetric.geometry.columns import as_numbers, refuse_wrong_shape
from whichmetric.metrics import Metric, weighted_accuracy
from whichmetric.values import checked_prevalence

__all__ = ["CostCurve", "cost_curve", "probability_cost"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class CostCurve:
    """Expected cost as a share of the cost of getting every case wrong.

    Parameters
    ----------
    probability_costs : ndarray of shape (k,)
        In [0, 1]; see `probability_cost`.
    model : ndarray of shape (k,)
        Normalised expected cost of the model at its best threshold for each.
    trivial : ndarray of shape (k,)
        That of flagging nobody or everybody, whichever is better.
    error : ndarray of shape (k,)
        By no more than this may the cost be lower at a threshold inside a bin of scores; 0 of a
        table without bins.
    """

    probability_costs: FloatArray
    model: FloatArray
    trivial: FloatArray
    error: FloatArray

    @property
    def binning(self) -> str:
        """What score bins leave open, in words; empty where all is exact."""
        largest = float(self.error.max(initial=0.0))
        return f"scores in bins: cost to within {rounded_up(largest)}" if largest else ""

    def __repr__(self) -> str:
        grid = self.probability_costs
        return (
            f"CostCurve({grid.size} probability-costs from {grid.min():.4g} to {grid.max():.4g}"
            f"{'; ' if self.binning else ''}{self.binning})"
        )


def cost_curve(table: ScoreTable, probability_costs: ArrayLike | None = None) -> CostCurve:
    """The lower envelope of the cost lines of all thresholds.

    A threshold's normalised expected cost at the probability-cost x is
    ``x (1 - true positive rate) + (1 - x) (1 - true negative rate)``, a straight line in x.

    Parameters
    ----------
    table : ScoreTable
        Of any scores: calibration does not matter.
    probability_costs : array-like of shape (k,), optional
        In [0, 1]; 0, 0.01, ..., 1 where left out.

    Examples
    --------
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve = cost_curve(table, [0.2, 0.5])
    >>> curve.model, curve.trivial
    (array([0.1 , 0.25]), array([0.2, 0.5]))
    """
    expect("table", table, ScoreTable, "build one with ScoreTable.from_arrays(y_true, y_score)")
    grid = np.arange(101) / 100 if probability_costs is None else _checked_grid(probability_costs)
    feasible = FeasibleSet(table, prevalence=0.5)
    missed, alarmed = 1.0 - 2.0 * feasible.frontier.T  # here a true rate is twice its cell
    lines = np.outer(grid, missed) + np.outer(1.0 - grid, alarmed)
    error = [feasible.value_error(weighted_accuracy(2.0 * x, 2.0 * (1.0 - x))) for x in grid]
    columns = (grid, lines.min(axis=1), np.minimum(grid, 1.0 - grid), np.array(error, dtype=float))
    for column in columns:
        column.setflags(write=False)
    return CostCurve(*columns)


def probability_cost(metric: Metric, prevalence: float) -> float:
    """Where a linear metric stands on the axis of a cost curve at a prevalence.

    The share of the positive cases in the cost of getting every case wrong,
    ``z g1 / (z g1 + (1 - z) g0)``.

    Examples
    --------
    >>> from whichmetric.metrics import cost_ratio
    >>> round(probability_cost(cost_ratio(4), 0.2), 12)
    0.5
    """
    gain, z = linear_gains(metric), checked_prevalence(prevalence)
    positive, negative = gain.positive * z, gain.negative * (1.0 - z)
    return positive / (positive + negative)


def _checked_grid(probability_costs: ArrayLike) -> FloatArray:
    grid = as_numbers("probability_costs", probability_costs)
    refuse_wrong_shape("probability_costs", grid)
    wrong = grid[~((grid >= 0.0) & (grid <= 1.0))]
    if wrong.size:
        raise InvalidInputError(f"probability_costs holds {wrong[0]}: give numbers from 0 to 1.")
    return grid
