"""What every feasible set offers, whether it stands on data or on a formula."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_generator, as_number, as_whole_number, expect
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.mixture import nearest_edge, nearest_mixture
from whichmetric.geometry.polygon import Crossing, chord_at, inside, longest_chord, uniform_points
from whichmetric.values import ConfusionMatrix, OperatingPoint, Ratio, Realisation

__all__ = [
    "Boundary",
    "FeasibleRegion",
    "checked_probability",
    "checked_threshold",
    "checked_tolerance",
    "expect_ratio",
    "normal_at",
]

FloatArray = NDArray[np.float64]
ChordEnds = Literal["anywhere", "frontier", "above-chance"]
OFF_FRONTIER = 1e-9
"""How far, in rates, rounding may carry a point off the region that it lies in."""
SHORTEST = 1e-12
"""A chord no longer than this, in rates, is one point and rounding."""


class Boundary(NamedTuple):
    """Vertices of a polygon of confusion matrices and the rule that reaches each.

    Parameters
    ----------
    points : ndarray of shape (k, 2)
        Rates tp, tn, clockwise, from flag-nobody over the upper side.
    thresholds : ndarray of shape (k,)
    below : ndarray of shape (k,)
        Whether ``score < threshold`` is flagged rather than ``score >= threshold``.
    """

    points: FloatArray
    thresholds: FloatArray
    below: NDArray[np.bool_]

    def frozen(self) -> Boundary:
        """The same boundary, its arrays read-only."""
        for column in self:
            column.setflags(write=False)
        return self


class FeasibleRegion(ABC):
    """The confusion matrices that thresholds of one score, and mixtures of them, can reach.

    A matrix is its point (tp, tn), both rates. The region is convex, lies in
    ``[0, prevalence] x [0, 1 - prevalence]`` and is its own mirror image: deciding the other way
    everywhere turns it by 180 degrees.

    Obligations of a subclass
    -------------------------
    frontier, thresholds
        The upper boundary that ``score >= threshold`` reaches, tp rising from flag-nobody to
        flag-everybody, both included, and the threshold of each vertex, falling from ``inf``.
    upper
        The upper boundary of the whole region, as a `Boundary`. It differs from the frontier only
        where scores are locally worse than chance.
    at_threshold, at_probability
        The achieved point of a threshold, whether or not it is on the hull.
    support, best, worst
        Exact optima over the whole region.
    best_threshold
        The exact optimum among the points of ``score >= threshold`` alone.
    with_prevalence
        The feasible set of the same scores where positive cases are rarer or more frequent.
    """

    @property
    @abstractmethod
    def prevalence(self) -> float:
        """Share of positive cases, a rate."""

    @property
    @abstractmethod
    def frontier(self) -> FloatArray:
        """Vertices (tp, tn) of the frontier; ndarray of shape (k, 2) of rates, tp rising."""

    @property
    @abstractmethod
    def thresholds(self) -> FloatArray:
        """Threshold of each frontier vertex; ndarray of shape (k,), falling, ``inf`` first."""

    @property
    @abstractmethod
    def upper(self) -> Boundary:
        """The upper boundary of the whole region."""

    @abstractmethod
    def at_threshold(self, threshold: float, *, below: bool = False) -> ConfusionMatrix:
        """The matrix of ``score >= threshold`` (of ``score < threshold`` where `below`)."""

    def exact_below(self, threshold: float) -> float:
        """The threshold itself or, where its rates are not exact, a lower one whose rates are."""
        return checked_threshold(threshold)

    @abstractmethod
    def at_probability(self, probability: float, *, below: bool = False) -> ConfusionMatrix:
        """The matrix of thresholding the score as if it were a calibrated probability."""

    @abstractmethod
    def support(self, angle: float) -> OperatingPoint:
        """The best point of the linear metric ``cos(angle) tp + sin(angle) tn``.

        Parameters
        ----------
        angle : float
            Radians, any real number; the six sign cases of the paper's Proposition 1 are covered.
        """

    @abstractmethod
    def best(self, metric: Ratio) -> OperatingPoint:
        """Where a linear or linear-fractional metric is largest (the Bayes classifier)."""

    @abstractmethod
    def best_threshold(self, metric: Ratio) -> OperatingPoint:
        """Where the metric is largest among the classifiers ``score >= threshold``.

        This is the rule that one deploys. `best` also knows ``score < threshold``, which is better
        only where scores are locally worse than chance or the metric likes errors.
        """

    def value_error(self, metric: Ratio) -> float:
        """How much higher than here a metric's best value may be; 0 where there are no bins."""
        expect_ratio(metric)
        return 0.0

    def open_thresholds(self, metric: Ratio) -> tuple[float, float]:
        """From where to where its best threshold may lie; one alone where there are no bins."""
        known = self.best_threshold(metric).threshold
        return known, known

    @abstractmethod
    def with_prevalence(self, prevalence: float) -> FeasibleRegion:
        """The same scores where positive cases have this share.

        Within each class the scores are taken to be distributed as before.
        """

    def worst(self, metric: Ratio) -> OperatingPoint:
        """Where the metric is smallest (the inverse Bayes classifier)."""
        expect_ratio(metric)
        top = self.best(_Negated(metric))
        return OperatingPoint(
            threshold=top.threshold, confusion=top.confusion, value=0.0 - top.value, below=top.below
        )

    @cached_property
    def boundary(self) -> Boundary:
        """All vertices of the region: the upper side, then its mirror image."""
        upper = self.upper
        corner = np.array([self.prevalence, 1.0 - self.prevalence])
        inner = slice(1, -1)
        return Boundary(
            np.concatenate((upper.points, corner - upper.points[inner])),
            np.concatenate((upper.thresholds, upper.thresholds[inner])),
            np.concatenate((upper.below, ~upper.below[inner])),
        ).frozen()

    def __getstate__(self) -> dict[str, Any]:
        # Copies compute anew what is kept: numpy would leave copied arrays open to writing.
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }

    def __repr__(self) -> str:
        points = f"{len(self.frontier)} frontier points"
        return f"{type(self).__name__}(prevalence {self.prevalence:.4g}, {points})"

    def contains(self, confusion: ConfusionMatrix, *, tolerance: float = 1e-9) -> bool:
        """Whether some threshold of this score, or a mixture of thresholds, has this matrix.

        Parameters
        ----------
        confusion : ConfusionMatrix
        tolerance : float
            Distance, in rates, by which a point may miss the region.
        """
        tolerance = checked_tolerance(confusion, tolerance)
        if abs(confusion.prevalence - self.prevalence) > tolerance:
            return False
        return inside(self.boundary.points, np.array([confusion.tp, confusion.tn]), tolerance)

    def chord(
        self, angle: float, *, ends: ChordEnds = "anywhere", lift: float = 0.0
    ) -> tuple[ConfusionMatrix, ConfusionMatrix] | None:
        """Two matrices that the linear metric of this angle likes equally well.

        Parameters
        ----------
        angle : float
            Radians, of the metric whose level line the chord follows.
        ends : {"anywhere", "frontier", "above-chance"}
            The longest chord of the region; the longest with both ends on the frontier (one of
            them is flag-nobody or flag-everybody); the longest between the frontier and the
            chance line.
        lift : float
            With ends on the frontier: how far, in [0, 1), to move the chord from the longest
            towards the point where it vanishes, so that it ends at no trivial classifier.

        Returns
        -------
        tuple of ConfusionMatrix or None
            The end with less tp first where the angle is inside (0, pi / 2); None where there is
            no such chord.
        """
        normal = normal_at(angle)
        lift = as_number("lift", lift)
        if not 0.0 <= lift < 1.0:
            raise InvalidInputError(f"lift={lift:g} is not in [0, 1): at 1 the chord vanishes.")
        polygon = self.boundary if ends == "anywhere" else self._above_chance
        if ends == "frontier":
            corners = polygon.points[[0, -1]] @ normal
            upward = normal.sum() >= 0  # the opposite metric has the same level lines
            offset = corners.max() if upward else corners.min()
            extreme = (polygon.points @ normal).max() if upward else (polygon.points @ normal).min()
            crossings = chord_at(polygon.points, normal, float(offset + lift * (extreme - offset)))
        elif ends in ("anywhere", "above-chance"):
            crossings = longest_chord(polygon.points, normal)
        else:
            raise InvalidInputError(
                f"ends={ends!r} is unknown: choose 'anywhere', 'frontier' or 'above-chance'."
            )
        if crossings is None:
            return None
        first, last = (self._between(polygon, crossing) for crossing in crossings)
        span = np.hypot(first.tp - last.tp, first.tn - last.tn)
        return (first, last) if span > SHORTEST else None

    def balanced(self) -> ConfusionMatrix:
        """The point of the upper boundary that treats both classes alike: true rates equal.

        It dominates its own mirror image, unless no threshold is better or worse than chance.
        """
        upper = self.upper
        rates = upper.points / np.array([self.prevalence, 1.0 - self.prevalence])
        lead = rates[:, 0] - rates[:, 1]
        end = int(np.searchsorted(lead, 0.0))
        weight = lead[end] / (lead[end] - lead[end - 1])
        return self._between(upper, Crossing(end - 1, end, float(weight)))

    def realise(self, tp: float, tn: float) -> ConfusionMatrix:
        """The matrix at a point between the frontier and the chance line, with its classifier.

        It is a mixture of a trivial classifier and the two frontier vertices that the ray from
        there through the point runs between: at most three thresholds, two on the frontier.
        """
        tp, tn = as_number("tp", tp), as_number("tn", tn)
        if not (np.isfinite(tp) and np.isfinite(tn)):
            raise InvalidInputError(f"(tp, tn) = ({tp:g}, {tn:g}) are not rates: give 0 to 1.")
        # The farther of flag-nobody and flag-everybody, from where the vertices lie well apart.
        last = len(self.frontier) - 1
        apex, first = (0, 1) if tp > self.prevalence / 2 else (last, 0)
        spokes = self.frontier[first : first + last] - self.frontier[apex]
        point = np.array([tp, tn])
        step = point - self.frontier[apex]
        turns = spokes[:, 0] * step[1] - spokes[:, 1] * step[0]
        end = first + min(max(int(np.count_nonzero(turns < 0)), 1), max(last - 1, 1))
        # Two, where all is chance.
        vertices = np.array([*range(end - 1, min(end + 1, first + last)), apex])
        shares = nearest_mixture(self.frontier[vertices], point)
        if self._is_off(vertices, shares, point):  # or rounding hid a triangle thinner than that
            start = nearest_edge(self.frontier, point)
            vertices = np.array([start, start + 1])
            shares = nearest_mixture(self.frontier[vertices], point)
            if self._is_off(vertices, shares, point):
                raise InvalidInputError(
                    f"(tp, tn) = ({tp:g}, {tn:g}) is not between the frontier and the chance line."
                )
        vertices, shares = vertices[shares > 0.0], shares[shares > 0.0]
        exact = shares @ self.frontier[vertices]
        rule = Realisation(
            tuple(self.thresholds[vertices].tolist()),
            tuple(shares.tolist()),
            (False,) * len(shares),
        )
        return ConfusionMatrix.at(float(exact[0]), float(exact[1]), self.prevalence, rule)

    def _is_off(self, vertices: NDArray[np.intp], shares: FloatArray, point: FloatArray) -> bool:
        """Whether a mixture of frontier vertices lies farther from a point than by rounding."""
        return bool(np.hypot(*(shares @ self.frontier[vertices] - point)) > OFF_FRONTIER)

    def uniform_points(self, size: int, rng: np.random.Generator) -> FloatArray:
        """Independent feasible points, uniform by area; ndarray of shape (size, 2) of tp, tn."""
        size = as_whole_number("size", size)
        if size < 0:
            raise InvalidInputError(f"size={size} is not a number of points: give 0 or more.")
        return uniform_points(self.boundary.points, size, as_generator(rng))

    @cached_property
    def _above_chance(self) -> Boundary:
        """The frontier, closed by the chance line."""
        none_below = np.zeros(len(self.thresholds), dtype=bool)
        return Boundary(self.frontier, self.thresholds, none_below).frozen()

    def _matrix(self, polygon: Boundary, vertex: int) -> ConfusionMatrix:
        tp, tn = polygon.points[vertex]
        rule = Realisation.at(polygon.thresholds[vertex], below=bool(polygon.below[vertex]))
        return ConfusionMatrix.at(float(tp), float(tn), self.prevalence, rule)

    def _between(self, polygon: Boundary, crossing: Crossing) -> ConfusionMatrix:
        start = self._matrix(polygon, crossing.start)
        return start.mix(self._matrix(polygon, crossing.end), crossing.weight)


