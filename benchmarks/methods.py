"""The methods that are compared."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.random_questions import RandomQuestionsLinear, RandomQuestionsLinearFractional
from benchmarks.settings import Family, Setting
from whichmetric.elicitation import Elicitor, make_elicitor
from whichmetric.elicitation.binary_search.angle_search import Classifiers
from whichmetric.geometry import FeasibleRegion

__all__ = ["OURS", "Method", "methods_for"]

OURS = "bayesian"
"""The default, which the others are compared with."""

ROUND = 4
"""Questions with which the paper halves an angle."""
Make = Callable[[FeasibleRegion, Family, int, np.random.Generator], Elicitor]


@dataclass(frozen=True)
class Method:
    """A way of asking.

    Parameters
    ----------
    name : str
        For the table, the plots and the JSON.
    make : callable
        From feasible set, family, budget and generator to an elicitor.
    stage : int, optional
        Given where the questions depend on how many there will be, so that every budget takes a
        run of its own: only multiples of this many questions are of use.
    """

    name: str
    make: Make
    stage: int | None = None


def methods_for(setting: Setting) -> list[Method]:
    """The methods that make sense in a setting, ours first.

    Bisection believes every answer, so it is for experts without noise. The paper prints a rule
    for the classifier of an angle that is right for calibrated scores; on the synthetic population
    it and the exact optimum are the same.
    """
    methods = [Method(OURS, _bayesian)]
    if setting.is_exact:
        methods.append(Method("bisection", _bisection))
    stage = None if setting.family == "linear" else 2 * ROUND
    methods.append(Method("paper", _paper("support"), stage))
    if setting.population != "synthetic":
        methods.append(Method("paper, as printed", _paper("printed"), stage))
    return [*methods, Method("random questions", _random)]


def _bayesian(
    feasible: FeasibleRegion, family: Family, budget: int, rng: np.random.Generator
) -> Elicitor:
    return make_elicitor(feasible, family=family, max_questions=budget, rng=rng)


def _bisection(
    feasible: FeasibleRegion, family: Family, budget: int, rng: np.random.Generator
) -> Elicitor:
    return make_elicitor(feasible, family=family, method="bisection", max_questions=budget, rng=rng)


def _random(
    feasible: FeasibleRegion, family: Family, budget: int, rng: np.random.Generator
) -> Elicitor:
    elicitor = RandomQuestionsLinear if family == "linear" else RandomQuestionsLinearFractional
    return elicitor(feasible, max_questions=budget, rng=rng)


def _paper(classifiers: Classifiers) -> Make:
    """The paper's search, its tolerance the smallest that the budget allows.

    For linear-fractional metrics both boundaries are searched, one after the other, so that a
    budget means as many rounds on each.
    """

    def make(
        feasible: FeasibleRegion, family: Family, budget: int, rng: np.random.Generator
    ) -> Elicitor:
        round_questions = ROUND if family == "linear" else 2 * ROUND
        rounds = budget // round_questions
        return make_elicitor(
            feasible,
            family=family,
            method="binary-search",
            classifiers=classifiers,
            tolerance=(math.pi / 2) / 2 ** max(rounds, 1),
            max_questions=rounds * round_questions,
            rng=rng,
        )

    return make
