"""Out of how many cases the options of a study are shown."""

from __future__ import annotations

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.readable_number import rarer_cases, readable_number
from whichmetric.values import checked_prevalence

__all__ = ["denominator"]


def denominator(prevalence: float) -> int:
    """The smallest of 1,000, 10,000 and 100,000 that shows at least 50 cases of the rarer class.

    One number is fixed for a whole study: that of ``readable_number`` in
    ``whichmetric.geometry.readable_number``.

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
    out_of = readable_number(share)
    if rarer_cases(share, out_of) == 0:
        raise InvalidInputError(
            f"prevalence={share:g} leaves no case of one class among {out_of:,}: "
            "give out_of yourself, large enough to show some."
        )
    return out_of
