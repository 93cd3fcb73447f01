"""The three panels on geometry: supporting lines, one search, and the two lines of a metric."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from whichmetric.elicitation import make_elicitor
from whichmetric.elicitation.binary_search.line import SupportingLine, line_at
from whichmetric.geometry import FeasibleRegion, SigmoidPopulation
from whichmetric.metrics import Metric, linear
from whichmetric.oracles import MetricOracle
from whichmetric.paper.figures.style import (
    ELICITED,
    FILL,
    INK,
    SOFT,
    TRUE,
    panel_title,
    style,
)
from whichmetric.reports.outline import closed_outline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_geometry"]

SLOPE = 4.0
PREVALENCE = 0.6
"""Not 1/2, so that the two vertices can be told apart."""
EXAMPLE = Metric.from_tile(0.85, 0.25)
"""A linear-fractional metric whose pivot is near enough to be drawn."""
SEARCHED_ANGLE = 1.06
ROUNDS_SHOWN = 5


def draw_geometry() -> Figure:
    """Draw the three panels side by side."""
    feasible = SigmoidPopulation(SLOPE).feasible_set(prevalence=PREVALENCE)
    with style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(12.4, 4.4))
        grid = figure.add_gridspec(2, 3, height_ratios=(1.5, 1.0))
        _draw_supports(figure.add_subplot(grid[:, 0]), feasible)
        _draw_search(figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1]), feasible)
        _draw_optima(figure.add_subplot(grid[:, 2]), feasible)
    return figure


def _draw_supports(axes: Axes, feasible: FeasibleRegion) -> None:
    """Lines that touch the set, with their normals, and the opposite ones."""
    _draw_set(axes, feasible)
    for angle in (0.35, math.pi / 4, 1.25):
        for turned, colour in ((angle, TRUE), (angle + math.pi, ELICITED)):
            line = line_at(feasible, turned)
            _draw_line(axes, line, colour, reach=0.17)
            _draw_normal(axes, line, colour)
    centre = (PREVALENCE / 2, (1 - PREVALENCE) / 2)
    axes.plot(*centre, "+", color=SOFT, markersize=7)
    axes.annotate("centre", centre, (5, 4), textcoords="offset points", color=SOFT, fontsize=8)
    axes.set(xlim=(-0.2, 0.8), ylim=(-0.34, 0.74))
    panel_title(axes, "a", "supporting lines and normals")


def _draw_search(upper: Axes, lower: Axes, feasible: FeasibleRegion) -> None:
    """Algorithm 1 at work: the classifiers of its first round, and the intervals it keeps."""
    intervals = _intervals(feasible)
    first, second = intervals[:2]
    _draw_set(upper, feasible)
    kept = np.array([_point(line_at(feasible, angle)) for angle in np.linspace(*second, 100)])
    upper.plot(*kept.T, color=TRUE, linewidth=3.5, solid_capstyle="butt")
    names = ("a", "c", "d", "e", "b")
    for name, angle in zip(names, np.linspace(*first, 5), strict=True):
        line = line_at(feasible, float(angle))
        upper.plot(*_point(line), "o", color=INK, markersize=4)
        shift = (9 * line.normal[0], 9 * line.normal[1])
        upper.annotate(
            f"$\\theta_{name}$",
            _point(line),
            shift,
            textcoords="offset points",
            ha="center",
            va="center",
        )
    upper.set(xlim=(-0.18, 0.78), ylim=(-0.05, 0.5))
    panel_title(upper, "b", "Algorithm 1: halving the angle")
    for number, (low, high) in enumerate(intervals, start=1):
        lower.plot([low, high], [number, number], color=TRUE, linewidth=3.5, solid_capstyle="butt")
        lower.plot(np.linspace(low, high, 5), np.full(5, number), "|", color=INK, markersize=6)
    lower.axvline(SEARCHED_ANGLE, color=ELICITED, linewidth=1.2, linestyle=(0, (4, 2)))
    lower.annotate(
        "true angle",
        (SEARCHED_ANGLE, 0.75),
        (5, 0),
        textcoords="offset points",
        color=ELICITED,
        fontsize=8,
        va="bottom",
    )
    lower.set(
        xlim=(-0.02, math.pi / 2 + 0.02),
        ylim=(ROUNDS_SHOWN + 0.6, -0.1),
        yticks=range(1, ROUNDS_SHOWN + 1),
        ylabel="round",
        xlabel="angle $\\theta$ (radians)",
    )
    lower.set_xticks(
        [0, math.pi / 8, math.pi / 4, 3 * math.pi / 8, math.pi / 2],
        ["0", "π/8", "π/4", "3π/8", "π/2"],
    )


def _draw_optima(axes: Axes, feasible: FeasibleRegion) -> None:
    """Best and worst classifier of a linear-fractional metric; their lines meet in its pivot."""
    _draw_set(axes, feasible)
    best, worst = feasible.best(EXAMPLE), feasible.worst(EXAMPLE)
    x, y, unit = EXAMPLE.order_vector(feasible.prevalence)
    pivot = (float(x / unit), float(y / unit))
    for point, colour, name, shift in (
        (best, TRUE, f"maximum {best.value:.2f}", (7, 5)),
        (worst, ELICITED, f"minimum {worst.value:.2f}", (9, 2)),
    ):
        touch = (point.confusion.tp, point.confusion.tn)
        along = np.subtract(touch, pivot)
        axes.plot(*np.array([pivot - 0.15 * along, pivot + 1.6 * along]).T, color=colour)
        axes.plot(*touch, "o", color=colour, markersize=5)
        axes.annotate(name, touch, shift, textcoords="offset points", color=colour, fontsize=8)
    axes.plot(*pivot, "s", color=INK, markersize=5)
    axes.annotate("pivot of the level lines", pivot, (9, 3), textcoords="offset points", fontsize=8)
    axes.set(xlim=(-0.22, 0.78), ylim=(-0.2, 0.88))
    panel_title(axes, "c", "the two lines of a ratio")


def _intervals(feasible: FeasibleRegion) -> list[tuple[float, float]]:
    """The interval of angles before each round of a search."""
    oracle = MetricOracle(linear(math.cos(SEARCHED_ANGLE), math.sin(SEARCHED_ANGLE)))
    elicitor = make_elicitor(feasible, family="linear", method="binary-search", tolerance=0.01)
    intervals: list[tuple[float, float]] = []
    while len(intervals) < ROUNDS_SHOWN and (question := elicitor.ask()) is not None:
        if len(elicitor.history) % 4 == 0:
            interval = elicitor.estimate().interval("angle")
            assert interval is not None
            intervals.append(interval)
        elicitor.tell(question, oracle.answer(question))
    return intervals


def _draw_set(axes: Axes, feasible: FeasibleRegion) -> None:
    outline = closed_outline(feasible)
    axes.fill(*outline.T, color=FILL)
    axes.plot(*outline.T, color=INK, linewidth=1.0)
    z = feasible.prevalence
    axes.plot([0, z], [1 - z, 0], "o", color=INK, markersize=3.5)
    axes.set_aspect("equal", adjustable="box", anchor="N")  # at the top, so that titles align
    axes.set_xticks([0, z], ["0", "ζ"])
    axes.set_yticks([0, 1 - z], ["0", "1 − ζ"])
    axes.set(xlabel="TP", ylabel="TN")


def _draw_line(axes: Axes, line: SupportingLine, colour: str, reach: float) -> None:
    along = np.array([-line.normal[1], line.normal[0]])
    touch = _point(line)
    axes.plot(*np.array([touch - reach * along, touch + reach * along]).T, color=colour)
    axes.plot(*touch, "o", color=colour, markersize=4)


def _draw_normal(axes: Axes, line: SupportingLine, colour: str) -> None:
    touch = _point(line)
    axes.annotate(
        "",
        (touch[0] + 0.09 * line.normal[0], touch[1] + 0.09 * line.normal[1]),
        touch,
        arrowprops={"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 0},
    )


def _point(line: SupportingLine) -> tuple[float, float]:
    return (line.point.tp, line.point.tn)
