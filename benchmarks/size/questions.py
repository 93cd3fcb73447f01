"""How long a person waits for the next question, by the size of the data behind it."""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from whichmetric.elicitation.run import Family, Method

__all__ = ["concave_table", "wait"]

QUESTIONS = 25
"""That are waited for."""
EQUAL = (3, 8, 9, 16)
"""Those among them that are answered by "about equal", where anybody says that."""


def concave_table(vertices: int) -> Any:
    """A table whose every score is a vertex of the frontier: the worst case for questions."""
    from whichmetric import ScoreTable

    scores = (np.arange(vertices) + 0.5) / vertices
    return ScoreTable(scores, scores, 1.0 - scores)


def wait(
    table: Any, family: Family, method: Method, *, says_equal: bool = False
) -> dict[str, float]:
    """Milliseconds of `tell` and of `ask`, 95th percentiles; of both, median, 95th and slowest.

    They are of the processor, on one core: what a person waits for where nothing else runs.
    """
    from whichmetric import Answer, FeasibleSet, MetricOracle, make_elicitor, metrics, responses

    feasible = FeasibleSet(table)
    expert = MetricOracle(metrics.cost_ratio(4), responses.Flip(0.1), rng=0)
    waits: list[tuple[float, float]] = []
    with threadpool_limits(limits=1):
        begun = process_time()
        elicitor = make_elicitor(
            feasible, family=family, method=method, max_questions=QUESTIONS, rng=0
        )
        question = elicitor.ask()
        first = process_time() - begun
        while question is not None:
            answer = expert.answer(question)
            if says_equal and len(waits) in EQUAL:
                answer = Answer.EQUAL
            begun = process_time()
            elicitor.tell(question, answer)
            told = process_time()
            question = elicitor.ask()
            waits.append((told - begun, process_time() - told))
    tell, ask = 1e3 * np.array(waits).T
    return {
        "first": 1e3 * first,
        "median": float(np.median(tell + ask)),
        "tell": float(np.quantile(tell, 0.95)),
        "ask": float(np.quantile(ask, 0.95)),
        "both": float(np.quantile(tell + ask, 0.95)),
        "slowest": float(np.max(tell + ask)),
    }
