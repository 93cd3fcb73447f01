"""All parts of the scoreboard, one after another."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.benchmark import run_benchmark
from benchmarks.deployment.trial import run_trials
from benchmarks.machine import describe_machine
from benchmarks.scoreboard.decisions import summarise
from benchmarks.scoreboard.load import measure_load
from benchmarks.scoreboard.peers import read_peers
from benchmarks.scoreboard.sizes import Sizes
from benchmarks.scoreboard.speed import measure_speed

__all__ = ["run_scoreboard"]

Progress = Callable[[str, int, int], None]


def run_scoreboard(
    sizes: Sizes, *, seed: int, workers: int, date: str, peers: Path, progress: Progress
) -> dict[str, Any]:
    """Measure everything; plain values for JSON, as documented in docs/evidence/benchmarks.md.

    Parameters
    ----------
    sizes : Sizes
    seed : int
        Of experts, arrays and halvings.
    workers : int
        Processes for methods and decisions; -1 for one per core.
    date : str
        To be noted.
    peers : Path
        File of the comparison with BoTorch.
    progress : callable
        Called with a part's name, and how much of it is done of how much.
    """
    board: dict[str, Any] = {
        "date": date,
        "form": sizes.form,
        "seed": seed,
        "machine": describe_machine(),
        "budgets": dict(sizes.budgets),
        "seconds": {},
    }
    parts = {
        "speed": partial(measure_speed, sizes.rows, sizes.arrays, seed=seed),
        "methods": partial(
            run_benchmark,
            sizes.settings,
            runs=sizes.experts,
            seed=seed,
            workers=workers,
            most_questions=sizes.most_questions,
        ),
        "decisions": partial(_decisions, sizes, seed=seed, workers=workers),
        "load": partial(measure_load, sizes.visitors),
    }
    for name, measure in parts.items():
        begun = perf_counter()
        board[name] = measure(progress=partial(progress, name))
        board["seconds"][name] = round(perf_counter() - begun, 1)
    return {**board, "peers": read_peers(peers)}


def _decisions(
    sizes: Sizes, *, seed: int, workers: int, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    return summarise(
        list(
            run_trials(
                sizes.data,
                splits=sizes.splits,
                experts=sizes.choosers,
                seed=seed,
                workers=workers,
                progress=progress,
            )
        )
    )
