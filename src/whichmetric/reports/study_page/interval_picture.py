"""Estimates with their intervals on a logarithmic axis, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from whichmetric.reports.study_page.elements import Markup, element
from whichmetric.reports.study_page.svg_shapes import line, text

__all__ = ["interval_picture"]

WIDTH, LEFT, RIGHT = 720.0, 232.0, 24.0
ROW, ABOVE, BELOW = 34.0, 12.0, 46.0
NARROWEST = 8.0
"""Ratio of the ends of the axis, at least."""
WIDEST = 1e4
"""And at most: what lies further out has an arrow."""
LONGEST = 26
"""Characters of a name that are drawn; the table has it whole."""


def interval_picture(rows: list[dict[str, Any]], quantity: str, what: str) -> Markup:
    """One line for each row, a dot for the estimate and a diamond for the guess.

    Parameters
    ----------
    rows : list of dict
        As `estimates` of a report makes them; None is an end at infinity.
    quantity : str
        Under the axis.
    what : str
        The picture in one sentence, for those who do not see it.
    """
    low, high = _ends(rows)
    height = ABOVE + ROW * len(rows) + BELOW
    floor = ABOVE + ROW * len(rows)

    def place(number: float) -> float:
        share = math.log(number / low) / math.log(high / low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    grid = [
        part
        for tick in _ticks(low, high)
        for part in (
            line(place(tick), ABOVE, place(tick), floor, "grid"),
            text(f"{tick:,g}", place(tick), floor + 18, "tick"),
        )
    ]
    drawn = [
        part
        for number, row in enumerate(rows)
        for part in _row(row, ABOVE + ROW * (number + 0.5), place, (low, high))
    ]
    axis = text(f"{quantity} (logarithmic)", (LEFT + WIDTH - RIGHT) / 2, floor + 38, "axis")
    return element(
        "svg",
        *grid,
        *drawn,
        axis,
        class_="intervals",
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img",
        aria_label=what,
    )


def _row(row: dict[str, Any], y: float, place: Any, axis: tuple[float, float]) -> Iterable[Markup]:
    low, high = axis
    start, end = row["interval"]
    first = low if start is None or start < low else start
    last = high if end is None or end > high else end
    name = row["name"]
    short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    kind = row["kind"]
    yield text(short, LEFT - 12, y + 5, f"name {kind}")
    x, other = place(min(first, high)), place(max(last, low))
    yield line(x, y, other, y, f"span {kind}")
    yield _arrow(x, y, -1) if first == low else line(x, y - 5, x, y + 5, f"cap {kind}")
    yield _arrow(other, y, 1) if last == high else line(other, y - 5, other, y + 5, f"cap {kind}")
    guess, estimate = row["guess"], row["estimate"]
    if guess is not None and low <= guess <= high:
        x = place(guess)
        corners = f"{x:.1f},{y - 7:.1f} {x + 7:.1f},{y:.1f} {x:.1f},{y + 7:.1f} {x - 7:.1f},{y:.1f}"
        yield element("polygon", points=corners, class_="guess")
    if estimate is not None and low <= estimate <= high:
        yield element(
            "circle", cx=f"{place(estimate):.1f}", cy=f"{y:.1f}", r="6", class_=f"dot {kind}"
        )


def _ends(rows: list[dict[str, Any]]) -> tuple[float, float]:
    """Ends of the axis, about the estimates, with room for the intervals."""
    middles = [
        number
        for row in rows
        for number in (row["estimate"], row["guess"])
        if number is not None and number > 0.0
    ]
    ends = [end for row in rows for end in row["interval"] if end is not None and end > 0.0]
    centre = math.exp(sum(map(math.log, middles)) / len(middles)) if middles else 1.0
    reach = math.sqrt(WIDEST)
    low = min([*(end for end in ends if end > centre / reach), *middles, centre])
    high = max([*(end for end in ends if end < centre * reach), *middles, centre])
    wider = max(1.15, math.sqrt(NARROWEST / (high / low)))
    return low / wider, high * wider


def _ticks(low: float, high: float) -> list[float]:
    steps = (1, 2, 5) if high / low < 2_000.0 else (1,)
    return [
        tick
        for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for step in steps
        if low <= (tick := float(f"{step}e{power}")) <= high
    ]


def _arrow(x: float, y: float, way: int) -> Markup:
    tip = x + 8 * way
    corners = f"{tip:.1f},{y:.1f} {x:.1f},{y - 5:.1f} {x:.1f},{y + 5:.1f}"
    return element("polygon", points=corners, class_="arrow")
