"""Out of how many cases the options of a study are shown."""

from __future__ import annotations

from whichmetric.errors import InvalidInputError
from whichmetric.values import checked_prevalence

__all__ = ["DENOMINATORS", "ENOUGH", "denominator"]

DENOMINATORS = (1_000, 10_000, 100_000)
"""Numbers that people can picture; one of them is fixed for a whole study."""
ENOUGH = 50
"""Cases of the rarer class: with fewer, two classifiers too often show the same whole numbers."""


def denominator(prevalence: float) -> int:
    """The smallest of 1,000, 10,000 and 100,000 that shows at least 50 cases of the rarer class.

    The rarer class is the positive one nearly always; where nearly everybody has the condition,
    the negative cases need as much room. Below a share of 0.0005, where even 100,000 cases show
    fewer than 50 of a class, the answer is 100,000: a larger number is no help to a person.

    Parameters
    ----------
    prevalence : float
        Share of positive cases where the classifier will work, a rate.

    Raises
    ------
    InvalidInputError
        Where 100,000 cases would show no case of one class.

    Examples
    --------
    >>> denominator(0.08), denominator(0.02), denominator(0.003), denominator(0.0001)
    (1000, 10000, 100000, 100000)
    >>> denominator(0.98)
    10000
    """
    share = checked_prevalence(prevalence)
    for out_of in DENOMINATORS:
        # As ConfusionMatrix.counts shows them, so that the promise is about what is seen.
        positives = round(round(share, 12) * out_of)
        rarer = min(positives, out_of - positives)
        if rarer >= ENOUGH or (out_of == DENOMINATORS[-1] and rarer > 0):
            return out_of
    raise InvalidInputError(
        f"prevalence={share:g} leaves no case of one class among {DENOMINATORS[-1]:,}: "
        "give out_of yourself, large enough to show some."
    )
