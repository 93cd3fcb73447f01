"""The whole benchmark of methods: run it, write it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.comparison import SHOWN, compare
from benchmarks.machine import describe_machine
from benchmarks.page import page
from benchmarks.plots import plots
from benchmarks.settings import Setting
from benchmarks.timing import time_methods

__all__ = ["run_benchmark", "write_benchmark"]

TIMED_EXPERTS, TIMED_QUESTIONS = 4, 28


def run_benchmark(
    settings: Sequence[Setting],
    *,
    runs: int,
    seed: int,
    workers: int,
    date: str,
    progress: Callable[[int, int], None],
    most_questions: int = SHOWN[-1],
) -> dict[str, Any]:
    """Compare and time; everything as plain values for JSON.

    Time is taken first, in this process alone. It is taken of experts without noise, for whom all
    methods are made, on the same computations as for others.

    Parameters
    ----------
    settings, runs, seed, workers, progress, most_questions
        See `compare`.
    date : str
        To be noted.
    """
    machine = describe_machine()
    timing = [
        row
        for setting in settings
        if setting.is_exact
        for row in time_methods(
            setting,
            experts=min(TIMED_EXPERTS, runs),
            questions=min(TIMED_QUESTIONS, most_questions),
            seed=seed,
        )
    ]
    compared = compare(
        settings,
        runs=runs,
        seed=seed,
        workers=workers,
        progress=progress,
        most_questions=most_questions,
    )
    return {
        "date": date,
        "machine": machine,
        "seed": seed,
        "runs": runs,
        "settings": compared,
        "timing": timing,
    }


def write_benchmark(results: dict[str, Any], folder: Path) -> None:
    """Numbers, figures and the page, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    drawings = {}
    for name, files in plots(results):
        for suffix, content in files.items():
            (folder / f"{name}.{suffix}").write_bytes(content)
        drawings[name] = files["svg"]
    (folder / "index.html").write_text(page(results, drawings), encoding="utf-8")
