"""What choosing a model and a threshold by asking is worth, beside the usual metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.deployment.choices import RIVALS
from benchmarks.deployment.summary import Trial
from benchmarks.deployment.trial import FLIPS, OURS, QUESTIONS, TOLD
from benchmarks.statistics import bootstrapped, mean, ratio_of_means

__all__ = ["summarise"]

FloatArray = NDArray[np.float64]


def summarise(trials: Sequence[Trial]) -> dict[str, Any]:
    """Mean regret of every way to choose, by data set and over all, with intervals over halvings.

    Parameters
    ----------
    trials : sequence of mappings
        As of `run_trials`: as many experts for every halving of every data set.
    """
    data = list(dict.fromkeys(trial["data"] for trial in trials))
    ours = _regrets(trials, data, OURS)
    ways = []
    for way in (OURS, TOLD, *RIVALS):
        own = _regrets(trials, data, way)
        ways.append(
            {
                "way": way,
                "regret": bootstrapped(own, mean).plain(),
                "times_ours": bootstrapped(np.stack((ours, own), axis=-1), ratio_of_means).plain(),
                "by_data": {
                    name: bootstrapped(own[:, place], mean).plain()
                    for place, name in enumerate(data)
                },
            }
        )
    return {
        "splits": ours.shape[0],
        "experts": ours.shape[2],
        "questions": QUESTIONS,
        "flips": FLIPS,
        "ways": ways,
    }


def _regrets(trials: Sequence[Trial], data: Sequence[str], way: str) -> FloatArray:
    """Of shape (splits, data sets, experts)."""
    splits = 1 + max(trial["split"] for trial in trials)
    return np.array(
        [
            [
                [
                    trial["regret"][way]
                    for trial in trials
                    if (trial["split"], trial["data"]) == (split, name)
                ]
                for name in data
            ]
            for split in range(splits)
        ]
    )
