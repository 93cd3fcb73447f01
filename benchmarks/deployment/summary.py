"""Mean regret with standard errors, and whether probabilities come true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchmarks.deployment.candidates import DATA
from benchmarks.deployment.choices import RIVALS
from benchmarks.deployment.trial import OURS, TOLD

__all__ = ["EDGES", "Mean", "Trial", "brier", "regrets", "reliability"]

EDGES = (0.0, 0.02, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0)
"""Of the bins of stated probabilities."""
FloatArray = NDArray[np.float64]
Trial = Mapping[str, Any]


class Mean(NamedTuple):
    """A mean over experts, with the standard error that splits of the data give it."""

    value: float
    error: float

    @classmethod
    def over(cls, values: FloatArray, splits: ArrayLike) -> Mean:
        """Experts who met the same split share its luck, so that splits are the sample.

        Parameters
        ----------
        values : ndarray of shape (n,)
        splits : array of shape (n,)
            Which split each value comes from.
        """
        _, places = np.unique(np.asarray(splits), return_inverse=True)
        sums, counts = np.bincount(places, values), np.bincount(places)
        mean = float(values.mean())
        if len(counts) < 2:
            return cls(mean, float("nan"))
        # Of a ratio of two sums over splits.
        scatter = float(((sums - mean * counts) ** 2).sum())
        return cls(mean, float(np.sqrt(scatter * len(counts) / (len(counts) - 1))) / len(values))


def regrets(trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """By data set and way of choosing: mean regret, and how much more than ours."""
    rows = []
    for data in _data(trials):
        own = [trial for trial in trials if trial["data"] == data]
        splits = [trial["split"] for trial in own]
        ours = np.array([trial["regret"][OURS] for trial in own])
        for way in (TOLD, OURS, *RIVALS):
            lost = np.array([trial["regret"][way] for trial in own])
            rows.append(
                {
                    "data": data,
                    "way": way,
                    "experts": len(own),
                    "regret": Mean.over(lost, splits)._asdict(),
                    "more_than_ours": Mean.over(lost - ours, splits)._asdict(),
                }
            )
    return rows


def reliability(trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """By bin of the stated probability of being best: how often models were."""
    stated, seen, splits = _outcomes(trials)
    bins = np.clip(np.searchsorted(EDGES, stated, side="right") - 1, 0, len(EDGES) - 2)
    return [
        {
            "low": EDGES[place],
            "high": EDGES[place + 1],
            "models": int(inside.sum()),
            "stated": float(stated[inside].mean()),
            "seen": Mean.over(seen[inside], splits[inside])._asdict(),
        }
        for place in range(len(EDGES) - 1)
        if (inside := bins == place).any()
    ]


def brier(trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """By data set and over all: mean squared error of our probabilities and of equal ones."""
    rows = []
    for data in (*_data(trials), None):
        own = [trial for trial in trials if data in (None, trial["data"])]
        stated, seen, splits = _outcomes(own)
        constant = 1.0 / len(own[0]["best"])
        ours, theirs = (stated - seen) ** 2, (constant - seen) ** 2
        rows.append(
            {
                "data": data or "all",
                "ours": Mean.over(ours, splits)._asdict(),
                "constant": Mean.over(theirs, splits)._asdict(),
                "gain": Mean.over(theirs - ours, splits)._asdict(),
            }
        )
    return rows


def _data(trials: Sequence[Trial]) -> list[str]:
    return [data for data in DATA if any(trial["data"] == data for trial in trials)]


def _outcomes(trials: Sequence[Trial]) -> tuple[FloatArray, FloatArray, NDArray[np.str_]]:
    """Stated probability, share of the first place and split of every model of every trial."""
    rows = [
        (model["probability"], model["share"], f"{trial['data']} {trial['split']}")
        for trial in trials
        for model in trial["best"]
    ]
    stated, seen, splits = zip(*rows, strict=True)
    return np.array(stated), np.array(seen), np.array(splits)
