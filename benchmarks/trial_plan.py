"""Trials of several kinds, so many of each, over all workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from joblib import Parallel, delayed

__all__ = ["Trials", "outcomes_by_kind"]


class Trials(NamedTuple):
    """Trials of one sort.

    Parameters
    ----------
    trial : callable
        From a kind and a seed to an outcome.
    kinds : sequence
        That are tried, with the same seeds.
    times : int
        How often each is tried.
    """

    trial: Callable[[Any, int], Any]
    kinds: Sequence[Any]
    times: int


def outcomes_by_kind(
    plan: Sequence[Trials], *, seed: int, workers: int, progress: Callable[[int, int], None]
) -> tuple[dict[Any, list[Any]], ...]:
    """What came of all trials, for each sort by its kinds.

    Parameters
    ----------
    plan : sequence of Trials
    seed : int
        Of the first trial of each kind; it goes up by one for each.
    workers : int
        Processes.
    progress : callable
        Told how many trials are done, of how many.
    """
    jobs = [
        delayed(trial)(kind, seed + number)
        for trial, kinds, times in plan
        for kind in kinds
        for number in range(times)
    ]
    done = []
    for outcome in Parallel(n_jobs=workers, return_as="generator")(jobs):
        done.append(outcome)
        progress(len(done), len(jobs))
    outcomes = iter(done)
    return tuple(
        {kind: list(islice(outcomes, times)) for kind in kinds} for _, kinds, times in plan
    )
