"""What the comparison with a peer says; needs no peer to be installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.statistics import FINEST, bootstrapped, quantile, ratio_of_medians

__all__ = ["READINGS", "peer_results", "statement", "summary", "times_slower"]

FloatArray = NDArray[np.float64]
Runs = Sequence[Mapping[str, Any]]
OURS = "bayesian"
READINGS = ("disagreement", "disagreement_of_optimum", "disagreement_of_utility")
"""Ways to read an order off the peer: the metric of the family closest to its utility, the linear
metric for which its best classifier is best, and its utility itself."""
SET_UP = (
    "BoTorch's PairwiseGP with its default kernel and likelihood, refitted after every answer (at "
    "most 200 steps, 2 attempts; a failed fit falls back to the initial parameters); questions by "
    "AnalyticExpectedUtilityOfBestOption, the exact maximum over all pairs of 96 classifiers at "
    "even angles of the frontier, to which linear-fractional metrics add 32 that lie .05 inside. "
    "Two set-ups: the process sees a classifier's angle on the frontier, or its true positive and "
    "true negative rates. A linear kernel was worse in a pilot. Each answer is told to one "
    "process on one thread; both sides are timed in it. The peer's error is that of the best "
    "set-up and reading at each number of questions."
)


def peer_results(
    runs: Runs, *, machine: Mapping[str, Any], seed: int, date: str, note: str
) -> dict[str, Any]:
    """Everything for the JSON file; `machine` as of `describe_machine` before the runs."""
    return {
        "date": date,
        "note": note,
        "machine": dict(machine),
        "seed": seed,
        "experts": 1 + max(run["expert"] for run in runs),
        "set_up": SET_UP,
        "statement": statement(runs),
        "summary": summary(runs),
        "runs": list(runs),
    }


def summary(runs: Runs) -> list[dict[str, Any]]:
    """Time and errors of every method in every setting."""
    rows = []
    for setting in _distinct(runs, "setting"):
        here = [run for run in runs if run["setting"] == setting]
        for method in _distinct(here, "method"):
            own = [run for run in here if run["method"] == method]
            rows.append(
                {
                    "setting": setting,
                    "method": method,
                    "experts": len(own),
                    "failed_fits": sum(run.get("failed_fits", 0) for run in own),
                    "median_ms": _spread(_waits(own), 0.5),
                    "p95_ms": _spread(_waits(own), 0.95),
                    "errors": [
                        {
                            "questions": questions,
                            "error": error,
                            "median": _spread(_errors(own, questions, error), 0.5),
                            "p90": _spread(_errors(own, questions, error), 0.9),
                        }
                        for questions in _questions(own)
                        for error in (*READINGS, "regret")
                        if error in own[0]["checkpoints"][0]
                    ],
                }
            )
    return rows


def statement(runs: Runs) -> dict[str, Any]:
    """How much faster ours is, and whether its error is smaller.

    Returns
    -------
    dict
        ``times_faster``: the least ratio, over the settings, of the median milliseconds per
        question of the peer's faster set-up to ours. ``not_smaller``: where the median error of
        the peer's best reading is not larger than ours; ``not_sure``: where it is, but the 95%
        interval of the ratio reaches down to 1. ``settings``: the numbers behind all three.
    """
    rows = [_compared(runs, setting) for setting in _distinct(runs, "setting")]
    seen_at = {
        f"{row['setting']}, {seen['questions']} questions": seen
        for row in rows
        for seen in row["errors"]
    }
    not_smaller = [where for where, seen in seen_at.items() if seen["ours"] >= seen["peer"]]
    not_sure = [where for where, seen in seen_at.items() if seen["times_smaller"]["low"] <= 1.0]
    return {
        "times_faster": min(row["times_faster"] for row in rows),
        "not_smaller": not_smaller,
        "not_sure": [where for where in not_sure if where not in not_smaller],
        "settings": rows,
    }


def times_slower(runs: Runs, setting: str) -> dict[str, float | None]:
    """How many times our median wait that of the peer's faster set-up is, in one setting."""
    here = [run for run in runs if run["setting"] == setting]
    ours = _waits([run for run in here if run["method"] == OURS])
    peers = [
        _waits([run for run in here if run["method"] == method])
        for method in _distinct(here, "method")
        if method.startswith("botorch")
    ]
    faster = min(peers, key=lambda waits: float(np.nanmedian(waits)))
    return bootstrapped(np.stack((ours, faster), axis=-1), ratio_of_medians).plain()


def _compared(runs: Runs, setting: str) -> dict[str, Any]:
    here = [run for run in runs if run["setting"] == setting]
    ours = [run for run in here if run["method"] == OURS]
    peers = {
        method: [run for run in here if run["method"] == method]
        for method in _distinct(here, "method")
        if method.startswith("botorch")
    }
    our_wait = float(np.median(_waits(ours)))
    peer_wait = min(float(np.median(_waits(peer))) for peer in peers.values())
    return {
        "setting": setting,
        "our_ms": round(our_wait, 3),
        "peer_ms": round(peer_wait, 3),
        "times_faster": round(peer_wait / our_wait, 1),
        "errors": [_error_at(questions, ours, peers) for questions in _questions(ours)],
    }


def _error_at(questions: int, ours: Runs, peers: Mapping[str, Runs]) -> dict[str, Any]:
    own = _errors(ours, questions, "disagreement")
    readings = {
        f"{method}: {reading}": _errors(peer, questions, reading)
        for method, peer in peers.items()
        for reading in READINGS
        if reading in peer[0]["checkpoints"][0]
    }
    name, peer = min(readings.items(), key=lambda item: float(np.median(item[1])))
    both = np.column_stack((np.maximum(own, FINEST), peer))
    return {
        "questions": questions,
        "ours": float(np.median(own)),
        "peer": float(np.median(peer)),
        "peer_reading": name,
        "times_smaller": bootstrapped(both, ratio_of_medians).plain(),
        "experts_better": int((own < peer).sum()),
        "experts": len(own),
    }


def _errors(runs: Runs, questions: int, error: str) -> FloatArray:
    """Of each expert; ndarray of shape (experts,)."""
    return np.array(
        [
            seen[error]
            for run in runs
            for seen in run["checkpoints"]
            if seen["questions"] == questions
        ]
    )


def _waits(runs: Runs) -> FloatArray:
    """Milliseconds; ndarray of shape (experts, questions), NaN where fewer were asked."""
    longest = max(len(run["milliseconds"]) for run in runs)
    waits = np.full((len(runs), longest), np.nan)
    for row, run in zip(waits, runs, strict=True):
        row[: len(run["milliseconds"])] = run["milliseconds"]
    return waits


def _spread(values: FloatArray, share: float) -> dict[str, float | None]:
    rows = values.reshape(len(values), -1)
    return bootstrapped(rows, partial(quantile, share=share)).plain()


def _questions(runs: Runs) -> list[int]:
    return [seen["questions"] for seen in runs[0]["checkpoints"]]


def _distinct(runs: Runs, key: str) -> list[str]:
    return list(dict.fromkeys(run[key] for run in runs))
