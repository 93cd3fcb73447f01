"""What is said of a typed value that is no number, or out of its range."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer

__all__ = ["unfit_values"]


@contextmanager
def unfit_values() -> Iterator[None]:
    """Let a refusal name the value and what would do, whoever checked it."""
    try:
        yield
    except typer.BadParameter as refused:
        told = _told(refused.__cause__)
        if told is not None:
            refused.message = told
        raise


def _told(cause: Any) -> str | None:
    """What pydantic found, in our words; None where it was not asked, or found something else.

    Older releases of Typer check by themselves, and name the value.
    """
    for found in cause.errors() if hasattr(cause, "errors") else ():
        limits = found.get("ctx", {})
        match found["type"]:
            case "greater_than_equal":
                return f"{found['input']} is too small: give {limits['ge']:,} or more."
            case "less_than_equal":
                return f"{found['input']} is too large: give {limits['le']:,} or less."
            case "int_parsing" | "int_from_float" | "int_parsing_size":
                return f"{found['input']!r} is not a whole number."
            case "float_parsing":
                return f"{found['input']!r} is not a number."
            case "value_error":
                return str(limits["error"])
    return None
