"""All trials, summed up for JSON and for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from benchmarks.trial_plan import Trials, outcomes_by_kind
from benchmarks.trust.trials import (
    EXPERTS,
    HELD_OUT,
    MODELS,
    OTHERS,
    Foretold,
    Modelled,
    held_out_trial,
    model_trial,
    score_trial,
)

__all__ = ["area_under_curve", "as_rich", "run_trust"]

VERDICTS = ("good", "mixed", "poor")
KINDS = ("linear", "unclear", "fractional", "neither")
CLOSE = 0.1
"""How far from the true agreement a reported one may be."""


def run_trust(
    *,
    experts: int,
    studies: int,
    others: int,
    metrics: int,
    seed: int,
    workers: int,
    progress: Callable[[int, int], None],
) -> dict[str, Any]:
    """Ask simulated experts and judge them; everything as plain values for JSON."""
    plan = [
        Trials(score_trial, tuple(EXPERTS), experts),
        Trials(held_out_trial, HELD_OUT, studies),
        Trials(held_out_trial, OTHERS, others),
        Trials(model_trial, MODELS, metrics),
    ]
    scored, foretold, misfitting, checked = outcomes_by_kind(
        plan, seed=seed, workers=workers, progress=progress
    )
    return {
        "experts": experts,
        "studies": studies,
        "others": others,
        "metrics": metrics,
        "seed": seed,
        "scores": [_scores(kind, scored) for kind in scored],
        "held_out": [_held_out(kind, trials) for kind, trials in (foretold | misfitting).items()],
        "models": [_models(kind, trials) for kind, trials in checked.items()],
    }


def area_under_curve(higher: Sequence[float], lower: Sequence[float]) -> float:
    """Probability that one of the first is above one of the second, ties counted half.

    Examples
    --------
    >>> area_under_curve([0.9, 0.8], [0.1, 0.8])
    0.875
    """
    one, other = np.asarray(higher)[:, None], np.asarray(lower)[None, :]
    return float(np.mean((one > other) + 0.5 * (one == other)))


def _scores(kind: str, scored: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, Any]:
    own, careful = ([trial["score"] for trial in scored[name]] for name in (kind, "careful"))
    verdicts = Counter(trial["verdict"] for trial in scored[kind])
    return {
        "experts": kind,
        "score": float(np.median(own)),
        "area": None if kind == "careful" else area_under_curve(careful, own),
        **{verdict: verdicts[verdict] / len(own) for verdict in VERDICTS},
    }


def _held_out(kind: Foretold, trials: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    true, reported, counted = (
        np.array([trial[name] for trial in trials]) for name in ("true", "reported", "counted")
    )
    return {
        "studies": kind.length,
        "experts": kind.metric,
        "least_held_out": min(trial["held_out"] for trial in trials),
        "reported_close": float(np.mean(np.abs(reported - true) <= CLOSE)),
        "counted_close": float(np.mean(np.abs(counted - true) <= CLOSE)),
        "reported_error": float(np.sqrt(np.mean((reported - true) ** 2))),
        "counted_error": float(np.sqrt(np.mean((counted - true) ** 2))),
        "reported_bias": float(np.mean(reported - true)),
        "interval_holds": float(np.mean([trial["holds"] for trial in trials])),
    }


def _models(kind: Modelled, trials: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    kinds = Counter(trial["kind"] for trial in trials)
    return {
        "study": kind.family,
        "experts": kind.metric,
        "flips": kind.flips,
        "questions": kind.questions,
        "flagged": float(np.mean([trial["flagged"] for trial in trials])),
        **{name: kinds[name] / len(trials) for name in KINDS},
    }


def as_rich(results: Mapping[str, Any]) -> Iterator[Table]:
    """Three tables: consistency, held-out accuracy, and the model check."""
    grid = Table(title="Consistency after 25 questions with checks", box=box.SIMPLE)
    for name in ("experts", "median score", "area under the curve", *VERDICTS):
        grid.add_column(name, justify="left" if name == "experts" else "right")
    for row in results["scores"]:
        area = "" if row["area"] is None else f"{row['area']:.3f}"
        shares = (f"{row[verdict]:.0%}" for verdict in VERDICTS)
        grid.add_row(row["experts"], f"{row['score']:.2f}", area, *shares)
    yield grid
    grid = Table(title="Held-out accuracy beside the true one", box=box.SIMPLE)
    names = ("studies", "experts' metric", "estimate")
    for name in (*names, "within 0.1", "root mean square error", "interval holds"):
        grid.add_column(name, justify="left" if name in names else "right")
    for found in results["held_out"]:
        for name, holds in (("reported", f"{found['interval_holds']:.1%}"), ("counted", "")):
            close, error = found[f"{name}_close"], found[f"{name}_error"]
            numbers = (f"{close:.1%}", f"{error:.3f}", holds)
            grid.add_row(found["studies"], found["experts"], name, *numbers)
    yield grid
    grid = Table(title="What the model check says", box=box.SIMPLE)
    words = ("study supposes", "experts' metric")
    for name in (*words, "questions", "flips", "flagged", *KINDS):
        grid.add_column(name, justify="left" if name in words else "right")
    for row in results["models"]:
        shares = (f"{row[name]:.0%}" for name in ("flips", "flagged", *KINDS))
        grid.add_row(row["study"], row["experts"], str(row["questions"]), *shares)
    yield grid
