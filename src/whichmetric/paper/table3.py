"""Table 3: how often linear metrics are missed on real data.

The paper names neither the split, nor the seed, nor the solver, so each cell is the mean over many
random half splits, for three ways of turning an angle into a confusion matrix.
"""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation import make_elicitor
from whichmetric.elicitation.angles import rounds_needed
from whichmetric.elicitation.binary_search.angle_search import Classifiers
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet
from whichmetric.metrics import linear
from whichmetric.oracles import MetricOracle
from whichmetric.paper.datasets import load, second_half
from whichmetric.paper.printed import TABLE_3
from whichmetric.paper.table2_notes import SplitRow, split_rows

__all__ = [
    "ANGLES",
    "EPSILONS",
    "SplitFailures",
    "Table3Row",
    "check_run",
    "failures_of_split",
    "table3",
]

EPSILONS = tuple(sorted({cell.epsilon for cell in TABLE_3}))
"""Radians; tolerance of the search and of the verdict."""
COLUMNS = tuple(dict.fromkeys((cell.dataset, cell.regularisation) for cell in TABLE_3))
FIRST_QUADRANT = tuple(math.pi / 18 + step * math.pi / 36 for step in range(14))
ANGLES = FIRST_QUADRANT + tuple(angle + math.pi for angle in FIRST_QUADRANT)
"""Radians: fourteen metrics that like correct decisions, and their opposites."""
QUESTIONS_PER_ROUND = 4


@dataclass(frozen=True)
class Table3Row:
    """One cell of the table.

    Parameters
    ----------
    dataset : {"magic", "breast-cancer"}
    lambda_ : float
        Regularisation.
    epsilon : float
        Radians.
    paper_failure : float
        The printed share.
    failure : float
        Ours, thresholding the estimated probability as printed; mean over the splits.
    standard_error : float
        Of that mean; NaN for one split.
    failure_support : float
        With the best classifier of the second half instead of the printed threshold.
    failure_plugin : float
        With cells computed from the estimate instead of counted.
    questions : int
        For each metric.
    """

    dataset: str
    lambda_: float
    epsilon: float
    paper_failure: float
    failure: float
    standard_error: float
    failure_support: float
    failure_plugin: float
    questions: int


class SplitFailures(NamedTuple):
    """Shares of the 28 metrics that one split misses, one per tolerance in `EPSILONS`.

    Each is an ndarray of shape (4,).
    """

    printed: NDArray[np.float64]
    support: NDArray[np.float64]
    plug_in: NDArray[np.float64]


class _Job(NamedTuple):
    """One split of one data set under one regularisation."""

    dataset: str
    regularisation: float
    seed: int
    split: int


def failures_of_split(
    dataset: str, regularisation: float, *, seed: int = 0, split: int = 0
) -> SplitFailures:
    """Fit on one half, elicit the 28 metrics on the other, in three ways."""
    half = second_half(load(dataset), regularisation=regularisation, seed=seed, split=split)
    observed, plug_in = half.observed(), half.plug_in()
    return SplitFailures(
        _failures(observed, "printed"),
        _failures(observed, "support"),
        _failures(plug_in, "printed"),
    )


def table3(
    *,
    splits: int = 20,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[], None] = lambda: None,
) -> tuple[list[Table3Row], list[SplitRow]]:
    """All cells, and Table 2 on every split of Magic.

    Parameters
    ----------
    splits : int
        Random half splits to average over, 1 or more; a standard error takes 2.
    seed : int
    workers : int, optional
        Processes; by default one per core. 1 stays in this process.
    progress : callable
        Called after each split of each column.

    Returns
    -------
    rows : list of Table3Row
    magic : list of SplitRow
        Sorted by row and split.

    Raises
    ------
    InvalidInputError
        If a number is out of range.

    Notes
    -----
    The processes are spawned, and a spawned process imports the script that called: there, call
    this under ``if __name__ == "__main__":`` or with ``workers=1``.
    """
    check_run(splits, seed, workers)
    jobs = [
        _Job(dataset, regularisation, seed, split)
        for dataset, regularisation in COLUMNS
        for split in range(splits)
    ]
    found: dict[tuple[str, float], dict[int, SplitFailures]] = {column: {} for column in COLUMNS}
    magic: list[SplitRow] = []
    for job, (failures, rows) in _run(jobs, workers):
        found[job.dataset, job.regularisation][job.split] = failures
        magic += rows
        progress()
    table = [
        row
        for column in COLUMNS
        for row in _column(*column, [found[column][split] for split in range(splits)])
    ]
    return table, sorted(magic, key=lambda row: (row.row, row.split))


