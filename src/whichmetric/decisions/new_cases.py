"""What a threshold will do to cases that did not choose it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.decisions.belief import central_interval
from whichmetric.decisions.optimism import Optimism
from whichmetric.decisions.resampling import rates_at
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.readable_number import readable_number
from whichmetric.values import ConfusionMatrix, Counts, OperatingPoint

__all__ = ["NewCases", "on_new_cases"]

FloatArray = NDArray[np.float64]
DRAWS = 2_000
"""Of the rates at the threshold."""


class NewCases(NamedTuple):
    """Counts out of as many cases as are readable.

    Parameters
    ----------
    expected : Counts
    missed, false_alarms : tuple of int
        Intervals (low, high), each with what is expected and what the sample shows.
    """

    expected: Counts
    missed: tuple[int, int]
    false_alarms: tuple[int, int]


def on_new_cases(
    table: ScoreTable,
    point: OperatingPoint,
    optimism: Optimism,
    level: float,
    rng: np.random.Generator,
) -> NewCases:
    """What to expect at the threshold that a table chose.

    The true rates are drawn as for any threshold, around the table's less their optimism.
    """
    z = point.confusion.prevalence
    out_of = readable_number(z)
    tpr, tnr = rates_at(table, point.threshold, DRAWS, rng, flattered=optimism.rates)
    expected = ConfusionMatrix.at(z * tpr.mean(), (1.0 - z) * tnr.mean(), z).counts(out_of)
    seen = point.confusion.counts(out_of)

    def interval(wrong: FloatArray, cases: float, *held: int) -> tuple[int, int]:
        low, high = central_interval(wrong * cases, level)
        return min(round(low), *held), max(round(high), *held)

    return NewCases(
        expected=expected,
        missed=interval(1.0 - tpr, out_of * z, expected.fn, seen.fn),
        false_alarms=interval(1.0 - tnr, out_of * (1.0 - z), expected.fp, seen.fp),
    )
