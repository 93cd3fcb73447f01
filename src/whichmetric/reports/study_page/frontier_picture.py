"""The trade-offs that a model offers, and the thresholds that follow from the answers, as SVG."""

from __future__ import annotations

from typing import Any, NamedTuple

from whichmetric.reports.study_page.elements import Markup, element
from whichmetric.reports.study_page.svg_shapes import line, text

__all__ = ["frontier_picture"]

WIDTH, HEIGHT = 720.0, 400.0
LEFT, RIGHT, ABOVE, BELOW = 64.0, 28.0, 16.0, 56.0
NEAR = 20.0
"""Marks that are nearer than this share one."""
SHARES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Where an axis may end."""
INTERVALS = 4
"""Between the ticks of an axis."""


class Mark(NamedTuple):
    """A place in the picture, and the numbers of the thresholds there."""

    x: float
    y: float
    keys: list[int]


def frontier_picture(
    frontier: list[dict[str, Any]], points: list[dict[str, Any]], what: str
) -> Markup:
    """The share of positive cases found against that of negative ones flagged, where it matters.

    Parameters
    ----------
    frontier, points : list of dict
        As `frontier` and `operating_points` of a report make them. Points are numbered from 1.
    what : str
        The picture in one sentence, for those who do not see it.
    """
    right = _end(max(point["flagged"] for point in points))
    depth = _end(max(1.0 - point["found"] for point in points))

    def x(flagged: float) -> float:
        return LEFT + flagged / right * (WIDTH - LEFT - RIGHT)

    def y(found: float) -> float:
        return ABOVE + (1.0 - found) / depth * (HEIGHT - ABOVE - BELOW)

    floor = HEIGHT - BELOW
    corners = " ".join(f"{x(one['flagged']):.1f},{y(one['found']):.1f}" for one in frontier)
    plot = element(
        "svg",
        element("polyline", points=corners, class_="frontier"),
        x=f"{LEFT:g}",
        y=f"{ABOVE:g}",
        width=f"{WIDTH - LEFT - RIGHT:g}",
        height=f"{floor - ABOVE:g}",
        viewBox=f"{LEFT:g} {ABOVE:g} {WIDTH - LEFT - RIGHT:g} {floor - ABOVE:g}",
    )
    grid = []
    for step in range(INTERVALS + 1):
        flagged, found = right * step / INTERVALS, 1.0 - depth * step / INTERVALS
        grid += [
            line(x(flagged), ABOVE, x(flagged), floor, "grid"),
            line(LEFT, y(found), WIDTH - RIGHT, y(found), "grid"),
            text(f"{100 * flagged:.4g}%", x(flagged), floor + 18, "tick"),
            text(f"{100 * found:.4g}%", LEFT - 8, y(found) + 5, "tick before"),
        ]
    middle = (ABOVE + floor) / 2
    sideways = element(
        "text",
        "positive cases found",
        transform=f"translate(14 {middle:.1f}) rotate(-90)",
        class_="axis",
    )
    axes = [
        text("negative cases flagged", (LEFT + WIDTH - RIGHT) / 2, floor + 42, "axis"),
        sideways,
    ]
    places = [(x(point["flagged"]), y(point["found"])) for point in points]
    return element(
        "svg",
        *grid,
        plot,
        *axes,
        *(part for mark in _marks(places) for part in _drawn(mark)),
        class_="trade-offs",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
        aria_label=what,
    )


def _end(share: float) -> float:
    """Where an axis ends that has to show a share with some room behind it."""
    return next((end for end in SHARES if end >= 1.3 * share), 1.0)


def _marks(places: list[tuple[float, float]]) -> list[Mark]:
    marks: list[Mark] = []
    for key, (x, y) in enumerate(places, start=1):
        for mark in marks:
            if abs(mark.x - x) < NEAR and abs(mark.y - y) < NEAR:
                mark.keys.append(key)
                break
        else:
            marks.append(Mark(x, y, [key]))
    return marks


def _drawn(mark: Mark) -> tuple[Markup, Markup]:
    dot = element("circle", cx=f"{mark.x:.1f}", cy=f"{mark.y:.1f}", r="6", class_="dot")
    keys = ", ".join(map(str, mark.keys))
    last = mark.x > WIDTH - RIGHT - 60
    x, kind = (mark.x - 11, "key before") if last else (mark.x + 11, "key")
    return dot, text(keys, x, mark.y + 18, kind)
