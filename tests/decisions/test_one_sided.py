"""Answers that all go one way are called what they are."""

import pytest
from tests.decisions.beliefs import believed, binormal

from whichmetric.decisions import explain, recommend
from whichmetric.decisions.one_sided import one_sided_caution
from whichmetric.elicitation import elicit
from whichmetric.geometry import FeasibleSet
from whichmetric.metrics import accuracy, cost_ratio, linear
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Exact, Flip
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer

TABLE = binormal(400, 2.0)
FEASIBLE = FeasibleSet(TABLE)


@pytest.mark.parametrize("method", ["bayesian", "bisection"])
@pytest.mark.parametrize("weights", [(-1.0, -1.0), (-4.0, -1.0), (-0.1, -1.0)])
def test_expert_who_prefers_errors_is_cautioned(method, weights):
    """In the usual direction the estimate goes to an end, and both texts say what to do."""
    expert = MetricOracle(linear(*weights))
    result = elicit(FEASIBLE, expert, method=method, max_questions=20, direction="increasing")
    words, advice = explain(result, FEASIBLE), recommend(result, TABLE)
    assert words.caution == advice.caution
    assert "they fit no ordinary preference." in str(words)
    assert 'direction="either" asks.' in str(advice)
    assert words.caution in words.as_dict()["caution"]


@pytest.mark.parametrize("metric", [accuracy(), cost_ratio(4), cost_ratio(30)])
def test_ordinary_expert_is_not_cautioned(metric):
    """Who weighs both kinds of error says now this, now that."""
    for seed in range(3):
        expert = MetricOracle(metric, Flip(0.1), rng=seed)
        result = elicit(FEASIBLE, expert, max_questions=20)
        assert one_sided_caution(result) is None
    assert recommend(believed((0.6, 0.6)), TABLE).caution is None


def test_expert_who_was_asked_for_the_direction_is_not_cautioned():
    """Who minds misses alone answers one way, too; once asked, nothing is open."""
    expert = MetricOracle(cost_ratio(1e9))
    asked = elicit(FEASIBLE, expert, max_questions=20, direction="either")
    assert explain(asked, FEASIBLE).caution is None
    unasked = elicit(FEASIBLE, expert, max_questions=20)
    assert "finds more positives" in explain(unasked, FEASIBLE).caution


def test_expert_whose_limit_is_about_equal_is_not_cautioned():
    """All choices may go one way where "about equal" says how far that goes."""
    expert = MetricOracle(cost_ratio(0.25), Exact(equal_within=0.02))
    result = elicit(FeasibleSet(breast_cancer_table(), prevalence=0.08), expert, max_questions=20)
    assert sum(answer is Answer.EQUAL for _, answer in result.history) > 2
    assert one_sided_caution(result) is None
