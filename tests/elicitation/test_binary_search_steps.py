"""The paper's searches step by step: which pairs, in which order, and how many."""

import itertools
import math
import re
from functools import partial

import numpy as np
import pytest

from whichmetric.elicitation import elicit as elicit_by
from whichmetric.elicitation import make_elicitor as make_by
from whichmetric.elicitation import minimise
from whichmetric.elicitation.binary_search.angle_search import classifier_at
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, SigmoidPopulation
from whichmetric.metrics import Metric, linear
from whichmetric.oracles import CallableOracle, MetricOracle, ScriptedOracle
from whichmetric.sources import breast_cancer_table
from whichmetric.values import Answer

elicit = partial(elicit_by, method="binary-search")
make_elicitor = partial(make_by, method="binary-search")
SIGMOID = SigmoidPopulation(5.0).feasible_set()


def test_printed_classifiers_threshold_the_probability():
    """As printed, the search thresholds the score at m00 / (m11 + m00), on or off the hull."""
    feasible = FeasibleSet(breast_cancer_table())
    for angle in np.linspace(0.0, math.pi / 2, 50):
        threshold = math.sin(angle) / (math.sin(angle) + math.cos(angle))
        upper = classifier_at(feasible, angle)
        assert upper == feasible.at_threshold(threshold)
        assert classifier_at(feasible, angle + math.pi) == upper.mirrored()


ROUNDS = list(itertools.product("AB", repeat=4))


RISE_UNTIL = {0: (0.0, 0.5), 1: (0.0, 0.5), 2: (0.25, 0.75), 3: (0.5, 1.0), 4: (0.5, 1.0)}


@pytest.mark.parametrize("answers", ROUNDS)
def test_out_of_order_answers_take_the_default_order(answers):
    """Whatever falls before the last rise counts as a rise; then the printed half is kept."""
    last_rise = max((i + 1 for i, answer in enumerate(answers) if answer == "A"), default=0)
    result = elicit(SIGMOID, ScriptedOracle(answers), tolerance=math.pi / 4)
    assert result.angle == pytest.approx(np.mean(RISE_UNTIL[last_rise]) * math.pi / 2)


@pytest.mark.parametrize("answer", ["EQUAL", "SKIP"])
def test_tie_counts_as_not_preferred(answer):
    """Without a preference the search goes where the first option is not preferred."""
    tied = elicit(SIGMOID, ScriptedOracle([answer] * 28))
    fallen = elicit(SIGMOID, ScriptedOracle("B" * 28))
    assert tied.angle == fallen.angle


def test_first_round_asks_the_printed_pairs_in_the_printed_order():
    """Each question puts the later angle's classifier first."""
    elicitor = make_elicitor(SIGMOID, max_questions=4)
    angles = np.linspace(0, math.pi / 2, 5)
    for before, after in itertools.pairwise(angles):
        question = elicitor.ask()
        assert question.a == SIGMOID.support(after).confusion
        assert question.b == SIGMOID.support(before).confusion
        elicitor.tell(question, Answer.A)


def test_algorithm_2_asks_the_pairs_the_other_way_round():
    """Where Algorithm 1 looks for better, Algorithm 2 looks for worse."""
    asked = []

    def record(question):
        asked.append(question)
        return Answer.B

    minimise(SIGMOID, CallableOracle(record), tolerance=math.pi / 4)
    angles = np.linspace(math.pi, 3 * math.pi / 2, 5)
    assert [q.a for q in asked] == [classifier_at(SIGMOID, float(t)) for t in angles[:-1]]
    assert [q.b for q in asked] == [classifier_at(SIGMOID, float(t)) for t in angles[1:]]


def test_grid_search_has_the_printed_step():
    """The p11 that the grid finds on rows 4 and 6 of Table 2 is a multiple of .01, not of .02."""
    rows = {(0.6, 0.4, 0.4, 0.2, 0.2): 0.61, (0.2, 0.8, -0.4, -0.2, 0.8): 0.15}
    for coefficients, p11 in rows.items():
        truth = Metric.from_coefficients(*coefficients, prevalence=0.5)
        result = elicit(SIGMOID, MetricOracle(truth), family="linear-fractional")
        assert result.tile.a == pytest.approx(p11)


@pytest.mark.parametrize("answer", ["EQUAL", "SKIP", "A"])
def test_direction_question_without_a_preference_means_increasing(answer):
    """Only a preference for the worse classifier makes a metric decreasing."""
    elicitor = make_elicitor(SIGMOID, direction="either")
    elicitor.tell(elicitor.ask(), answer)
    assert elicitor.estimate().direction == "increasing"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"family": "cubic"}, "family='cubic' is unknown: choose 'f-beta' or 'linear'"),
        ({"method": "guess"}, "method='guess' is unknown: choose 'bayesian' or 'binary-search' or"),
        ({"tolerance": 0.0}, "tolerance=0 is not a positive"),
        ({"tolerance": math.nan}, "tolerance=nan is not a positive"),
        ({"direction": "up"}, "direction='up' is unknown"),
        ({"max_questions": -1}, "max_questions=-1 is not a budget"),
        ({"out_of": 0}, "out_of=0 is not a number of cases"),
        ({"solver": "pivot"}, "does not fit family='linear'"),
        ({"family": "linear-fractional", "solver": "newton"}, "solver='newton' is unknown"),
        ({"family": "linear-fractional", "p11": 2.0}, "p11=2.0 is not in"),
        ({"classifiers": "best"}, "classifiers='best' is unknown"),
        ({"direction": "either", "direction_question": "?"}, "direction_question='?' is unknown"),
    ],
)
def test_make_elicitor_names_the_argument_it_cannot_use(arguments, text):
    """An option that does not exist is refused by name before anything is asked."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        make_elicitor(SIGMOID, **arguments).ask()


def test_elicitor_with_nothing_to_ask_says_so_at_once():
    """Whether ask was called or not, the estimate names the reason for asking nothing."""
    assert make_elicitor(SIGMOID, tolerance=2.0).estimate().stopped == "tolerance"


@pytest.mark.parametrize("feasible", [SIGMOID, FeasibleSet(breast_cancer_table(), prevalence=0.08)])
@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 28),
        ({"direction": "either"}, 29),
        ({"max_questions": 12}, 12),
        ({"max_questions": 60}, 28),
        ({"family": "f-beta"}, 20),
        ({"family": "linear-fractional"}, 40),
        ({"family": "linear-fractional", "direction": "either", "max_questions": 39}, 39),
        ({"tolerance": 2.0}, 0),
    ],
    ids=str,
)
def test_binary_search_forecasts_how_many_questions_are_left(feasible, options, most):
    """Four for each halving, or the budget, counts down to 0 by one for each answer."""
    elicitor, expert, left = make_elicitor(feasible, **options), MetricOracle(linear(3, 1)), []
    while (question := elicitor.ask()) is not None:
        left.append(elicitor.estimate().remaining)
        elicitor.tell(question, expert.answer(question))
    assert [*left, elicitor.estimate().remaining] == list(range(most, -1, -1))
