"""Error against questions, a picture for each setting, as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchmarks.comparison import SHOWN
from benchmarks.scoreboard.figures import number
from whichmetric.reports.study_page.elements import Markup, element

__all__ = ["curve_picture", "legend"]

WIDTH, HEIGHT = 400.0, 280.0
LEFT, RIGHT, ABOVE, BELOW = 74.0, 14.0, 10.0, 48.0
FLOOR = {"linear": 1e-6, "linear-fractional": 1e-5}
"""Smaller errors are of no use to anybody and would squeeze the rest."""
CEILING = 2.0
UNITS = {"linear": "rad", "linear-fractional": "of pairs"}
TOLD = (5, 10, 20, 40)
"""Numbers of questions that the picture's words tell of."""
KINDS = {
    "bayesian": "ours",
    "bisection": "bisection",
    "paper": "paper",
    "paper, as printed": "printed",
    "random questions": "random",
    "limit": "limit",
}
"""Class of each line: told apart by colour, dashes and mark, so that no one of them is needed."""
OTHER = "other"
"""Of a method that is new here."""
Place = Callable[[float], float]


def curve_picture(setting: Mapping[str, Any]) -> Markup:
    """The error that nine in ten experts do not exceed, of every method and of the limit.

    Parameters
    ----------
    setting : mapping
        As of `compare`.
    """
    floor = FLOOR[setting["family"]]
    last: int = max(SHOWN[-1], setting["methods"][0]["errors"][-1]["questions"])
    bottom = HEIGHT - BELOW

    def x(questions: float) -> float:
        return LEFT + questions / last * (WIDTH - LEFT - RIGHT)

    def y(error: float) -> float:
        share = math.log(CEILING / max(error, floor / 10)) / math.log(CEILING / floor)
        return ABOVE + share * (bottom - ABOVE)

    middle = (ABOVE + bottom) / 2
    return element(
        "svg",
        *_grid(setting, x, y, last),
        element(
            "svg",
            *(part for name, errors in _lines(setting) for part in _drawn(name, errors, x, y)),
            x=f"{LEFT:g}",
            y=f"{ABOVE:g}",
            width=f"{WIDTH - LEFT - RIGHT:g}",
            height=f"{bottom - ABOVE:g}",
            viewBox=f"{LEFT:g} {ABOVE:g} {WIDTH - LEFT - RIGHT:g} {bottom - ABOVE:g}",
        ),
        _text("questions", (LEFT + WIDTH - RIGHT) / 2, bottom + 38, "axis"),
        element(
            "text",
            f"error ({UNITS[setting['family']]})",
            transform=f"translate(12 {middle:.1f}) rotate(-90)",
            class_="axis",
        ),
        class_="curves",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
        aria_label=_told(setting),
    )


def legend(settings: Sequence[Mapping[str, Any]]) -> Markup:
    """What the lines of these settings' pictures are."""
    drawn = dict.fromkeys(name for setting in settings for name, _ in _lines(setting))
    names = [
        *(name for name in KINDS if name in drawn),
        *(name for name in drawn if name not in KINDS),
    ]
    return element(
        "ul",
        *(
            element(
                "li",
                element(
                    "svg",
                    element("line", x1="2", y1="9", x2="42", y2="9", class_=f"line {_kind(name)}"),
                    _mark(_kind(name), 22.0, 9.0),
                    viewBox="0 0 44 18",
                    width="44",
                    height="18",
                    aria_hidden="true",
                ),
                name,
            )
            for name in names
        ),
        class_="legend",
    )


def _kind(name: str) -> str:
    return KINDS.get(name, OTHER)


def _lines(setting: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[Mapping[str, Any]]]]:
    for method in setting["methods"]:
        yield method["method"], method["errors"]
    if setting["limit"] is not None:
        yield "limit", setting["limit"]["errors"]


def _drawn(name: str, errors: Sequence[Mapping[str, Any]], x: Place, y: Place) -> Iterator[Markup]:
    """A band for the interval, a line, and marks where the table has a column."""
    kind = _kind(name)
    values = [(x(seen["questions"]), y(_value(seen["p90"]))) for seen in errors]
    if name != "limit":
        ends = [(x(seen["questions"]), seen["p90"]["low"], seen["p90"]["high"]) for seen in errors]
        upper = [(across, y(high)) for across, _, high in ends]
        lower = [(across, y(low)) for across, low, _ in reversed(ends)]
        yield element("polygon", points=_points([*upper, *lower]), class_=f"band {kind}")
    yield element("polyline", points=_points(values), class_=f"line {kind}")
    for seen, (across, down) in zip(errors, values, strict=True):
        if seen["questions"] in SHOWN:
            yield _mark(kind, across, down)


def _mark(kind: str, x: float, y: float) -> Markup:
    if kind == "limit":
        return Markup("")
    if kind in ("ours", OTHER):
        return element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="4", class_=f"mark {kind}")
    reach = 4.5
    corners = {
        "bisection": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        "paper": ((0, -1.2), (1.1, 0.9), (-1.1, 0.9)),
        "printed": ((0, 1.2), (1.1, -0.9), (-1.1, -0.9)),
        "random": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    }[kind]
    around = [(x + reach * across, y + reach * down) for across, down in corners]
    return element("polygon", points=_points(around), class_=f"mark {kind}")


def _grid(setting: Mapping[str, Any], x: Place, y: Place, last: int) -> Iterator[Markup]:
    bottom = HEIGHT - BELOW
    for questions in range(0, last + 1, 10):
        yield _line(x(questions), ABOVE, x(questions), bottom)
        yield _text(f"{questions}", x(questions), bottom + 18, "tick")
    is_linear = setting["family"] == "linear"
    for power in range(round(math.log10(FLOOR[setting["family"]])), 1):
        error = 10.0**power
        label = f"{error:g}".replace("e-0", "e-") if is_linear else f"{100 * error:g}%"
        yield _line(LEFT, y(error), WIDTH - RIGHT, y(error))
        yield _text(label, LEFT - 6, y(error) + 4, "tick before")


def _told(setting: Mapping[str, Any]) -> str:
    """The picture for those who do not see it."""
    scale, unit = (1.0, " rad") if setting["family"] == "linear" else (100.0, "%")
    told = []
    for name, errors in _lines(setting):
        at = {seen["questions"]: seen["p90"] for seen in errors}
        numbers = (f"{number(scale * _value(at[one]))}{unit}" for one in TOLD if one in at)
        told.append(f"{name} {', '.join(numbers)}")
    return (
        f"{setting['family']} metrics, {setting['habit']}, {setting['population']}: the error that "
        f"nine in ten experts do not exceed, after {', '.join(map(str, TOLD))} questions. "
        f"{'; '.join(told)}. All numbers are in the table."
    )


def _value(p90: Mapping[str, float] | float) -> float:
    return p90["value"] if isinstance(p90, Mapping) else p90


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _line(x: float, y: float, other: float, below: float) -> Markup:
    return element(
        "line", x1=f"{x:.1f}", y1=f"{y:.1f}", x2=f"{other:.1f}", y2=f"{below:.1f}", class_="grid"
    )


def _text(text: str, x: float, y: float, kind: str) -> Markup:
    return element("text", text, x=f"{x:.1f}", y=f"{y:.1f}", class_=kind)
