"""How differently two metrics order classifiers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_generator, as_whole_number, expect
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.feasible_region import FeasibleRegion
from whichmetric.metrics.metric import Metric

__all__ = ["RandomPairs", "disagreement"]

FloatArray = NDArray[np.float64]
PAIRS = 200_000
"""Gives a standard error of at most 0.0011, and of 0.00007 for a disagreement of 0.001."""
BLOCK = 8192
"""Pairs at a time: their arrays stay in the processor's cache."""
ROUNDING = 1e-12
"""Relative size below which a comparison is a tie."""


def disagreement(
    m1: Metric,
    m2: Metric,
    feasible: FeasibleRegion,
    rng: int | np.random.Generator = 0,
    *,
    pairs: int = PAIRS,
) -> float:
    """Share of feasible pairs that two metrics order differently.

    Both matrices of a pair are independent and uniform by area on the feasible set. A pair that
    only one of the metrics finds equal counts half.

    Parameters
    ----------
    m1, m2 : Metric
    feasible : FeasibleRegion
    rng : int or Generator
    pairs : int

    Returns
    -------
    float
        0 for metrics that always agree, 1 for a metric and its negative.

    Examples
    --------
    >>> from whichmetric.geometry import SigmoidPopulation
    >>> from whichmetric.metrics.catalogue import f_beta, jaccard
    >>> disagreement(f_beta(1), jaccard(), SigmoidPopulation(5.0).feasible_set())
    0.0
    """
    return RandomPairs(feasible, rng, pairs=pairs).disagreement(m1, m2)


class RandomPairs:
    """Random pairs of feasible matrices, drawn once to compare many metrics on.

    Parameters
    ----------
    feasible : FeasibleRegion
    rng : int or Generator
    pairs : int

    Examples
    --------
    >>> from whichmetric.geometry import SigmoidPopulation
    >>> from whichmetric.metrics.catalogue import accuracy
    >>> pairs = RandomPairs(SigmoidPopulation(5.0).feasible_set())
    >>> pairs.disagreement(accuracy(), -accuracy())
    1.0
    """

    def __init__(
        self, feasible: FeasibleRegion, rng: int | np.random.Generator = 0, *, pairs: int = PAIRS
    ) -> None:
        expect("feasible", feasible, FeasibleRegion, "give FeasibleSet(table)")
        generator, pairs = as_generator(rng), as_whole_number("pairs", pairs)
        if pairs < 1:
            raise InvalidInputError(f"pairs={pairs} is not a number of pairs: give 1 or more.")
        first, second = (
            np.column_stack((feasible.uniform_points(pairs, generator), np.ones(pairs)))
            for _ in range(2)
        )
        self.prevalence = feasible.prevalence
        self._comparisons = np.ascontiguousarray(np.cross(first, second).T)

    def disagreement(self, m1: Metric, m2: Metric) -> float:
        """Share of the pairs that two metrics order differently; a tie of one counts half."""
        for name, metric in (("m1", m1), ("m2", m2)):
            expect(name, metric, Metric, "give a metric, for example metrics.f_beta(2)")
        vectors = np.array([metric.order_vector(self.prevalence) for metric in (m1, m2)])
        apart, count = 0.0, len(self._comparisons.T)
        for start in range(0, count, BLOCK):
            first, second = _verdicts(vectors, self._comparisons[:, start : start + BLOCK])
            apart += float(np.abs(first - second).sum())
        return apart / 2 / count


def _verdicts(vectors: FloatArray, comparisons: FloatArray) -> FloatArray:
    """1 where the first matrix is preferred, -1 where the second is, 0 for a tie.

    Parameters
    ----------
    vectors : ndarray of shape (m, 3)
        Order vectors of the metrics.
    comparisons : ndarray of shape (3, n)

    Returns
    -------
    ndarray of shape (m, n)
    """
    lead = vectors @ comparisons
    size = np.abs(vectors) @ np.abs(comparisons)
    lead[np.abs(lead) <= ROUNDING * size] = 0.0
    return np.asarray(np.sign(lead))
