"""Values that JSON knows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

__all__ = ["infinity_as_none"]


def infinity_as_none(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same with lists for tuples, and None for numbers that are infinite.

    Examples
    --------
    >>> infinity_as_none({"interval": (0.5, math.inf), "per": {"threshold": math.inf}})
    {'interval': [0.5, None], 'per': {'threshold': None}}
    """
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return infinity_as_none(value)
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
