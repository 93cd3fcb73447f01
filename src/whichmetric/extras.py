"""Optional dependencies, asked for where they are needed."""

from __future__ import annotations

from importlib.util import find_spec

from whichmetric.errors import MissingExtraError

__all__ = ["demand"]


def demand(module: str, package: str, extra: str) -> None:
    """Refuse to go on without a module, and say how to install it.

    Parameters
    ----------
    module : str
        To import.
    package : str
        The name under which it is installed.
    extra : str
        Of whichmetric, that brings it.

    Raises
    ------
    MissingExtraError
        Where the module cannot be found.

    Examples
    --------
    >>> demand("numpy", "numpy", "core")
    """
    try:
        found = find_spec(module) is not None
    except (ModuleNotFoundError, ValueError):  # by an importer that blocks it; a module half loaded
        found = False
    if not found:
        raise MissingExtraError(package, extra)
