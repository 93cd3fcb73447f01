"""Pieces of HTML: whatever is not markup already is text, and is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["EMPTY", "Markup", "Piece", "element", "joined", "numeric", "table"]

SHORT = 12
"""Rows of a table that is not broken between pages."""

VOID = {"meta", "br", "circle", "line", "path", "polygon", "polyline", "rect"}


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Piece = Markup | str
EMPTY = Markup("")


def element(tag: str, /, *children: Piece, **attributes: str | None) -> Markup:
    """An element with its attributes and children.

    Parameters
    ----------
    tag : str
    children : str or Markup
        Texts are escaped.
    **attributes : str or None
        Those that are None are left out. An underscore at the end is dropped, others are hyphens,
        as in ``class_="wide"`` and ``data_key="study"``.

    Examples
    --------
    >>> element("p", "1 < 2 & ", element("b", "so"), class_="x", id=None)
    '<p class="x">1 &lt; 2 &amp; <b>so</b></p>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if tag in VOID and not children:
        return Markup(f"<{tag}{given}/>")
    return Markup(f"<{tag}{given}>{joined(children)}</{tag}>")


def joined(pieces: Iterable[Piece], between: str = "") -> Markup:
    """Pieces one after another, texts escaped."""
    return Markup(
        between.join(
            piece if isinstance(piece, Markup) else escape(piece, quote=False) for piece in pieces
        )
    )


def numeric(*names: str) -> tuple[Markup, ...]:
    """Heads of columns of numbers."""
    return tuple(element("th", name, scope="col", class_="n") for name in names)


def table(caption: Piece, head: Iterable[Iterable[Piece]], rows: Iterable[Markup]) -> Markup:
    """A table that scrolls on a narrow screen and repeats its head on paper.

    Parameters
    ----------
    caption : str or Markup
    head : iterable of iterables of str or Markup
        Rows of the head; a text becomes the head of a column.
    rows : iterable of Markup
        ``tr`` elements.
    """
    heads = [
        element(
            "tr",
            *(
                cell if isinstance(cell, Markup) else element("th", cell, scope="col")
                for cell in line
            ),
        )
        for line in head
    ]
    lines = list(rows)
    whole = element(
        "table",
        element("caption", caption),
        element("thead", *heads),
        element("tbody", joined(lines, "\n")),
    )
    kind = "scroll short" if len(lines) <= SHORT else "scroll"
    return element("div", whole, class_=kind, tabindex="0")
