"""Results of each family and method, and tables, to draw."""

from functools import cache

import numpy as np

from whichmetric.elicitation import Result, elicit
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric, cost_ratio, f_beta
from whichmetric.oracles import MetricOracle

SCORES = (np.arange(20) + 0.5) / 20
TABLE = ScoreTable(SCORES, 10 * SCORES, 10 * (1 - SCORES))
SHARPER = ScoreTable(SCORES, 20 * SCORES**2, 20 * (1 - SCORES) ** 2)
FEASIBLE = FeasibleSet(TABLE, prevalence=0.3)
TRUTHS = {
    "linear": cost_ratio(4),
    "f-beta": f_beta(2),
    "linear-fractional": Metric.from_tile(0.8, 0.4),
}
KINDS = [
    (family, method) for family in TRUTHS for method in ("bayesian", "bisection", "binary-search")
]


@cache
def result_of(family: str, method: str) -> Result:
    """What a few answers of an expert who never errs tell."""
    budget = 6 if method == "bayesian" else None
    expert = MetricOracle(TRUTHS[family])
    return elicit(FEASIBLE, expert, family=family, method=method, max_questions=budget)
