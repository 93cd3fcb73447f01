"""Names by which studies, sessions and requests are found again."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any

from whichmetric.errors import InvalidInputError
from whichmetric.studies.short_repr import short_repr

__all__ = [
    "IDENTIFIER",
    "IDENTIFIER_RULE",
    "NewIdentifier",
    "checked_identifier",
    "is_identifier",
    "random_identifier",
]

NewIdentifier = Callable[[], str]
"""Gives another identifier at each call."""

IDENTIFIER = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
"""The pattern, fit for a file name, an address and a command line without quotes."""

IDENTIFIER_RULE = (
    "give up to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or digit"
)
"""The same for people."""


def checked_identifier(name: str, value: Any) -> str:
    """An identifier, refused where it could not stand in an address or a file name.

    Examples
    --------
    >>> checked_identifier("study", "mammography-2026")
    'mammography-2026'
    """
    if not is_identifier(value):
        raise InvalidInputError(
            f"{name}={short_repr(value)} is not an identifier: {IDENTIFIER_RULE}."
        )
    return str(value)


def is_identifier(value: Any) -> bool:
    """Whether something of ours can have that name."""
    return isinstance(value, str) and re.fullmatch(IDENTIFIER, value) is not None


def random_identifier() -> str:
    """An identifier that nobody else will draw: 64 random bits."""
    return secrets.token_hex(8)
