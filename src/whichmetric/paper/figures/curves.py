"""True and elicited linear-fractional metrics along the upper boundary."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.binary_search.angle_search import UPPER
from whichmetric.paper.figures.style import ELICITED, TRUE, panel_title, style
from whichmetric.paper.table2 import Elicitation, upper_boundary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_curves", "maximisers"]

FloatArray = NDArray[np.float64]


def draw_curves(elicitations: Sequence[Elicitation]) -> Figure:
    """One panel per row of Table 2: both metrics over the angle, and where each is largest.

    The elicited metric is the one of the printed grid search, as in the paper.
    """
    with style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9.6, 5.8))
        panels = figure.subplots(2, 3, sharex=True).flat
        for axes, letter, elicitation in zip(panels, "abcdef", elicitations, strict=True):
            _draw(axes, elicitation)
            truth = elicitation.as_row()
            panel_title(
                axes, letter, f"row {truth.row}: a = {truth.true_a:.2g}, b = {truth.true_b:.2g}"
            )
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=4)
        figure.supxlabel("angle $\\theta$ of the classifier (radians)", fontsize=9)
        figure.supylabel("value of the metric", fontsize=9)
    return figure


def maximisers(elicitation: Elicitation) -> tuple[float, float]:
    """The angles at which the true and the elicited metric are largest, radians."""
    angles, true, elicited = _curves(elicitation)
    return float(angles[np.nanargmax(true)]), float(angles[np.nanargmax(elicited)])


def _draw(axes: Axes, elicitation: Elicitation) -> None:
    angles, true, elicited = _curves(elicitation)
    best_true, best_elicited = maximisers(elicitation)
    axes.plot(angles, true, color=TRUE, label="true metric")
    axes.plot(angles, elicited, color=ELICITED, linestyle=(0, (4, 2)), label="elicited metric")
    axes.axvline(best_true, color=TRUE, linewidth=1.0, label="maximiser of the true metric")
    axes.axvline(
        best_elicited,
        color=ELICITED,
        linewidth=1.4,
        linestyle=(0, (1.5, 1.5)),
        label="maximiser of the elicited one",
    )
    axes.set(
        xlim=(0.0, math.pi / 2), xticks=[0, math.pi / 8, math.pi / 4, 3 * math.pi / 8, math.pi / 2]
    )
    axes.set_xticklabels(["0", "π/8", "π/4", "3π/8", "π/2"])
    axes.margins(y=0.08)


def _curves(elicitation: Elicitation) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Angles and the values of both metrics there; each an ndarray of shape (1000,)."""
    feasible = elicitation.feasible
    points = upper_boundary(feasible)
    angles = np.linspace(UPPER, UPPER + math.pi / 2, len(points))
    true = elicitation.truth.values(points, feasible.prevalence)
    return angles, true, elicitation.grid.metric.values(points, feasible.prevalence)
