"""The whole benchmark of methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.comparison import SHOWN, compare
from benchmarks.settings import Setting
from benchmarks.timing import time_methods

__all__ = ["run_benchmark"]

TIMED_EXPERTS, TIMED_QUESTIONS = 4, 28


def run_benchmark(
    settings: Sequence[Setting],
    *,
    runs: int,
    seed: int,
    workers: int,
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
    """
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
    return {"runs": runs, "settings": compared, "timing": timing}
