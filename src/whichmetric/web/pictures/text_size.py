"""How much room words take in a picture, whatever font the reader has."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["text_width", "wrapped"]

AVERAGE = 0.6
"""Width of a character in sizes of its font: that of wide system fonts, to be safe."""
DIGIT = 0.64
NARROW = 0.32
WIDE = 1.0
BOLD = 1.12
"""Times as wide is bold type."""
AT_HYPHENS = re.compile(r"[^-]*-+|[^-]+")
"""A word's parts, each up to where a hyphen lets it be broken."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line of text, estimated rather too wide.

    Parameters
    ----------
    text : str
    size : float
        Of the font, in the picture's units.
    bold : bool

    Examples
    --------
    >>> text_width("ill", 10.0) < text_width("mmm", 10.0) < text_width("病病病", 10.0)
    True
    """
    return size * (BOLD if bold else 1.0) * sum(_share(character) for character in text)


def wrapped(text: str, width: float, size: float, *, most: int = 4) -> tuple[str, ...]:
    """Text in lines no wider than asked, broken at spaces and after hyphens; else words are cut.

    Parameters
    ----------
    text : str
    width, size : float
        Of the lines and of the font, in the picture's units.
    most : int
        Lines; the last one ends with an ellipsis where text is left over.

    Examples
    --------
    >>> wrapped("have an uncommon disorder", 90.0, 12.0)
    ('have an', 'uncommon', 'disorder')
    >>> wrapped("one two three four", 40.0, 12.0, most=2)
    ('one', 'two…')
    >>> wrapped("are non-fraudulent", 105.0, 12.0), wrapped("non-payers", 105.0, 12.0)
    (('are non-', 'fraudulent'), ('non-payers',))
    """
    lines: list[str] = []
    for word in text.split():
        pieces = [
            piece for part in AT_HYPHENS.findall(word) for piece in _pieces(part, width, size)
        ]
        for place, piece in enumerate(pieces):
            between = "" if place else " "
            joined = f"{lines[-1]}{between}{piece}" if lines else piece
            if lines and text_width(joined, size) <= width:
                lines[-1] = joined
            else:
                lines.append(piece)
    if len(lines) <= most:
        return tuple(lines)
    return (*lines[: most - 1], f"{lines[most - 1]}…")


def _pieces(word: str, width: float, size: float) -> list[str]:
    pieces = [""]
    for character in word:
        if pieces[-1] and text_width(pieces[-1] + character, size) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _share(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return WIDE
    if character in " .,:;'|!ijl":
        return NARROW
    if character in "mwMW%":
        return 0.95
    if character.isdigit():
        return DIGIT
    return AVERAGE + 0.1 * character.isupper()
