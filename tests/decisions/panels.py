"""Experts with answers, quickly made, for panels."""

from functools import cache

import numpy as np

from whichmetric.elicitation import Result, elicit
from whichmetric.geometry import FeasibleSet
from whichmetric.metrics import Metric, cost_ratio, f_beta
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Exact, Flip
from whichmetric.sources import breast_cancer_table

TABLE = breast_cancer_table()
FEASIBLE = FeasibleSet(TABLE, prevalence=0.1)


@cache
def asked(ratio: float, *, seed=1, flips=0.0, questions=14, **given) -> Result:
    """Return the result of an expert with this cost ratio, or beta in a family of F-beta."""
    metric = f_beta(ratio) if given.get("family") == "f-beta" else cost_ratio(ratio)
    expert = MetricOracle(metric, Flip(flips) if flips else Exact(), rng=seed)
    return elicit(FEASIBLE, expert, max_questions=questions, out_of=1_000, rng=seed, **given)


@cache
def coin(seed=5) -> Result:
    """Return the result of somebody who tosses one."""
    expert = MetricOracle(cost_ratio(9), Flip(0.5), rng=seed)
    return elicit(FEASIBLE, expert, max_questions=25, out_of=1_000, rng=seed)


@cache
def linear_fractional() -> Result:
    """Return the result of an expert of two numbers."""
    expert = MetricOracle(Metric.from_tile(0.8, 0.4))
    return elicit(FEASIBLE, expert, family="linear-fractional", max_questions=3)


def log_width(ends) -> float:
    """Return how far apart two ends are, by their logarithms."""
    return float(np.log(ends[1] / ends[0]))


@cache
def three() -> dict[str, Result]:
    """Return the results of three experts, by name."""
    ratios = {"Lee": 3.0, "Ito": 6.0, "Abel": 40.0}
    return {
        name: asked(ratio, seed=seed, questions=20)
        for seed, (name, ratio) in enumerate(ratios.items())
    }
