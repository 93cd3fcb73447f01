"""The look of the figures, and their files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from whichmetric.paper.extras import demand
from whichmetric.reports.style import ELICITED, FILL, INK, PALE, RULES, SOFT, TRUE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ELICITED", "FILL", "INK", "PALE", "SOFT", "TRUE", "panel_title", "rendered", "style"]

_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


@contextmanager
def style() -> Iterator[None]:
    """The look of all pictures, for the figures made inside."""
    demand("matplotlib")
    from matplotlib import rc_context

    with rc_context(RULES):
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
