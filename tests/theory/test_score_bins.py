"""The statements of docs/theory/10-score-bins.md."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.strategies import tile_metrics

from whichmetric import metrics
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric

METRICS = st.one_of(
    tile_metrics,
    tile_metrics.map(lambda metric: -metric),
    st.sampled_from([metrics.net_benefit(0.2), Metric((-1, 0, 0, 2)), metrics.cohen_kappa(0.3)]),
)


@st.composite
def binned_tables(draw):
    """An exact table of few scores, the same table on runs of them, and a prevalence."""
    size = draw(st.integers(2, 10))
    weights = st.lists(st.integers(0, 6), min_size=size, max_size=size)
    positive, negative = np.array(draw(weights), float), np.array(draw(weights), float)
    assume(positive.sum() > 0 and negative.sum() > 0)
    starts = [0, *sorted(draw(st.sets(st.integers(1, size - 1))))]
    ends = [*starts[1:], size]
    scores = np.arange(size) / 10
    binned = ScoreTable(
        scores[starts],
        np.add.reduceat(positive, starts),
        np.add.reduceat(negative, starts),
        highest=scores[np.array(ends) - 1],
    )
    exact = ScoreTable(scores, positive, negative)
    return exact, binned, draw(st.floats(0.05, 0.95))


@given(binned_tables(), st.floats(-0.1, 1.2))
def test_rates_are_off_by_what_the_bin_of_the_threshold_holds(tables, threshold):
    """Theorem 10.1: exact outside of bins; inside too few are flagged, by no more than it holds."""
    exact, binned, z = tables
    true, told = (FeasibleSet(t, prevalence=z).at_threshold(threshold) for t in (exact, binned))
    highest = binned.scores if binned.highest is None else binned.highest
    inside = np.flatnonzero((binned.scores < threshold) & (threshold <= highest))
    more_tp, less_tn = true.tp - told.tp, told.tn - true.tn
    if len(inside) == 0:
        assert (more_tp, less_tn) == pytest.approx((0, 0), abs=1e-12)
        return
    (place,) = inside
    held = binned.positive[place] / binned.positive.sum() * z
    spared = binned.negative[place] / binned.negative.sum() * (1 - z)
    assert -1e-12 <= more_tp <= held + 1e-12
    assert -1e-12 <= less_tn <= spared + 1e-12
    bounds = binned.certificate.rates(z)
    assert held <= bounds[0] + 1e-12
    assert spared <= bounds[1] + 1e-12


@settings(max_examples=300)
@given(binned_tables(), METRICS)
def test_best_value_is_between_what_is_told_and_the_bound(tables, metric):
    """Theorem 10.2, for increasing, decreasing and mixed metrics, with mirrors and without."""
    exact, binned, z = tables
    there, here = FeasibleSet(exact, prevalence=z), FeasibleSet(binned, prevalence=z)
    error = here.value_error(metric)
    for best in ("best", "best_threshold"):
        true, told = (getattr(feasible, best)(metric).value for feasible in (there, here))
        assert told - 1e-9 <= true <= told + error + 1e-9


@pytest.mark.parametrize("metric", [metrics.accuracy(), metrics.f_beta(2), metrics.precision()])
def test_bound_is_attained_where_a_bin_is_perfectly_ordered(metric):
    """Proposition 10.3: with all positives above all negatives of the bin nothing is lost."""
    binned = ScoreTable([0.1, 0.5, 0.9], [1, 4, 2], [3, 4, 1], highest=[0.1, 0.7, 0.9])
    exact = ScoreTable([0.1, 0.5, 0.7, 0.9], [1, 0, 4, 2], [3, 4, 0, 1])
    there, here = FeasibleSet(exact), FeasibleSet(binned)
    gain = there.best(metric).value - here.best(metric).value
    assert gain > 0
    assert here.value_error(metric) == pytest.approx(gain, abs=1e-12)


@given(binned_tables(), st.floats(0, 3), st.floats(0, 3))
def test_bound_of_a_linear_metric_is_at_most_a_bin_of_one_class(tables, m11, m00):
    """Proposition 10.3: no more is gained than the smaller side of some bin's weight."""
    assume(m11 + m00 > 0.01)
    _, binned, z = tables
    here, metric = FeasibleSet(binned, prevalence=z), metrics.linear(m11, m00)
    held = m11 * z * binned.positive / binned.positive.sum()
    spared = m00 * (1 - z) * binned.negative / binned.negative.sum()
    several = binned.scores < (binned.scores if binned.highest is None else binned.highest)
    most = np.minimum(held, spared)[several].max(initial=0.0)
    assert here.value_error(metric) <= most + 1e-9
