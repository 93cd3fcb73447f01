"""Cost curves beside all thresholds, and where a metric stands on them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cases, prevalences

from whichmetric import metrics
from whichmetric.decisions import cost_curve, probability_cost
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable


@given(cases())
def test_cost_curve_is_the_least_cost_over_all_thresholds(sample):
    """Misses and false alarms within their classes, weighed by the probability-cost."""
    curve = cost_curve(sample.table)
    feasible = FeasibleSet(sample.table)
    matrices = [feasible.at_threshold(t) for t in (*sample.table.scores, np.inf)]
    misses = np.array([1 - matrix.true_positive_rate for matrix in matrices])
    alarms = np.array([1 - matrix.true_negative_rate for matrix in matrices])
    for x, cost, trivial in zip(curve.probability_costs, curve.model, curve.trivial, strict=True):
        assert cost == pytest.approx((x * misses + (1 - x) * alarms).min(), abs=1e-12)
        assert trivial == min(x, 1 - x)
        assert cost <= trivial + 1e-12


@given(cases(), st.floats(0.02, 50), prevalences)
def test_cost_curve_holds_the_best_value_of_every_linear_metric(sample, x, z):
    """At a metric's probability-cost the curve is what its best threshold leaves undone."""
    metric = metrics.cost_ratio(x)
    best = FeasibleSet(sample.table, prevalence=z).best_threshold(metric).value
    perfect = (x * z + (1 - z)) / (1 + x)
    cost = cost_curve(sample.table, [probability_cost(metric, z)]).model[0]
    assert cost == pytest.approx(1 - best / perfect, abs=1e-12)


def test_probability_cost_depends_on_costs_and_prevalence():
    """Equal costs and classes are in the middle, and balanced accuracy always is."""
    assert probability_cost(metrics.accuracy(), 0.5) == 0.5
    assert probability_cost(metrics.accuracy(), 0.1) == pytest.approx(0.1)
    assert probability_cost(metrics.balanced_accuracy(0.03), 0.03) == pytest.approx(0.5)
    assert probability_cost(metrics.recall(), 0.3) == 1.0


def test_cost_curve_bounds_what_bins_leave_open():
    """The cost without bins is lower by no more, at any weight of the positive cases."""
    rng = np.random.default_rng(0)
    scores = rng.random(2_000)
    table = ScoreTable.from_arrays(rng.random(2_000) < scores**2, scores)
    exact = cost_curve(table)
    assert not exact.error.any()
    for bins in (2, 5, 40):
        curve = cost_curve(table.binned(bins))
        lower = curve.model - exact.model
        assert np.all((lower >= -1e-12) & (lower <= curve.error + 1e-12))
        assert lower.max() > 0.0
        assert str(curve).endswith(f"; {curve.binning})")
        assert curve.binning.startswith("scores in bins: cost to within 0.")


def test_cost_curve_prints_in_a_line():
    """Not its numbers."""
    curve = cost_curve(ScoreTable.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    assert str(curve) == "CostCurve(101 probability-costs from 0 to 1)"


def test_cost_curve_refuses_bad_arguments():
    """Numbers outside [0, 1], ratios, and no table."""
    table = ScoreTable.from_arrays([0, 1], [-3.0, 7.0])
    assert cost_curve(table).model.max() == 0
    for wrong in (1.1, -0.1, np.nan):
        with pytest.raises(InvalidInputError, match=f"probability_costs holds {wrong}: give num"):
            cost_curve(table, [wrong])
    with pytest.raises(InvalidInputError, match="table is None, not a ScoreTable"):
        cost_curve(None)
    with pytest.raises(InvalidInputError, match="F1 is not linear"):
        probability_cost(metrics.f_beta(1), 0.5)
