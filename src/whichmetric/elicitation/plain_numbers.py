"""Numbers as people read them."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context

__all__ = [
    "VAGUE",
    "counts_in_brackets",
    "probability_in_words",
    "range_in_words",
    "two_digits",
]

VAGUE = 100.0
"""Ratio of an interval's ends beyond which no number in it says anything."""


def two_digits(number: float, rounding: str = ROUND_HALF_EVEN) -> str:
    """A number of 0 or more in two significant digits, without an exponent.

    Examples
    --------
    >>> two_digits(0.04567), two_digits(1234), two_digits(math.inf)
    ('0.046', '1,200', 'infinitely many')
    >>> two_digits(57.999999999996, ROUND_FLOOR)  # 58 but for rounding
    '58'
    """
    if number == math.inf:
        return "infinitely many"
    return f"{Context(prec=2, rounding=rounding).create_decimal(repr(float(f'{number:.9g}'))):,f}"


def range_in_words(low: float, high: float) -> str:
    """An interval in two digits, rounded outwards so that it holds no less than it says.

    Examples
    --------
    >>> range_in_words(3.14, 12.3), range_in_words(2, math.inf), range_in_words(0, 0.5)
    ('between 3.1 and 13', 'more than 2.0', 'less than 0.5')
    """
    lowest, highest = two_digits(low, ROUND_FLOOR), two_digits(high, ROUND_CEILING)
    if low <= 0.0 and high == math.inf:
        return "anywhere"
    if high == math.inf:
        return f"more than {lowest}"
    return f"less than {highest}" if low <= 0.0 else f"between {lowest} and {highest}"


def probability_in_words(number: float) -> str:
    """A probability in whole percent, which is never said to be certain.

    Examples
    --------
    >>> probability_in_words(0.873), probability_in_words(0.9999), probability_in_words(0.0001)
    ('87%', 'over 99%', 'under 1%')
    """
    if number > 0.99:
        return "over 99%"
    return "under 1%" if number < 0.01 else f"{number:.0%}"


def counts_in_brackets(low: int, high: int) -> str:
    """An interval of counts, to stand after a count in it; empty where there is no other.

    Examples
    --------
    >>> counts_in_brackets(980, 1020), counts_in_brackets(5, 5)
    (' (980 to 1,020)', '')
    """
    return f" ({low:,} to {high:,})" if low < high else ""
