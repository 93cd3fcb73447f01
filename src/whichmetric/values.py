"""The frozen values that every room passes around."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Protocol

from whichmetric.arguments import as_number, as_whole_number, expect
from whichmetric.errors import InvalidInputError
from whichmetric.realisation import ROUNDING, Realisation, checked_weight

__all__ = [
    "RATE_DIGITS",
    "Answer",
    "ConfusionMatrix",
    "Counts",
    "FourCells",
    "OperatingPoint",
    "Question",
    "Ratio",
    "Realisation",
    "affine_form",
    "as_answer",
    "checked_prevalence",
    "shown_positives",
    "value_at",
    "weighted_sum",
]

FourCells = tuple[float, float, float, float]
"""Weights or amounts of the four cells, in the order tp, fp, fn, tn."""
RATE_DIGITS = 12
"""Decimals of a rate that count when it is shown as whole cases."""


class Ratio(Protocol):
    """What geometry needs to know of a metric: two linear forms of the four cells."""

    @property
    def numerator(self) -> FourCells:
        """Weights of tp, fp, fn, tn above the line."""

    @property
    def denominator(self) -> FourCells:
        """Weights of tp, fp, fn, tn below the line."""


class Counts(NamedTuple):
    """Whole cases in each cell."""

    tp: int
    fp: int
    fn: int
    tn: int


@dataclass(frozen=True, kw_only=True)
class ConfusionMatrix:
    """The four rates of a classifier; they sum to 1.

    Parameters
    ----------
    tp, fp, fn, tn : float
        Rates, not counts: the share of all cases that falls into each cell.
    realisation : Realisation or None
        How a classifier reaches this point, where that is known. Not part of equality.

    Examples
    --------
    >>> c = ConfusionMatrix(tp=0.3, fp=0.1, fn=0.05, tn=0.55)
    >>> round(c.prevalence, 2), c.counts(out_of=100)
    (0.35, Counts(tp=30, fp=10, fn=5, tn=55))
    """

    tp: float
    fp: float
    fn: float
    tn: float
    realisation: Realisation | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("tp", "fp", "fn", "tn"):
            rate = as_number(name, getattr(self, name))
            if not rate >= -ROUNDING:  # also catches NaN
                raise InvalidInputError(
                    f"{name}={rate} is not a rate. Rates lie in [0, 1]; "
                    "for counts use ConfusionMatrix.from_counts."
                )
            object.__setattr__(self, name, max(0.0, rate))  # in this order -0.0 becomes 0.0
        total = self.tp + self.fp + self.fn + self.tn
        if not abs(total - 1.0) <= ROUNDING:
            raise InvalidInputError(
                f"The four rates sum to {total:.9g}, not to 1. "
                "For counts, or rates of few digits, use ConfusionMatrix.from_counts."
            )
        if self.realisation is not None:
            remedy = "give one, for example Realisation.at(0.5), or None"
            expect("realisation", self.realisation, Realisation, remedy)

    @classmethod
    def from_counts(cls, *, tp: float, fp: float, fn: float, tn: float) -> ConfusionMatrix:
        """Rates of a table of counts or of summed sample weights.

        Examples
        --------
        >>> ConfusionMatrix.from_counts(tp=8, fp=1, fn=2, tn=9).tp
        0.4
        """
        counts = {
            name: as_number(name, count)
            for name, count in (("tp", tp), ("fp", fp), ("fn", fn), ("tn", tn))
        }
        for name, count in counts.items():
            if not (count >= 0 and math.isfinite(count)):
                raise InvalidInputError(f"{name}={count:g} is not a count: give 0 or more cases.")
        if not any(counts.values()):
            raise InvalidInputError("All four counts are 0: give at least one case.")
        if math.isinf(sum(counts.values())):
            counts = {name: count / 4 for name, count in counts.items()}
        total = sum(counts.values())
        rates = {name: count / total for name, count in counts.items()}
        return cls(tp=rates["tp"], fp=rates["fp"], fn=rates["fn"], tn=rates["tn"])

    @classmethod
    def at(
        cls, tp: float, tn: float, prevalence: float, realisation: Realisation | None = None
    ) -> ConfusionMatrix:
        """The matrix at the point (tp, tn), both rates, of a population.

        Examples
        --------
        >>> ConfusionMatrix.at(0.25, 0.5, 0.25)
        ConfusionMatrix(tp=0.25, fp=0.25, fn=0.0, tn=0.5)
        """
        tp, tn, prevalence = (
            as_number(name, value)
            for name, value in (("tp", tp), ("tn", tn), ("prevalence", prevalence))
        )
        return cls(
            tp=tp,
            fp=1.0 - prevalence - tn,
            fn=prevalence - tp,
            tn=tn,
            realisation=realisation,
        )

    @property
    def prevalence(self) -> float:
        """Share of positive cases, ``tp + fn``."""
        return self.tp + self.fn

    @property
    def cells(self) -> FourCells:
        """The four rates in the order tp, fp, fn, tn."""
        return (self.tp, self.fp, self.fn, self.tn)

    @property
    def true_positive_rate(self) -> float:
        """Share of the positive cases that are flagged; NaN without positive cases."""
        return self.tp / self.prevalence if self.prevalence > 0 else math.nan

    @property
    def true_negative_rate(self) -> float:
        """Share of the negative cases that are left alone; NaN without negative cases."""
        negatives = self.fp + self.tn
        return self.tn / negatives if negatives > 0 else math.nan

    def counts(self, out_of: int = 1000) -> Counts:
        """Whole cases out of `out_of`, every row of the table adding up.

        The number of positive cases depends on the prevalence alone, so that two classifiers of
        one population always show the same number.
        """
        out_of = as_whole_number("out_of", out_of)
        if out_of < 1:
            raise InvalidInputError(f"out_of={out_of} is not a number of cases: give 1 or more.")
        positives = shown_positives(self.prevalence, out_of)
        negatives = out_of - positives
        tp = _of_class(self.tp, self.fn, positives, out_of)
        tn = _of_class(self.tn, self.fp, negatives, out_of)
        return Counts(tp=tp, fp=negatives - tn, fn=positives - tp, tn=tn)

    def mirrored(self) -> ConfusionMatrix:
        """The matrix of the classifier that always decides the other way."""
        rule = self.realisation
        flipped = rule and Realisation(
            rule.thresholds, rule.weights, tuple(not below for below in rule.below)
        )
        return ConfusionMatrix(tp=self.fn, fp=self.tn, fn=self.tp, tn=self.fp, realisation=flipped)

    def mix(self, other: ConfusionMatrix, weight: float) -> ConfusionMatrix:
        """Decide by this classifier with probability `weight`, else by the other.

        Examples
        --------
        >>> nobody = ConfusionMatrix(tp=0, fp=0, fn=0.5, tn=0.5)
        >>> everybody = ConfusionMatrix(tp=0.5, fp=0.5, fn=0, tn=0)
        >>> nobody.mix(everybody, 0.25).tn
        0.125
        """
        expect("other", other, ConfusionMatrix, "mix two confusion matrices")
        weight = checked_weight(weight)
        if abs(self.prevalence - other.prevalence) > ROUNDING:
            raise InvalidInputError(
                f"The matrices have prevalence {self.prevalence:g} and {other.prevalence:g}: "
                "mix classifiers of one population."
            )
        tp, fp, fn, tn = (
            weight * mine + (1.0 - weight) * theirs
            for mine, theirs in zip(self.cells, other.cells, strict=True)
        )
        known = self.realisation is not None and other.realisation is not None
        return ConfusionMatrix(
            tp=tp,
            fp=fp,
            fn=fn,
            tn=tn,
            realisation=self.realisation.mix(other.realisation, weight) if known else None,  # type: ignore[union-attr, arg-type]
        )


@dataclass(frozen=True, kw_only=True)
class OperatingPoint:
    """Where a metric puts a classifier.

    Parameters
    ----------
    threshold : float
        On the scale of the scores; ``inf`` flags nobody.
    confusion : ConfusionMatrix
        What happens there.
    value : float
        The metric's value there.
    below : bool
        False for the usual rule ``score >= threshold``; true where ``score < threshold`` is
        flagged, as the worst classifier of a sensible metric does.
    """

    threshold: float
    confusion: ConfusionMatrix
    value: float
    below: bool = False


class Answer(Enum):
    """What an expert says about a question."""

    A = "A"
    B = "B"
    EQUAL = "EQUAL"
    SKIP = "SKIP"

    def swapped(self) -> Answer:
        """The same opinion had the two options changed sides."""
        return {Answer.A: Answer.B, Answer.B: Answer.A}.get(self, self)


def as_answer(answer: Answer | str) -> Answer:
    """An answer, also by its name.

    Examples
    --------
    >>> as_answer("EQUAL")
    <Answer.EQUAL: 'EQUAL'>
    """
    try:
        return Answer(answer)
    except ValueError:
        raise InvalidInputError(
            f"answer={answer!r} is not an Answer: give Answer.A, .B, .EQUAL or .SKIP."
        ) from None


@dataclass(frozen=True)
class Question:
    """Two classifiers of one population to choose from.

    Parameters
    ----------
    a, b : ConfusionMatrix
        The options; each knows how it is realised.

    Examples
    --------
    >>> q = Question(
    ...     ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4),
    ...     ConfusionMatrix(tp=0.5, fp=0.3, fn=0.0, tn=0.2),
    ... )
    >>> q.a.tp
    0.4
    """

    a: ConfusionMatrix
    b: ConfusionMatrix

    def __post_init__(self) -> None:
        for name, option in (("a", self.a), ("b", self.b)):
            expect(name, option, ConfusionMatrix, "compare two confusion matrices")
        if abs(self.a.prevalence - self.b.prevalence) > ROUNDING:
            raise InvalidInputError(
                f"Option A has prevalence {self.a.prevalence:g}, B has {self.b.prevalence:g}: "
                "compare classifiers of one population."
            )


def checked_prevalence(prevalence: float) -> float:
    """The share of positive cases as a float, refused where it is not inside (0, 1)."""
    share = as_number("prevalence", prevalence)
    if not 0.0 < share < 1.0:
        raise InvalidInputError(
            f"prevalence={prevalence} is not inside (0, 1): give the share of positive cases."
        )
    return share


def shown_positives(prevalence: float, out_of: int) -> int:
    """How many positive cases there are among so many that are shown.

    Examples
    --------
    >>> shown_positives(0.08, 1000)
    80
    """
    return _whole_cases(prevalence, out_of)


def _of_class(right: float, wrong: float, cases: int, out_of: int) -> int:
    """How many of the cases of a class are shown as decided right: all where none is wrong."""
    if round(wrong, RATE_DIGITS) == 0.0:
        return cases
    return min(_whole_cases(right, out_of), cases)


def _whole_cases(rate: float, out_of: int) -> int:
    """The nearest whole number of cases, with which a rate is shown.

    A sum of two rates carries rounding, which must not decide 312.5 of 1,000: then whoever flags
    everybody would miss half a case.
    """
    return round(round(rate, RATE_DIGITS) * out_of)


def weighted_sum(weights: FourCells, confusion: ConfusionMatrix) -> float:
    """A linear form of the four cells at a confusion matrix."""
    tp, fp, fn, tn = weights
    return tp * confusion.tp + fp * confusion.fp + fn * confusion.fn + tn * confusion.tn


def value_at(metric: Ratio, confusion: ConfusionMatrix) -> float:
    """A metric's value at a confusion matrix; NaN where it is 0/0."""
    below = weighted_sum(metric.denominator, confusion)
    return weighted_sum(metric.numerator, confusion) / below if below != 0.0 else math.nan


def affine_form(weights: FourCells, prevalence: float) -> tuple[float, float, float]:
    """A linear form of the four cells as one of (tp, tn) at a prevalence.

    Returns
    -------
    tuple of float
        The factors of tp and of tn, and the constant.

    Examples
    --------
    >>> affine_form((1, 0, -5, 0), 0.5)
    (6.0, 0.0, -2.5)
    """
    w_tp, w_fp, w_fn, w_tn = weights
    constant = w_fn * prevalence + w_fp * (1.0 - prevalence)
    return float(w_tp - w_fn), float(w_tn - w_fp), float(constant)
