"""A share in words."""

from __future__ import annotations

__all__ = ["percent"]


def percent(share: float) -> str:
    """A share in whole percent, or as finely as it takes to tell it from none and all.

    Examples
    --------
    >>> percent(0.5), percent(0.996), percent(0.9999), percent(1.0)
    ('50%', '99.6%', 'more than 99.9%', '100%')
    """
    if 0.0 < share < 0.001:
        return "less than 0.1%"
    if 0.999 < share < 1.0:
        return "more than 99.9%"
    return f"{share:.0%}" if 0.1 <= share <= 0.99 or share in {0.0, 1.0} else f"{share:.1%}"
