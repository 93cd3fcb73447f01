"""The named metrics, each as two linear forms of tp, fp, fn, tn."""

from __future__ import annotations

import math

from whichmetric.arguments import as_number
from whichmetric.errors import InvalidInputError
from whichmetric.metrics.metric import Metric, formula
from whichmetric.values import checked_prevalence

__all__ = [
    "accuracy",
    "balanced_accuracy",
    "cohen_kappa",
    "cost_ratio",
    "f_beta",
    "jaccard",
    "linear",
    "net_benefit",
    "npv",
    "precision",
    "recall",
    "specificity",
    "weighted_accuracy",
]


def accuracy() -> Metric:
    """Share of correct decisions, ``tp + tn``.

    Examples
    --------
    >>> accuracy().score([1, 0, 1, 1], [1, 0, 0, 1])
    0.75
    """
    return Metric((1, 0, 0, 1), name="accuracy")


def balanced_accuracy(prevalence: float) -> Metric:
    """Mean of recall and specificity, ``(tp / z + tn / (1 - z)) / 2`` at prevalence z.

    Examples
    --------
    >>> balanced_accuracy(0.75).score([1, 0, 1, 1], [1, 0, 0, 0])
    0.6666666666666666
    """
    z = checked_prevalence(prevalence)
    return Metric((0.5 / z, 0, 0, 0.5 / (1 - z)), name=f"balanced accuracy at prevalence {z:g}")


def recall() -> Metric:
    """Share of the positives that are flagged, ``tp / (tp + fn)``.

    Examples
    --------
    >>> recall().score([1, 1, 0], [1, 0, 0])
    0.5
    """
    return Metric((1, 0, 0, 0), (1, 0, 1, 0), name="recall")


def precision() -> Metric:
    """Share of the flagged that are positive, ``tp / (tp + fp)``.

    Examples
    --------
    >>> precision().score([1, 1, 0], [1, 0, 0])
    1.0
    """
    return Metric((1, 0, 0, 0), (1, 1, 0, 0), name="precision")


def specificity() -> Metric:
    """Share of the negatives that are left alone, ``tn / (tn + fp)``.

    Examples
    --------
    >>> specificity().score([1, 0, 0], [1, 1, 0])
    0.5
    """
    return Metric((0, 0, 0, 1), (0, 1, 0, 1), name="specificity")


def npv() -> Metric:
    """Negative predictive value: share of those left alone that are negative.

    Examples
    --------
    >>> npv().score([1, 1, 0], [1, 0, 0])
    0.5
    """
    return Metric((0, 0, 0, 1), (0, 0, 1, 1), name="negative predictive value")


def f_beta(beta: float) -> Metric:
    """Weighted harmonic mean of precision and recall; recall counts `beta` times as much.

    Examples
    --------
    >>> f_beta(1).score([1, 1, 0], [1, 0, 0])
    0.6666666666666666
    """
    beta = as_number("beta", beta)
    if not (beta >= 0 and math.isfinite(beta * beta)):
        raise InvalidInputError(f"beta={beta:g} is not a weight: give a number of 0 or more.")
    square = beta**2
    return Metric((1 + square, 0, 0, 0), (1 + square, 1, square, 0), name=f"F{beta:g}")


def jaccard() -> Metric:
    """Overlap of the flagged and the positive, ``tp / (tp + fp + fn)``; orders as F1 does.

    Examples
    --------
    >>> jaccard().score([1, 1, 0], [1, 0, 0])
    0.5
    """
    return Metric((1, 0, 0, 0), (1, 1, 1, 0), name="Jaccard coefficient")


def cohen_kappa(prevalence: float) -> Metric:
    """Cohen's kappa, agreement beyond chance, at prevalence z.

    Examples
    --------
    >>> round(cohen_kappa(0.5).score([1, 1, 0, 0], [1, 0, 0, 0]), 3)
    0.5
    """
    z = checked_prevalence(prevalence)
    return Metric(
        (1 - z, -z, z - 1, z), (1 - z, 1 - z, z, z), name=f"Cohen's kappa at prevalence {z:g}"
    )


def weighted_accuracy(w1: float, w2: float) -> Metric:
    """``w1 tp + w2 tn`` with weights of 0 or more.

    Examples
    --------
    >>> weighted_accuracy(1, 0.5).tile(0.3).a
    0.6666666666666666
    """
    w1, w2 = as_number("w1", w1), as_number("w2", w2)
    for name, weight in (("w1", w1), ("w2", w2)):
        if not (weight >= 0 and math.isfinite(weight)):
            raise InvalidInputError(f"{name}={weight:g} is not a weight: give 0 or more.")
    if w1 == w2 == 0:
        raise InvalidInputError("w1 and w2 are both 0: at least one must count.")
    return Metric((w1, 0, 0, w2), name=f"weighted accuracy ({w1:g}, {w2:g})")


def net_benefit(threshold: float) -> Metric:
    """Net benefit at a threshold probability, ``tp - fp * threshold / (1 - threshold)``.

    Parameters
    ----------
    threshold : float
        The probability of the condition at which acting and waiting are equally good, in [0, 1).

    Examples
    --------
    >>> net_benefit(0.2).score([1, 1, 0, 0], [1, 1, 1, 0])
    0.4375
    """
    threshold = as_number("threshold", threshold)
    if not 0 <= threshold < 1:
        raise InvalidInputError(
            f"threshold={threshold:g} is not a probability below 1: give 0.1, for one."
        )
    odds = threshold / (1 - threshold)
    return Metric((1, -odds, 0, 0), name=f"net benefit at {threshold:g}")


def linear(m11: float, m00: float) -> Metric:
    """``m11 tp + m00 tn``, of any sign.

    Examples
    --------
    >>> round(linear(0.6, 0.8).angle(), 4)
    0.9273
    """
    m11, m00 = as_number("m11", m11), as_number("m00", m00)
    if not (math.isfinite(m11) and math.isfinite(m00)) or m11 == m00 == 0:
        raise InvalidInputError(
            f"weights {m11:g} and {m00:g} make no metric: give finite ones, not both 0."
        )
    return Metric((m11, 0, 0, m00), name=formula((m11, 0.0, 0.0, m00)))


def cost_ratio(x: float) -> Metric:
    """The linear metric for which one missed positive weighs as much as `x` false alarms.

    Examples
    --------
    >>> cost_ratio(4).tile(0.1)
    TilePoint(a=0.8, b=0.8, increasing=True)
    """
    x = as_number("x", x)
    if not (x > 0 and math.isfinite(x)):
        raise InvalidInputError(f"x={x:g} is not a ratio: give a positive number of false alarms.")
    # Not 1 - x / (1 + x), which is 0 from 1e16 on and would leave recall.
    return Metric(
        (x / (1 + x), 0, 0, 1 / (1 + x)),
        name=f"one missed positive = {x:g} false alarm{'' if x == 1 else 's'}",
    )
