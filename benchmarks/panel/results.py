"""All panels and crowds, summed up for JSON and for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from rich import box
from rich.table import Table

from benchmarks.panel.forecasts import (
    ANSWERS,
    SIZES,
    STARTS,
    ask_stepwise,
    forecast_row,
    growth_row,
)
from benchmarks.panel.trials import (
    CROWDS,
    PANELS,
    ask_coin,
    ask_expert,
    crowd_trial,
    panel_trial,
)

__all__ = ["COINS", "as_rich", "run_panels"]

COINS = 30
"""People who toss a coin, to draw from."""


def run_panels(
    *,
    panels: int,
    experts: int,
    crowds: int,
    people: int,
    forecasts: int,
    stepwise: int,
    seed: int,
    workers: int,
    progress: Callable[[int, int], None],
) -> dict[str, Any]:
    """Ask, pool and compare with the truth; everything as plain values for JSON."""
    jobs = [delayed(ask_expert)(place, experts, seed) for place in range(experts)]
    jobs += [delayed(ask_coin)(place, seed + experts) for place in range(COINS)]
    jobs += [
        delayed(crowd_trial)(crowd, seed + number, people)
        for crowd in CROWDS
        for number in range(crowds)
    ]
    jobs += [delayed(ask_stepwise)(place, stepwise, seed) for place in range(stepwise)]
    total = len(jobs) + panels * len(PANELS)
    done = []
    for outcome in Parallel(n_jobs=workers, return_as="generator")(jobs):
        done.append(outcome)
        progress(len(done), total)
    outcomes = iter(done)
    asked, coins = list(islice(outcomes, experts)), list(islice(outcomes, COINS))
    by_crowd = {crowd: list(islice(outcomes, crowds)) for crowd in CROWDS}
    by_step = list(outcomes)
    by_panel: dict[str, list[dict[str, float]]] = {}
    for design in PANELS:
        trials = by_panel[design.name] = []
        for number in range(panels):
            trials.append(panel_trial(design, asked, coins, seed + number))
            progress(len(done) + panels * (len(by_panel) - 1) + len(trials), total)
    return {
        "panels": panels,
        "experts": experts,
        "crowds": crowds,
        "people": people,
        "seed": seed,
        "forecasts": forecasts,
        "growth": [growth_row(answers, by_step) for answers in ANSWERS],
        "outlook": [
            forecast_row(size, answers, by_step, forecasts, seed)
            for size in SIZES
            for answers in STARTS
        ],
        "pooled": [_panel_row(name, trials) for name, trials in by_panel.items()],
        "crowd": [_crowd_row(crowd.name, trials) for crowd, trials in by_crowd.items()],
    }


def _column(trials: list[dict[str, float]], name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([trial[name] for trial in trials], dtype=np.float64)


def _panel_row(name: str, trials: list[dict[str, float]]) -> dict[str, Any]:
    ratio = _column(trials, "spread_ratio")
    return {
        "panels": name,
        "centre_holds": float(_column(trials, "centre_holds").mean()),
        "centre_factor": float(np.exp(np.median(_column(trials, "centre_error")))),
        "centre_width": float(np.exp(np.median(_column(trials, "centre_width")))),
        "spread_ratio": float(np.median(ratio)),
        "within_two": float(np.mean((ratio >= 0.5) & (ratio <= 2.0))),
        "spread_holds": float(_column(trials, "spread_holds").mean()),
        "seconds": float(np.median(_column(trials, "seconds"))),
    }


def _crowd_row(name: str, trials: list[dict[str, float]]) -> dict[str, Any]:
    median, p90, worst = np.quantile(_column(trials, "factor"), [0.5, 0.9, 1.0]).tolist()
    return {
        "crowd": name,
        "median": median,
        "p90": p90,
        "worst": worst,
        "holds": float(_column(trials, "holds").mean()),
        "slowest": float(np.median(_column(trials, "slowest"))),
    }


def as_rich(results: Mapping[str, Any]) -> Iterator[Table]:
    """Panels, crowds, what more answers leave of an expert's interval, and forecasts."""
    grid = Table(title=f"{results['panels']} panels of five experts each", box=box.SIMPLE)
    columns = {
        "panels": "panels",
        "centre_holds": "centre held",
        "centre_factor": "off by",
        "centre_width": "ends apart",
        "spread_ratio": "spread / true",
        "within_two": "within 2",
        "spread_holds": "spread held",
        "seconds": "seconds",
    }
    for name in columns.values():
        grid.add_column(name, justify="left" if name == "panels" else "right")
    shares = {"centre_holds", "within_two", "spread_holds"}
    for row in results["pooled"]:
        grid.add_row(
            *(
                str(row[name])
                if name == "panels"
                else f"{row[name]:.0%}"
                if name in shares
                else f"{row[name]:.2f}"
                for name in columns
            )
        )
    yield grid
    grid = Table(
        title=f"{results['crowds']} crowds of {results['people']} people each", box=box.SIMPLE
    )
    for name in ("crowds", "off by", "90th pct", "worst", "held", "slowest, s"):
        grid.add_column(name, justify="left" if name == "crowds" else "right")
    for row in results["crowd"]:
        factors = (f"{row[name]:.3f}" for name in ("median", "p90", "worst"))
        grid.add_row(row["crowd"], *factors, f"{row['holds']:.0%}", f"{row['slowest']:.2f}")
    yield grid
    grid = Table(title="What five more answers leave of an expert's", box=box.SIMPLE)
    for name in ("after answers", "middle half", "odds of not looking"):
        grid.add_column(name, justify="right")
    for row in results["growth"]:
        left = (f"{row[name]:.2f}" for name in ("width_left", "doubt_left"))
        grid.add_row(str(row["answers"]), *left)
    yield grid
    grid = Table(title=f"Forecasts of {results['forecasts']} panels of each kind", box=box.SIMPLE)
    for name in (
        "experts",
        "answers",
        "now",
        "5 more",
        "came",
        "off by",
        "endless",
        "came",
        "off by",
    ):
        grid.add_column(name, justify="right")
    for row in results["outlook"]:
        grid.add_row(
            str(row["experts"]),
            str(row["answers"]),
            *(f"{row[name]:.2f}" for name in ("now", "more", "came")),
            " ".join(f"{off:.2f}" for off in row["more_off"]),
            *(f"{row[name]:.2f}" for name in ("endless", "came_at_last")),
            " ".join(f"{off:.2f}" for off in row["endless_off"]),
        )
    yield grid
