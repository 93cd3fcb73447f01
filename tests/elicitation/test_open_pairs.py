"""Pairs whose order is in doubt, beside all pairs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whichmetric.elicitation.bayesian.linear_fractional import OPEN_PAIRS, BayesianLinearFractional
from whichmetric.elicitation.bayesian.open_pairs import POOL, OpenPairs
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import Metric
from whichmetric.metrics.tile import order_vectors, tile_to_chart
from whichmetric.oracles import MetricOracle

FEASIBLE = SigmoidPopulation(5.0).feasible_set()
PAIRS = OpenPairs(FEASIBLE, np.random.default_rng(0))


@st.composite
def metrics(draw):
    """Tile points in a box that is small or wide; ndarray of shape (30, 2)."""
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    width = draw(st.sampled_from((0.001, 0.02, 0.2, 1.0)))
    return rng.random(2) * (1.0 - width) + width * rng.random((30, 2))


def _verdicts(tiles):
    """Of every metric on every pair; shape (m, POOL)."""
    return order_vectors(tile_to_chart(tiles, FEASIBLE.prevalence)) @ PAIRS._comparisons.T > 0


@settings(max_examples=20)
@given(metrics())
def test_open_pairs_measure_disagreement_as_all_pairs_do(tiles):
    """Pairs that all metrics order alike add nothing; of too many open, some stand for all."""
    verdicts = _verdicts(tiles)
    expected = (verdicts[0] != verdicts[1:]).mean(axis=1)
    found = PAIRS.disagreements(tiles[0], tiles[1:])
    assert found.mean() == pytest.approx(expected.mean(), rel=0.1, abs=1e-9)
    assert found == pytest.approx(expected, rel=0.3, abs=0.01)


@settings(max_examples=20)
@given(metrics())
def test_typical_metric_disagrees_least_on_all_pairs(tiles):
    """No other metric agrees with all of them on more of the pool."""
    signs = np.where(_verdicts(tiles), 1, -1)
    agreement = signs @ signs.sum(axis=0)
    assert agreement[PAIRS.typical(tiles)] == agreement.max()


@settings(max_examples=20)
@given(metrics())
def test_votes_are_on_pairs_that_some_order_differently(tiles):
    """Every column has a vote for either option, and there are no more than were asked for."""
    votes = PAIRS.votes(tiles, tiles, 500)
    open_pairs = np.ptp(_verdicts(tiles).astype(int), axis=0).sum()
    assert votes.shape == (len(tiles), min(open_pairs, 500))
    assert np.all(np.ptp(votes, axis=0) == 1)


def test_metric_does_not_disagree_with_itself():
    """Where no pair is open there is nothing to disagree about."""
    tile = np.array([0.3, 0.6])
    assert PAIRS.disagreements(tile, np.array([tile])).tolist() == [0.0]
    assert PAIRS.votes(tile[None], tile[None], POOL).shape == (1, 0)
    assert PAIRS.typical(tile[None]) == 0


@pytest.mark.parametrize("answers", [2, 3])
def test_questions_are_worth_the_disagreement_that_they_end(answers):
    """Of two metrics that fit an answer, how often they differ on a pair; less of it is better."""
    elicitor = BayesianLinearFractional(FEASIBLE)
    expert = MetricOracle(Metric.from_tile(0.7, 0.3))
    for _ in range(4):
        question = elicitor.ask()
        elicitor.tell(question, expert.answer(question))
    rng = np.random.default_rng(0)
    nodes = elicitor._attentive.nodes(60, 0.5)
    chances = np.moveaxis(rng.dirichlet(np.ones(answers), (5, 60)), -1, 0)
    tiles = np.column_stack((elicitor._attentive.a[nodes], elicitor._attentive.b[nodes]))
    votes = elicitor._open_pairs.votes(tiles, tiles[::6], OPEN_PAIRS).astype(np.float64)

    def disagreement(weights):
        """Expected over the metrics so weighed, times how many they are."""
        shares = weights / weights.sum()
        return weights.sum() * 2 * (shares @ votes * (shares @ (1.0 - votes))).sum()

    now = disagreement(np.ones(60))
    truth = [now - sum(disagreement(told) for told in chances[:, place]) for place in range(5)]
    assert 2 * elicitor._worth(nodes, chances) == pytest.approx(truth, rel=1e-9)
