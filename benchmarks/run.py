"""One expert, asked by one method, looked at along the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from benchmarks.experts import Expert
from benchmarks.methods import methods_for
from benchmarks.settings import Setting, population
from whichmetric.metrics.ordinal import RandomPairs
from whichmetric.simulation import Checkpoint
from whichmetric.simulation.judge import Judge

__all__ = ["ERRORS", "error_of", "errors_of_expert", "shared_pairs"]

ERRORS = {"linear": "angle_error", "linear-fractional": "disagreement"}
"""What is called the error: radians, or the share of feasible pairs ordered wrongly."""
PAIRS = {"linear": 10_000, "linear-fractional": 200_000}
"""On which disagreement is measured; few where it is not the error."""


def errors_of_expert(
    setting: Setting, method: str, checkpoints: Sequence[int], *, seed: int, index: int
) -> list[float]:
    """The errors of one expert's elicitation at each checkpoint.

    Parameters
    ----------
    setting : Setting
    method : str
        The name of one of `methods_for` the setting.
    checkpoints : sequence of int
        Numbers of questions, rising. An elicitation that ended before keeps its last error.
    seed, index : int
        Which expert.
    """
    feasible = population(setting.population)
    expert = Expert(setting.family, setting.response, seed, index)
    judge = Judge(expert.metric, feasible, shared_pairs(setting.population, setting.family, seed))
    (asking,) = (known for known in methods_for(setting) if known.name == method)
    budgets = checkpoints if asking.needs_budget else checkpoints[-1:]
    errors = []
    for budget in budgets:
        wanted = [budget] if asking.needs_budget else checkpoints
        oracle = expert.oracle()
        elicitor = asking.make(feasible, setting.family, budget, expert.for_elicitor())
        for questions in wanted:
            while len(elicitor.history) < questions and (question := elicitor.ask()) is not None:
                elicitor.tell(question, oracle.answer(question))
            errors.append(error_of(judge.checkpoint(elicitor.estimate()), setting))
    return errors


def error_of(seen: Checkpoint, setting: Setting) -> float:
    """The error that the family is judged by."""
    error = getattr(seen, ERRORS[setting.family])
    assert error is not None
    return float(np.float64(error))


@cache
def shared_pairs(name: str, family: str, seed: int) -> RandomPairs:
    """Random pairs of a population, drawn once in a process."""
    return RandomPairs(population(name), seed, pairs=PAIRS[family])
