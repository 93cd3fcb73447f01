"""Numbers as they are printed."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["NOTHING", "number", "spread", "times"]

NOTHING = ""
Spread = Mapping[str, float | None]


def number(value: float) -> str:
    """Two digits, and all digits of what has more before the point than two.

    Examples
    --------
    >>> [number(value) for value in (0.00375, 8.0, 12.34, 1234.5, 2e-5)]
    ['0.0037', '8', '12', '1,234', '2e-05']
    """
    return f"{value:,.0f}" if value >= 10.0 else f"{value:.2g}"


def spread(estimate: Spread, *, scale: float = 1.0, unit: str = "") -> str:
    """A number with its interval in brackets.

    Parameters
    ----------
    estimate : mapping
        `value`, `low` and `high`; None has no end.
    scale : float
        That all three are multiplied with.
    unit : str
        To stand behind the number.

    Examples
    --------
    >>> spread({"value": 0.25, "low": 0.2, "high": None}, scale=100.0, unit="%")
    '25% (20..)'
    """
    value, low, high = (
        "" if end is None else number(scale * end)
        for end in (estimate["value"], estimate["low"], estimate["high"])
    )
    return f"{value}{unit}" if low == value == high else f"{value}{unit} ({low}..{high})"


def times(estimate: Spread) -> str:
    """How many times ours.

    Examples
    --------
    >>> times({"value": 3.0, "low": 2.4, "high": 3.04}), times({"value": 1, "low": 1, "high": 1})
    ('× 3 (2.4..3)', '× 1')
    """
    return f"× {spread(estimate)}"
