"""Some experts who answer at once, in SQLite, without a pause."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.load.run import run_load

__all__ = ["measure_load"]


def measure_load(experts: int, *, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Seconds from an answer to the next question, and whether an answer is lost or doubled.

    Parameters
    ----------
    experts : int
    progress : callable
        Called with the number of experts who are done and of all.
    """
    with tempfile.TemporaryDirectory() as folder:
        run = run_load(str(Path(folder, "studies.db")), experts=experts, progress=progress)
    progress(experts, experts)
    return {
        "experts": experts,
        "answers": run.answers,
        "answers_per_second": round(run.answers / run.seconds, 1),
        "median": round(float(np.quantile(run.waits, 0.5)), 4),
        "p95": round(float(np.quantile(run.waits, 0.95)), 4),
        "longest": round(max(run.waits), 4),
        "errors": sum(run.failures.values()) + run.unfinished,
        "lost": run.lost,
        "doubled": run.doubled,
    }
