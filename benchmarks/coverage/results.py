"""All trials, summed up for JSON and for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from benchmarks.coverage.trials import (
    ANSWERS,
    DESIGNS,
    EXPERTS,
    HABITS,
    SIZES,
    Design,
    Stated,
    caution_trial,
    habit_trial,
    ranking_trial,
    recommendation_trial,
)
from benchmarks.trial_plan import Trials, outcomes_by_kind

__all__ = ["as_rich", "run_coverage"]

BINS = (0.0, 0.2, 0.5, 0.8, 1.0)
OFF = ("missed_off", "false_alarms_off")


def run_coverage(
    *,
    samples: int,
    rankings: int,
    experts: int,
    seed: int,
    workers: int,
    progress: Callable[[int, int], None],
) -> dict[str, Any]:
    """Draw, decide and compare with the truth; everything as plain values for JSON."""
    plan = [
        Trials(recommendation_trial, SIZES, samples),
        Trials(ranking_trial, DESIGNS, rankings),
        Trials(caution_trial, tuple(EXPERTS), experts),
        Trials(habit_trial, tuple(HABITS), experts),
    ]
    sampled, ranked, cautioned, heedless = outcomes_by_kind(
        plan, seed=seed, workers=workers, progress=progress
    )
    return {
        "samples": samples,
        "rankings": rankings,
        "experts": experts,
        "seed": seed,
        "recommendations": [
            {"positive": size[0], "negative": size[1]} | _means(trials)
            for size, trials in sampled.items()
        ],
        "rankings_of": [_reliability(design, trials) for design, trials in ranked.items()],
        "cautioned": [{"experts": kind} | _means(trials) for kind, trials in cautioned.items()],
        "heedless": [{"experts": kind} | _means(trials) for kind, trials in heedless.items()],
    }


def _means(trials: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: float(np.mean([trial[name] for trial in trials])) for name in trials[0]}


def _reliability(design: Design, rankings: Sequence[Sequence[Stated]]) -> dict[str, Any]:
    models = [model for ranking in rankings for model in ranking]
    stated = np.array([model.probability for model in models])
    true = np.array([model.is_best for model in models], dtype=float)
    rows = []
    for low, high in pairwise(BINS):
        inside = (stated >= low) & ((stated < high) | (high == 1.0))
        if inside.any():
            means = {"stated": float(stated[inside].mean()), "seen": float(true[inside].mean())}
            rows.append({"low": low, "high": high, "models": int(inside.sum())} | means)
    return {
        "design": design.name,
        "value_holds": float(np.mean([model.holds for model in models])),
        "brier": float(np.mean((stated - true) ** 2)),
        "reliability": rows,
    }


def as_rich(results: Mapping[str, Any]) -> Iterator[Table]:
    """What `recommend` and `rank_models` state, and what becomes of people who do not look."""
    grid = Table(title="recommend: 90% intervals that hold the truth", box=box.SIMPLE)
    for name in ("cases", "sample", "missed", "false alarms", "missed, off", "false alarms, off"):
        grid.add_column(name, justify="right")
    for row in results["recommendations"]:
        off = [f"{row[name]:+.1f} ({row[f'{name}_on_the_sample']:+.1f})" for name in OFF]
        held = [f"{row[name]:.0%}" for name in ("sample", "missed", "false_alarms")]
        grid.add_row(f"{row['positive']} + {row['negative']}", *held, *off)
    yield grid
    grid = Table(title="rank_models: intervals, and probability of being best", box=box.SIMPLE)
    for name in ("models", "interval holds", "stated", "of", "mean stated", "came true", "Brier"):
        grid.add_column(name, justify="left" if name == "models" else "right")
    for row in results["rankings_of"]:
        head = (row["design"], f"{row['value_holds']:.0%}")
        for place, bin_ in enumerate(row["reliability"]):
            told = (f"{bin_['low']:g} to {bin_['high']:g}", f"{bin_['models']:,}")
            seen = (f"{bin_['stated']:.2f}", f"{bin_['seen']:.2f}")
            brier = "" if place else f"{row['brier']:.4f}"
            grid.add_row(*(("", "") if place else head), *told, *seen, brier)
    yield grid
    grid = Table(title="Experts who are cautioned", box=box.SIMPLE)
    grid.add_column("experts who")
    for number in ANSWERS:
        grid.add_column(f"after {number} answers", justify="right")
    for row in results["cautioned"]:
        grid.add_row(row["experts"], *(f"{row[str(number)]:.0%}" for number in ANSWERS))
    yield grid
    grid = Table(title="People who do not look, with a tolerance of 0.05", box=box.SIMPLE)
    for name in ("people who", "taken to be known", "interval wide"):
        grid.add_column(name, justify="left" if name == "people who" else "right")
    for row in results["heedless"]:
        grid.add_row(row["experts"], f"{row['believed']:.0%}", f"{row['wide']:.0%}")
    yield grid
