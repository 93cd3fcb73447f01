"""Identifiers made from what people call things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

__all__ = ["free_name", "name_from"]

LONGEST = 40
"""Characters, so that a number or a fingerprint still fits behind."""


def name_from(text: str, *, otherwise: str) -> str:
    """A text as an identifier; `otherwise` where no letter of it can stand in one.

    Examples
    --------
    >>> name_from("Dr. Zoë Lee", otherwise="expert"), name_from("李", otherwise="expert")
    ('dr-zoe-lee', 'expert')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].strip("-") or otherwise


def free_name(name: str, taken: Container[str]) -> str:
    """The name, or with the first number behind it that is not taken.

    Examples
    --------
    >>> free_name("expert", {"expert", "expert-2"})
    'expert-3'
    """
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
