"""The tables of the parts; those of the methods are in `benchmarks.table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.grid import Grid
from benchmarks.scoreboard.figures import NOTHING, number, spread, times
from benchmarks.scoreboard.speed import PEER

__all__ = ["decision_grid", "load_grid", "speed_grid", "time_grid"]

Board = Mapping[str, Any]
TABLES = {
    PEER: "scikit-learn: roc_curve",
    "exact": "ScoreTable.from_arrays",
    "bins": "ScoreTable.from_arrays(bins=65536)",
}
WAYS = {
    "ours": "ours",
    "the metric itself": "the expert's metric, were it known",
    "AUC, at 0.5": "area under the curve, at 0.5",
    "guessed cost ratio": "a guessed cost ratio",
}


def speed_grid(board: Board) -> Grid:
    """Seconds for large tables, beside scikit-learn's ROC curve of the same arrays."""
    speed = board["speed"]
    return Grid(
        f"{speed['rows']:,} random scores, medians of {speed['arrays']} arrays",
        ("", "seconds", "times ours", "seconds of all cores", "times ours"),
        [
            [
                TABLES[row["table"]],
                spread(row["seconds"]),
                _times(row["times_ours"]),
                spread(row["core_seconds"]),
                _times(row["core_times_ours"]),
            ]
            for row in speed["tables"]
        ],
    )


def decision_grid(board: Board) -> Grid:
    """Regret of every way to choose a model and a threshold."""
    choices = board["decisions"]
    data = tuple(choices["ways"][0]["by_data"])
    return Grid(
        f"Mean regret on held-out halves: {choices['splits']} halvings of each data set, "
        f"{choices['experts']} experts each",
        ("chosen by", *data, "all", "times ours"),
        [
            [
                WAYS.get(row["way"], row["way"]),
                *(spread(row["by_data"][name]) for name in data),
                spread(row["regret"]),
                NOTHING if row["way"] == "ours" else _times(row["times_ours"]),
            ]
            for row in choices["ways"]
        ],
    )


def load_grid(board: Board) -> Grid:
    """Waits of experts who answer at once."""
    load = board["load"]
    return Grid(
        f"{load['experts']} experts at once, SQLite, no pause between answers",
        (
            *("answers", "a second", "median wait", "95th percentile", "longest"),
            *("errors", "lost", "doubled"),
        ),
        [
            [
                f"{load['answers']:,}",
                number(load["answers_per_second"]),
                *(f"{load[name]:.2f} s" for name in ("median", "p95", "longest")),
                *(str(load[name]) for name in ("errors", "lost", "doubled")),
            ]
        ],
        words=0,
    )


def time_grid(board: Board) -> Grid:
    """What the run itself took, part by part."""
    seconds, budgets = board["seconds"], board["budgets"]
    return Grid(
        f"Seconds of this run, {board['form']} form",
        ("", "took", "budget"),
        [
            *([name, f"{seconds[name]:.0f}", str(budgets[name])] for name in seconds),
            ["all", f"{sum(seconds.values()):.0f}", str(sum(budgets.values()))],
        ],
    )


def _times(ratio: Mapping[str, float | None] | None) -> str:
    return NOTHING if ratio is None else times(ratio)
