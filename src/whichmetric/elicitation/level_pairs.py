"""Pairs that a given metric finds equal, of which one option is on the frontier.

All level lines of a linear-fractional metric pass through its pivot, so a pair on a line through
the pivot is a tie for that metric and a cut through its place on the Tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.display import shown
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import ConfusionMatrix

__all__ = ["LevelPairs", "Pairs", "comparisons"]

FloatArray = NDArray[np.float64]
DEPTH = 0.05
"""How far inside the frontier, in true rates, the second option may lie: close enough to be a
classifier that one could have, far enough to tell metrics apart that the frontier cannot."""
NEARLY = 0.99
"""How much of the way to the chance line the longest pairs go."""
APART = 0.02
"""The least distance, in true rates, of two options on the frontier."""


class Pairs(NamedTuple):
    """Candidate questions.

    Parameters
    ----------
    first, second : ndarray of shape (k, 2)
        Rates tp, tn of the options; the first is on the frontier.
    on_frontier : ndarray of shape (k,)
        Whether the second is on the frontier too.
    """

    first: FloatArray
    second: FloatArray
    on_frontier: NDArray[np.bool_]

    def options(
        self, chosen: int, feasible: FeasibleRegion, out_of: int | None
    ) -> tuple[ConfusionMatrix, ConfusionMatrix]:
        """One of the pairs as it is shown, with the classifiers that reach it."""
        first, second = (
            shown(feasible.realise(float(side[chosen, 0]), float(side[chosen, 1])), out_of)
            for side in (self.first, self.second)
        )
        return first, second


class LevelPairs:
    """The pairs of one feasible set.

    Parameters
    ----------
    feasible : FeasibleRegion
    anchors : int
        How many points, evenly spaced along the frontier in true rates, to start lines from.
    depths : sequence of float
        How far inside the frontier, in true rates, second options may lie.
    to_chance : bool
        Whether they may also lie just above the chance line: the longest pairs there are.
    crossing : bool
        Whether they may lie on the frontier.
    """

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        anchors: int = 40,
        depths: Sequence[float] = (DEPTH,),
        to_chance: bool = False,
        crossing: bool = True,
    ) -> None:
        self._to_chance = to_chance
        self._crossing = crossing
        self._depths = depths
        self._frontier = feasible.frontier
        self._unit = np.array([feasible.prevalence, 1.0 - feasible.prevalence])
        edges = np.diff(self._frontier, axis=0)
        with np.errstate(divide="ignore"):
            # tn lost for tp gained; it rises along the frontier, but for rounding.
            self._slopes = np.maximum.accumulate(-edges[:, 1] / edges[:, 0])
        steps = edges / self._unit
        length = np.concatenate(([0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))))
        places = (np.arange(anchors) + 0.5) / anchors * length[-1]
        self._anchors = np.column_stack(
            [np.interp(places, length, self._frontier[:, axis]) for axis in (0, 1)]
        )

    def of(self, vectors: FloatArray) -> Pairs:
        """The pairs that some of the given metrics find equal.

        Parameters
        ----------
        vectors : ndarray of shape (m, 3)
            Order vectors, of metrics that like correct decisions.

        Returns
        -------
        Pairs
            Of every anchor and metric: the line's second crossing of the frontier where it is
            apart enough, and the anchor moved inward along the line where that stays above the
            chance line. Neither option dominates the other.
        """
        anchors = np.repeat(self._anchors, len(vectors), axis=0)
        lines = _cross(anchors, np.concatenate([vectors] * len(self._anchors)))
        found = [self._steps_inward(anchors, lines)]
        if self._crossing:
            found.insert(0, self._crossings(anchors, lines))
        first, second, on_frontier = (np.concatenate(column) for column in zip(*found, strict=True))
        opposed = (first[:, 0] - second[:, 0]) * (first[:, 1] - second[:, 1]) < 0
        return Pairs(first[opposed], second[opposed], on_frontier[opposed])

    def _crossings(self, anchors: FloatArray, lines: FloatArray) -> Pairs:
        """Where the lines cross the frontier again, away from their anchors."""
        falling = lines[:, 0] * lines[:, 1] > 0  # else one option of the pair would dominate
        anchors = anchors[falling]
        lines = lines[falling] * np.sign(lines[falling, :1])
        top = np.searchsorted(self._slopes, lines[:, 0] / lines[:, 1])
        # Every line is sought on the frontier's both sides of its highest vertex at once.
        below = np.repeat((0, len(self._frontier) - 1), len(top))
        above = np.concatenate((top, top))
        anchors, lines = (np.concatenate((each, each)) for each in (anchors, lines))
        crosses = (self._height(lines, below) < 0) & (self._height(lines, above) > 0)
        anchors, lines = anchors[crosses], lines[crosses]
        below, above = below[crosses], above[crosses]
        while (np.abs(above - below) > 1).any():
            middle = (below + above) // 2
            high = self._height(lines, middle) > 0
            below, above = np.where(high, below, middle), np.where(high, middle, above)
        start, stop = self._height(lines, below), self._height(lines, above)
        weight = (stop / (stop - start))[:, None]
        points = weight * self._frontier[below] + (1.0 - weight) * self._frontier[above]
        apart = self._distance(points, anchors) > APART
        return Pairs(anchors[apart], points[apart], np.ones(int(apart.sum()), dtype=bool))

    def _height(self, lines: FloatArray, vertices: NDArray[np.intp]) -> FloatArray:
        """Of frontier vertices above lines, one of each."""
        tp, tn = self._frontier[vertices].T
        return np.asarray(lines[:, 0] * tp + lines[:, 1] * tn + lines[:, 2])

    def _steps_inward(self, anchors: FloatArray, lines: FloatArray) -> Pairs:
        """The anchors moved along the lines, to where that is inside and above the chance line."""
        along = np.column_stack((lines[:, 1], -lines[:, 0]))
        size = np.hypot(*(along / self._unit).T)
        step = along / np.where(size > 0, size, 1.0)[:, None]
        moves = [np.full(len(step), sign * depth) for depth in self._depths for sign in (1, -1)]
        if self._to_chance:
            with np.errstate(divide="ignore", invalid="ignore"):
                whole_way = (1.0 - (anchors / self._unit).sum(axis=1)) / (step / self._unit).sum(1)
            moves.append(np.where(np.isfinite(whole_way), NEARLY * whole_way, 0.0))
        shifts = np.array(moves).reshape(len(moves), len(step), 1) * step
        points = (anchors + shifts).reshape(-1, 2)
        tp, tn = points.T
        positives, negatives = self._unit
        inside = (
            (tp >= 0)
            & (tn >= 0)
            & (tp <= positives)
            & (tn <= negatives)
            & (tn <= np.interp(tp, self._frontier[:, 0], self._frontier[:, 1]))
            & (tp / positives + tn / negatives >= 1.0)
        )
        return Pairs(
            np.concatenate([anchors] * len(moves))[inside],
            points[inside],
            np.zeros(int(inside.sum()), dtype=bool),
        )

    def _distance(self, points: FloatArray, others: FloatArray) -> FloatArray:
        return np.asarray(np.hypot(*((points - others) / self._unit).T))


def comparisons(first: FloatArray, second: FloatArray) -> FloatArray:
    """The cross products ``C~ x C~'`` of points (tp, tn) of shape (k, 2); shape (k, 3)."""
    return _cross(first, np.column_stack((second, np.ones(len(second)))))


def _cross(points: FloatArray, others: FloatArray) -> FloatArray:
    """Cross products of points, with a third coordinate of 1, and others of shape (k, 3).

    NumPy's own takes several times as long for the few pairs of a question.
    """
    (tp, tn), (x, y, w) = points.T, others.T
    return np.column_stack((tn * w - y, x - tp * w, tp * y - tn * x))
