"""Words beside the things they name, moved apart whenever the figure is drawn.

A legend of colours is lost in grey; words beside a line are not. Where there is room for them
depends on the size of the figure, which may still change, so their places are found while drawing.
Words that find none near their thing are said shorter, or left out: words far off, or in each
other's way, tell nothing.
This module loads matplotlib: import it where a picture is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.text import Annotation, Text
from matplotlib.transforms import IdentityTransform
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
FARTHEST = 0.25
"""Of the shorter side of the axes, from a thing to its words."""
ROOM = 1.5
"""Points to keep free around words."""
DOT = 3.5
"""Points from the middle of a marker to its rim, about."""
STEP = 3.0
"""Points between the places of a line that words are kept away from."""
LINE = 3.5
"""Points to keep free on both sides of a line."""
LEAD = np.linspace(0.0, 1.0, 14)[:, None]
"""Shares of the way from a thing to its words."""
NO_BOXES = np.empty((0, 4))
# What a place costs, in square points of words covered.
OTHER_SIDE = 12.0
PER_DISTANCE = 3.0
PER_ANCHOR = 2.0
OUTSIDE = 4.0
CUT_OFF = 100.0
ON_WORDS = 4.0
BY_ANOTHER = 2_000.0
"""Beside another line, which the words would seem to name."""
HIDDEN = 0.3
"""Of a marker, from which on words hide it."""
WIDE, STRUCK = 3.0, 0.45
"""Words of so many times their height are struck out by lines over this share of them."""
ROUNDING = 1e-6
BATCH = 64
"""Places whose leads are looked at together."""


class Label(NamedTuple):
    """Words and where they may stand.

    Parameters
    ----------
    text : str
    anchors : ndarray of shape (k, 2)
        Places of the thing in data coordinates, the preferred ones first.
    side : str
        Of the thing, preferred for its words; one of `SIDES`.
    short : str
        To stand instead where the words find no free place.
    needed : bool
        Whether to write the words whatever they cover; else they are left out.
    path : int, optional
        Place in `paths` of the line that the words name: they stand nearer to it than to others.
    """

    text: str
    anchors: FloatArray
    side: str = "right"
    short: str = ""
    needed: bool = False
    path: int | None = None


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
        In the order of the labels; those without a place are not visible.
    leads : list of matplotlib Line2D
        From each thing to its words, visible where they are not beside it.
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
        self.leads = [_lead(ax) for _ in labels]
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

        frame = np.asarray(axes.get_window_extent(renderer).extents, dtype=np.float64) / point
        page = _Page(
            paper=np.asarray(figure_of(axes).bbox.extents, dtype=np.float64) / point,
            frame=frame,
            dots=np.vstack([NO_BOXES, *(_around(on_paper(spots), DOT) for spots in self._dots)]),
            lines=[steps_inside(on_paper(path), frame) for path in self._paths],
        )
        for label, text, lead in zip(self._labels, self.texts, self.leads, strict=True):
            text.set_visible(True)
            anchors = on_paper(label.anchors)
            text.set_text(label.text)
            place = page.place(label, anchors, _size(text, renderer) / point)
            if label.short and not place.is_free:
                text.set_text(label.short)
                place = page.place(label, anchors, _size(text, renderer) / point)
            written = place.is_free or label.needed
            text.set_visible(written)
            lead.set_visible(written and place.is_led)
            if written:
                page.take(place)
                text.xy = tuple(label.anchors[place.anchor])
                text.set_position(tuple(place.offset))
                start = anchors[place.anchor]
                lead.set_data(*(np.array([start, start + place.lead]) * point).T)


class _Place(NamedTuple):
    """Where words may stand: their box, and the way to it from one of the anchors; points."""

    anchor: int
    offset: FloatArray
    lead: FloatArray
    box: FloatArray
    lead_boxes: FloatArray
    is_led: bool
    is_free: bool


class _Page:
    """What is on the paper, in points, while words are given their places.

    Parameters
    ----------
    paper, frame : ndarray of shape (4,)
        Left, bottom, right, top of the figure and of the axes.
    dots : ndarray of shape (k, 4)
        Boxes of markers.
    lines : list of ndarray of shape (m, 2)
        Places along each line.
    """

    def __init__(
        self, *, paper: FloatArray, frame: FloatArray, dots: FloatArray, lines: list[FloatArray]
    ) -> None:
        self._paper, self._frame, self._dots, self._lines = paper, frame, dots, lines
        self._along = np.vstack([NO_BOXES, *(_around(line, LINE) for line in lines)])
        self._words = NO_BOXES
        self._leads = NO_BOXES
        self._reach = FARTHEST * float(np.min(frame[2:] - frame[:2]))

    def place(self, label: Label, anchors: FloatArray, size: FloatArray) -> _Place:
        """The best place for words of a size, free or not."""
        options = _options(len(anchors), label.side, self._reach)
        ways = options.sides * options.distances[:, None]
        offsets = ways + np.sign(options.sides) * size / 2
        starts = anchors[options.anchors]
        boxes = _around(starts + offsets, size / 2 + ROOM)
        steps = starts[:, None] + ways[:, None] * LEAD
        leads = _around(steps.reshape(-1, 2), STEP / 2).reshape(len(boxes), -1, 4)
        led = options.distances >= LED

        def of_leads(taken: FloatArray, some: Any = slice(None)) -> FloatArray:
            chosen = leads[some]
            shared = _shared(chosen.reshape(-1, 4), taken).sum(axis=1)
            return np.asarray(np.where(led[some], shared.reshape(len(chosen), -1).sum(axis=1), 0.0))

        area = float(np.prod(size + 2 * ROOM))
        outside = area - _shared(boxes, self._frame[None])[:, 0]
        on_dots = _shared(boxes, self._dots)
        # Neighbouring boxes of a line overlap: what they share counts once.
        on_lines = _shared(boxes, self._along).sum(axis=1) * STEP / (2 * LINE)
        on_words = _shared(boxes, np.vstack((self._words, self._leads))).sum(axis=1)
        on_words += of_leads(self._words)
        astray = self._astray(boxes, label.path)
        cost = (
            options.costs
            + on_dots.sum(axis=1)
            + on_lines
            + ON_WORDS * (on_words + of_leads(self._dots))
            + BY_ANOTHER * astray
            + OUTSIDE * outside
            + CUT_OFF * (area - _shared(boxes, self._paper[None])[:, 0])
        )
        taken = (on_words > ROUNDING) | (outside > ROUNDING) | astray
        taken |= on_dots.max(axis=1, initial=0.0) > HIDDEN * (2 * DOT) ** 2
        if size[0] > WIDE * size[1]:
            taken |= on_lines > STRUCK * area
        open_to = np.flatnonzero(~taken) if not taken.all() else np.arange(len(taken))
        best = _cheapest(cost, lambda some: of_leads(self._along, some), open_to)
        return _Place(
            anchor=int(options.anchors[best]),
            offset=offsets[best],
            lead=ways[best],
            box=boxes[best],
            lead_boxes=leads[best],
            is_led=bool(led[best]),
            is_free=not taken[best],
        )

    def take(self, place: _Place) -> None:
        """Keep the place from later words."""
        self._words = np.vstack((self._words, place.box))
        if place.is_led:
            self._leads = np.vstack((self._leads, place.lead_boxes))

    def _astray(self, boxes: FloatArray, own: int | None) -> NDArray[np.bool_]:
        """Whether each box is nearer to another line than to its own, or touches one."""
        if own is None:
            return np.zeros(len(boxes), dtype=bool)
        others = [line for place, line in enumerate(self._lines) if place != own]
        nearest = _distance(boxes, np.vstack([np.empty((0, 2)), *others]))
        return np.asarray((nearest < LINE) | (nearest < _distance(boxes, self._lines[own])))


class _Options(NamedTuple):
    """Anchor, side, distance (points) and cost of every place that words may have."""

    anchors: NDArray[np.intp]
    sides: FloatArray
    distances: FloatArray
    costs: FloatArray


def _options(anchors: int, preferred: str, reach: float) -> _Options:
    sides = np.array(list(SIDES.values()))
    near = np.array([far for far in DISTANCES if far <= max(reach, DISTANCES[0])])
    anchor, side, distance = (
        index.ravel() for index in np.indices((anchors, len(sides), len(near)))
    )
    distances = near[distance]
    # The farther a side turns away from the preferred one, the less it is liked.
    unit = sides / np.linalg.norm(sides, axis=1, keepdims=True)
    turned = 1.0 - unit @ unit[list(SIDES).index(preferred)]
    costs = (
        OTHER_SIDE * turned[side] + PER_DISTANCE * (distances - DISTANCES[0]) + PER_ANCHOR * anchor
    )
    return _Options(anchor, sides[side], distances, costs)


def _cheapest(
    cost: FloatArray, further: Callable[[NDArray[np.intp]], FloatArray], options: NDArray[np.intp]
) -> int:
    """The option of least cost and further cost, which is worked out only where it can decide."""
    best, least = int(options[0]), np.inf
    options = options[np.argsort(cost[options], kind="stable")]
    for first in range(0, len(options), BATCH):
        some = options[first : first + BATCH]
        if cost[some[0]] > least:
            break
        total = cost[some] + further(some)
        if total.min() < least:
            best, least = int(some[np.argmin(total)]), float(total.min())
    return best


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
        **{"fontsize": 8, "color": INK, **look},
    )


def _lead(ax: Axes) -> Line2D:
    line = Line2D([], [], color=SOFT, linewidth=0.6, zorder=2.9, transform=IdentityTransform())
    line.set_in_layout(False)
    ax.add_artist(line)
    return line


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


def _distance(boxes: FloatArray, places: FloatArray) -> FloatArray:
    """From each box to the nearest of some places; shape (k,)."""
    out = np.maximum(boxes[:, None, :2] - places, places - boxes[:, None, 2:])
    apart = np.hypot(*np.moveaxis(np.maximum(out, 0.0), -1, 0))
    return np.asarray(apart.min(axis=1, initial=np.inf))


def _shared(first: FloatArray, second: FloatArray) -> FloatArray:
    """Area that each of the first boxes shares with each of the second; shape (k, m)."""
    # By axis: a product over a last axis of two takes several times as long.
    width, height = (
        np.minimum(first[:, None, axis + 2], second[:, axis + 2])
        - np.maximum(first[:, None, axis], second[:, axis])
        for axis in (0, 1)
    )
    return np.asarray(np.maximum(width, 0.0) * np.maximum(height, 0.0))
