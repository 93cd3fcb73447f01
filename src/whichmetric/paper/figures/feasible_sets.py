"""The feasible sets of the synthetic population, cut out by their supporting lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry import FeasibleRegion, SigmoidPopulation
from whichmetric.paper.figures.style import INK, PALE, style
from whichmetric.reports.outline import closed_outline

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_feasible_sets"]

FloatArray = NDArray[np.float64]
SLOPES = (0.5, 1.0, 2.0, 5.0, 10.0, 50.0)
LINES = 1000
VIEW = (-0.1, 0.6)
"""Of both axes."""


def draw_feasible_sets(seed: int = 0) -> Figure:
    """Six panels, one per slope, each with a thousand supporting lines of random angle."""
    with style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9.6, 6.6))
        rng = np.random.default_rng(seed)
        panels = figure.subplots(2, 3, sharex=True, sharey=True).flat
        for axes, slope in zip(panels, SLOPES, strict=True):
            feasible = SigmoidPopulation(slope).feasible_set()
            angles = rng.uniform(0.0, 2.0 * np.pi, LINES)
            axes.plot(*_segments(feasible, angles).T, color=PALE, linewidth=0.3)
            axes.plot(*closed_outline(feasible).T, color=INK, linewidth=0.9)
            axes.plot([0.0, 0.5], [0.5, 0.0], "o", color=INK, markersize=3)
            axes.set(xlim=VIEW, ylim=VIEW, aspect="equal")
            axes.set(xticks=[0, 0.25, 0.5], yticks=[0, 0.25, 0.5])
            axes.set_title(f"a = {slope:g}")
        figure.supxlabel("TP (rate)", fontsize=9)
        figure.supylabel("TN (rate)", fontsize=9)
    return figure


def _segments(feasible: FeasibleRegion, angles: FloatArray) -> FloatArray:
    """The supporting lines as far as they are in view, one after the other, NaN in between.

    Returns
    -------
    ndarray of shape (3 k, 2)
        Points tp, tn.
    """
    low, high = VIEW
    pieces = []
    for angle in angles:
        point = feasible.support(float(angle)).confusion
        start = np.array([point.tp, point.tn])
        along = np.array([-np.sin(angle), np.cos(angle)])
        with np.errstate(divide="ignore"):
            ends = np.sort([(low - start) / along, (high - start) / along], axis=0)
        first, last = ends[0].max(), ends[1].min()
        if first < last:
            pieces += [start + first * along, start + last * along, np.full(2, np.nan)]
    return np.array(pieces)
