"""Tables of many scores beside scikit-learn's ROC curve of the same arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.size.arrays import time_arrays
from benchmarks.statistics import bootstrapped, quantile, ratio_of_medians

__all__ = ["PEER", "measure_speed"]

PEER = "roc_curve"
"""The name of scikit-learn's curve among what is timed."""


def measure_speed(
    rows: int, arrays: int, *, seed: int, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Seconds on the wall and of all cores; medians over arrays, each timed once.

    Parameters
    ----------
    rows : int
        In each array.
    arrays : int
        How many, of this and the following seeds.
    seed : int
    progress : callable
        Called with the number of arrays done and of all.
    """
    time_arrays(rows, repeats=1, peer=False, seed=seed)  # imports, and the first threads
    seen = []
    for done in range(arrays):
        seen.append(time_arrays(rows, repeats=1, seed=seed + done))
        progress(done + 1, arrays)
    seconds = {
        name: np.array([[found[name].wall, found[name].cpu] for found in seen]) for name in seen[0]
    }
    return {
        "rows": rows,
        "arrays": arrays,
        "tables": [
            {
                "table": name,
                "seconds": _median(own[:, 0]),
                "core_seconds": _median(own[:, 1]),
                "times_ours": None if name == PEER else _ratio(own[:, 0], seconds[PEER][:, 0]),
                "core_times_ours": None if name == PEER else _ratio(own[:, 1], seconds[PEER][:, 1]),
            }
            for name, own in seconds.items()
        ],
    }


def _median(values: Any) -> dict[str, float | None]:
    return bootstrapped(values, partial(quantile, share=0.5)).plain()


def _ratio(ours: Any, peer: Any) -> dict[str, float | None]:
    return bootstrapped(np.column_stack((ours, peer)), ratio_of_medians).plain()
