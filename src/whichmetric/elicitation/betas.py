"""Betas of F-beta."""

from __future__ import annotations

import math

__all__ = ["beta_at"]


def beta_at(b: float) -> float:
    """The beta of a point of the Tile's edge a = 1, where ``b = beta^2 / (1 + beta^2)``.

    Examples
    --------
    >>> beta_at(0.5), beta_at(1.0)
    (1.0, inf)
    """
    return math.sqrt(b / (1.0 - b)) if b < 1.0 else math.inf
