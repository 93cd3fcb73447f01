"""The paper's synthetic population, in closed form."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.feasible_region import (
    Boundary,
    FeasibleRegion,
    checked_probability,
    checked_threshold,
    checked_tolerance,
    expect_ratio,
    normal_at,
)
from whichmetric.geometry.prevalence_odds import at_other_prevalence
from whichmetric.values import (
    ConfusionMatrix,
    OperatingPoint,
    Ratio,
    Realisation,
    affine_form,
    checked_prevalence,
    value_at,
    weighted_sum,
)

__all__ = ["SigmoidFeasibleSet", "SigmoidPopulation"]

FloatArray = NDArray[np.float64]
FRONTIER_POINTS = 4097
"""The polyline then lies within 2e-7 of the curve for every slope."""
LOG_ODDS_SHOWN = 25.0
"""Beyond these log-odds the frontier is straight to 1e-11, and a threshold closer to 1 than 1e-11
cannot be told apart from its neighbours in double precision."""
NO_WEIGHT = 4 * float(np.finfo(float).eps)
"""A weight below this share of the other is the rounding of a cosine or sine that is 0."""
TOO_SMALL = 1e-8
"""A denominator this small beside its largest value leaves fewer correct digits than stopping
short of the corner."""
DINKELBACH_STEPS = 100
"""Twice what the slowest metric needs: precision, whose error halves with each step."""


class SigmoidPopulation:
    """Cases uniform on [-1, 1], positive with probability ``1 / (1 + exp(a x))``.

    Parameters
    ----------
    a : float
        How well the classes separate, from 0.01 (hardly) to 500 (almost perfectly).

    Examples
    --------
    >>> SigmoidPopulation(5.0).feasible_set().prevalence
    0.5
    """

    def __init__(self, a: float) -> None:
        self.a = as_number("a", a)
        if not 0.01 <= self.a <= 500.0:
            raise InvalidInputError(f"a={a} is out of range: give a slope from 0.01 to 500.")

    def feasible_set(self, *, prevalence: float | None = None) -> SigmoidFeasibleSet:
        """The feasible set of the score ``P(positive | x)``; at prevalence 1/2 unless given."""
        return SigmoidFeasibleSet(self.a, 0.5 if prevalence is None else prevalence)

    def __repr__(self) -> str:
        return f"SigmoidPopulation({self.a:g})"


class SigmoidFeasibleSet(FeasibleRegion):
    """The feasible set of a `SigmoidPopulation`.

    Flagging ``x <= cut`` at prevalence 1/2 gives, with
    ``K(cut) = (log cosh(a / 2) - log cosh(a cut / 2)) / 2a``,

        tp = (1 + cut) / 4 + K(cut),    tn = (1 - cut) / 4 + K(cut):

    the chance line plus a bulge. `support`, `best`, `worst`, `at_threshold` and `contains` use
    this curve; `frontier` samples it densely, and chords end on that polyline, whose points are
    mixtures of two thresholds and so are feasible too.
    """

    def __init__(self, a: float, prevalence: float) -> None:
        self.a = a
        self._prevalence = checked_prevalence(prevalence)

    @property
    def prevalence(self) -> float:
        """Share of positive cases, a rate."""
        return self._prevalence

    @property
    def frontier(self) -> FloatArray:
        """Points (tp, tn) on the frontier; ndarray of shape (k, 2) of rates, tp rising."""
        return self.upper.points

    @property
    def thresholds(self) -> FloatArray:
        """Threshold of each frontier point; ndarray of shape (k,), falling, ``inf`` first."""
        return self.upper.thresholds

    @cached_property
    def upper(self) -> Boundary:
        """The frontier, sampled evenly in the cut where it bends."""
        reach = min(self.a, LOG_ODDS_SHOWN) / self.a
        cuts = np.union1d(np.linspace(-reach, reach, FRONTIER_POINTS), (-1.0, 1.0))
        points = self._points(cuts)
        thresholds = self._scores(cuts)
        thresholds[0] = np.inf
        return Boundary(points, thresholds, np.zeros(len(thresholds), dtype=bool)).frozen()

    def at_threshold(self, threshold: float, *, below: bool = False) -> ConfusionMatrix:
        """The matrix of ``score >= threshold`` (of ``score < threshold`` where `below`)."""
        threshold = checked_threshold(threshold)
        if threshold <= self._scores(np.array(1.0)):
            cut = 1.0
        elif threshold >= 1.0:
            cut = -1.0
        else:
            cut = self._cut(float(np.log1p(-threshold) - np.log(threshold)))
        return self._at_cut(cut, threshold, below)

    def at_probability(self, probability: float, *, below: bool = False) -> ConfusionMatrix:
        """The matrix of thresholding the probability at this prevalence."""
        threshold = at_other_prevalence(checked_probability(probability), self.prevalence, 0.5)
        return self.at_threshold(threshold, below=below)

    def support(self, angle: float) -> OperatingPoint:
        """The best point of the linear metric ``cos(angle) tp + sin(angle) tn``."""
        m11, m00 = normal_at(angle)
        return self._support(float(m11), float(m00))

    def best(self, metric: Ratio) -> OperatingPoint:
        """Where a linear or linear-fractional metric is largest (the Bayes classifier).

        Dinkelbach's method: the best point of ``numerator - value * denominator`` has a larger
        value than before, until the optimum is met. Towards a corner where the metric is 0/0
        (precision where nobody is flagged) it stops at the last point that has a value.
        """
        expect_ratio(metric)
        top = affine_form(metric.numerator, self.prevalence)
        bottom = affine_form(metric.denominator, self.prevalence)
        sign, size = self._sign_and_size(bottom)
        start = self.balanced()
        value = value_at(metric, start)
        best = None
        for _ in range(DINKELBACH_STEPS):
            slopes = [sign * (n - value * d) for n, d in zip(top, bottom, strict=True)]
            point = self._support(slopes[0], slopes[1])
            if sign * weighted_sum(metric.denominator, point.confusion) <= TOO_SMALL * size:
                break
            reached = value_at(metric, point.confusion)
            if best is not None and reached <= best.value:
                break
            value = reached
            best = OperatingPoint(
                threshold=point.threshold,
                confusion=point.confusion,
                value=value,
                below=point.below,
            )
        if best is None:
            raise InvalidInputError("The metric is 0/0 at its own optimum on this set.")
        return best

    def best_threshold(self, metric: Ratio) -> OperatingPoint:
        """Where the metric is largest among the classifiers ``score >= threshold``.

        A metric that is best at ``score < threshold`` likes errors. Along the frontier, which is
        concave, it falls and rises again, so that one of the ends is best.
        """
        best = self.best(metric)
        if not best.below:
            return best
        values = {end: value_at(metric, self.at_threshold(end)) for end in (np.inf, 0.0)}
        end = max(values, key=lambda end: -np.inf if np.isnan(values[end]) else values[end])
        return OperatingPoint(threshold=end, confusion=self.at_threshold(end), value=values[end])

    def with_prevalence(self, prevalence: float) -> SigmoidFeasibleSet:
        """The same population where positive cases have this share."""
        return SigmoidFeasibleSet(self.a, prevalence)

    def contains(self, confusion: ConfusionMatrix, *, tolerance: float = 1e-9) -> bool:
        """Whether some threshold of this score, or a mixture of thresholds, has this matrix."""
        tolerance = checked_tolerance(confusion, tolerance)
        if abs(confusion.prevalence - self.prevalence) > tolerance:
            return False
        return all(
            matrix.tn - tolerance <= self._highest_tn(matrix.tp - tolerance)
            for matrix in (confusion, confusion.mirrored())
        )

    def _highest_tn(self, tp: float) -> float:
        """The frontier as a function of tp."""
        from scipy.optimize import brentq

        if tp <= 0.0:
            return 1.0 - self.prevalence
        if tp >= self.prevalence:
            return 0.0
        cut = brentq(lambda x: float(self._points(np.array(x))[0]) - tp, -1.0, 1.0, xtol=1e-15)
        return float(self._points(np.array(cut))[1])

    def _sign_and_size(self, form: tuple[float, float, float]) -> tuple[float, float]:
        """The sign that a linear form keeps on the whole region, and its largest size there."""
        high = form[2] + self._support(form[0], form[1]).value
        low = form[2] - self._support(-form[0], -form[1]).value
        size = max(abs(low), abs(high))
        slack = 1e-12 * size
        if high > slack and low >= -slack:
            return 1.0, size
        if low < -slack and high <= slack:
            return -1.0, size
        raise InvalidInputError(
            f"The metric's denominator runs from {low:g} to {high:g} on this set: "
            "it must not change its sign."
        )

    def _support(self, m11: float, m00: float) -> OperatingPoint:
        """The best point of ``m11 tp + m00 tn``."""
        positive, negative = m11 * self.prevalence, m00 * (1.0 - self.prevalence)
        below = max(positive, negative) <= 0.0 and min(positive, negative) < 0.0
        if below:
            positive, negative = -positive, -negative
        if negative <= NO_WEIGHT * positive:
            cut = 1.0
        elif positive <= NO_WEIGHT * negative:
            cut = -1.0
        else:
            cut = self._cut(float(np.log(positive) - np.log(negative)))
        if below and abs(cut) == 1.0:  # nobody or everybody: the same rules as from above
            cut, below = -cut, False
        threshold = np.inf if cut == -1.0 else float(self._scores(np.array(cut)))
        # Near 1 a score is rounded: the matrix is that of the threshold that is reported.
        confusion = self.at_threshold(threshold, below=below)
        return OperatingPoint(
            threshold=threshold,
            confusion=confusion,
            value=m11 * confusion.tp + m00 * confusion.tn,
            below=below,
        )

    def _at_cut(self, cut: float, threshold: float, below: bool) -> ConfusionMatrix:
        tp, tn = self._points(np.array(cut))
        above = ConfusionMatrix.at(float(tp), float(tn), self.prevalence, Realisation.at(threshold))
        return above.mirrored() if below else above

    def _cut(self, log_odds: float) -> float:
        """Where the odds *against* a positive reach ``exp(log_odds)``, kept on [-1, 1]."""
        return min(max(log_odds / self.a, -1.0), 1.0)

    def _scores(self, cuts: FloatArray) -> FloatArray:
        """The score at each cut, ``1 / (1 + exp(a cut))``."""
        return np.asarray(np.exp(-np.logaddexp(0.0, self.a * cuts)))

    def _points(self, cuts: FloatArray) -> FloatArray:
        """The frontier points (tp, tn) of flagging ``x <= cut``; shape (..., 2)."""
        bulge = (_log_cosh(self.a / 2) - _log_cosh(self.a * cuts / 2)) / (2 * self.a)
        rates = np.stack(((1 + cuts) / 4 + bulge, (1 - cuts) / 4 + bulge), axis=-1) * 2
        return np.asarray(rates * np.array([self.prevalence, 1.0 - self.prevalence]))


def _log_cosh(u: float | FloatArray) -> FloatArray:
    """``log(cosh(u))``, accurate near 0 and without overflow far from it."""
    size = np.abs(u)
    near = np.log1p(2 * np.sinh(np.minimum(size, 1.0) / 2) ** 2)
    far = size + np.log1p(np.exp(-2 * size)) - np.log(2.0)
    return np.asarray(np.where(size < 1.0, near, far))
