"""What a result believes about the metric, made ready for decisions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number, expect
from whichmetric.decisions.caution import caution_of
from whichmetric.elicitation import Result
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import Metric, TilePoint
from whichmetric.values import checked_prevalence

__all__ = [
    "Belief",
    "belief_of",
    "central_interval",
    "checked_level",
    "refuse_decreasing",
    "tile_values",
]

FloatArray = NDArray[np.float64]
Numbers = FloatArray | float


class Belief(NamedTuple):
    """The estimate and the plausible metrics, by their Tile points, where they will be used.

    Parameters
    ----------
    metric : Metric
        The estimate on the scale ``N / (N + D)``: 1 where no decision is wrong, 0 where none is
        right.
    a, b : ndarray of shape (m,)
        Of metrics that stand, equally probable, for what the answers leave open.
    prevalence : float
        Share of positive cases where the classifier will work, a rate.
    tile : TilePoint
        The estimate.
    answered : int
        Answers that were learnt from, those to checks included.
    caution : str or None
        What makes the answers themselves doubtful, in words.
    experts : int
        Who answered.
    """

    metric: Metric
    a: FloatArray
    b: FloatArray
    prevalence: float
    tile: TilePoint
    answered: int
    caution: str | None
    experts: int = 1


def belief_of(result: Result, prevalence: float | None = None) -> Belief:
    """What is believed, at a prevalence; the one that the expert was asked about by default."""
    refuse_decreasing(result)
    a, b = np.array(result.plausible, dtype=np.float64).T
    return Belief(
        metric=Metric.from_tile(result.tile.a, result.tile.b),
        a=a,
        b=b,
        prevalence=result.prevalence if prevalence is None else checked_prevalence(prevalence),
        tile=result.tile,
        answered=result.learnt,
        caution=caution_of(result),
    )


def refuse_decreasing(result: Result, name: str = "") -> None:
    """Refuse what is no result, and one whose metric likes errors, of an expert of this name."""
    expect("result", result, Result, "give what elicit(...) or estimate() returns")
    if result.direction == "decreasing":
        whose = f"{name}: " if name else ""
        raise InvalidInputError(
            f"{whose}The answers prefer wrong decisions to right ones (direction 'decreasing'), so "
            "there is nothing to decide by them. Check which class is the positive one and whether "
            "the options were read the right way round."
        )


def tile_values(a: Numbers, b: Numbers, tp: Numbers, tn: Numbers, prevalence: float) -> FloatArray:
    """``N / (N + D)`` of Tile metrics at confusion matrices; 0, the lowest value, where it is 0/0.

    Parameters
    ----------
    a, b, tp, tn : ndarray or float
        Tile coordinates and rates, of shapes that go together.
    prevalence : float

    Examples
    --------
    >>> tile_values(np.array([1.0, 0.5]), np.array([0.5, 0.5]), 0.4, 0.4, 0.5)  # F1 and accuracy
    array([0.8, 0.8])
    """
    correct = a * tp + (1.0 - a) * tn
    # A rate of 1 less its complement may fall below 0 by rounding.
    errors = b * np.maximum(prevalence - tp, 0.0) + (1.0 - b) * np.maximum(
        1.0 - prevalence - tn, 0.0
    )
    total = correct + errors
    return np.divide(correct, total, out=np.zeros(np.shape(total)), where=total > 0)


def central_interval(values: FloatArray, level: float, *held: float) -> tuple[float, float]:
    """The interval with equal tails that holds this share of the values, its ends among them.

    Parameters
    ----------
    values : ndarray of shape (m,)
        May be infinite.
    level : float
        In (0, 1).
    *held : float
        What the interval shall hold whatever the values.

    Examples
    --------
    >>> central_interval(np.array([3.0, 1.0, np.inf, 2.0]), 0.5)
    (2.0, 3.0)
    """
    ranked = np.sort(values)
    cut = min(int(len(ranked) * (1.0 - level) / 2 + 1e-9), (len(ranked) - 1) // 2)
    low, high = float(ranked[cut]), float(ranked[len(ranked) - 1 - cut])
    return min(low, *held) if held else low, max(high, *held) if held else high


def checked_level(level: float) -> float:
    """The probability of an interval, refused where it is none."""
    number = as_number("level", level)
    if not 0.0 < number < 1.0:
        raise InvalidInputError(f"level={level} is not a probability inside (0, 1).")
    return number
