"""What decision curves and cost curves have in common: names on lines, a shaded range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from whichmetric.reports.style import SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from whichmetric.reports.labels import Label

__all__ = ["BAND", "curve_labels", "label_band"]

BAND: dict[str, Any] = {"color": "0.88", "linewidth": 0, "zorder": 0.5}
"""The look of the elicited range."""
PLACES = 24
"""Of a curve, where its name may stand."""


def curve_labels(lines: Mapping[str, Line2D], axes: Axes) -> list[Label]:
    """The names of curves, each to stand where its curve is in view and far from the others."""
    from whichmetric.reports.labels import Label

    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    x = np.linspace(left, right, PLACES + 2)[1:-1]
    heights = np.array([np.interp(x, *np.asarray(line.get_xydata()).T) for line in lines.values()])
    labels = []
    for name, y in zip(lines, heights, strict=True):
        apart = np.sort(np.abs(heights - y), axis=0)[1:].min(axis=0, initial=top - bottom)
        apart = np.where((bottom <= y) & (y <= top), apart, 0.0)
        # Where curves run together, a name beside one of them would say nothing.
        order = np.argsort(-apart, kind="stable")[: max(1, np.sum(apart > apart.max() / 2))]
        labels.append(Label(name, np.column_stack((x, y))[order], "above"))
    return labels


def label_band(axes: Axes, interval: tuple[float, float], level: float) -> None:
    """Say over the shaded range what it is."""
    axes.annotate(
        f"elicited, {level:.0%}",
        (sum(interval) / 2, 1.0),
        (0, 2),
        xycoords=axes.get_xaxis_transform(),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=8,
        color=SOFT,
    )
