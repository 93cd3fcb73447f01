"""One look for all figures, and their files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from whichmetric.paper.extras import demand

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ELICITED", "FILL", "INK", "PALE", "SOFT", "TRUE", "panel_title", "rendered", "style"]

# Okabe and Ito's palette, which people with any common colour blindness can tell apart.
TRUE = "#0072B2"
ELICITED = "#D55E00"
INK = "#333333"
SOFT = "#767676"
PALE = "#9DB8CB"
FILL = "#EAF2F8"

_RULES: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # ships with matplotlib: the same glyphs everywhere
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "lines.linewidth": 1.6,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
    "savefig.facecolor": "white",
    "savefig.dpi": 160,
    "svg.fonttype": "path",
    "svg.hashsalt": "whichmetric",  # else every run would name its clip paths anew
}
_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


@contextmanager
def style() -> Iterator[None]:
    """The rules above, for the figures made inside."""
    demand("matplotlib")
    from matplotlib import rc_context

    with rc_context(_RULES):
        yield


def panel_title(axes: Axes, letter: str, text: str) -> None:
    """A panel's title, its letter in bold."""
    axes.set_title(f"$\\bf{{{letter}}}$   {text}")


def rendered(figure: Figure) -> dict[str, bytes]:
    """The figure as files, by suffix; the same bytes for the same figure."""
    files = {}
    with style():
        for suffix in ("svg", "png"):
            buffer = BytesIO()
            plain = _NO_METADATA if suffix == "svg" else {"Software": None}
            figure.savefig(buffer, format=suffix, metadata=plain)
            files[suffix] = buffer.getvalue()
    return files
