"""Results as a notebook shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["paragraphs", "table"]


def paragraphs(texts: Iterable[str]) -> str:
    """Texts as HTML, one paragraph each.

    Examples
    --------
    >>> paragraphs(["1 < 2"])
    '<p>1 &lt; 2</p>'
    """
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Texts as an HTML table.

    Examples
    --------
    >>> table(["x"], [["a & b"]])
    '<table><thead><tr><th>x</th></tr></thead><tbody><tr><td>a &amp; b</td></tr></tbody></table>'
    """
    top = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
