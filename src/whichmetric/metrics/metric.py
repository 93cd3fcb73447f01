"""Metrics that are ratios of two linear forms of the four cells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.arguments import as_number, expect
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.feasible_region import FeasibleRegion
from whichmetric.metrics.cells import counted_cells
from whichmetric.metrics.tile import TilePoint, tile_point
from whichmetric.values import (
    ConfusionMatrix,
    FourCells,
    affine_form,
    checked_prevalence,
    value_at,
    weighted_sum,
)

__all__ = ["Coefficients", "Metric", "formula"]

FloatArray = NDArray[np.float64]
ROUNDING = 16 * float(np.finfo(float).eps)
"""Relative size below which a difference of two products is rounding, so a tie."""


class Coefficients(NamedTuple):
    """The paper's form ``(p11 tp + p00 tn + p0) / (q11 tp + q00 tn + q0)`` at a prevalence."""

    p11: float
    p00: float
    p0: float
    q11: float
    q00: float
    q0: float


@dataclass(frozen=True)
class Metric:
    """A performance metric ``numerator . cells / denominator . cells``; larger is better.

    Parameters
    ----------
    numerator, denominator : tuple of four floats
        Weights of the rates tp, fp, fn, tn. The four-cell form does not depend on prevalence.
        The default denominator is the sum of the cells, which is 1: a linear metric.
    name : str, optional
        For people; not part of equality.

    Examples
    --------
    >>> f1 = Metric(numerator=(2, 0, 0, 0), denominator=(2, 1, 1, 0))
    >>> f1(ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4))
    0.8
    >>> f1.tile(prevalence=0.5)
    TilePoint(a=1.0, b=0.5, increasing=True)
    """

    numerator: FourCells
    denominator: FourCells = (1.0, 1.0, 1.0, 1.0)
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for side in ("numerator", "denominator"):
            given = getattr(self, side)
            ordered = _is_ordered(given)
            # Adding 0.0 turns -0.0, which negation leaves, into 0.0.
            weights = tuple(as_number(side, weight) + 0.0 for weight in given) if ordered else ()
            if len(weights) != 4 or not all(math.isfinite(weight) for weight in weights):
                raise InvalidInputError(
                    f"{side}={getattr(self, side)} is not four finite weights (tp, fp, fn, tn)."
                )
            object.__setattr__(self, side, weights)
        if not any(self.denominator):
            raise InvalidInputError("denominator=(0, 0, 0, 0) makes every value 0/0.")
        if self.name is not None:
            expect("name", self.name, str, "give a text, or leave it out")

    @classmethod
    def from_tile(
        cls, a: float, b: float, scale: float = 1.0, *, increasing: bool = True
    ) -> Metric:
        """The metric ``N / (N + scale D)`` of a Tile point, in [0, 1]; see `TilePoint`.

        Comparisons cannot tell one scale from another: it changes values, never an order.

        Examples
        --------
        >>> Metric.from_tile(1.0, 0.5, scale=2.0)  # the Jaccard coefficient
        Metric(numerator=(1.0, 0.0, 0.0, 0.0), denominator=(1.0, 1.0, 1.0, 0.0))
        """
        point = TilePoint(a, b, increasing)
        scale = as_number("scale", scale)
        if not (scale > 0 and math.isfinite(scale)):
            raise InvalidInputError(f"scale={scale:g} is not a positive number.")
        a, b = point.a, point.b
        sign = 1.0 if point.increasing else -1.0
        return cls(
            numerator=(sign * a, 0.0, 0.0, sign * (1.0 - a)),
            denominator=(a, scale * (1.0 - b), scale * b, 1.0 - a),
        )

    @classmethod
    def from_coefficients(
        cls,
        p11: float,
        p00: float,
        q11: float,
        q00: float,
        q0: float,
        *,
        prevalence: float,
        p0: float = 0.0,
    ) -> Metric:
        """The metric with the paper's coefficients at a prevalence.

        Under the paper's Assumption on q0 the four-cell form is that of every prevalence; else
        the remainder of q0 is spread over the four cells, which sum to 1, and the form holds at
        this prevalence.
        """
        prevalence = checked_prevalence(prevalence)
        p11, p00, p0 = as_number("p11", p11), as_number("p00", p00), as_number("p0", p0)
        q11, q00, q0 = as_number("q11", q11), as_number("q00", q00), as_number("q0", q0)
        fp, fn = p00 - q00, p11 - q11
        rest = q0 - fn * prevalence - fp * (1.0 - prevalence)
        if abs(rest) <= ROUNDING * (abs(q0) + abs(fn) + abs(fp)):
            rest = 0.0
        return cls(
            numerator=(p11 + p0, p0, p0, p00 + p0),
            denominator=(p11 + rest, fp + rest, fn + rest, p00 + rest),
        )

    def __call__(self, confusion: ConfusionMatrix) -> float:
        """The value at a confusion matrix; NaN where it is 0/0."""
        expect("confusion", confusion, ConfusionMatrix, "give ConfusionMatrix(tp=, fp=, fn=, tn=)")
        return value_at(self, confusion)

    def __neg__(self) -> Metric:
        """The metric that orders the other way round."""
        tp, fp, fn, tn = self.numerator
        return Metric((-tp, -fp, -fn, -tn), self.denominator, self.name and f"-({self.name})")

    def __str__(self) -> str:
        return self.name or f"({formula(self.numerator)}) / ({formula(self.denominator)})"

    def __repr__(self) -> str:
        name = "" if self.name is None else f", name={self.name!r}"
        return f"Metric(numerator={self.numerator}, denominator={self.denominator}{name})"

    def gap(self, first: ConfusionMatrix, second: ConfusionMatrix) -> float:
        """How much better the first matrix is, ``m(first) - m(second)``.

        Computed from the cross product of the two ratios: 0 where either is 0/0, and 0 where the
        difference is no more than rounding; infinite where one of the values is.

        Examples
        --------
        >>> precision = Metric((1, 0, 0, 0), (1, 1, 0, 0))
        >>> nobody = ConfusionMatrix(tp=0, fp=0, fn=0.5, tn=0.5)
        >>> precision.gap(nobody, ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4))
        0.0
        """
        for name, matrix in (("first", first), ("second", second)):
            expect(name, matrix, ConfusionMatrix, "give ConfusionMatrix(tp=, fp=, fn=, tn=)")
        left = weighted_sum(self.numerator, first) * weighted_sum(self.denominator, second)
        right = weighted_sum(self.numerator, second) * weighted_sum(self.denominator, first)
        above, below = _sizes(self.numerator), _sizes(self.denominator)
        size = weighted_sum(above, first) * weighted_sum(below, second) + weighted_sum(
            above, second
        ) * weighted_sum(below, first)
        if abs(left - right) <= ROUNDING * size:
            return 0.0
        scale = weighted_sum(self.denominator, first) * weighted_sum(self.denominator, second)
        return (left - right) / scale if scale != 0.0 else math.copysign(math.inf, left - right)

    def values(self, points: ArrayLike, prevalence: float) -> FloatArray:
        """Values at many points.

        Parameters
        ----------
        points : array-like of shape (..., 2)
            Rates tp, tn.
        prevalence : float

        Returns
        -------
        ndarray of shape (...)
            NaN where the metric is 0/0.
        """
        points = _as_points(points)
        c = self.coefficients(prevalence)
        above = points @ np.array([c.p11, c.p00]) + c.p0
        below = points @ np.array([c.q11, c.q00]) + c.q0
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.where(below == 0.0, np.nan, above / below))

    def score(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        pos_label: Any = 1,
        sample_weight: ArrayLike | None = None,
    ) -> float:
        """The value of predicted labels, as scikit-learn's metric functions give it.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels of at most two values.
        pos_label : label
            The positive one.
        sample_weight : array-like of shape (n,), optional

        Returns
        -------
        float
            Where the metric is 0/0, `lowest`: 0.0 for the named metrics, as scikit-learn has it.

        Examples
        --------
        >>> Metric((1, 0, 0, 0), (1, 0, 1, 0)).score([1, 1, 0], [1, 0, 0])
        0.5
        """
        value = self(counted_cells(y_true, y_pred, pos_label, sample_weight))
        return self.lowest if math.isnan(value) else value

    @property
    def lowest(self) -> float:
        """The lowest value that it can take, at any prevalence; ``-inf`` where there is none.

        A model at which a metric is 0/0 is given this value where a number is due: it must not
        win by it, as 0 would let it for a metric that runs from -1 to 0.

        Examples
        --------
        >>> Metric((1, 0, 0, 0), (1, 1, 0, 0)).lowest  # precision
        0.0
        >>> Metric((0, -1, 0, 0), (1, 1, 0, 0)).lowest  # precision - 1
        -1.0
        """
        sign = 1.0 if max(self.denominator) > 0 else -1.0
        cells = [
            (sign * above, sign * below)
            for above, below in zip(self.numerator, self.denominator, strict=True)
        ]
        if any(below < 0 or (below == 0 and above < 0) for above, below in cells):
            return -math.inf
        # The cells are 0 or more, so the ratio is a mean of the cells' own, with weights 0 or more.
        return min(above / below for above, below in cells if below > 0) + 0.0

    def coefficients(self, prevalence: float) -> Coefficients:
        """The paper's coefficients at a prevalence, not normalised.

        Examples
        --------
        >>> Metric((1, 0, 0, 0), (1, 0.5, 0.5, 0)).coefficients(0.5)  # F1
        Coefficients(p11=1.0, p00=0.0, p0=0.0, q11=0.5, q00=-0.5, q0=0.5)
        """
        prevalence = checked_prevalence(prevalence)
        p11, p00, p0 = affine_form(self.numerator, prevalence)
        q11, q00, q0 = affine_form(self.denominator, prevalence)
        return Coefficients(p11, p00, p0, q11, q00, q0)

    def order_vector(self, prevalence: float) -> FloatArray:
        """The cross product of numerator and denominator, which decides every comparison.

        With ``C~ = (tp, tn, 1)``, the first matrix is preferred where ``v . (C~ x C~') > 0``.

        Returns
        -------
        ndarray of shape (3,)
        """
        c = self.coefficients(prevalence)
        return np.cross([c.p11, c.p00, c.p0], [c.q11, c.q00, c.q0])

    def tile(self, prevalence: float) -> TilePoint:
        """The point of the Tile that orders confusion matrices as this metric does."""
        return tile_point(self.order_vector(prevalence), prevalence)

    def scale(self, prevalence: float) -> float | None:
        """The `c` for which this is a multiple of ``N / (N + c D)``; None where there is none.

        Examples
        --------
        >>> round(Metric((1, 0, 0, 0), (1, 1, 1, 0)).scale(0.3), 12)  # Jaccard
        2.0
        """
        z, point = prevalence, self.tile(prevalence)
        # At the classifier without errors D is 0, at the one that is always wrong N is 0.
        tp, fp, fn, tn = self.denominator
        correct = (tp * z + tn * (1.0 - z)) / (point.a * z + (1.0 - point.a) * (1.0 - z))
        errors = (fn * z + fp * (1.0 - z)) / (point.b * z + (1.0 - point.b) * (1.0 - z))
        tp, fp, fn, tn = self.numerator
        right, wrong = tp * z + tn * (1.0 - z), fn * z + fp * (1.0 - z)
        if abs(wrong) > 1e-9 * abs(right) or correct * errors <= 0.0:
            return None
        return errors / correct

    def angle(self, prevalence: float = 0.5) -> float:
        """The direction of a linear metric's weights of tp and tn, radians in [0, 2 pi).

        Examples
        --------
        >>> round(Metric((1, 0, 0, 1)).angle(), 4)
        0.7854
        """
        if not self.is_linear:
            raise InvalidInputError(f"{self} is not linear, so it has no angle; use tile().")
        v1, v2, _ = self.order_vector(prevalence)
        if v1 == v2 == 0.0:
            raise InvalidInputError(f"{self} is constant, so it has no angle.")
        angle = float(np.arctan2(v1, -v2) % (2.0 * np.pi))
        return angle if angle < 2.0 * np.pi else 0.0  # a tiny negative angle rounds to a full turn

    @property
    def is_linear(self) -> bool:
        """Whether it orders confusion matrices as some linear metric does (``a == b``)."""
        vector = np.abs(self.order_vector(0.5))
        return bool(vector[2] <= 1e-12 * vector.max())

    def is_increasing(self, feasible: FeasibleRegion) -> bool:
        """Whether more tp or more tn never makes it smaller on a feasible set."""
        expect("feasible", feasible, FeasibleRegion, "give FeasibleSet(table)")
        return self._keeps_its_denominators_sign(feasible) and self._never_falls(feasible)

    def is_decreasing(self, feasible: FeasibleRegion) -> bool:
        """Whether more tp or more tn never makes it larger on a feasible set."""
        return (-self).is_increasing(feasible)

    def _never_falls(self, feasible: FeasibleRegion) -> bool:
        """Whether no slope in tp or tn is below 0 by more than rounding.

        The slopes are ``v3 tn - v2`` and ``v1 - v3 tp`` over the squared denominator, and a
        feasible set spans all of ``[0, prevalence] x [0, 1 - prevalence]``.
        """
        v1, v2, v3 = self.order_vector(feasible.prevalence)
        z = feasible.prevalence
        smallest = min(-v2, v3 * (1.0 - z) - v2, v1, v1 - v3 * z)
        return bool(smallest >= -1e-12 * max(abs(v1), abs(v2), abs(v3)))

    def _keeps_its_denominators_sign(self, feasible: FeasibleRegion) -> bool:
        c = self.coefficients(feasible.prevalence)
        below = feasible.boundary.points @ np.array([c.q11, c.q00]) + c.q0
        slack = 1e-12 * np.abs(below).max()
        return bool(np.all(below >= -slack) or np.all(below <= slack))


