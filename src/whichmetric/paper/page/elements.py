"""Pieces of HTML."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["compared", "data_uri", "head", "marked", "number", "table"]


def number(value: float, digits: int = 2) -> str:
    """A number as the paper prints it, with a real minus sign.

    Examples
    --------
    >>> number(-0.754), number(float("nan")), number(-0.001)
    ('−0.75', '–', '0.00')
    """
    if math.isnan(value):
        return "–"
    text = f"{value:.{digits}f}"
    if float(text) == 0.0:
        text = text.removeprefix("-")
    return text.replace("-", "−")


def marked(text: str) -> str:
    """Text that differs from the print by more than the tolerance."""
    return f"<mark>{text}</mark>"


def compared(ours: float, printed: float, tolerance: float, digits: int = 2) -> str:
    """Our number, marked where it is further than `tolerance` from the printed one.

    Examples
    --------
    >>> compared(0.61, 0.67, 0.02), compared(0.2614, 0.25, 0.02)
    ('<mark>0.61</mark>', '0.26')
    """
    text = number(ours, digits)
    return marked(text) if abs(ours - printed) > tolerance else text


def head(*names: str, groups: Sequence[tuple[str, int]] = ()) -> str:
    """The head of a table, with an optional line of (name, columns) groups above."""
    above = "".join(
        f'<th colspan="{span}" scope="colgroup">{name}</th>' if name else f'<td colspan="{span}">'
        for name, span in groups
    )
    line = "".join(f'<th scope="col">{name}</th>' for name in names)
    return f"<thead>{f'<tr>{above}</tr>' if groups else ''}<tr>{line}</tr></thead>"


def table(caption: str, header: str, bodies: Iterable[Iterable[Sequence[str]]]) -> str:
    """A table of groups of rows of cells that are HTML already; it scrolls on a narrow screen.

    A cell that starts with ``<th`` stands as it is.
    """
    groups = "".join(
        "<tbody>"
        + "".join(
            "<tr>"
            + "".join(cell if cell.startswith("<th") else f"<td>{cell}</td>" for cell in row)
            + "</tr>"
            for row in body
        )
        + "</tbody>"
        for body in bodies
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption>{header}{groups}</table></div>"
    )


def data_uri(svg: bytes) -> str:
    """A drawing as the address of an image; its names cannot clash with those of another."""
    return f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
