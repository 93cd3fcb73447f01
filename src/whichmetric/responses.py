"""How an expert's answer depends on the gap between two options.

One definition of noise, used both to simulate experts and to infer from their answers. The gap is
the first option's value less the second's. A value needs a scale, which comparisons cannot
identify: unless a model says otherwise, it is ``N / (N + D)`` of the metric's Tile point, in
[0, 1]; that is a modelling choice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.arguments import as_generator, as_number
from whichmetric.errors import InvalidInputError
from whichmetric.values import Answer, as_answer

__all__ = [
    "Exact",
    "FeedbackNoise",
    "Flip",
    "Logistic",
    "Response",
    "ResponseSource",
    "probability_looking",
]

FloatArray = NDArray[np.float64]
OUTCOMES = (Answer.A, Answer.B, Answer.EQUAL)
LARGEST_EXPONENT = 700.0
"""Of which exp is finite."""


@dataclass(frozen=True, kw_only=True)
class Response(ABC):
    """The probability of each answer given the gap.

    Obligations of a subclass
    -------------------------
    probabilities
        Takes gaps of any shape and returns P(A), P(B), P(EQUAL) along a new last axis; they are
        not negative and sum to 1.
    gap_scale
        ``"tile"`` where the gap is measured on ``N / (N + D)``, ``"value"`` where it is measured
        on the metric's own values.
    """

    equal_within: float = 0.0
    gap_scale: ClassVar[Literal["tile", "value"]] = "tile"

    def __post_init__(self) -> None:
        _refuse_outside("equal_within", self.equal_within, 0.0, np.inf)

    @abstractmethod
    def probabilities(self, gap: ArrayLike) -> FloatArray:
        """P(A), P(B), P(EQUAL) for gaps of shape (...); ndarray of shape (..., 3)."""

    def probability(self, answer: Answer, gap: ArrayLike) -> FloatArray:
        """P(answer) for gaps of shape (...); SKIP says nothing about the gap and has none."""
        said = as_answer(answer)
        if said is Answer.SKIP:
            raise InvalidInputError(f"{said} carries no information, so it has no probability.")
        return np.asarray(self.probabilities(gap)[..., OUTCOMES.index(said)])

    def sample(self, gap: float, rng: np.random.Generator) -> Answer:
        """One answer at random."""
        steps = np.cumsum(self.probabilities(as_number("gap", gap)))
        rng = as_generator(rng)
        return OUTCOMES[min(int(np.searchsorted(steps, rng.random(), side="right")), 2)]


class ResponseSource(Protocol):
    """Gives every person a way of answering; ``inference.NoisePrior`` is one."""

    def sample(self, rng: np.random.Generator) -> Response:
        """The response model of one person."""


@dataclass(frozen=True)
class Exact(Response):
    """Always the better option; EQUAL where the gap is at most `equal_within`.

    Examples
    --------
    >>> Exact().probabilities([0.1, -0.1, 0.0])
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """

    def probabilities(self, gap: ArrayLike) -> FloatArray:
        """P(A), P(B), P(EQUAL)."""
        return _two_sided(gap, self.equal_within, right=1.0)


@dataclass(frozen=True)
class Flip(Response):
    """The better option, but with probability `rate` the other one, however large the gap.

    Examples
    --------
    >>> Flip(0.25).probabilities(0.1)
    array([0.75, 0.25, 0.  ])
    """

    rate: float

    def __post_init__(self) -> None:
        super().__post_init__()
        _refuse_outside("rate", self.rate, 0.0, 1.0)

    def probabilities(self, gap: ArrayLike) -> FloatArray:
        """P(A), P(B), P(EQUAL)."""
        return _two_sided(gap, self.equal_within, right=1.0 - self.rate)


@dataclass(frozen=True)
class FeedbackNoise(Response):
    """The paper's oracle noise: answers may be wrong where the gap is below `width`.

    The paper lets such answers be anything; here they are a fair coin, except that options
    without any gap (or within `equal_within`) are EQUAL. The width is on the metric's own scale,
    as in the paper.

    Examples
    --------
    >>> FeedbackNoise(0.2).probabilities([0.0, 0.1, 0.3])
    array([[0. , 0. , 1. ],
           [0.5, 0.5, 0. ],
           [1. , 0. , 0. ]])
    """

    width: float
    gap_scale: ClassVar[Literal["tile", "value"]] = "value"

    def __post_init__(self) -> None:
        super().__post_init__()
        _refuse_outside("width", self.width, 0.0, np.inf)

    def probabilities(self, gap: ArrayLike) -> FloatArray:
        """P(A), P(B), P(EQUAL)."""
        right = np.where(np.abs(_as_gaps(gap)) < self.width, 0.5, 1.0)
        return _two_sided(gap, self.equal_within, right=right)


@dataclass(frozen=True)
class Logistic(Response):
    """A careful person: the smaller the gap, the closer to a coin.

    ``P(A) = lapse / 2 + (1 - lapse) * logistic(gap / scale + side)``. With `equal_within`, the
    noisy impression of the gap must exceed it for A or B; else the answer is EQUAL. A lapse picks
    any of the answers in use at random: A or B, and EQUAL too with `equal_within`.

    Parameters
    ----------
    scale : float
        Gap at which the odds are e to 1.
    lapse : float
        Share of answers given without looking, half of them A.
    side : float
        Log-odds of preferring option A between equals.

    Examples
    --------
    >>> Logistic(0.01, lapse=0.1).probabilities(1.0)
    array([0.95, 0.05, 0.  ])
    """

    scale: float
    lapse: float = 0.0
    side: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (as_number("scale", self.scale) > 0 and np.isfinite(self.scale)):
            raise InvalidInputError(
                f"scale={self.scale} is not a positive number: give a finite one, such as 0.01."
            )
        _refuse_outside("lapse", self.lapse, 0.0, 1.0)
        if not np.isfinite(as_number("side", self.side)):
            raise InvalidInputError(f"side={self.side} is not a finite number: give 0 for no side.")

    def probabilities(self, gap: ArrayLike) -> FloatArray:
        """P(A), P(B), P(EQUAL)."""
        looking = np.stack(
            [
                probability_looking(answer, gap, self.scale, self.side, self.equal_within)
                for answer in OUTCOMES
            ],
            axis=-1,
        )
        guess = [1 / 3, 1 / 3, 1 / 3] if self.equal_within > 0 else [1 / 2, 1 / 2, 0.0]
        return np.asarray(self.lapse * np.array(guess) + (1.0 - self.lapse) * looking)


def probability_looking(
    answer: Answer, gap: ArrayLike, scale: ArrayLike, side: ArrayLike, equal_within: ArrayLike
) -> FloatArray:
    """P(answer) under `Logistic` without lapses, for gaps and parameters that broadcast together.

    Examples
    --------
    >>> probability_looking(Answer.B, [0.0, 0.02], scale=0.01, side=0.0, equal_within=0.0).round(3)
    array([0.5  , 0.119])
    """
    gap = _as_gaps(gap)
    scale, side, width = (
        np.asarray(value, dtype=np.float64) for value in (scale, side, equal_within)
    )
    if answer is Answer.A:
        return _chance_of_more(gap, width, scale, side)
    if answer is Answer.B:
        return _chance_of_more(-gap, width, scale, -side)
    decided = _chance_of_more(gap, width, scale, side) + _chance_of_more(-gap, width, scale, -side)
    return np.where(width > 0, np.maximum(1.0 - decided, 0.0), 0.0)


def _two_sided(gap: ArrayLike, equal_within: float, right: float | FloatArray) -> FloatArray:
    """The better option with probability `right`, EQUAL inside `equal_within`."""
    gap = _as_gaps(gap)
    equal = np.abs(gap) <= equal_within
    a = np.where(gap > 0, right, 1.0 - np.asarray(right))
    return np.stack(
        (np.where(equal, 0.0, a), np.where(equal, 0.0, 1.0 - a), equal.astype(np.float64)), axis=-1
    )


def _as_gaps(gap: ArrayLike) -> FloatArray:
    try:
        gaps = np.asarray(gap, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInputError(f"gap={gap!r} is not a number or an array of numbers.") from None
    if np.isnan(gaps).any():
        raise InvalidInputError("gap is NaN: a gap is the difference of two values.")
    return gaps


def _chance_of_more(
    gap: FloatArray, width: FloatArray, scale: FloatArray, side: FloatArray
) -> FloatArray:
    """``logistic((gap - width) / scale + side)``, in one array: most of the time goes here."""
    p = np.empty(np.broadcast_shapes(gap.shape, width.shape, scale.shape, side.shape))
    np.subtract(width, gap, out=p)
    p /= scale
    p -= side
    np.minimum(p, LARGEST_EXPONENT, out=p)
    np.exp(p, out=p)  # the odds against
    p += 1.0
    return np.divide(1.0, p, out=p)


def _refuse_outside(name: str, value: float, low: float, high: float) -> None:
    if not low <= as_number(name, value) <= high:
        fits = f"{low:g} or more" if high == np.inf else f"{low:g} to {high:g}"
        raise InvalidInputError(f"{name}={value} is out of range: give {fits}.")
