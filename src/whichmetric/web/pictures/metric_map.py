"""The map of metrics: the Tile, the named metrics on it, and what is known of somebody's own."""

from __future__ import annotations

import math
from typing import NamedTuple

from whichmetric.elicitation import Result
from whichmetric.metrics import TilePoint
from whichmetric.reports.metric_map_display import SAME_PLACE, named_points
from whichmetric.web.pictures.label_places import Box, PlacedLabel, place_labels

__all__ = ["MapPoint", "MetricMap", "metric_map", "nearest_metrics"]

SIDE = 220.0
LEFT, ABOVE, RIGHT, BELOW = 40.0, 44.0, 100.0, 60.0
TICK = 9.0
"""Half the length of a line that stands for one plausible metric of a family of one parameter."""


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
        Where the metric lies with 90%, two opposite corners; a line for one parameter.
    is_line : bool
        Whether the family has one parameter.
    estimate : MapPoint
        The elicited metric.
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
    is_line: bool
    estimate: MapPoint


def metric_map(result: Result, level: float = 0.9) -> MetricMap:
    """Where all of the map stands.

    Parameters
    ----------
    result : Result
    level : float
        Probability of the span.
    """
    along = _direction(result)
    points = tuple(place(a, b) for a, b in result.plausible)
    across = (along[1] * TICK, along[0] * TICK) if along else (0.0, 0.0)
    low_high = [result.interval("a", level), result.interval("b", level)]
    span = None
    if low_high[0] is not None and low_high[1] is not None:
        (a_low, a_high), (b_low, b_high) = low_high  # type: ignore[misc]
        span = (place(a_low, b_low), place(a_high, b_high))
    groups = _groups(named_points(result.prevalence))
    named = tuple(place(point.a, point.b) for point, _ in groups)
    estimate = place(result.tile.a, result.tile.b)
    kept_free = [Box.around(point.x, point.y, 4.0) for point in named]
    kept_free.append(Box.around(estimate.x, estimate.y, 10.0))
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
        ticks=tuple(
            (
                MapPoint(_round(point.x - across[0]), _round(point.y - across[1])),
                MapPoint(_round(point.x + across[0]), _round(point.y + across[1])),
            )
            for point in points
        )
        if along
        else (),
        dots=() if along else points,
        span=span,
        is_line=along is not None,
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


def nearest_metrics(tile: TilePoint, prevalence: float) -> tuple[str, ...]:
    """The names of the named metrics that stand nearest to a point of the Tile.

    Examples
    --------
    >>> nearest_metrics(TilePoint(1.0, 0.52), 0.3)
    ('F1', 'Jaccard')
    """
    groups = _groups(named_points(prevalence))
    return min(groups, key=lambda group: math.dist((group[0].a, group[0].b), (tile.a, tile.b)))[1]


def _direction(result: Result) -> tuple[float, float] | None:
    """The way in which a family of one parameter runs, in the picture; None for two."""
    if result.cost_ratio is not None:
        return (math.sqrt(0.5), math.sqrt(0.5))
    if result.beta is not None:
        return (0.0, 1.0)
    return None


def _groups(named: dict[str, TilePoint]) -> list[tuple[TilePoint, tuple[str, ...]]]:
    groups: list[tuple[TilePoint, tuple[str, ...]]] = []
    for name, point in named.items():
        for index, (other, names) in enumerate(groups):
            if max(abs(point.a - other.a), abs(point.b - other.b)) <= SAME_PLACE:
                groups[index] = (other, (*names, name))
                break
        else:
            groups.append((point, (name,)))
    return groups


def _round(number: float) -> float:
    return round(number, 1)
