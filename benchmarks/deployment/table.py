"""The tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich import box
from rich.table import Table

from benchmarks.deployment.trial import FLIPS, QUESTIONS

__all__ = ["MEANING", "NOTES", "as_rich"]

MEANING = (
    "Regret: what the chosen model and threshold lose on the held-out half, under the expert's "
    "true metric (from 0, nothing right, to 1, nothing wrong), against the best pair found there "
    "with hindsight; even the metric itself would lose something, since the halves differ. "
    f"Experts' cost ratios come from the stated prior; ours asks {QUESTIONS} questions, of which "
    f"{FLIPS:.0%} are answered wrongly; a guessed cost ratio is off by a factor 2 at one standard "
    "deviation."
)
NOTES = f"{MEANING} Standard errors over splits of the data."


def as_rich(results: Mapping[str, Any]) -> Iterator[Table]:
    """Regret, reliability and Brier scores."""
    grid = _grid("Mean regret", "data", "chosen by", "regret", "s.e.", "more than ours", "s.e.")
    previous = None
    for row in results["regrets"]:
        regret, more = row["regret"], row["more_than_ours"]
        same = row["way"] == "ours"
        grid.add_row(
            "" if row["data"] == previous else row["data"],
            row["way"],
            f"{regret['value']:.4f}",
            f"{regret['error']:.4f}",
            "" if same else f"{more['value']:+.4f}",
            "" if same else f"{more['error']:.4f}",
            style="bold" if same else None,
        )
        previous = row["data"]
    yield grid

    grid = _grid("Probability of being best", "from", "to", "models", "stated", "came true", "s.e.")
    for row in results["reliability"]:
        grid.add_row(
            f"{row['low']:.2f}",
            f"{row['high']:.2f}",
            str(row["models"]),
            f"{row['stated']:.3f}",
            f"{row['seen']['value']:.3f}",
            f"{row['seen']['error']:.3f}",
        )
    yield grid

    grid = _grid("Its Brier score", "data", "ours", "constant guess", "gain", "s.e.")
    for row in results["brier"]:
        grid.add_row(
            row["data"],
            f"{row['ours']['value']:.4f}",
            f"{row['constant']['value']:.4f}",
            f"{row['gain']['value']:+.4f}",
            f"{row['gain']['error']:.4f}",
        )
    yield grid


def _grid(title: str, *headers: str) -> Table:
    grid = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False
    )
    for header in headers:
        words = header in ("data", "chosen by")
        grid.add_column(header, justify="left" if words else "right", no_wrap=True)
    return grid
