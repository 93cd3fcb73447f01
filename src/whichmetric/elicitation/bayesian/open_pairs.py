"""Pairs of confusion matrices whose order is still in doubt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.level_pairs import comparisons
from whichmetric.geometry import FeasibleRegion
from whichmetric.geometry.cores import one_core_product
from whichmetric.geometry.hull import upper_hull
from whichmetric.metrics.tile import order_vectors, tile_to_chart

__all__ = ["OpenPairs"]

FloatArray = NDArray[np.float64]
POOL = 40_000
"""Random pairs on which disagreement is measured."""
BLOCK = 4_000
"""Of them are looked at together: what 40 metrics say of so many fits a processor's cache."""
ENOUGH = 4_000
"""Open pairs that disagreement is measured on. After some ten answers there are fewer."""


class OpenPairs:
    """Random pairs of a feasible set, and what metrics say of those they do not order alike.

    Parameters
    ----------
    feasible : FeasibleRegion
    rng : Generator
    """

    def __init__(self, feasible: FeasibleRegion, rng: np.random.Generator) -> None:
        self._prevalence = feasible.prevalence
        first, second = (feasible.uniform_points(POOL, rng) for _ in range(2))
        self._comparisons = comparisons(first, second)

    def votes(self, tiles: FloatArray, some: FloatArray, most: int) -> NDArray[np.float32]:
        """1 where a metric prefers the first of a pair that some metrics order differently, else 0.

        Parameters
        ----------
        tiles : ndarray of shape (m, 2)
            The metrics that vote.
        some : ndarray of shape (n, 2)
            Those that decide which pairs are open.
        most : int
            Pairs.

        Returns
        -------
        ndarray of shape (m, at most `most`)
            In single precision, which counts so many exactly.
        """
        compared, _ = self._undecided(_corners(self._chart(some)), most)
        return (self._leads(compared, tiles) > 0).astype(np.float32)

    def typical(self, tiles: FloatArray) -> int:
        """Which of the metrics, of shape (m, 2), disagrees least with the others."""
        compared, _ = self._undecided(_corners(self._chart(tiles)), POOL)
        agreement = np.zeros(len(tiles))
        for start in range(0, len(compared), BLOCK):
            prefers = self._leads(compared[start : start + BLOCK], tiles) > 0
            votes = prefers.astype(np.float32)  # whole numbers, so exact
            agreement += np.einsum("mp,p->m", votes, 2 * votes.sum(axis=0) - len(tiles))
        return int(agreement.argmax())

    def disagreements(self, tile: FloatArray, judges: FloatArray) -> FloatArray:
        """Ordinal disagreement of one metric with each of others, of shape (m, 2); shape (m,)."""
        corners = _corners(self._chart(np.vstack((tile, judges))))
        compared, share = self._undecided(corners, ENOUGH)
        if len(compared) == 0:
            return np.zeros(len(judges))
        differ = (self._leads(compared, judges) > 0) != (self._leads(compared, tile[None, :]) > 0)
        return np.asarray(share * differ.mean(axis=1))

    def _undecided(self, charted: FloatArray, most: int) -> tuple[FloatArray, float]:
        """Comparisons that not all metrics decide alike, and the share of such among all.

        Parameters
        ----------
        charted : ndarray of shape (n, 2)
            The metrics in the chart (a, w).
        most : int
            Comparisons; when so many are found the rest of the pool is not looked at.

        Returns
        -------
        ndarray of shape (at most `most`, 3), float
        """
        vectors, found = order_vectors(charted), np.empty((0, 3))
        for end in range(BLOCK, POOL + 1, BLOCK):
            block = self._comparisons[end - BLOCK : end]
            leads = one_core_product(vectors, block.T)
            is_open = (leads.min(axis=0) <= 0) & (leads.max(axis=0) > 0)
            found = np.concatenate((found, block[is_open]))
            if len(found) >= most:
                break
        return found[:most], len(found) / end

    def _leads(self, compared: FloatArray, tiles: FloatArray) -> FloatArray:
        """How clearly each metric prefers the first of each pair; shape (m, pairs)."""
        return one_core_product(order_vectors(self._chart(tiles)), compared.T)

    def _chart(self, tiles: FloatArray) -> FloatArray:
        return tile_to_chart(tiles, self._prevalence)


def _corners(charted: FloatArray) -> FloatArray:
    """The corners of the convex hull: what they decide alike, all of the points do."""
    corners = []
    for sign in (1.0, -1.0):
        flipped = charted * (1.0, sign)
        flipped = flipped[np.lexsort((-flipped[:, 1], flipped[:, 0]))]
        corners.append(flipped[upper_hull(flipped)] * (1.0, sign))
    return np.concatenate(corners)
