"""The feasible set of a score table."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import expect
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.feasible_region import (
    Boundary,
    FeasibleRegion,
    checked_probability,
    checked_threshold,
    expect_ratio,
    normal_at,
)
from whichmetric.geometry.hull import upper_hull
from whichmetric.geometry.prevalence_odds import at_other_prevalence
from whichmetric.geometry.score_table import ScoreTable
from whichmetric.values import (
    ConfusionMatrix,
    FourCells,
    OperatingPoint,
    Ratio,
    Realisation,
    checked_prevalence,
    value_at,
)

__all__ = ["FeasibleSet"]

FloatArray = NDArray[np.float64]
TIE = 1e-12
"""Values closer than this, relative to their size, count as one optimum."""
ROUNDING = 1e-15
"""A denominator this small beside others is 0, and rounding."""


class FeasibleSet(FeasibleRegion):
    """The confusion matrices that thresholds of a table's score, and mixtures, can reach.

    Parameters
    ----------
    table : ScoreTable
    prevalence : float, optional
        Share of positive cases where the classifier will work; the table's own where left out.
        Within each class the scores are taken to be distributed as in the table.

    Notes
    -----
    The frontier is the convex hull of the points of ``score >= threshold``. Where scores are
    locally worse than chance, deciding the other way (``score < threshold``) reaches points beyond
    it; the region, and with it `support`, `best`, `worst` and `contains`, includes them, and the
    operating point says so in ``below``. `best_threshold` leaves them out.

    Examples
    --------
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> feasible = FeasibleSet(table)
    >>> feasible.frontier
    array([[0.  , 0.5 ],
           [0.25, 0.5 ],
           [0.5 , 0.25],
           [0.5 , 0.  ]])
    >>> feasible.thresholds
    array([ inf, 0.8 , 0.35, 0.1 ])
    """

    def __init__(self, table: ScoreTable, *, prevalence: float | None = None) -> None:
        expect("table", table, ScoreTable, "build one with ScoreTable.from_arrays(y_true, y_score)")
        self.table = table
        self._prevalence = (
            table.prevalence if prevalence is None else checked_prevalence(prevalence)
        )

    @property
    def prevalence(self) -> float:
        """Share of positive cases, a rate."""
        return self._prevalence

    @property
    def frontier(self) -> FloatArray:
        """Vertices (tp, tn) of the frontier; ndarray of shape (k, 2) of rates, tp rising."""
        return self._frontier.points

    @property
    def thresholds(self) -> FloatArray:
        """Threshold of each frontier vertex; ndarray of shape (k,), falling, ``inf`` first."""
        return self._frontier.thresholds

    def at_threshold(self, threshold: float, *, below: bool = False) -> ConfusionMatrix:
        """The matrix of ``score >= threshold`` (of ``score < threshold`` where `below`).

        Examples
        --------
        >>> table = ScoreTable.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
        >>> FeasibleSet(table).at_threshold(0.5).tp
        0.25
        """
        threshold = checked_threshold(threshold)
        place = len(self.table) - int(np.searchsorted(self.table.scores, threshold))
        tp, tn = self._points(place)
        above = ConfusionMatrix.at(float(tp), float(tn), self.prevalence, Realisation.at(threshold))
        return above.mirrored() if below else above

    def exact_below(self, threshold: float) -> float:
        """The threshold itself or, where it lies inside a bin of scores, where that bin begins.

        Inside a bin `at_threshold` reads the rates at the bin's end. The true ones lie between
        these and the rates at this threshold, which are exact.

        Examples
        --------
        >>> table = ScoreTable([0.1, 0.5], [1, 3], [4, 2], highest=[0.3, 0.5])
        >>> FeasibleSet(table).exact_below(0.2), FeasibleSet(table).exact_below(0.4)
        (0.1, 0.4)
        """
        threshold, ends = checked_threshold(threshold), self.table.highest
        place = int(np.searchsorted(self.table.scores, threshold)) - 1
        inside = ends is not None and place >= 0 and threshold <= ends[place]
        return float(self.table.scores[place]) if inside else threshold

    def at_probability(self, probability: float, *, below: bool = False) -> ConfusionMatrix:
        """The matrix of thresholding the score as if it were a calibrated probability.

        At another prevalence than the table's, the threshold on the probability moves to where the
        same odds lie on the table's own scale.
        """
        probability = checked_probability(probability)
        if not self.table.holds_probabilities:
            lowest, highest = self.table.score_range
            raise InvalidInputError(
                f"Scores run from {lowest:g} to {highest:g}, so they are not probabilities. "
                "Calibrate them first, or let the search ask about exact optima, which need no "
                'probabilities: classifiers="support".'
            )
        threshold = at_other_prevalence(probability, self.prevalence, self.table.prevalence)
        return self.at_threshold(threshold, below=below)

    def support(self, angle: float) -> OperatingPoint:
        """The best point of the linear metric ``cos(angle) tp + sin(angle) tn``.

        Examples
        --------
        >>> table = ScoreTable.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
        >>> FeasibleSet(table).support(0.3).threshold
        0.35
        """
        values = self.boundary.points @ normal_at(angle)
        vertex = _largest(values, self.boundary.points)
        return self._operating_point(vertex, self._matrix(self.boundary, vertex), values[vertex])

    def best(self, metric: Ratio) -> OperatingPoint:
        """Where a linear or linear-fractional metric is largest (the Bayes classifier).

        Such a metric is largest at a vertex, so the optimum is exact and never a mixture. A vertex
        where the metric is 0/0 (precision where nobody is flagged) does not count.
        """
        values = _values(metric, self._boundary_cells)
        vertex = _largest(values, self.boundary.points)
        confusion = self._matrix(self.boundary, vertex)
        return self._operating_point(vertex, confusion, value_at(metric, confusion))

    def best_threshold(self, metric: Ratio) -> OperatingPoint:
        """Where the metric is largest among the classifiers ``score >= threshold``.

        It is a vertex of the hull of these classifiers' points, upper or lower, so the optimum is
        exact for a metric of any signs.

        Examples
        --------
        >>> from whichmetric.metrics import accuracy
        >>> table = ScoreTable.from_arrays([1, 1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4, 0.5])
        >>> FeasibleSet(table).best(accuracy()).below  # these scores are worse than chance
        True
        >>> FeasibleSet(table).best_threshold(accuracy()).threshold
        0.1
        """
        places, points, cells = self._achieved_vertices
        place = places[_largest(_values(metric, cells), points)]
        threshold = float(self._thresholds(place))
        confusion = self.at_threshold(threshold)
        return OperatingPoint(
            threshold=threshold, confusion=confusion, value=value_at(metric, confusion)
        )

    def value_error(self, metric: Ratio) -> float:
        """How much higher than here a metric's best value may be on the scores without bins.

        A threshold inside a bin reaches some point of a rectangle, whose corners are known from
        what the bin holds. No ratio of linear forms is larger inside it than at a corner, nor at a
        corner than at the vertices of all corners' hull. The bound holds for `best` and for
        `best_threshold`; it is 0 where the table is exact, and infinite where the metric's
        denominator changes its sign inside a bin, or is 0 at a corner where the numerator is not.
        What is here is never too high: it is reached by a threshold that is known.

        Examples
        --------
        >>> from whichmetric.metrics import accuracy
        >>> table = ScoreTable([0.1, 0.5], [1, 3], [4, 2], highest=[0.3, 0.5])
        >>> round(FeasibleSet(table).value_error(accuracy()), 12)  # at best 1 of 10 cases is gained
        0.1
        """
        if self.table.highest is None:
            return super().value_error(metric)
        running = self.table.running
        inside = running.corners / running.total * self._scale
        corners = np.concatenate((inside, self._scale - inside))
        cells = self._cells(corners)
        try:
            values = _values(metric, cells)
        except InvalidInputError:
            expect_ratio(metric)
            return np.inf
        if np.any(_is_nonzero(metric.numerator, cells) & np.isneginf(values)):
            return np.inf  # a pole: nearby values are as large as one likes
        above = values[: len(inside)].max() - self.best_threshold(metric).value
        return max(0.0, float(above), float(values.max() - self.best(metric).value))

    def open_thresholds(self, metric: Ratio) -> tuple[float, float]:
        """From where to where the metric's best threshold may lie on the scores without bins.

        From the lowest to the highest score of all bins in which a threshold could be worth more
        than the best that is known, which lies between them or is the one end.

        Examples
        --------
        >>> from whichmetric.metrics import accuracy
        >>> table = ScoreTable([0.1, 0.5], [1, 3], [4, 2], highest=[0.3, 0.5])
        >>> FeasibleSet(table).open_thresholds(accuracy())
        (0.1, 0.5)
        """
        lowest, highest = self.table.scores, self.table.highest
        if highest is None:
            return super().open_thresholds(metric)
        known = self.best_threshold(metric)
        weights = (self.table.running.weights / self.table.running.total * self._scale)[::-1]
        below, above = weights[:-1], weights[1:]  # thresholds at either end of each bin
        corners = np.column_stack((below[:, 0], above, below[:, 1]))[:, [0, 2, 1, 3]].reshape(-1, 2)
        is_open = lowest < highest
        try:
            values = _values(metric, self._cells(corners)).reshape(-1, 2)
            is_open &= values.max(axis=1) > known.value
        except InvalidInputError:
            expect_ratio(metric)  # else its denominator changes its sign inside a bin: all are open
        ends = (*lowest[is_open].tolist(), *highest[is_open].tolist(), known.threshold)
        return min(ends), max(ends)

    def with_prevalence(self, prevalence: float) -> FeasibleSet:
        """The same table where positive cases have this share."""
        return FeasibleSet(self.table, prevalence=checked_prevalence(prevalence))

    @cached_property
    def upper(self) -> Boundary:
        """The upper boundary of the whole region, points of ``score < threshold`` included."""
        frontier = self._frontier
        lower = self.table.running.lower
        mirrored = self._scale - self._points(lower)
        beyond = np.flatnonzero(self._rises_above_frontier(mirrored))
        flipped = Boundary(
            mirrored[beyond], self._thresholds(lower[beyond]), np.ones(beyond.size, dtype=bool)
        )
        points, thresholds, below = (
            np.concatenate(pair) for pair in zip(frontier, flipped, strict=True)
        )
        order = np.lexsort((below, -points[:, 1], points[:, 0]))
        vertices = order[upper_hull(points[order])]
        return Boundary(points[vertices], thresholds[vertices], below[vertices]).frozen()

    def _rises_above_frontier(self, points: FloatArray) -> NDArray[np.bool_]:
        """Which points lie beyond the frontier by more than rounding.

        In the true rates' difference and sum the frontier is the graph of a concave function.
        """
        rates, frontier = points / self._scale, self.frontier / self._scale
        height = np.interp(
            rates[:, 0] - rates[:, 1], frontier[:, 0] - frontier[:, 1], frontier.sum(axis=1)
        )
        return np.asarray(rates.sum(axis=1) > height + TIE)

    @cached_property
    def _scale(self) -> FloatArray:
        """The rates (tp, tn) of a perfect classifier."""
        return np.array([self.prevalence, 1.0 - self.prevalence])

    def _points(self, places: NDArray[np.intp] | int) -> FloatArray:
        """The points (tp, tn) of thresholds, by their places from flag-nobody (0) on down."""
        running = self.table.running
        return np.asarray(running.weights[places] / running.total * self._scale)

    def _thresholds(self, places: NDArray[np.intp] | int) -> FloatArray:
        """The thresholds at places from flag-nobody (0) on down."""
        rising = self.table.scores[np.minimum(len(self.table) - places, len(self.table) - 1)]
        return np.where(np.equal(places, 0), np.inf, rising)

    @cached_property
    def _frontier(self) -> Boundary:
        vertices = self.table.running.upper
        if ((self._points(vertices) / self._scale).sum(axis=1) <= 1.0 + TIE).all():
            vertices = vertices[[0, -1]]  # what is above chance is rounding
        points, thresholds = self._points(vertices), self._thresholds(vertices)
        return Boundary(points, thresholds, np.zeros(vertices.size, dtype=bool)).frozen()

    @cached_property
    def _achieved_vertices(self) -> tuple[NDArray[np.intp], FloatArray, FloatArray]:
        """Vertices of the hull of what thresholds achieve: their places, points and four cells."""
        places = np.union1d(self.table.running.upper, self.table.running.lower)
        points = self._points(places)
        return places, points, self._cells(points)

    @cached_property
    def _boundary_cells(self) -> FloatArray:
        return self._cells(self.boundary.points)

    def _cells(self, points: FloatArray) -> FloatArray:
        """The rates tp, fp, fn, tn of points (tp, tn); ndarray of shape (k, 4).

        Metrics are evaluated on these: a false alarm rate of 0 is 0 here, while a form of (tp, tn)
        leaves the rounding of its constant, which a small denominator makes large.
        """
        fn, fp = np.maximum(0.0, self._scale - points).T
        return np.column_stack((points[:, 0], fp, fn, points[:, 1]))

    def _operating_point(
        self, vertex: int, confusion: ConfusionMatrix, value: float
    ) -> OperatingPoint:
        return OperatingPoint(
            threshold=float(self.boundary.thresholds[vertex]),
            confusion=confusion,
            value=float(value),
            below=bool(self.boundary.below[vertex]),
        )


def _values(metric: Ratio, cells: FloatArray) -> FloatArray:
    """The metric at matrices of shape (k, 4); shape (k,), ``-inf`` where it is 0/0."""
    expect_ratio(metric)
    above, below = (cells @ np.array(weights) for weights in (metric.numerator, metric.denominator))
    if not below.any():
        raise InvalidInputError("The metric's denominator is 0 everywhere on this set.")
    defined = _is_nonzero(metric.denominator, cells)
    if np.any(below[defined] > 0) and np.any(below[defined] < 0):
        raise InvalidInputError(
            f"The metric's denominator runs from {below.min():g} to {below.max():g} on this "
            "set: it must not change its sign."
        )
    values = np.full(len(below), -np.inf)
    values[defined] = above[defined] / below[defined]
    return values


def _is_nonzero(weights: FourCells, cells: FloatArray) -> NDArray[np.bool_]:
    """Whether a linear form of matrices of shape (k, 4) is more than rounding; shape (k,)."""
    sums, summands = cells @ np.array(weights), cells @ np.abs(np.array(weights))
    return np.asarray((np.abs(sums) > TIE * summands) & (summands > ROUNDING * np.abs(sums).max()))


def _largest(values: FloatArray, points: FloatArray) -> int:
    """The point of the largest value; among equals the one with most correct decisions."""
    largest = values.max()
    equals = np.flatnonzero(values >= largest - TIE * max(abs(largest), 1.0))
    return int(equals[np.argmax(points[equals].sum(axis=1))])
