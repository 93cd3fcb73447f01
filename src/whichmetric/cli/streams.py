"""Standard streams that take every letter, whatever their encoding."""

from __future__ import annotations

import codecs
import io
import sys

__all__ = ["take_every_letter"]

LOOKALIKES = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "≥": ">=", "…": "...", "–": "-", "─": "-"}
)
"""What stands for a sign of ours where only ASCII can be written."""
HANDLER = "whichmetric-lookalikes"


def take_every_letter() -> None:
    """Write something like what cannot be written, and read what cannot be read as a mark.

    Where the input is closed, it has nothing to read.
    """
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    codecs.register_error(HANDLER, _lookalike)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, HANDLER), (sys.stderr, HANDLER)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _lookalike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unwritable = error.object[error.start : error.end]
    return "".join(_ascii(letter) for letter in unwritable), error.end


def _ascii(letter: str) -> str:
    like = letter.translate(LOOKALIKES)
    return like if like.isascii() else "?"
