"""Out of how many cases people are told what a classifier does."""

from __future__ import annotations

from whichmetric.values import checked_prevalence, shown_positives

__all__ = ["ENOUGH", "READABLE", "rarer_cases", "readable_number"]

READABLE = (1_000, 10_000, 100_000)
"""Numbers that people can picture."""
ENOUGH = 50
"""Cases of the rarer class: with fewer, two classifiers too often show the same whole numbers."""


def readable_number(prevalence: float) -> int:
    """The smallest of 1,000, 10,000 and 100,000 that shows at least 50 cases of the rarer class.

    The rarer class is the positive one nearly always; where nearly everybody has the condition,
    the negative cases need as much room. Below a share of 0.0005, where even 100,000 cases show
    fewer than 50 of a class, the answer is 100,000: a larger number is no help to a person.

    Parameters
    ----------
    prevalence : float
        Share of positive cases, a rate.

    Examples
    --------
    >>> readable_number(0.08), readable_number(0.02), readable_number(0.003)
    (1000, 10000, 100000)
    >>> readable_number(0.98), readable_number(1e-9)
    (10000, 100000)
    """
    share = checked_prevalence(prevalence)
    enough = (out_of for out_of in READABLE if rarer_cases(share, out_of) >= ENOUGH)
    return next(enough, READABLE[-1])


def rarer_cases(prevalence: float, out_of: int) -> int:
    """How many cases of the rarer class are shown, as `ConfusionMatrix.counts` shows them.

    Examples
    --------
    >>> rarer_cases(0.02, 1000), rarer_cases(0.98, 1000)
    (20, 20)
    """
    positives = shown_positives(prevalence, out_of)
    return min(positives, out_of - positives)
