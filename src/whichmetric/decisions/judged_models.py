"""What models may be worth at their thresholds, given what answers and cases leave open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.decisions.belief import Belief, tile_values
from whichmetric.decisions.optimism import Optimism
from whichmetric.decisions.partial_pooling import partially_pooled
from whichmetric.decisions.resampling import rates_at, resamples
from whichmetric.geometry import ScoreTable
from whichmetric.values import OperatingPoint

__all__ = ["Judged", "judged_models", "pooled"]

FloatArray = NDArray[np.float64]
DRAWS = 4_000
"""Of a metric together with a sample; a probability is then known to 0.008."""
RESAMPLES = 300
"""The optimism is then known to a fifteenth of the value's own sampling error, or better."""


class Judged(NamedTuple):
    """What a model may be worth.

    Parameters
    ----------
    table : ScoreTable
    values : ndarray of shape (DRAWS,)
        With a plausible metric and plausible rates each.
    expected : ndarray of shape (DRAWS,)
        The same with the expected rates.
    by_answers : ndarray of shape (m,)
        Under each plausible metric, with the sample's rates.
    by_cases : ndarray of shape (DRAWS,)
        With plausible rates each, under the estimate.
    """

    table: ScoreTable
    values: FloatArray
    expected: FloatArray
    by_answers: FloatArray
    by_cases: FloatArray


def judged_models(
    tables: Iterable[ScoreTable],
    points: Iterable[OperatingPoint],
    belief: Belief,
    rng: np.random.Generator,
) -> tuple[list[Judged], list[int]]:
    """What the models may be worth, each at its point, and the place of each in that list.

    Models that order the cases alike decide alike: they are one sample, not two.
    """
    samples: list[Judged] = []
    places = []
    for table, point in zip(tables, points, strict=True):
        alike = [place for place, one in enumerate(samples) if _order_alike(one.table, table)]
        places.append(alike[0] if alike else len(samples))
        if not alike:
            samples.append(_judged(table, point, belief, rng))
    return samples, places


def pooled(samples: list[Judged], rng: np.random.Generator) -> list[Judged]:
    """The same, luck drawn back to the others."""
    values, expected, by_cases = (
        np.array([getattr(one, name) for one in samples])
        for name in ("values", "expected", "by_cases")
    )
    drawn = partially_pooled(values, expected, by_cases, rng)
    return [one._replace(values=row) for one, row in zip(samples, drawn, strict=True)]


def _order_alike(one: ScoreTable, other: ScoreTable) -> bool:
    """Whether two tables differ in the names of their scores at most."""
    return np.array_equal(one.positive, other.positive) and np.array_equal(
        one.negative, other.negative
    )


def _judged(
    table: ScoreTable,
    point: OperatingPoint,
    belief: Belief,
    rng: np.random.Generator,
) -> Judged:
    z, estimate = belief.prevalence, belief.tile
    tpr, tnr = rates_at(table, point.threshold, DRAWS, rng)
    tp, tn = tpr * z, tnr * (1.0 - z)
    cells = point.confusion
    a, b = np.array([estimate.a]), np.array([estimate.b])
    flattery = np.zeros(len(belief.a)), np.zeros(1)
    if point.threshold < np.inf:  # what happens where nobody is flagged is known
        optimism = Optimism(resamples(table, RESAMPLES, rng), estimate, z)
        flattery = optimism.of(belief.a, belief.b), optimism.of(a, b)
    every = np.arange(DRAWS) % len(belief.a)
    drawn = tile_values(belief.a[every], belief.b[every], tp, tn, z) - flattery[0][every]
    mean = tp.mean(), tn.mean()
    expected = tile_values(belief.a, belief.b, *mean, z)[every] - flattery[0][every]
    return Judged(
        table=table,
        values=np.maximum(drawn, 0.0),
        expected=expected,
        by_answers=tile_values(belief.a, belief.b, cells.tp, cells.tn, z),
        by_cases=tile_values(a, b, tp, tn, z) - flattery[1],
    )
