"""Ways to choose a model and its threshold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric, accuracy, balanced_accuracy, cost_ratio, f_beta

__all__ = ["RIVALS", "Choice", "best_by", "highest_area", "rival_choices"]

GUESS_FACTOR = 2.0
"""A direct guess of the cost ratio is log-normal around the truth, off by this factor at one
standard deviation."""
RIVALS = ("accuracy", "balanced accuracy", "F1", "AUC, at 0.5", "guessed cost ratio")
Tables = Mapping[str, ScoreTable]


class Choice(NamedTuple):
    """A model at a threshold."""

    model: str
    threshold: float


def rival_choices(tables: Tables, ratio: float, rng: np.random.Generator) -> dict[str, Choice]:
    """What each of `RIVALS` chooses.

    Parameters
    ----------
    tables : mapping of str to ScoreTable
        Of all models, on the same cases.
    ratio : float
        The expert's true cost ratio, which the guess is scattered around.
    rng : Generator
    """
    prevalence = next(iter(tables.values())).prevalence
    guess = ratio * GUESS_FACTOR ** rng.standard_normal()
    choices = (
        best_by(accuracy(), tables),
        best_by(balanced_accuracy(prevalence), tables),
        best_by(f_beta(1), tables),
        Choice(highest_area(tables), 0.5),
        best_by(cost_ratio(guess), tables),
    )
    return dict(zip(RIVALS, choices, strict=True))


def best_by(metric: Metric, tables: Tables) -> Choice:
    """The model and the threshold of the highest value."""
    points = {name: FeasibleSet(table).best_threshold(metric) for name, table in tables.items()}
    model = max(points, key=lambda name: points[name].value)
    return Choice(model, points[model].threshold)


def highest_area(tables: Tables) -> str:
    """The model with the largest area under the ROC curve."""
    return max(tables, key=lambda name: _area(tables[name]))


def _area(table: ScoreTable) -> float:
    """Share of pairs of a positive and a negative case that are in order; ties count half."""
    below = np.cumsum(table.negative) - table.negative / 2
    return math.fsum(table.positive * below) / float(table.positive.sum() * table.negative.sum())