def _is_ordered(weights: Any) -> bool:
    """Whether it is a list of something, in order."""
    if isinstance(weights, np.ndarray):
        return weights.ndim == 1
    return isinstance(weights, Sequence) and not isinstance(weights, str | bytes)


def _as_points(points: ArrayLike) -> FloatArray:
    try:
        array = np.asarray(points, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInputError(f"points={points!r} are not pairs of rates (tp, tn).") from None
    if array.ndim == 0 or array.shape[-1] != 2:
        raise InvalidInputError(
            f"points have shape {array.shape}: give rates (tp, tn) along the last axis, (..., 2)."
        )
    return array


def _sizes(weights: FourCells) -> FourCells:
    tp, fp, fn, tn = weights
    return (abs(tp), abs(fp), abs(fn), abs(tn))


def formula(weights: FourCells) -> str:
    """A linear form of the four cells in writing; cells without weight are left out.

    Examples
    --------
    >>> formula((1.0, -0.5, 0.0, 2.0))
    'TP - 0.5 FP + 2 TN'
    """
    text = ""
    for weight, cell in zip(weights, ("TP", "FP", "FN", "TN"), strict=True):
        if weight:
            sign = (" - " if text else "-") if weight < 0 else (" + " if text else "")
            text += sign + (cell if abs(weight) == 1.0 else f"{abs(weight):g} {cell}")
    return text or "0"
