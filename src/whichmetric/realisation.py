"""How a classifier decides: thresholds, and how often each of them does."""

from __future__ import annotations

import math
from dataclasses import dataclass

from whichmetric.arguments import as_number, as_truth, expect
from whichmetric.errors import InvalidInputError

__all__ = ["ROUNDING", "Realisation", "checked_weight"]

ROUNDING = 1e-9
"""How far rates may miss 0 or a sum of 1 before that counts as an error, not as rounding."""


@dataclass(frozen=True)
class Realisation:
    """How a classifier with a given confusion matrix decides.

    With probability ``weights[i]`` it flags a case whose ``score >= thresholds[i]``, or, where
    ``below[i]`` is true, a case whose ``score < thresholds[i]``. One threshold is the usual
    deterministic classifier; two thresholds and a weight reach the points between them.

    Parameters
    ----------
    thresholds : tuple of float
        On the scale of the scores; ``inf`` flags nobody.
    weights : tuple of float
        Probabilities that sum to 1, one per threshold.
    below : tuple of bool
        Whether the cases *below* the threshold are the ones flagged.

    Examples
    --------
    >>> Realisation.at(0.5)
    Realisation(thresholds=(0.5,), weights=(1.0,), below=(False,))
    """

    thresholds: tuple[float, ...]
    weights: tuple[float, ...]
    below: tuple[bool, ...]

    def __post_init__(self) -> None:
        for name in ("thresholds", "weights", "below"):
            expect(name, getattr(self, name), tuple, "give one entry per threshold")
        if not 0 < len(self.thresholds) == len(self.weights) == len(self.below):
            raise InvalidInputError(f"{self!r} needs a weight and a side for each threshold.")
        if any(math.isnan(as_number("threshold", threshold)) for threshold in self.thresholds):
            raise InvalidInputError("threshold is NaN: give a number, or inf to flag nobody.")
        weights = [as_number("weight", weight) for weight in self.weights]
        if not (min(weights) >= 0.0 and abs(sum(weights) - 1.0) <= ROUNDING):
            raise InvalidInputError(
                f"weights={self.weights} are not probabilities that sum to 1; "
                "for one threshold use Realisation.at."
            )
        below = tuple(as_truth("below", side) for side in self.below)
        object.__setattr__(self, "below", below)

    @classmethod
    def at(cls, threshold: float, *, below: bool = False) -> Realisation:
        """The classifier with one threshold."""
        return cls((as_number("threshold", threshold),), (1.0,), (below,))

    def mix(self, other: Realisation, weight: float) -> Realisation:
        """This classifier with probability `weight`, else the other."""
        expect("other", other, Realisation, "mix two realisations")
        weight = checked_weight(weight)
        if weight == 1.0:
            return self
        if weight == 0.0:
            return other
        parts: dict[tuple[float, bool], float] = {}
        for rule, share in ((self, weight), (other, 1.0 - weight)):
            for threshold, below, own in zip(
                rule.thresholds, rule.below, rule.weights, strict=True
            ):
                key = (threshold, below)
                parts[key] = parts.get(key, 0.0) + share * own
        return Realisation(
            tuple(threshold for threshold, _ in parts),
            tuple(parts.values()),
            tuple(below for _, below in parts),
        )

    def __str__(self) -> str:
        texts = []
        for threshold, weight, below in zip(self.thresholds, self.weights, self.below, strict=True):
            rule = f"score {'<' if below else '>='} {threshold:g}"
            texts.append(rule if weight == 1.0 else f"{weight:.0%} of the time {rule}")
        return ", ".join(texts)


def checked_weight(weight: float) -> float:
    """The probability with which the first of two classifiers decides, refused where it is none."""
    weight = as_number("weight", weight)
    if not 0.0 <= weight <= 1.0:
        raise InvalidInputError(f"weight={weight} is not a probability: give 0 to 1.")
    return weight