def normal_at(angle: float) -> FloatArray:
    """The weights (m11, m00) of the linear metric of an angle in radians."""
    angle = as_number("angle", angle)
    if not np.isfinite(angle):
        raise InvalidInputError(f"angle={angle} is not a number of radians.")
    return np.array([np.cos(angle), np.sin(angle)])


def checked_tolerance(confusion: ConfusionMatrix, tolerance: float) -> float:
    """The arguments of a membership test."""
    expect("confusion", confusion, ConfusionMatrix, "give ConfusionMatrix(tp=, fp=, fn=, tn=)")
    tolerance = as_number("tolerance", tolerance)
    if not tolerance >= 0.0:
        raise InvalidInputError(f"tolerance={tolerance:g} is not a distance: give 0 or more.")
    return tolerance


def checked_probability(probability: float) -> float:
    """A threshold on probabilities, refused where it is none itself."""
    probability = as_number("probability", probability)
    if not 0.0 <= probability <= 1.0:
        raise InvalidInputError(f"probability={probability} is not a probability: give 0 to 1.")
    return probability


def checked_threshold(threshold: float) -> float:
    """A threshold on scores, any number or infinite."""
    threshold = as_number("threshold", threshold)
    if np.isnan(threshold):
        raise InvalidInputError("threshold is NaN: give a number, or inf to flag nobody.")
    return threshold


def expect_ratio(metric: Ratio) -> None:
    """Refuse what is no metric; a function of the catalogue is not called yet."""
    sides = (getattr(metric, "numerator", None), getattr(metric, "denominator", None))
    if not all(isinstance(side, tuple) and len(side) == 4 for side in sides):
        hint = " (call it: accuracy(), not accuracy)" if callable(metric) else ""
        raise InvalidInputError(f"metric is {metric!r}, not a Metric{hint}.")


class _Negated:
    """The metric turned upside down."""

    def __init__(self, metric: Ratio) -> None:
        tp, fp, fn, tn = metric.numerator
        self.numerator = (-tp, -fp, -fn, -tn)
        self.denominator = metric.denominator
