"""One look for all pictures: fonts and sizes, shades, shapes of lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from whichmetric.arguments import expect
from whichmetric.extras import demand

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "ELICITED",
    "FILL",
    "INK",
    "LINES",
    "PALE",
    "RULES",
    "SOFT",
    "TRUE",
    "canvas",
    "figure_of",
]

# Okabe and Ito's palette, which people with any common colour blindness can tell apart.
TRUE = "#0072B2"
ELICITED = "#D55E00"
INK = "#333333"
SOFT = "#767676"
PALE = "#9DB8CB"
FILL = "#EAF2F8"
LINES: tuple[dict[str, Any], ...] = (
    {"color": TRUE, "linestyle": "-"},
    {"color": ELICITED, "linestyle": (0, (5, 2))},
    {"color": "#009E73", "linestyle": (0, (1.2, 1.2))},
    {"color": "#CC79A7", "linestyle": (0, (6, 2, 1.2, 2))},
    {"color": INK, "linestyle": (0, (6, 2, 1.2, 2, 1.2, 2))},
)
"""Curves of several models: in grey their dashes still tell them apart."""

RULES: dict[Any, Any] = {
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


@contextmanager
def canvas(ax: Axes | None, size: tuple[float, float]) -> Iterator[Axes]:
    """Axes to draw on, in the look above; matplotlib's own settings are as before afterwards.

    Parameters
    ----------
    ax : matplotlib Axes or None
        None makes a new figure by pyplot, as scikit-learn's displays do.
    size : tuple of float
        Width and height of a new figure, inches.

    Raises
    ------
    MissingExtraError
        Where matplotlib is not installed.
    """
    demand("matplotlib", "matplotlib", "plot")
    from matplotlib import rc_context
    from matplotlib.axes import Axes

    with rc_context(RULES):
        if ax is None:
            from matplotlib import pyplot as plt

            _, ax = plt.subplots(figsize=size)
            # Ticks are made when the figure is drawn, so they would take the look of that moment.
            ax.tick_params(
                color=SOFT, labelcolor=INK, labelsize=8, labelfontfamily=RULES["font.family"]
            )
        expect("ax", ax, Axes, "give matplotlib Axes, for example from pyplot.subplots()")
        yield ax


def figure_of(axes: Axes) -> Figure:
    """The figure that axes stand in, also where that is part of a larger one."""
    figure = axes.get_figure(root=True)
    assert figure is not None  # axes that were removed from their figure cannot be drawn on
    return figure
