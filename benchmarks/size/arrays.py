"""Tables of arrays beside scikit-learn's ROC curve of the same arrays, in one process."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np

__all__ = ["BINS", "SHAPES", "Timing", "random_cases", "time_arrays"]

BINS = 65_536
SHAPES: dict[str, Callable[[Any], Any]] = {
    "log-odds": lambda even: np.log(even / (1.0 - even)),
    "six digits, shared": lambda even: np.round(even, 6),
    "float32": lambda even: even.astype(np.float32),
    "eighth power": lambda even: even**8,
    "heavy tails": lambda even: np.tan(np.pi * (even - 0.5)),
    "two in five the same": lambda even: np.where(even * 1e6 % 1.0 < 0.4, 0.3, even),
}
"""Scores that are not even in [0, 1], made from such that are."""


class Timing(NamedTuple):
    """Seconds, the shortest of some runs: on the wall, and of all cores together."""

    wall: float
    cpu: float


def random_cases(rows: int, seed: int = 0) -> tuple[Any, Any]:
    """Labels and calibrated scores, uniform on [0, 1]; all scores are distinct."""
    rng = np.random.default_rng(seed)
    scores = rng.random(rows)
    return (rng.random(rows) < scores).astype(np.int64), scores


def timed(work: Callable[[], Any], repeats: int) -> Timing:
    """The shortest time of a piece of work."""
    walls, cpus = [], []
    for _ in range(repeats):
        wall, cpu = perf_counter(), process_time()
        work()
        walls.append(perf_counter() - wall)
        cpus.append(process_time() - cpu)
    return Timing(min(walls), min(cpus))


def time_arrays(
    rows: int, *, repeats: int = 3, peer: bool = True, seed: int = 0, shape: str | None = None
) -> dict[str, Timing]:
    """Time the exact table, the one on bins and, where asked for, scikit-learn's curve."""
    from sklearn.metrics import roc_curve

    from whichmetric import ScoreTable

    labels, scores = random_cases(rows, seed)
    scores = scores if shape is None else SHAPES[shape](scores)
    found = {}
    if peer:
        found["roc_curve"] = timed(
            lambda: roc_curve(labels, scores, drop_intermediate=False), max(1, repeats - 1)
        )
    found["exact"] = timed(lambda: ScoreTable.from_arrays(labels, scores), repeats)
    found["bins"] = timed(lambda: ScoreTable.from_arrays(labels, scores, bins=BINS), repeats)
    return found
