"""A guess of the cost ratio as people type it."""

from __future__ import annotations

import re

from whichmetric.arguments import as_number
from whichmetric.errors import InvalidInputError

__all__ = ["MOST", "checked_guess", "guess_from"]

MOST = 1_000_000.0
"""False alarms for one more case, or cases for one false alarm, that anybody can mean."""

THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(,[0-9]{3})+")


def guess_from(typed: str) -> float:
    """A number, also as a fraction; a comma is between thousands, or before decimals.

    Examples
    --------
    >>> guess_from("12"), guess_from("1/2"), guess_from("1,000"), guess_from("2,5")
    (12.0, 0.5, 1000.0, 2.5)
    """
    plain = typed.replace(",", "" if THOUSANDS.fullmatch(typed.strip()) else ".")
    above, line, below = plain.partition("/")
    try:
        guess = float(above) / float(below) if line else float(above)
    except (ValueError, ZeroDivisionError):
        shown = repr(typed.strip()) if typed.strip().isprintable() else "That"
        wrong = f"{shown} is no number" if typed.strip() else "Nothing was typed"
        raise InvalidInputError(f"{wrong}: type how many false alarms, such as 5 or 1/2.") from None
    if not 1.0 / MOST <= guess <= MOST:
        raise InvalidInputError(
            f"{typed.strip()} is no guess that answers can be compared with: type how many false "
            "alarms, above 0, such as 5, or 1/5 for one false alarm per five more cases found, "
            f"from 1/{MOST:,.0f} to {MOST:,.0f}; or leave it out."
        )
    return guess


def checked_guess(cost_ratio: float) -> float:
    """The guess, refused where nobody can mean it.

    Examples
    --------
    >>> checked_guess(12)
    12.0
    """
    guess = as_number("cost_ratio", cost_ratio)
    if not 1.0 / MOST <= guess <= MOST:
        raise InvalidInputError(
            f"cost_ratio={guess:g} is no guess: give a number of false alarms above 0, such as 5, "
            f"or 0.2 for one in five, from 1/{MOST:,.0f} to {MOST:,.0f}."
        )
    return guess
