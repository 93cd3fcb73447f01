"""The map of metrics: the Tile, the named metrics on it, and what is known of somebody's own."""

from __future__ import annotations

import math
from typing import NamedTuple

from whichmetric.elicitation import Result
from whichmetric.reports.named_points import named_points, places_of
from whichmetric.web.pictures.label_places import Box, PlacedLabel, place_labels

__all__ = ["LEVEL", "MapPoint", "MetricMap", "metric_map"]

SIDE = 220.0
LEFT, ABOVE, RIGHT, BELOW = 40.0, 44.0, 100.0, 60.0
TICK = 9.0
"""Half the length of a line that stands for one plausible metric of a family of one parameter."""
ASIDE = 16.0
"""From such a family to the line that shows where it lies."""
CAP = 4.0
"""Half the length of that line's ends."""
LEVEL = 0.9
"""Probability of the span."""


class MapPoint(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


class MetricMap(NamedTuple):
    """The picture, in units of its own.

    Parameters
    ----------
    width, height, left, top, side : float
        Of the picture, and of the Tile in it.
    named : tuple of MapPoint
        The named metrics.
    labels : tuple of PlacedLabel
        Their names; metrics that stand in one place share a label.
    ticks : tuple of (MapPoint, MapPoint)
        Plausible metrics of a family of one parameter, each a short line across it.
    dots : tuple of MapPoint
        Plausible metrics of a family of two.
    span : tuple of (MapPoint, MapPoint) or None
        Where the metric lies with 90%, two opposite corners; for one parameter the ends of a line,
        as they are on the map.
    bracket : str
        That line as SVG writes it, beside the family and with ends across; empty for two.
    estimate : MapPoint or None
        The elicited metric; None where nothing was decided.
    """

    width: float
    height: float
    left: float
    top: float
    side: float
    named: tuple[MapPoint, ...]
    labels: tuple[PlacedLabel, ...]
    ticks: tuple[tuple[MapPoint, MapPoint], ...]
    dots: tuple[MapPoint, ...]
    span: tuple[MapPoint, MapPoint] | None
    bracket: str
    estimate: MapPoint | None


def metric_map(result: Result) -> MetricMap:
    """Where all of the map stands."""
    across = _across(result)
    points = tuple(place(a, b) for a, b in result.plausible)
    low_high = [result.interval("a", LEVEL), result.interval("b", LEVEL)]
    span = None
    if low_high[0] is not None and low_high[1] is not None:
        (a_low, a_high), (b_low, b_high) = low_high  # type: ignore[misc]
        span = (place(a_low, b_low), place(a_high, b_high))
    groups = places_of(named_points(result.prevalence))
    named = tuple(place(point.a, point.b) for point, _ in groups)
    estimate = place(result.tile.a, result.tile.b) if result.answered else None
    kept_free = [Box.around(point.x, point.y, 4.0) for point in named]
    if estimate is not None:
        kept_free.append(Box.around(estimate.x, estimate.y, 10.0))
    if across is not None and span is not None:
        kept_free += _beside(span, across)
    width, height = LEFT + SIDE + RIGHT, ABOVE + SIDE + BELOW
    labels = place_labels(
        [(names, point, at) for (at, names), point in zip(groups, named, strict=True)],
        kept_free,
        Box(0.0, 0.0, width, height),
    )
    return MetricMap(
        width=width,
        height=height,
        left=LEFT,
        top=ABOVE,
        side=SIDE,
        named=named,
        labels=labels,
        ticks=()
        if across is None
        else tuple((_moved(point, across, -TICK), _moved(point, across, TICK)) for point in points),
        dots=points if across is None else (),
        span=span,
        bracket=_bracket(span, across) if across is not None and span is not None else "",
        estimate=estimate,
    )


def place(a: float, b: float) -> MapPoint:
    """Where a point of the Tile stands in the picture; b grows upwards.

    Examples
    --------
    >>> place(0.0, 0.0), place(1.0, 1.0)
    (MapPoint(x=40.0, y=264.0), MapPoint(x=260.0, y=44.0))
    """
    return MapPoint(_round(LEFT + SIDE * a), _round(ABOVE + SIDE * (1.0 - b)))


def _moved(point: MapPoint, way: MapPoint, far: float) -> MapPoint:
    return MapPoint(_round(point.x + far * way.x), _round(point.y + far * way.y))


def _bracket(span: tuple[MapPoint, MapPoint], across: MapPoint) -> str:
    ends = [[_moved(end, across, far - ASIDE) for far in (-CAP, 0.0, CAP)] for end in span]
    (a, low, b), (c, high, d) = ends
    lines = ((a, b), (low, high), (c, d))
    return "".join(f"M{one.x:g} {one.y:g}L{other.x:g} {other.y:g}" for one, other in lines)


def _beside(span: tuple[MapPoint, MapPoint], across: MapPoint) -> list[Box]:
    """The room of the line that stands for a span, so far aside that the star leaves it free."""
    low, high = (_moved(end, across, -ASIDE) for end in span)
    steps = 1 + int(math.dist(low, high) / CAP)
    shares = [step / steps for step in range(steps + 1)]
    return [
        Box.around(low.x + share * (high.x - low.x), low.y + share * (high.y - low.y), CAP)
        for share in shares
    ]


def _across(result: Result) -> MapPoint | None:
    """The way across a family of one parameter, one unit long; None for two.

    It leads away from the side on which there are fewer names: below the diagonal, and to the left
    of F-beta's edge.
    """
    if result.cost_ratio is not None:
        return MapPoint(-math.sqrt(0.5), -math.sqrt(0.5))
    if result.beta is not None:
        return MapPoint(1.0, 0.0)
    return None


def _round(number: float) -> float:
    return round(number, 1)
