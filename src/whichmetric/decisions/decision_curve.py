"""Net benefit over all threshold probabilities.

Bibliography
------------
Vickers and Elkin (2006), Decision Curve Analysis: A Novel Method for Evaluating Prediction Models.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.arguments import expect
from whichmetric.decisions.prevalence import shifted_probability
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.geometry.certificate import rounded_up
from whichmetric.geometry.columns import as_numbers, refuse_wrong_shape
from whichmetric.metrics import net_benefit
from whichmetric.values import ConfusionMatrix, checked_prevalence

__all__ = ["DecisionCurve", "decision_curve"]

FloatArray = NDArray[np.float64]
NEXT_TO_ZERO = float(np.nextafter(0.0, 1.0))


@dataclass(frozen=True, eq=False, repr=False)
class DecisionCurve:
    """Net benefit per case: true positives less the false ones that are worth as much.

    Parameters
    ----------
    prevalence : float
        Share of positive cases, a rate.
    thresholds : ndarray of shape (k,)
        Threshold probabilities: one missed positive is worth ``(1 - p) / p`` false alarms.
    model, treat_all, treat_none : ndarray of shape (k,)
        Net benefit of acting on the model, on everybody and on nobody.
    error : ndarray of shape (k,)
        By no more than this may `model` be wrong where the threshold lies inside a bin of scores; 0
        where it is exact.
    """

    prevalence: float
    thresholds: FloatArray
    model: FloatArray
    treat_all: FloatArray
    treat_none: FloatArray
    error: FloatArray

    @property
    def binning(self) -> str:
        """What score bins leave open, in words; empty where all is exact."""
        largest = float(self.error.max(initial=0.0))
        if largest == 0.0:
            return ""
        return f"scores in bins: net benefit to within {rounded_up(largest)}"

    def __repr__(self) -> str:
        grid = self.thresholds
        return (
            f"DecisionCurve(prevalence {self.prevalence:.4g}, {grid.size} threshold probabilities "
            f"from {grid.min():.4g} to {grid.max():.4g}{'; ' if self.binning else ''}"
            f"{self.binning})"
        )


def decision_curve(
    table: ScoreTable,
    thresholds: ArrayLike | None = None,
    *,
    prevalence: float | None = None,
    calibrated_at: float | None = None,
) -> DecisionCurve:
    """The decision curve of calibrated probabilities.

    Parameters
    ----------
    table : ScoreTable
        Its scores are probabilities.
    thresholds : array-like of shape (k,), optional
        In [0, 1); 0, 0.01, ..., 0.99 where left out.
    prevalence : float, optional
        Share of positive cases where the model will work; the table's own where left out.
    calibrated_at : float, optional
        The prevalence at which the scores are calibrated; the table's own where left out. For cases
        and controls sampled to test a model that is calibrated for the population, give the same
        number for both.

    Notes
    -----
    Flags ``score >= threshold``, but never a score of 0: at the threshold probability 0 the package
    dcurves has it so, whose values these are.

    Of a table on score bins, what the model does at a threshold inside a bin lies between what it
    does at the bin's ends. `DecisionCurve.error` bounds what that leaves open.

    Examples
    --------
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve = decision_curve(table, [0.2, 0.5])
    >>> curve.model, curve.treat_all
    (array([0.4375, 0.25  ]), array([0.375, 0.   ]))
    """
    expect("table", table, ScoreTable, "build one with ScoreTable.from_arrays(y_true, y_score)")
    grid = np.arange(100) / 100 if thresholds is None else _checked_grid(thresholds)
    feasible = FeasibleSet(table, prevalence=prevalence)
    there = table.prevalence if calibrated_at is None else checked_prevalence(calibrated_at)
    _refuse_other_scores(table)
    cuts = shifted_probability(grid, calibrated_at=feasible.prevalence, prevalence=there)
    cuts = np.maximum(cuts, NEXT_TO_ZERO)
    metrics = [net_benefit(threshold) for threshold in grid]
    everybody = feasible.at_threshold(-np.inf)
    read = [feasible.at_threshold(cut) for cut in cuts]
    columns = (
        grid,
        np.array([metric(matrix) for metric, matrix in zip(metrics, read, strict=True)]),
        np.array([metric(everybody) for metric in metrics]),
        np.zeros(grid.size),
        _error(feasible, grid, cuts, read),
    )
    for column in columns:
        column.setflags(write=False)
    return DecisionCurve(feasible.prevalence, *columns)


def _error(
    feasible: FeasibleSet, grid: FloatArray, cuts: FloatArray, read: Sequence[ConfusionMatrix]
) -> FloatArray:
    """How far what is read may be off: what a bin still flags adds to the one or to the other."""
    most = [feasible.at_threshold(feasible.exact_below(cut)) for cut in cuts]
    more = np.array([(b.tp - a.tp, b.fp - a.fp) for a, b in zip(read, most, strict=True)])
    found, alarms = more.reshape(-1, 2).T
    return np.asarray(np.maximum(found, alarms * grid / (1.0 - grid)))


def _checked_grid(thresholds: ArrayLike) -> FloatArray:
    grid = as_numbers("thresholds", thresholds)
    refuse_wrong_shape("thresholds", grid)
    wrong = grid[~((grid >= 0.0) & (grid < 1.0))]
    if wrong.size:
        raise InvalidInputError(
            f"thresholds holds {wrong[0]}: give probabilities from 0 to below 1, at which one "
            "missed positive would weigh nothing."
        )
    return grid


def _refuse_other_scores(table: ScoreTable) -> None:
    if not table.holds_probabilities:
        lowest, highest = table.score_range
        raise InvalidInputError(
            f"Scores run from {lowest:g} to {highest:g}, so they are not probabilities: "
            "calibrate them first. A cost curve needs no probabilities."
        )