def check_run(splits: int, seed: int, workers: int | None) -> None:
    """Refuse numbers with which nothing could be computed."""
    if splits < 1:
        raise InvalidInputError(f"splits={splits} is no number of splits: give 1 or more.")
    if seed < 0:
        raise InvalidInputError(f"seed={seed} is negative: give 0 or more.")
    if workers is not None and workers < 1:
        raise InvalidInputError(f"workers={workers} is no number of processes: give 1 or more.")


def _column(
    dataset: str, regularisation: float, splits: Sequence[SplitFailures]
) -> list[Table3Row]:
    shares = np.array(splits)  # (splits, ways, tolerances)
    means = shares.mean(axis=0)
    errors = np.full(len(EPSILONS), np.nan)
    if len(splits) > 1:
        errors = shares[:, 0].std(axis=0, ddof=1) / math.sqrt(len(splits))
    printed = {
        cell.epsilon: cell.failure
        for cell in TABLE_3
        if (cell.dataset, cell.regularisation) == (dataset, regularisation)
    }
    return [
        Table3Row(
            dataset,
            regularisation,
            epsilon,
            printed[epsilon],
            float(means[0, place]),
            float(errors[place]),
            float(means[1, place]),
            float(means[2, place]),
            _questions(epsilon),
        )
        for place, epsilon in enumerate(EPSILONS)
    ]


def _failures(feasible: FeasibleSet, classifiers: Classifiers) -> NDArray[np.float64]:
    """Share of the angles that are missed, per tolerance."""
    missed = [
        [abs(found - angle) > epsilon for epsilon, found in zip(EPSILONS, elicited, strict=True)]
        for angle in ANGLES
        for elicited in [_elicited_angles(feasible, classifiers, angle)]
    ]
    return np.asarray(np.mean(missed, axis=0))


def _elicited_angles(feasible: FeasibleSet, classifiers: Classifiers, angle: float) -> list[float]:
    """The angle that each tolerance's search returns.

    The search for the smallest tolerance halves the same intervals as the others do, so their
    answers are read off on the way.
    """
    oracle = MetricOracle(linear(math.cos(angle), math.sin(angle)))
    elicitor = make_elicitor(
        feasible,
        family="linear",
        method="binary-search",
        tolerance=min(EPSILONS),
        direction="increasing" if angle < math.pi else "decreasing",
        classifiers=classifiers,
    )
    stops = {_questions(epsilon) for epsilon in EPSILONS}
    after: dict[int, float] = {}
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, oracle.answer(question))
        asked = len(elicitor.history)
        if asked in stops:
            estimate = elicitor.estimate().angle
            assert estimate is not None
            after[asked] = estimate
    return [after[_questions(epsilon)] for epsilon in EPSILONS]


def _questions(epsilon: float) -> int:
    return QUESTIONS_PER_ROUND * rounds_needed(epsilon)


def _do(job: _Job) -> tuple[SplitFailures, list[SplitRow]]:
    failures = failures_of_split(job.dataset, job.regularisation, seed=job.seed, split=job.split)
    # Table 2 uses the same model on the same halves, so it belongs to the same piece of work.
    with_table2 = (job.dataset, job.regularisation) == ("magic", 10.0)
    return failures, split_rows(seed=job.seed, split=job.split) if with_table2 else []


def _run(
    jobs: Sequence[_Job], workers: int | None
) -> Iterator[tuple[_Job, tuple[SplitFailures, list[SplitRow]]]]:
    """Do the jobs, in processes of their own where that helps; results in any order."""
    processes = min(workers or os.cpu_count() or 1, len(jobs))
    if processes == 1:
        yield from ((job, _do(job)) for job in jobs)
        return
    # Spawned, not forked: the caller's threads (a progress bar, BLAS) would not survive a fork.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_leave_interrupts)
    try:
        running = {pool.submit(_do, job): job for job in jobs}
        for done in as_completed(running):
            yield running[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Let the parent process alone answer to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
