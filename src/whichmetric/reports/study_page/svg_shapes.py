"""Lines and words of a picture, as SVG."""

from __future__ import annotations

from whichmetric.reports.study_page.elements import Markup, element

__all__ = ["line", "text"]


def line(x: float, y: float, other: float, below: float, kind: str) -> Markup:
    """A line from one place to another."""
    return element(
        "line", x1=f"{x:.1f}", y1=f"{y:.1f}", x2=f"{other:.1f}", y2=f"{below:.1f}", class_=kind
    )


def text(words: str, x: float, y: float, kind: str) -> Markup:
    """Words at a place."""
    return element("text", words, x=f"{x:.1f}", y=f"{y:.1f}", class_=kind)
