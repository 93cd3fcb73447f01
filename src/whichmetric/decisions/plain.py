"""Values that JSON knows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

__all__ = ["as_plain"]


def as_plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same with lists for tuples, and None for numbers that are infinite.

    Examples
    --------
    >>> as_plain({"interval": (0.5, math.inf), "per": {"threshold": math.inf}})
    {'interval': [0.5, None], 'per': {'threshold': None}}
    """
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return as_plain(value)
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
