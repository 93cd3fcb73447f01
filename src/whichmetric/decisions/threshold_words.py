"""Thresholds in words."""

from __future__ import annotations

import math

__all__ = ["LOSS_DIGITS", "rule", "shown_threshold"]

LOSS_DIGITS = 4
"""With which it is shown what a threshold is expected to lose."""


def rule(threshold: float, *, about: bool = False) -> str:
    """What to do; `about` where the threshold lies inside a bin of scores.

    Examples
    --------
    >>> rule(0.25), rule(math.inf)
    ('flag scores from 0.25', 'flag nobody')
    """
    if threshold == math.inf:
        return "flag nobody"
    return f"flag scores from {'about ' if about else ''}{threshold:.4g}"


def shown_threshold(threshold: float) -> str:
    """The threshold itself, in four digits.

    Examples
    --------
    >>> shown_threshold(0.123456), shown_threshold(math.inf)
    ('0.1235', 'flagging nobody')
    """
    return f"{threshold:.4g}" if threshold < math.inf else "flagging nobody"
