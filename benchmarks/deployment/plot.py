"""The reliability plot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from whichmetric.paper.figures.style import INK, TRUE, style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw"]


def draw(results: Mapping[str, Any]) -> Figure:
    """Stated probabilities of being best against how often they came true, with two errors."""
    rows = results["reliability"]
    stated = [row["stated"] for row in rows]
    seen = [row["seen"]["value"] for row in rows]
    errors = [2.0 * row["seen"]["error"] for row in rows]
    with style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(4.6, 4.4), layout="constrained")
        axes = figure.subplots()
        axes.plot([0, 1], [0, 1], color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
        axes.errorbar(stated, seen, yerr=errors, fmt="o", color=TRUE, capsize=2.5)
        for x, y, row in zip(stated, seen, rows, strict=True):
            axes.annotate(
                f"{row['models']:,}", (x, y), (6, -10), textcoords="offset points", fontsize=7
            )
        axes.set_xlim(-0.03, 1.03)
        axes.set_ylim(-0.03, 1.03)
        axes.set_aspect("equal")
        axes.set_xlabel("stated probability that a model is the best")
        axes.set_ylabel("share of these that were, on the held-out half")
    return figure
