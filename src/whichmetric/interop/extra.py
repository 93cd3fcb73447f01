"""The extra that this room needs."""

from __future__ import annotations

from importlib.util import find_spec

from whichmetric.errors import MissingExtraError

__all__ = ["demand_scikit_learn"]


def demand_scikit_learn() -> None:
    """Refuse to go on without scikit-learn, and say how to install it."""
    if find_spec("sklearn") is None:
        raise MissingExtraError("scikit-learn", "sklearn")
