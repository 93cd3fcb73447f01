"""One expert, asked by one method, looked at along the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from benchmarks.experts import Expert
from benchmarks.methods import Method, methods_for
from benchmarks.settings import Setting, population
from whichmetric.metrics.ordinal import RandomPairs
from whichmetric.simulation.judge import Judge

__all__ = ["ERRORS", "Errors", "errors_of_expert"]

ERRORS = {"linear": "angle_error", "linear-fractional": "disagreement"}
"""What is called the error: radians, or the share of feasible pairs ordered wrongly."""


class Errors(NamedTuple):
    """After some questions: by the name in `ERRORS`, and the share of pairs ordered wrongly."""

    error: float
    disagreement: float


def errors_of_expert(
    setting: Setting, method: str, checkpoints: Sequence[int], *, seed: int, index: int
) -> list[Errors]:
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
    expert = Expert(setting.family, setting.response, seed, index)
    (asking,) = (known for known in methods_for(setting) if known.name == method)
    if asking.stage is None:
        return _errors_along(setting, asking, expert, checkpoints)
    budgets = [step // asking.stage * asking.stage for step in checkpoints]
    ends = {budget: _errors_along(setting, asking, expert, [budget])[0] for budget in set(budgets)}
    return [ends[budget] for budget in budgets]


def _errors_along(
    setting: Setting, method: Method, expert: Expert, checkpoints: Sequence[int]
) -> list[Errors]:
    """Of one elicitation, whose budget is the last checkpoint."""
    feasible = population(setting.population)
    pairs = _random_pairs(setting.population, expert.seed)
    judge = Judge(expert.metric, feasible, pairs)
    oracle = expert.oracle()
    elicitor = method.make(feasible, setting.family, checkpoints[-1], expert.for_elicitor())
    errors = []
    for questions in checkpoints:
        while len(elicitor.history) < questions and (question := elicitor.ask()) is not None:
            elicitor.tell(question, oracle.answer(question))
        seen = judge.checkpoint(elicitor.estimate())
        errors.append(Errors(float(getattr(seen, ERRORS[setting.family])), seen.disagreement))
    return errors


@cache
def _random_pairs(name: str, seed: int) -> RandomPairs:
    """Random pairs of a population, drawn once in a process."""
    return RandomPairs(population(name), seed)
