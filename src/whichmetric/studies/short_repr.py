"""A value as errors show it."""

from __future__ import annotations

from typing import Any

__all__ = ["short_repr"]


def short_repr(value: Any, longest: int = 100) -> str:
    """What `repr` shows, cut where a damaged file holds more than anybody wants to read.

    Examples
    --------
    >>> short_repr("x" * 50, longest=10)
    "'xxxxxx..."
    """
    text = repr(value)
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
