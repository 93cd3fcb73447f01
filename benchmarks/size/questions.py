"""How long a person waits for the next question, by the size of the data behind it."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.run import Family, Method

__all__ = ["FEWER_RATIOS", "RATIOS", "WIDTH", "concave_table", "wait"]

QUESTIONS = 25
"""That each expert is asked."""
RATIOS = (0.5, 2.0, 4.0, 8.0, 32.0)
"""Of the experts, each of whom errs in a tenth of the answers."""
FEWER_RATIOS = (4.0,)
"""Of the short form."""
WIDTH = 0.01
"""Smaller differences are called "about equal" by an expert who says that."""


def concave_table(vertices: int) -> Any:
    """A table whose every score is a vertex of the frontier: the worst case for questions."""
    from whichmetric import ScoreTable

    scores = (np.arange(vertices) + 0.5) / vertices
    return ScoreTable(scores, scores, 1.0 - scores)


def wait(
    table: Any,
    family: Family,
    method: Method,
    *,
    ratios: Sequence[float],
    says_equal: bool = False,
) -> dict[str, float]:
    """Milliseconds of `tell` and of `ask`, 95th percentiles; of both, median, 95th and slowest.

    They are of the processor, on one core: what a person waits for where nothing else runs. And the
    share of the answers that were "about equal".
    """
    from whichmetric import FeasibleSet

    feasible = FeasibleSet(table)
    sessions = [
        _session(feasible, family, method, ratio, WIDTH if says_equal else 0.0) for ratio in ratios
    ]
    tell, ask = 1e3 * np.concatenate([waits for waits, _, _ in sessions]).T
    return {
        "first": 1e3 * max(first for _, first, _ in sessions),
        "median": float(np.median(tell + ask)),
        "tell": float(np.quantile(tell, 0.95)),
        "ask": float(np.quantile(ask, 0.95)),
        "both": float(np.quantile(tell + ask, 0.95)),
        "slowest": float(np.max(tell + ask)),
        "equal": sum(equal for _, _, equal in sessions) / tell.size,
    }


def _session(
    feasible: Any, family: Family, method: Method, ratio: float, width: float
) -> tuple[NDArray[np.float64], float, int]:
    """Seconds of each `tell` and `ask`, of the first question, and the answers "about equal"."""
    from whichmetric import Answer, MetricOracle, make_elicitor, metrics, responses

    habit = responses.Flip(0.1, equal_within=width)
    expert = MetricOracle(metrics.cost_ratio(ratio), habit, rng=0)
    waits: list[tuple[float, float]] = []
    equal = 0
    begun = process_time()
    elicitor = make_elicitor(feasible, family=family, method=method, max_questions=QUESTIONS, rng=0)
    question = elicitor.ask()
    first = process_time() - begun
    while question is not None:
        answer = expert.answer(question)
        equal += answer is Answer.EQUAL
        begun = process_time()
        elicitor.tell(question, answer)
        told = process_time()
        question = elicitor.ask()
        waits.append((told - begun, process_time() - told))
    return np.array(waits), first, equal
