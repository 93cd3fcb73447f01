"""JSON that is read only as deep as anything of ours goes."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["read_json"]

DEEPEST = 20
"""Lists and objects inside each other; a whole study has eight."""


def read_json(text: str) -> Any:
    """What `json.loads` reads, refused where whatever looks at it would go too deep.

    Raises
    ------
    ValueError
        For what is not JSON, NaN and infinities included, and for what is nested too deep.

    Examples
    --------
    >>> read_json('{"a": [1]}')
    {'a': [1]}
    >>> read_json("[" * 30 + "]" * 30)
    Traceback (most recent call last):
        ...
    ValueError: it is nested more than 20 deep
    """
    too_deep = f"it is nested more than {DEEPEST} deep"
    try:
        values = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError(too_deep) from None
    level = [values]
    for _ in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return values
    raise ValueError(too_deep)


def _inside(value: Any) -> list[Any]:
    """The lists and objects in a list or an object."""
    if not isinstance(value, dict | list):
        return []
    held = value.values() if isinstance(value, dict) else value
    if {dict, list}.isdisjoint(map(type, held)):  # quick, for the long columns of a score table
        return []
    return [inner for inner in held if isinstance(inner, dict | list)]


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
