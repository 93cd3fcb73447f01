"""Error against questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from whichmetric.paper.figures.style import INK, rendered, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw", "plots"]

FLOOR = {"linear": 1e-6, "linear-fractional": 1e-5}
"""Smaller errors are of no use to anybody and would squeeze the rest."""
AXES = {
    "linear": "error that 90% do not exceed (rad)",
    "linear-fractional": "share of pairs ordered wrongly\nthat 90% do not exceed",
}


class Look(NamedTuple):
    """Of a line: told apart by colour, dashes and marker, so that no one of them is needed."""

    colour: str
    dashes: Any
    marker: str


# Okabe and Ito's palette, as for the paper's figures.
LOOKS = {
    "bayesian": Look("#0072B2", "-", "o"),
    "bisection": Look("#009E73", "-", "s"),
    "paper": Look("#D55E00", (0, (5, 2)), "^"),
    "paper, as printed": Look("#CC79A7", (0, (1, 1)), "v"),
    "random questions": Look("#E69F00", (0, (4, 1, 1, 1)), "D"),
    "limit": Look(INK, (0, (2, 2)), ""),
}


def plots(results: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Name of each figure, and its files by suffix."""
    for family in ("linear", "linear-fractional"):
        chosen = [setting for setting in results["settings"] if setting["family"] == family]
        if chosen:
            yield family, rendered(draw(chosen))


def draw(settings: list[Mapping[str, Any]]) -> Figure:
    """One panel for each setting of a family: habits down, populations across."""
    family = settings[0]["family"]
    habits = list(dict.fromkeys(setting["habit"] for setting in settings))
    names = list(dict.fromkeys(setting["population"] for setting in settings))
    with style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(1.2 + 3.4 * len(names), 0.9 + 2.3 * len(habits)))
        panels = figure.subplots(len(habits), len(names), sharex=True, sharey="row", squeeze=False)
        for setting in settings:
            axes = panels[habits.index(setting["habit"]), names.index(setting["population"])]
            _draw_setting(axes, setting)
        handles = {
            label: handle
            for axes in panels.flat
            for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
        }
        known = [label for label in LOOKS if label in handles]
        figure.legend(
            [handles[label] for label in known], known, loc="outside upper center", ncols=3
        )
        figure.supxlabel("questions", fontsize=9)
        figure.supylabel(AXES[family], fontsize=9)
    return figure


def _draw_setting(axes: Axes, setting: Mapping[str, Any]) -> None:
    floor = FLOOR[setting["family"]]
    for method in setting["methods"]:
        look = LOOKS[method["method"]]
        questions = [seen["questions"] for seen in method["errors"]]
        low, value, high = (
            [max(seen["p90"][end], floor / 10) for seen in method["errors"]]
            for end in ("low", "value", "high")
        )
        axes.fill_between(questions, low, high, color=look.colour, alpha=0.13, linewidth=0)
        axes.plot(
            questions,
            value,
            color=look.colour,
            linestyle=look.dashes,
            marker=look.marker,
            markersize=3.2,
            label=method["method"],
        )
    if setting["limit"] is not None:
        limit = setting["limit"]["errors"]
        axes.plot(
            [seen["questions"] for seen in limit],
            [seen["p90"] for seen in limit],
            color=LOOKS["limit"].colour,
            linestyle=LOOKS["limit"].dashes,
            label="limit",
        )
    axes.set_yscale("log")
    axes.set_ylim(bottom=floor)
    axes.set_xlim(left=0.0)
    axes.set_title(f"{setting['habit']}, {setting['population']}")
