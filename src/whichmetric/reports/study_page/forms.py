"""How numbers of a report are written on its page."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR

from whichmetric.elicitation.plain_numbers import probability_in_words, two_digits

__all__ = [
    "NOBODY",
    "RATIOS",
    "count",
    "percent",
    "probability",
    "ratio",
    "seconds",
    "threshold",
    "value",
]

NOBODY = "flag nobody"
"""A threshold that is None is infinite."""


def count(number: float) -> str:
    """Cases, which weights may make no whole number.

    Examples
    --------
    >>> count(1234), count(1234.5)
    ('1,234', '1,234.5')
    """
    return f"{number:,.10g}"


def ratio(number: float) -> str:
    """A cost ratio, or a factor, in two digits."""
    return two_digits(number)


RATIOS = (
    lambda low: two_digits(low, ROUND_FLOOR),
    lambda high: two_digits(high, ROUND_CEILING),
)
"""The ends of an interval of ratios, rounded outwards so that it holds no less than it says."""


LEAST = 1e-4
"""A rate below which more digits tell nobody anything."""


def percent(rate: float) -> str:
    """A rate with as many digits as tell something.

    Examples
    --------
    >>> percent(0.123), percent(0.08), percent(0.00123), percent(1.0), percent(0.996), percent(1e-9)
    ('12%', '8%', '0.12%', '100%', '99.6%', 'under 0.01%')
    """
    if rate in (0.0, 1.0):
        return f"{rate:.0%}"
    if rate < LEAST:
        return f"under {100 * LEAST:g}%"
    if 0.01 <= rate <= 0.99:
        return f"{rate:.0%}"
    return f"{100 * rate:.2g}%" if rate < 0.5 else f"{100 * rate:.4g}%"


def probability(number: float) -> str:
    """A probability, which is never said to be certain."""
    return probability_in_words(number)


TINY, DECIMALS = 1e-7, 8
"""The least score that is written without an exponent, and with how many decimals."""


def seconds(number: float) -> str:
    """How long an answer took."""
    return f"{number:,.1f}"


def threshold(number: float) -> str:
    """A score.

    Examples
    --------
    >>> threshold(0.12345), threshold(8e-05), threshold(1.5e-12)
    ('0.1235', '0.00008', '1.5e-12')
    """
    told = f"{number:.4g}"
    return f"{number:.{DECIMALS}f}".rstrip("0") if TINY <= abs(number) < 1e-4 else told


def value(number: float) -> str:
    """A metric's value, from 0 to 1, or a loss of it."""
    return f"{number:.4f}"
