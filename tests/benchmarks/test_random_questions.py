"""Random questions are asked by an elicitor like any other."""

import numpy as np
import pytest
from tests.contracts.elicitor_contract import ElicitorContract

from benchmarks.random_questions import RandomQuestionsLinear, RandomQuestionsLinearFractional
from whichmetric.geometry import FeasibleSet
from whichmetric.metrics import Metric
from whichmetric.oracles import MetricOracle
from whichmetric.sources import breast_cancer_table


@pytest.fixture(scope="class")
def feasible():
    """Real data."""
    return FeasibleSet(breast_cancer_table())


class TestRandomQuestionsLinear(ElicitorContract):
    most_questions = 8
    stops = "budget"
    tolerances = ()
    level = 0.999

    def make(self, feasible, **options):
        """Return the baseline with a budget and without tolerance."""
        return RandomQuestionsLinear(feasible, **{"max_questions": 8, **options})


def test_random_questions_lie_on_the_frontier_and_replay(feasible):
    """Both options are frontier points, neither dominates, and a log repeats the questions."""
    oracle = MetricOracle(Metric.from_tile(0.8, 0.3))
    elicitor, again = (
        RandomQuestionsLinearFractional(feasible, max_questions=6, rng=3) for _ in range(2)
    )
    while (question := elicitor.ask()) is not None:
        for option in (question.a, question.b):
            steps = np.array([option.tp, option.tn]) - feasible.frontier[:-1]
            edges = np.diff(feasible.frontier, axis=0)
            off = edges[:, 0] * steps[:, 1] - edges[:, 1] * steps[:, 0]
            assert np.abs(off / np.hypot(*edges.T)).min() < 1e-9
        assert (question.a.tp - question.b.tp) * (question.a.tn - question.b.tn) < 0
        assert again.ask() == question
        answer = oracle.answer(question)
        elicitor.tell(question, answer)
        again.tell(question, answer)
    assert again.estimate() == elicitor.estimate()
