r"""What the text in a CSV cell means, for Python and for DuckDB.

A CSV file has no types, so this is ours to decide:

- Spaces around a value do not count.
- A number is written in decimal digits, with a point and an exponent where needed: ``1``,
  ``-0.5``, ``.5``, ``5.``, ``1e-3``. Nothing else is one: not ``1_000``, ``1,000``, ``0,5``,
  ``0x1``, ``nan``, ``inf`` or ``1e400``. Whole numbers beyond 2**53 are refused, as everywhere.
- A label that is written as a number is that number, so ``1`` and ``1.0`` are one label; ``true``
  and ``false``, in any case, are 1 and 0. Other labels are text.
- A label that is empty or spelt like one of :data:`MISSING_LABELS` is missing. Taken for a text, it
  would be counted as a class.
"""

from __future__ import annotations

import math
import re

from whichmetric.geometry.columns import EXACT_INTEGERS

__all__ = ["is_missing", "is_wide", "label_in", "number_in", "number_sql"]

SPACES = " \t\n\f\r"
INTEGER = re.compile(r"[+-]?[0-9]+")
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
TRUTH = {"true": 1, "false": 0}
MISSING_LABELS = frozenset(
    {"", "#N/A", "#NA", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"}
)


def number_in(text: str) -> float | None:
    """The finite number that a cell holds, or None.

    Examples
    --------
    >>> number_in(" 1e-3 "), number_in("1_000"), number_in("nan"), number_in("9007199254740993")
    (0.001, None, None, None)
    """
    text = text.strip(SPACES)
    if not NUMBER.fullmatch(text) or is_wide(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def is_wide(text: str) -> bool:
    """Whether a cell holds a whole number beyond 2**53."""
    digits = text.strip(SPACES)
    if not INTEGER.fullmatch(digits):
        return False
    # Floats are compared first, since int() refuses texts of thousands of digits.
    return abs(float(digits)) > EXACT_INTEGERS or abs(int(digits)) > EXACT_INTEGERS


def number_sql(cell: str) -> str:
    """SQL for :func:`number_in` of a text column; null where that is None.

    DuckDB's own cast also takes ``1_000``, ``+-1``, ``inf`` and whole numbers of any length.
    """
    number = f"TRY_CAST({cell} AS DOUBLE)"
    return (
        rf"CASE WHEN NOT regexp_full_match({cell}, '\s*{NUMBER.pattern}\s*') THEN NULL "
        f"WHEN abs({number}) < {EXACT_INTEGERS} THEN {number} "
        f"WHEN isfinite({number}) AND (regexp_matches({cell}, '[.eE]') "
        f"OR abs(TRY_CAST({cell} AS HUGEINT)) = {EXACT_INTEGERS}) THEN {number} END"
    )


def label_in(text: str) -> int | float | str:
    """The label that a cell holds.

    Examples
    --------
    >>> label_in(" yes "), label_in("1.0") == label_in("1"), label_in("True"), label_in("inf")
    ('yes', True, 1, 'inf')
    """
    text = text.strip(SPACES)
    truth = TRUTH.get(text.lower())
    if truth is not None:
        return truth
    number = number_in(text)
    if number is None:
        return text
    return int(number) if number.is_integer() else number


def is_missing(text: str | None) -> bool:
    """Whether a cell holds no label."""
    return text is None or text.strip(SPACES) in MISSING_LABELS
