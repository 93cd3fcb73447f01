"""Text that people type in, made safe to show anywhere."""

from __future__ import annotations

import unicodedata
from typing import Any

from whichmetric.errors import InvalidInputError

__all__ = ["JOINERS", "plain_text"]

JOINERS = "\u200c\u200d"
"""The only invisible characters that words need: some scripts are misspelt without them."""
INVISIBLE = {"Cc", "Cf", "Co", "Cs"}
"""Unicode's categories of characters that a terminal or a page may obey instead of showing."""


def plain_text(name: str, text: Any, *, longest: int, may_be_empty: bool = False) -> str:
    r"""One line without control characters, refused where it is no text, empty or too long.

    Markup is not touched: who shows the text escapes it.

    Parameters
    ----------
    name : str
        Of the field, for the error.
    text : str
    longest : int
        Characters that are allowed.
    may_be_empty : bool

    Examples
    --------
    >>> plain_text("case", " skin\n \x1b[31mlesion ", longest=40)
    'skin [31mlesion'
    """
    if not isinstance(text, str):
        raise InvalidInputError(f"{name}={text!r} is not a text.")
    spaced = " ".join(text.split())  # line breaks and tabs are spaces before the rest is dropped
    visible = "".join(
        mark for mark in spaced if mark in JOINERS or unicodedata.category(mark) not in INVISIBLE
    )
    # Characters may have met, or a space been left at an end, where one between them was dropped.
    line = unicodedata.normalize("NFC", " ".join(visible.split()))
    if not line.strip(JOINERS + " ") and not may_be_empty:
        raise InvalidInputError(f"{name}={text!r} is empty: give a word or two.")
    if len(line) > longest:
        raise InvalidInputError(
            f"{name} has {len(line):,} characters: {longest:,} are the most. "
            f"It begins {line[:20]!r}."
        )
    return line
