"""The extra that this room needs."""

from __future__ import annotations

from whichmetric.extras import demand

__all__ = ["demand_scikit_learn"]


def demand_scikit_learn() -> None:
    """Refuse to go on without scikit-learn, and say how to install it."""
    demand("sklearn", "scikit-learn", "sklearn")
