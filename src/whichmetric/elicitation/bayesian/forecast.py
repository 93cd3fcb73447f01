"""How many questions are probably left."""

from __future__ import annotations

import math

__all__ = ["foreseen_gain", "until_believed", "until_known"]

USUAL_GAIN = 0.35
"""Bits about the metric that a question tells on the way, where an expert seldom errs."""
SLOW = 3
"""Answers after which a question that is being asked says as much of those to come as that."""


def foreseen_gain(last: float, answers: int) -> float:
    """Bits about the metric that each question still to come is supposed to tell.

    The first questions tell more than those after them, since nobody has erred yet, or less, where
    they rather ask whether the expert looks: they say little of the others.

    Parameters
    ----------
    last : float
        Bits that the question that is being asked is expected to tell.
    answers : int
        How many there are.

    Examples
    --------
    >>> [round(foreseen_gain(0.2, answers), 2) for answers in (0, 12)]
    [0.35, 0.23]
    """
    return (answers * last + SLOW * USUAL_GAIN) / (answers + SLOW)


def until_known(excess: float, dimensions: int, gain: float) -> float:
    """Questions until a tolerance is met, if each tells as much.

    Parameters
    ----------
    excess : float
        By what factor the tolerance is exceeded.
    dimensions : int
        Of the family: all that is plausible shrinks by the factor in each of them.
    gain : float
        Bits about the metric that each is expected to tell.

    Examples
    --------
    >>> until_known(8.0, dimensions=2, gain=0.75)
    8.0
    """
    return dimensions * math.log2(max(excess, 1.0)) / max(gain, 1e-9)


def until_believed(doubt: float, allowed: float, gain: float) -> float:
    """Questions with answers that can be foretold, until the expert is believed to look.

    Parameters
    ----------
    doubt, allowed : float
        Probability that the expert does not look, now and at the end.
    gain : float
        Bits about it that such an answer tells.

    Examples
    --------
    >>> round(until_believed(0.2, allowed=0.05, gain=1.0), 2)
    2.25
    """
    if doubt <= allowed:
        return 0.0
    return math.log2(doubt / (1.0 - doubt) * (1.0 - allowed) / allowed) / gain
