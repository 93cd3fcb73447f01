"""All methods on all settings, over all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.limits import gu_xu_questions, least_error, least_questions
from benchmarks.methods import OURS, methods_for
from benchmarks.run import ERRORS, Errors, errors_of_expert
from benchmarks.settings import Setting
from benchmarks.statistics import (
    FINEST,
    bootstrapped,
    first_within,
    quantile,
    ratio_of_medians,
    times_as_late,
)

__all__ = ["CHECKPOINTS", "GOALS", "SHARE", "SHOWN", "compare"]

FloatArray = NDArray[np.float64]
SHOWN = (5, 10, 14, 20, 28, 40)
"""Numbers of questions in the table."""
CHECKPOINTS = {
    "linear": (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40),
    "linear-fractional": (2, 5, 8, 10, 12, 14, 17, 20, 24, 28, 34, 40),
}
"""Numbers of questions at which the error is taken."""
GOALS = {"linear": (0.05, 0.02), "linear-fractional": (0.01, 0.003)}
"""Tolerances: radians that the interval around the estimate is wide, so half of it is the largest
error; share of pairs ordered wrongly."""
SHARE = 0.9
"""Of the experts who must be within the tolerance."""


@dataclass(frozen=True)
class Job:
    """One expert for one method."""

    setting: Setting
    method: str
    index: int


def compare(
    settings: Sequence[Setting],
    *,
    runs: int,
    seed: int,
    workers: int,
    progress: Callable[[int, int], None],
    most_questions: int = SHOWN[-1],
) -> list[dict[str, Any]]:
    """Errors by number of questions and questions by tolerance, of every method, with the limit.

    Parameters
    ----------
    settings : sequence of Setting
    runs : int
        Experts in each setting.
    seed : int
    workers : int
        Processes; -1 for one per core.
    progress : callable
        Called with the number of elicitations done and of all.
    most_questions : int
        Checkpoints beyond are left out.

    Returns
    -------
    list of dict
        One for each setting, as documented in docs/evidence/benchmarks.md.
    """
    jobs = [
        Job(setting, method.name, index)
        for setting in settings
        for method in methods_for(setting)
        for index in range(runs)
    ]
    steps = {
        family: tuple(step for step in every if step <= most_questions)
        for family, every in CHECKPOINTS.items()
    }
    errors: dict[tuple[Setting, str], list[list[Errors]]] = {}
    for done, (job, found) in enumerate(_run_all(jobs, steps, seed, workers), start=1):
        errors.setdefault((job.setting, job.method), []).append(found)
        progress(done, len(jobs))
    return [
        {
            "family": setting.family,
            "habit": setting.habit,
            "population": setting.population,
            "error": ERRORS[setting.family],
            "limit": _limit(setting, np.array(errors[setting, OURS]), steps[setting.family]),
            "methods": [
                {
                    "method": method.name,
                    **_summary(
                        np.array(errors[setting, method.name]),
                        np.array(errors[setting, OURS]),
                        setting,
                        steps[setting.family],
                    ),
                }
                for method in methods_for(setting)
            ],
        }
        for setting in settings
    ]


def _run_all(
    jobs: Sequence[Job], steps: dict[str, tuple[int, ...]], seed: int, workers: int
) -> Iterator[tuple[Job, list[Errors]]]:
    from joblib import Parallel, delayed

    pool = Parallel(n_jobs=workers, return_as="generator")
    found = pool(delayed(_alone)(job, steps[job.setting.family], seed) for job in jobs)
    return zip(jobs, found, strict=True)


def _alone(job: Job, steps: Sequence[int], seed: int) -> list[Errors]:
    """One job with its linear algebra on one core: the others are for other jobs."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        return errors_of_expert(job.setting, job.method, steps, seed=seed, index=job.index)


def _summary(
    found: FloatArray, ours: FloatArray, setting: Setting, steps: Sequence[int]
) -> dict[str, Any]:
    """Of `Errors` of shape (experts, steps, 2), beside ours."""
    errors, wrong = found[..., 0], found[..., 1]
    both = np.stack((ours[..., 0], errors), axis=-1)
    both_wrong = np.stack((np.maximum(ours[..., 1], FINEST), wrong), axis=-1)
    return {
        "experts": len(found),
        "errors": [
            {
                "questions": step,
                "median": bootstrapped(errors[:, place], partial(quantile, share=0.5)).plain(),
                "p90": bootstrapped(errors[:, place], partial(quantile, share=SHARE)).plain(),
                "wrong_pairs": bootstrapped(wrong[:, place], partial(quantile, share=0.5)).plain(),
                "times_ours": bootstrapped(both_wrong[:, place], ratio_of_medians).plain(),
            }
            for place, step in enumerate(steps)
        ],
        "reached": [
            {
                "tolerance": goal,
                "questions": bootstrapped(errors, partial(first_within, **asked)).plain(),
                "times_ours": bootstrapped(both, partial(times_as_late, **asked)).plain(),
            }
            for goal in GOALS[setting.family]
            for asked in [_asked(goal, setting, steps)]
        ],
    }


def _asked(goal: float, setting: Setting, steps: Sequence[int]) -> dict[str, Any]:
    """What `first_within` looks for, so that the share of the experts is within a tolerance."""
    largest = goal / 2 if setting.family == "linear" else goal
    return {"checkpoints": steps, "largest": largest, "share": SHARE}


def _limit(setting: Setting, ours: FloatArray, steps: Sequence[int]) -> dict[str, Any] | None:
    """What no method can beat; None for two parameters, of which no formula is known to us."""
    if setting.family != "linear":
        return None
    flip_rate = setting.least_flip_rate
    return {
        "flip_rate": flip_rate,
        "errors": [
            {
                "questions": step,
                "median": least_error(step, flip_rate=flip_rate, share=0.5),
                "p90": least_error(step, flip_rate=flip_rate, share=SHARE),
            }
            for step in steps
        ],
        "reached": [
            {
                "tolerance": goal,
                "questions": least,
                "times_ours": bootstrapped(
                    ours[..., 0],
                    partial(_times_ours, least=least, asked=_asked(goal, setting, steps)),
                ).plain(),
                "gu_xu": gu_xu_questions(goal, flip_rate=flip_rate, failure=1.0 - SHARE),
            }
            for goal in GOALS["linear"]
            for least in [least_questions(goal, flip_rate=flip_rate, share=SHARE)]
        ],
    }


def _times_ours(samples: FloatArray, least: int, asked: dict[str, Any]) -> FloatArray:
    """The least number of questions over ours; 0 where ours does not reach the goal."""
    return np.asarray(least / first_within(samples, **asked))
