"""Elicitation from many people with one question each."""

import numpy as np
import pytest

from whichmetric.elicitation import elicit, make_elicitor, pooled_answers
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.metrics import cost_ratio, f_beta
from whichmetric.oracles import CrowdOracle
from whichmetric.responses import Flip, Logistic
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer


@pytest.fixture(scope="module")
def synthetic():
    """Return the paper's population."""
    return SigmoidPopulation(5.0).feasible_set()


def test_crowd_finds_the_cost_ratio(synthetic):
    """A hundred persons who err in 15% of their answers tell it to a few percent."""
    for seed, ratio in enumerate((0.3, 80.0)):
        crowd = CrowdOracle(cost_ratio(ratio), Flip(0.15), rng=seed)
        result = elicit(synthetic, crowd, crowd=True, max_questions=100, out_of=1_000, rng=seed)
        assert abs(np.log(result.cost_ratio / ratio)) < np.log(1.15)


def test_crowd_that_differs_is_met_in_the_middle():
    """With a spread of a factor 1.6 among persons, the median person's is found, and held."""
    feasible = FeasibleSet(breast_cancer_table())
    crowd = CrowdOracle(cost_ratio(6), Logistic(0.02, lapse=0.2), spread=0.5, rng=2)
    result = elicit(feasible, crowd, crowd=True, max_questions=120, out_of=1_000)
    low, high = result.interval("cost_ratio")
    assert abs(np.log(result.cost_ratio / 6)) < np.log(1.4)
    assert low / 1.2 < 6 < high * 1.2


def test_crowd_is_never_taken_for_heedless(synthetic):
    """One question for each person: no person is found not to look, and no side is preferred."""
    elicitor = make_elicitor(synthetic, crowd=True, max_questions=8)
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, "A")
    assert elicitor.estimate().heedless == 0.0


def test_crowd_has_a_budget_of_its_own(synthetic):
    """Two hundred persons, where no number is given."""
    assert make_elicitor(synthetic, crowd=True).max_questions == 200
    assert make_elicitor(synthetic, crowd=True, max_questions=12).max_questions == 12


@pytest.mark.parametrize("family", ["f-beta", "linear-fractional"])
def test_crowd_may_have_other_families(synthetic, family):
    """The other families ask a crowd, too."""
    crowd = CrowdOracle(f_beta(2), Flip(0.1), rng=4)
    result = elicit(synthetic, crowd, family=family, crowd=True, max_questions=15, out_of=1_000)
    assert result.questions == 15
    assert result.heedless == 0.0


def test_crowd_may_say_about_equal(synthetic):
    """Persons who cannot tell options apart say so, and nothing breaks."""
    crowd = CrowdOracle(cost_ratio(3), Logistic(0.01, lapse=0.1, equal_within=0.01), rng=5)
    result = elicit(synthetic, crowd, crowd=True, max_questions=30, out_of=1_000)
    assert Answer.EQUAL in {answer for _, answer in result.history}
    assert abs(np.log(result.cost_ratio / 3)) < np.log(1.5)


def test_crowd_is_yes_or_no(synthetic):
    """Other values than True and False are refused."""
    with pytest.raises(InvalidInputError, match="crowd='yes' is not a truth value"):
        make_elicitor(synthetic, crowd="yes")


def test_pooled_answers_count_everybody(synthetic):
    """Each person is counted once, for the option itself and not for its side."""
    crowd = CrowdOracle(cost_ratio(3.1), Flip(0.2), rng=6)
    result = elicit(synthetic, crowd, crowd=True, max_questions=40, out_of=20)
    pooled = pooled_answers(result.history)
    assert sum(pair.people for pair in pooled) == result.questions == 40
    assert len(pooled) < 40
    assert all(pair.keen.tp > pair.calm.tp for pair in pooled)
    for_keen = sum(
        (answer is Answer.A) == (question.a.tp > question.b.tp)
        for question, answer in result.history
    )
    assert sum(pair.for_keen for pair in pooled) == for_keen
