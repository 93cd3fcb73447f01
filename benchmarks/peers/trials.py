"""Ours beside BoTorch: the same experts, the same process, the same clock."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.experts import Expert
from benchmarks.peers.botorch_peer import BotorchPeer
from benchmarks.peers.estimates import closest_metric
from benchmarks.peers.options import INNER, Inputs, Options
from benchmarks.settings import Setting, population
from whichmetric.elicitation import make_elicitor
from whichmetric.elicitation.run import Method
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, linear
from whichmetric.metrics.ordinal import RandomPairs

__all__ = ["CHECKPOINTS", "SETTINGS", "compare", "compare_with_expert"]

CHECKPOINTS = (5, 10, 14, 20, 27)
SETTINGS = tuple(
    Setting(family, habit, "synthetic")
    for family in ("linear", "linear-fractional")
    for habit in ("no noise", "flip 10%")
)
DENSE = 400
"""Frontier points at which the peer's utility is read."""
OWN_PAIRS = 10_000
"""Random feasible pairs that the peer orders by its own utility."""


class Yardstick:
    """What all estimates about one expert are held against.

    Parameters
    ----------
    feasible : FeasibleRegion
    truth : Metric
    """

    def __init__(self, feasible: FeasibleRegion, truth: Metric) -> None:
        self._feasible, self._truth = feasible, truth
        self._pairs = RandomPairs(feasible, 0)
        tile = truth.tile(feasible.prevalence)
        self._scaled = Metric.from_tile(tile.a, tile.b)
        rng = np.random.default_rng(1)
        self.first, self.second = (feasible.uniform_points(OWN_PAIRS, rng) for _ in range(2))

    def disagreement(self, metric: Metric) -> float:
        """Share of random feasible pairs ordered wrongly."""
        return self._pairs.disagreement(self._truth, metric)

    def own_disagreement(self, lead: Any) -> float:
        """The same for a utility's lead of the first of each of its pairs."""
        z = self._feasible.prevalence
        true = self._truth.values(self.first, z) - self._truth.values(self.second, z)
        return float(np.abs(np.sign(lead) - np.sign(true)).mean() / 2)

    def regret(self, tp: float, tn: float) -> float:
        """What the expert loses at a point, on ``N / (N + D)``."""
        value = self._scaled.values(np.array([[tp, tn]]), self._feasible.prevalence)[0]
        return max(float(self._feasible.best(self._scaled).value - value), 0.0)


def compare_with_expert(setting: Setting, *, seed: int, index: int) -> list[dict[str, Any]]:
    """All methods on one expert, one after the other.

    Returns
    -------
    list of dict
        By method: errors at `CHECKPOINTS`, and milliseconds from each answer to the next question.
    """
    feasible = population(setting.population)
    expert = Expert(setting.family, setting.response, seed, index)
    yardstick = Yardstick(feasible, expert.metric)
    runs = [_ours("bayesian", feasible, expert, yardstick)]
    if setting.is_exact:
        runs.append(_ours("bisection", feasible, expert, yardstick))
    runs += [_botorch(inputs, feasible, expert, yardstick) for inputs in ("angle", "rates")]
    return [{"setting": str(setting), "expert": index, **run} for run in runs]


def _ours(
    method: Method, feasible: FeasibleRegion, expert: Expert, yardstick: Yardstick
) -> dict[str, Any]:
    elicitor = make_elicitor(
        feasible,
        family=expert.family,
        method=method,
        max_questions=CHECKPOINTS[-1] + 1,
        rng=expert.for_elicitor(),
    )
    oracle = expert.oracle()
    checkpoints, waits = [], []
    question = elicitor.ask()
    while question is not None and len(elicitor.history) < CHECKPOINTS[-1]:
        answer = oracle.answer(question)
        start = perf_counter()
        elicitor.tell(question, answer)
        question = elicitor.ask()
        waits.append(perf_counter() - start)
        if len(elicitor.history) in CHECKPOINTS:
            result = elicitor.estimate()
            chosen = result.operating_point.confusion
            checkpoints.append(
                {
                    "questions": len(elicitor.history),
                    "disagreement": yardstick.disagreement(result.metric),
                    "regret": yardstick.regret(chosen.tp, chosen.tn),
                }
            )
    return {"method": method, "milliseconds": _milliseconds(waits), "checkpoints": checkpoints}


def _botorch(
    inputs: Inputs, feasible: FeasibleRegion, expert: Expert, yardstick: Yardstick
) -> dict[str, Any]:
    inner = INNER if inputs == "rates" and expert.family == "linear-fractional" else 0
    peer = BotorchPeer(
        Options(feasible, inner=inner), inputs, int(expert.for_elicitor().integers(2**31))
    )
    oracle = expert.oracle()
    checkpoints, waits = [], []
    question = peer.ask()
    for questions in range(1, CHECKPOINTS[-1] + 1):
        answer = oracle.answer(question)
        start = perf_counter()
        peer.tell(answer)
        question = peer.ask()
        waits.append(perf_counter() - start)
        if questions in CHECKPOINTS:
            seen = _errors_of_peer(peer, inputs, feasible, expert, yardstick)
            checkpoints.append({"questions": questions, **seen})
    return {
        "method": f"botorch, {inputs}",
        "milliseconds": _milliseconds(waits),
        "failed_fits": peer.failed_fits,
        "checkpoints": checkpoints,
    }


def _errors_of_peer(
    peer: BotorchPeer,
    inputs: Inputs,
    feasible: FeasibleRegion,
    expert: Expert,
    yardstick: Yardstick,
) -> dict[str, float]:
    """Errors of every way to read a metric off the peer's utility."""
    dense = Options(feasible, angles=DENSE, inner=DENSE // 2 if inputs == "rates" else 0)
    utility = peer.utility(dense.inputs(inputs))
    closest = closest_metric(dense.points, utility, expert.family, feasible.prevalence)
    best = int(utility[:DENSE].argmax())
    errors = {
        "disagreement": yardstick.disagreement(closest),
        "regret": yardstick.regret(*map(float, dense.points[best])),
    }
    if expert.family == "linear":
        angle = float(dense.angles[best])
        optimum = linear(math.cos(angle), math.sin(angle))
        errors["disagreement_of_optimum"] = yardstick.disagreement(optimum)
    if inputs == "rates":
        unit = np.array([feasible.prevalence, 1.0 - feasible.prevalence])
        lead = peer.utility(yardstick.first / unit) - peer.utility(yardstick.second / unit)
        errors["disagreement_of_utility"] = yardstick.own_disagreement(lead)
    return errors


def _milliseconds(waits: Sequence[float]) -> list[float]:
    return [round(1000.0 * wait, 3) for wait in waits]


def compare(
    experts: int, *, seed: int, workers: int, progress: Callable[[int, int], None]
) -> Iterator[dict[str, Any]]:
    """All experts of all settings over some cores; one thread for each expert.

    Yields
    ------
    dict
        One run of one method, as of `compare_with_expert`.
    """
    from joblib import Parallel, delayed

    jobs = [(setting, index) for index in range(experts) for setting in SETTINGS]
    pool = Parallel(n_jobs=workers, return_as="generator")
    tasks = (delayed(_alone)(setting, seed, index) for setting, index in jobs)
    for done, runs in enumerate(pool(tasks), start=1):
        yield from runs
        progress(done, len(jobs))


def _alone(setting: Setting, seed: int, index: int) -> list[dict[str, Any]]:
    import torch
    from threadpoolctl import threadpool_limits

    torch.set_num_threads(1)
    with threadpool_limits(limits=1):
        return compare_with_expert(setting, seed=seed, index=index)
