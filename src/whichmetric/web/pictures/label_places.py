"""Places for names beside points, so that none covers another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from whichmetric.metrics import TilePoint
from whichmetric.web.pictures.text_size import text_width

__all__ = ["Box", "PlacedLabel", "place_labels"]

SIZE = 12.0
LINE = 14.0
GAP = 8.0
"""Between a point and its name."""
STEPS = (-0.6, 0.6, -1.1, 1.1, -1.7, 1.7, -2.4, 2.4)
"""Shifts of a name beside its point, in lines."""


class Box(NamedTuple):
    """A rectangle; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, radius: float) -> Box:
        """A square."""
        return cls(x - radius, y - radius, x + radius, y + radius)

    def overlap(self, other: Box) -> float:
        """The area that two have in common.

        Examples
        --------
        >>> Box(0, 0, 2, 2).overlap(Box(1, 1, 5, 5)), Box(0, 0, 1, 1).overlap(Box(1, 0, 2, 1))
        (1, 0)
        """
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0

    def outside(self, frame: Box) -> float:
        """The area that is out of a frame."""
        area = (self.right - self.left) * (self.bottom - self.top)
        return area - self.overlap(frame)


class PlacedLabel(NamedTuple):
    """A name, on one or more lines.

    Parameters
    ----------
    lines : tuple of str
    x : float
    ys : tuple of float
        Of each line's foot.
    anchor : {"start", "middle", "end"}
        Which part of the lines stands at x.
    box : Box
    """

    lines: tuple[str, ...]
    x: float
    ys: tuple[float, ...]
    anchor: str
    box: Box


def place_labels(
    wanted: Sequence[tuple[tuple[str, ...], tuple[float, float], TilePoint]],
    kept_free: Iterable[Box],
    frame: Box,
) -> tuple[PlacedLabel, ...]:
    """Put each name on the first side of its point where it covers nothing.

    Parameters
    ----------
    wanted : sequence of (lines, point in the picture, point of the Tile)
    kept_free : iterable of Box
        What no name may cover.
    frame : Box
        What no name may leave.

    Returns
    -------
    tuple of PlacedLabel
        In the order asked for.
    """
    taken = list(kept_free)
    placed: dict[int, PlacedLabel] = {}
    # Those on the edge of the Tile have fewer sides to choose from.
    order = sorted(range(len(wanted)), key=lambda index: not _is_on_edge(wanted[index][2]))
    for index in order:
        lines, point, tile = wanted[index]
        candidates = [_label(lines, *point, *side) for side in _sides(tile)]
        best = min(candidates, key=lambda label: _cost(label.box, taken, frame))
        taken.append(best.box)
        placed[index] = best
    return tuple(placed[index] for index in range(len(wanted)))


def _cost(box: Box, taken: list[Box], frame: Box) -> float:
    return sum(box.overlap(other) for other in taken) + 10.0 * box.outside(frame)


def _is_on_edge(tile: TilePoint) -> bool:
    return tile.a in (0.0, 1.0) or tile.b in (0.0, 1.0)


def _sides(tile: TilePoint) -> tuple[tuple[str, float], ...]:
    """Sides and shifts downwards, in lines, from the one liked best.

    Names on the edge of the Tile stand outside it.
    """
    if tile.b in (0.0, 1.0) and tile.a in (0.0, 1.0):
        across = "middle" if tile.a else "start"  # else the name would leave the picture
        return ((across, -1.0 if tile.b else 1.0),)
    if tile.a == 1.0:
        return (("right", 0.0),)
    if tile.a == tile.b:  # off the diagonal, which runs upwards
        return tuple(
            (side, shift) for shift in STEPS for side in ("left", "right")[:: _turn(shift)]
        )
    return tuple((side, shift) for shift in (0.0, *STEPS) for side in ("left", "right"))


def _turn(shift: float) -> int:
    return 1 if shift < 0.0 else -1


def _label(lines: tuple[str, ...], x: float, y: float, side: str, shift: float) -> PlacedLabel:
    width = max(text_width(line, SIZE) for line in lines)
    height = LINE * len(lines)
    if side in ("left", "right"):
        top = y - height / 2 + shift * LINE
    else:
        top = y + GAP if shift > 0.0 else y - GAP - height
    at_x = x + GAP * ((side == "right") - (side == "left"))
    anchor = {"left": "end", "right": "start"}.get(side, side)
    left = {"start": at_x, "end": at_x - width, "middle": at_x - width / 2}[anchor]
    feet = tuple(round(top + LINE * (place + 1) - 3.5, 1) for place in range(len(lines)))
    box = Box(left, top, left + width, top + height)
    return PlacedLabel(lines, round(at_x, 1), feet, anchor, box)
