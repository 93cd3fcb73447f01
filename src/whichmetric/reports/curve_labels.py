"""Words on decision curves and cost curves: names on lines, and what a shaded range is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from whichmetric.decisions.belief import belief_of
from whichmetric.decisions.exchange_rate import exchange_rate
from whichmetric.elicitation import Result
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.reports.style import SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from whichmetric.reports.labels import Label

__all__ = ["curve_labels", "elicited_ratios", "label_band"]

PLACES = 24
"""Of a curve, where its name may stand."""
EDGE = 0.1
"""Share of the axis from either end on which words over it are not centred."""


def curve_labels(lines: Mapping[str, Line2D], axes: Axes) -> list[Label]:
    """The names of curves, each to stand where its curve is in view and far from the others.

    `Labels` is to be given the lines in this order, as its first `paths`.
    """
    from whichmetric.reports.labels import Label

    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    x = np.linspace(left, right, PLACES + 2)[1:-1]
    middle = np.abs(np.arange(PLACES) - (PLACES - 1) / 2)
    heights = np.array([np.interp(x, *np.asarray(line.get_xydata()).T) for line in lines.values()])
    labels = []
    for path, ((name, line), y) in enumerate(zip(lines.items(), heights, strict=True)):
        apart = np.sort(np.abs(heights - y), axis=0)[1:].min(axis=0, initial=top - bottom)
        apart = np.where((bottom <= y) & (y <= top), apart, 0.0)
        drawn = np.asarray(line.get_xydata())
        seen = drawn[(bottom <= drawn[:, 1]) & (drawn[:, 1] <= top)]
        if not apart.any() and len(seen):  # between two of the places it is in view
            labels.append(Label(name, seen, "right", needed=True, path=path))
            continue
        # Where curves run together, a name beside one of them would say nothing.
        order = np.lexsort((middle, -apart))[: max(1, np.sum(apart > apart.max() / 2))]
        places = np.column_stack((x, y))[order]
        labels.append(Label(name, places, "above", needed=True, path=path))
    return labels


def elicited_ratios(
    result: Result, table: ScoreTable, prevalence: float, level: float
) -> tuple[float, float]:
    """Low and high end of how many false alarms one missed positive is worth to the expert.

    Of a linear metric it is the result's interval. Of any other it is that of the exchange rate at
    the best threshold of a model, at the prevalence where the model will work.
    """
    belief = belief_of(result, prevalence)
    point = FeasibleSet(table, prevalence=belief.prevalence).best_threshold(belief.metric)
    return exchange_rate(result, point.confusion, level)[1]


def label_band(
    axes: Axes, interval: tuple[float, float], level: float, *, at_best: bool = False
) -> None:
    """Say over the shaded range what it is."""
    left, right = axes.get_xlim()
    middle = min(max(sum(interval) / 2, left), right)
    share = (middle - left) / (right - left)
    axes.annotate(
        f"elicited, {level:.0%}" + (",\nat the best threshold" if at_best else ""),
        (middle, 1.0),
        (0, 2),
        xycoords=axes.get_xaxis_transform(),
        textcoords="offset points",
        ha="left" if share < EDGE else "right" if share > 1.0 - EDGE else "center",
        va="bottom",
        fontsize=8,
        color=SOFT,
    )
