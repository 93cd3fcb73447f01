"""Matrices between the frontier and the chance line, with the classifiers that have them."""

import re
from itertools import pairwise

import numpy as np
import pytest
from tests.strategies import CONSTANT

from whichmetric.elicitation import elicit
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import cost_ratio
from whichmetric.oracles import MetricOracle

LABELS = [0, 0, 1, 0, 1, 0, 1, 1, 0, 1]
FEASIBLE = FeasibleSet(ScoreTable.from_arrays(LABELS, np.arange(10) / 10))
NOBODY, EVERYBODY = np.array([0.0, 0.5]), np.array([0.5, 0.0])


def between(along, up):
    """Return the point at shares of the way along the chance line and up to the frontier."""
    foot = NOBODY + along * (EVERYBODY - NOBODY)
    return foot + up * (np.array([foot[0], np.interp(foot[0], *FEASIBLE.frontier.T)]) - foot)


@pytest.mark.parametrize("up", [0.0, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("along", [0.0, 0.1, 0.45, 0.5, 0.55, 0.9, 1.0])
def test_realised_matrix_is_the_mixture_of_its_thresholds(along, up):
    """Each of at most three, all of which are on the frontier, by its weight."""
    there = between(along, up)
    matrix = FEASIBLE.realise(*there)
    assert (matrix.tp, matrix.tn) == pytest.approx(tuple(there), abs=1e-12)
    rule = matrix.realisation
    vertices = [FEASIBLE.thresholds.tolist().index(threshold) for threshold in rule.thresholds]
    assert rule.weights @ FEASIBLE.frontier[vertices] == pytest.approx(there, abs=1e-12)
    assert 1 <= len(vertices) <= 3
    assert min(rule.weights) > 0
    assert not any(rule.below)


@pytest.mark.parametrize(("along", "nobody"), [(0.45, False), (0.55, True)])
def test_realised_matrix_mixes_the_farther_trivial_classifier_in(along, nobody):
    """Flag-nobody where more than half of the positive cases are found, else flag-everybody."""
    thresholds = FEASIBLE.realise(*between(along, 0.9)).realisation.thresholds
    assert (np.inf in thresholds) == nobody
    assert (FEASIBLE.thresholds[-1] in thresholds) != nobody


@pytest.mark.parametrize("vertex", range(len(FEASIBLE.frontier)))
def test_realised_vertex_is_a_single_threshold(vertex):
    """Nothing of any other is mixed in, but for rounding."""
    rule = FEASIBLE.realise(*FEASIBLE.frontier[vertex]).realisation
    assert rule.thresholds[np.argmax(rule.weights)] == FEASIBLE.thresholds[vertex]
    assert max(rule.weights) == pytest.approx(1.0, abs=1e-12)


def test_realise_without_anything_better_than_chance_mixes_the_trivial_classifiers():
    """The frontier is the chance line, of which each point has its share of flag-everybody."""
    feasible = CONSTANT.feasible
    nobody, everybody = feasible.frontier
    matrix = feasible.realise(*(0.75 * nobody + 0.25 * everybody))
    by_threshold = dict(zip(matrix.realisation.thresholds, matrix.realisation.weights, strict=True))
    assert by_threshold == pytest.approx({np.inf: 0.75, feasible.thresholds[-1]: 0.25})


@pytest.mark.parametrize("up", [-0.01, 1.01])
@pytest.mark.parametrize("along", [0.3, 0.7, 0.95])
def test_realise_refuses_what_lies_beyond(along, up):
    """Below the chance line and above the frontier; the point is named."""
    tp, tn = between(along, up)
    text = f"(tp, tn) = ({tp:g}, {tn:g}) is not between the frontier and the chance line."
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        FEASIBLE.realise(tp, tn)


@pytest.mark.parametrize("rare", [1e-2, 1e-7, 1e-9, 1e-12])
def test_realise_takes_the_frontier_beside_a_rare_grade(rare):
    """However near flag-nobody and flag-everybody a grade of few cases brings a vertex."""
    table = ScoreTable([0.0, 0.1, 0.5, 0.9], [0.0, 0.1, 0.3, rare], [rare, 0.9, 0.1, 0.0])
    feasible = FeasibleSet(table)
    for start, end in pairwise(feasible.frontier):
        for way in np.linspace(0.0, 1.0, 41):
            there = (1.0 - way) * start + way * end
            matrix = feasible.realise(*there)
            assert (matrix.tp, matrix.tn) == pytest.approx(tuple(there), abs=1e-9)


def test_session_goes_on_beside_a_rare_grade():
    """One of fourteen million cases has the highest grade, and experts are asked to the end."""
    table = ScoreTable([0.1, 0.5, 0.9], [1e6, 3e6, 1], [9e6, 1e6, 0])
    expert = MetricOracle(cost_ratio(8))
    result = elicit(FeasibleSet(table), expert, out_of=1000, max_questions=20)
    assert result.questions == 20
    assert result.cost_ratio == pytest.approx(8, rel=0.05)
