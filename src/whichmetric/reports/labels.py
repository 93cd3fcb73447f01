"""Words beside the things they name, moved apart whenever the figure is drawn.

A legend of colours is lost in grey; words beside a line are not. Where there is room for them
depends on the size of the figure, which may still change, so their places are found while drawing.
This module loads matplotlib: import it where a picture is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.patheffects import withStroke
from matplotlib.text import Annotation, Text
from numpy.typing import NDArray

from whichmetric.reports.style import INK, SOFT, figure_of

__all__ = ["Label", "Labels", "steps_inside"]

FloatArray = NDArray[np.float64]
SIDES = {
    "right": (1.0, 0.0),
    "left": (-1.0, 0.0),
    "above": (0.0, 1.0),
    "below": (0.0, -1.0),
    "above right": (0.7, 0.7),
    "above left": (-0.7, 0.7),
    "below right": (0.7, -0.7),
    "below left": (-0.7, -0.7),
}
DISTANCES = (7.0, 12.0, 18.0, 28.0, 40.0)
"""Points from a thing to its words."""
LED = 10.0
"""Points from which on a thin line leads from the thing to its words."""
ROOM = 1.5
"""Points to keep free around words."""
DOT = 3.5
"""Points from the middle of a marker to its rim, about."""
STEP = 3.0
"""Points between the places of a line that words are kept away from."""
LINE = 3.5
"""Points to keep free on both sides of a line."""
LEAD = np.linspace(0.15, 0.85, 8)[:, None]
"""Shares of the way from a thing to its words."""
NO_BOXES = np.empty((0, 4))
# What a place costs, in square points of words covered.
OTHER_SIDE = 12.0
PER_DISTANCE = 3.0
PER_ANCHOR = 2.0
OUTSIDE = 4.0
CUT_OFF = 100.0
ON_WORDS = 4.0


class Label(NamedTuple):
    """Words and where they may stand.

    Parameters
    ----------
    text : str
    anchors : ndarray of shape (k, 2)
        Places of the thing in data coordinates, the preferred ones first.
    side : str
        Of the thing, preferred for its words; one of `SIDES`.
    """

    text: str
    anchors: FloatArray
    side: str = "right"


class Labels(Artist):
    """The artist that gives each of some words a place; it draws nothing itself.

    Parameters
    ----------
    ax : matplotlib Axes
    labels : sequence of Label
        The first ones choose first.
    dots, paths : sequence of ndarray of shape (k, 2)
        Markers and lines, in data coordinates, that words should not cover.
    **look
        Of the words, as for matplotlib's `Text`.

    Attributes
    ----------
    texts : list of matplotlib Annotation
        In the order of the labels.
    """

    def __init__(
        self,
        ax: Axes,
        labels: Sequence[Label],
        *,
        dots: Sequence[FloatArray] = (),
        paths: Sequence[FloatArray] = (),
        **look: Any,
    ) -> None:
        super().__init__()
        self._labels = labels
        self._dots = dots
        self._paths = paths
        self.texts = [_annotation(ax, label, look) for label in labels]
        self.set_zorder(-1.0)  # drawn before the words
        self.set_in_layout(False)
        ax.add_artist(self)

    def draw(self, renderer: RendererBase) -> None:
        """Find a place for each of the words."""
        axes = self.axes
        assert isinstance(axes, Axes)
        point = float(np.asarray(renderer.points_to_pixels(1.0)))

        def on_paper(places: FloatArray) -> FloatArray:
            return np.asarray(axes.transData.transform(places), dtype=np.float64) / point

        paper = np.array([figure_of(axes).bbox.extents], dtype=np.float64) / point
        frame = np.array([axes.get_window_extent(renderer).extents], dtype=np.float64) / point
        dots = np.vstack([NO_BOXES, *(_around(on_paper(spots), DOT) for spots in self._dots)])
        lines = np.vstack(
            [
                NO_BOXES,
                *(_around(steps_inside(on_paper(path), frame[0]), LINE) for path in self._paths),
            ]
        )
        words = NO_BOXES
        for label, text in zip(self._labels, self.texts, strict=True):
            size = _size(text, renderer) / point
            options = _options(len(label.anchors), label.side)
            offsets = options.sides * options.distances[:, None] + np.sign(options.sides) * size / 2
            anchors = on_paper(label.anchors)[options.anchors]
            boxes = _around(anchors + offsets, size / 2 + ROOM)
            leads = _around(anchors[:, None] + offsets[:, None] * LEAD, STEP / 2).reshape(-1, 4)
            crossed = _shared(leads, np.vstack((words, dots))).sum(axis=1)
            area = float(np.prod(size + 2 * ROOM))
            cost = (
                options.costs
                + _shared(boxes, dots).sum(axis=1)
                # Neighbouring boxes of a line overlap: what they share counts once.
                + _shared(boxes, lines).sum(axis=1) * STEP / (2 * LINE)
                + ON_WORDS * _shared(boxes, words).sum(axis=1)
                + ON_WORDS * crossed.reshape(len(boxes), -1).sum(axis=1)
                + OUTSIDE * (area - _shared(boxes, frame)[:, 0])
                + CUT_OFF * (area - _shared(boxes, paper)[:, 0])
            )
            best = int(np.argmin(cost))
            text.xy = tuple(label.anchors[options.anchors[best]])
            text.set_position(tuple(offsets[best]))
            assert text.arrow_patch is not None
            led = bool(options.distances[best] >= LED)
            text.arrow_patch.set_visible(led)
            words = np.vstack((words, boxes[best]))
            lines = np.vstack((lines, leads.reshape(len(boxes), -1, 4)[best])) if led else lines


class _Options(NamedTuple):
    """Anchor, side, distance (points) and cost of every place that words may have."""

    anchors: NDArray[np.intp]
    sides: FloatArray
    distances: FloatArray
    costs: FloatArray


def _options(anchors: int, preferred: str) -> _Options:
    sides = np.array(list(SIDES.values()))
    anchor, side, distance = (
        index.ravel() for index in np.indices((anchors, len(sides), len(DISTANCES)))
    )
    distances = np.array(DISTANCES)[distance]
    # The farther a side turns away from the preferred one, the less it is liked.
    unit = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    turned = 1.0 - unit @ unit[list(SIDES).index(preferred)]
    costs = (
        OTHER_SIDE * turned[side] + PER_DISTANCE * (distances - DISTANCES[0]) + PER_ANCHOR * anchor
    )
    return _Options(anchor, sides[side], distances, costs)


def _annotation(ax: Axes, label: Label, look: dict[str, Any]) -> Annotation:
    return ax.annotate(
        label.text,
        tuple(label.anchors[0]),
        (0.0, 0.0),
        textcoords="offset points",
        ha="center",
        va="center",
        in_layout=False,
        path_effects=[withStroke(linewidth=2.0, foreground="white")],
        arrowprops={"arrowstyle": "-", "color": SOFT, "linewidth": 0.6, "shrinkA": 1, "shrinkB": 2},
        **{"fontsize": 8, "color": INK, **look},
    )


def _size(text: Annotation, renderer: RendererBase) -> FloatArray:
    """Width and height of the words alone, pixels."""
    text.update_positions(renderer)
    box = Text.get_window_extent(text, renderer)
    return np.array([box.width, box.height])


def _around(centres: FloatArray, half: float | FloatArray) -> FloatArray:
    """Boxes left, bottom, right, top; shape (k, 4)."""
    return np.hstack((centres - half, centres + half))


def steps_inside(path: FloatArray, frame: FloatArray) -> FloatArray:
    """Places along the part of a line that is in a frame; what is not a number breaks it.

    Lines are clipped after Liang and Barsky (1984): a curve that runs far out of the picture would
    take millions of steps.

    Parameters
    ----------
    path : ndarray of shape (k, 2)
    frame : ndarray of shape (4,)
        Left, bottom, right, top.

    Returns
    -------
    ndarray of shape (m, 2)
        At most `STEP` apart along each piece of the line.
    """
    whole = np.isfinite(path[:-1]).all(axis=1) & np.isfinite(path[1:]).all(axis=1)
    starts, moves = path[:-1][whole], np.diff(path, axis=0)[whole]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        low, high = ((edge - starts) / moves for edge in (frame[:2], frame[2:]))
    # 0/0 is a line along an edge, which is in the frame.
    low, high = np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)
    enters = np.minimum(low, high).max(axis=1, initial=0.0)
    leaves = np.maximum(low, high).min(axis=1, initial=1.0)
    pieces = [
        start
        + move * np.linspace(first, last, 2 + int(np.hypot(*move) * (last - first) / STEP))[:, None]
        for start, move, first, last in zip(starts, moves, enters, leaves, strict=True)
        if first <= last
    ]
    return np.vstack((np.empty((0, 2)), *pieces))


def _shared(first: FloatArray, second: FloatArray) -> FloatArray:
    """Area that each of the first boxes shares with each of the second; shape (k, m)."""
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum(first[:, None, 2:], second[None, :, 2:])
    return np.asarray(np.prod(np.maximum(high - low, 0.0), axis=-1))
