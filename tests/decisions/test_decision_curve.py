"""Decision curves beside the package dcurves, and what they mean."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from tests.interop.data import breast_cancer, magic, models, scores
from tests.strategies import PERFECT, Cases, drawn_cases, prevalences
from tests.thoroughness import runs

from whichmetric import metrics
from whichmetric.decisions import decision_curve, shifted_probability
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable

GRID = np.arange(100) / 100


def by_dcurves(labels, scores, thresholds=GRID, prevalence=None) -> dict[str, np.ndarray]:
    """Net benefit of the model, of treating all and of treating none, by the peer."""
    # Here, since its import takes seconds, which every worker of make test would need.
    dcurves = pytest.importorskip("dcurves", reason="dcurves has no release for this Python yet")
    frame = dcurves.dca(
        data=pd.DataFrame({"label": np.asarray(labels, dtype=int), "score": scores}),
        outcome="label",
        modelnames=["score"],
        thresholds=list(thresholds),
        prevalence=prevalence,
    )
    columns = {name: rows["net_benefit"].to_numpy() for name, rows in frame.groupby("model")}
    return {"model": columns["score"], "treat_all": columns["all"], "treat_none": columns["none"]}


def assert_same(curve, expected) -> None:
    """All three columns, to 1e-9."""
    for name, values in expected.items():
        assert getattr(curve, name) == pytest.approx(values, abs=1e-9), name


@settings(max_examples=runs(10, thorough=100))
@given(drawn_cases())
@example(Cases(np.array([0, 1, 1, 0]), np.array([0.0, 0.0, 1.0, 1.0]), np.ones(4), None))
def test_decision_curve_equals_dcurves(sample):
    """Model, treat all and treat none, with ties, and with scores of exactly 0 and 1."""
    curve = decision_curve(ScoreTable.from_arrays(sample.labels, sample.scores))
    assert_same(curve, by_dcurves(sample.labels, sample.scores))
    assert curve.thresholds.tolist() == GRID.tolist()


@settings(max_examples=runs(10, thorough=100))
@given(drawn_cases(), prevalences)
def test_decision_curve_of_cases_and_controls_equals_dcurves(sample, z):
    """Scores that are calibrated for the population, tested on another share of positives."""
    table = ScoreTable.from_arrays(sample.labels, sample.scores)
    curve = decision_curve(table, prevalence=z, calibrated_at=z)
    assert_same(curve, by_dcurves(sample.labels, sample.scores, prevalence=z))
    assert curve.prevalence == z


@settings(max_examples=runs(10, thorough=100))
@given(drawn_cases(), prevalences)
def test_decision_curve_elsewhere_is_that_of_recalibrated_scores(sample, z):
    """Scores that are calibrated on their own table are shifted to the other prevalence first."""
    table = ScoreTable.from_arrays(sample.labels, sample.scores)
    moved = shifted_probability(sample.scores, calibrated_at=table.prevalence, prevalence=z)
    grid = (GRID + 0.0037)[:99]  # off the few scores that these cases have
    curve = decision_curve(table, grid, prevalence=z)
    assert_same(curve, by_dcurves(sample.labels, moved, grid, prevalence=z))


@given(drawn_cases())
def test_decision_curve_is_net_benefit_at_each_threshold(sample):
    """The curve is the metric `net_benefit` of flagging from that probability on."""
    feasible = FeasibleSet(sample.table)
    curve = decision_curve(sample.table, [0.1, 0.5, 0.77])
    for threshold, value in zip(curve.thresholds, curve.model, strict=True):
        metric = metrics.net_benefit(threshold)
        assert value == metric(feasible.at_probability(threshold))
        assert value <= feasible.best(metric).value + 1e-12


def test_decision_curve_counts_weights_as_cases():
    """A case of weight 2 is two cases."""
    weighted = ScoreTable.from_arrays([0, 1, 1], [0.2, 0.4, 0.9], sample_weight=[2, 1, 3])
    repeated = ([0, 0, 1, 1, 1, 1], [0.2, 0.2, 0.4, 0.9, 0.9, 0.9])
    assert_same(decision_curve(weighted), by_dcurves(*repeated))


@pytest.mark.parametrize("data", [breast_cancer, magic], ids=["breast cancer", "magic"])
@pytest.mark.parametrize("name", ["logistic", "forest"])
def test_decision_curve_of_a_real_model_equals_dcurves(data, name):
    """Also of a forest, many of whose probabilities are exactly 0."""
    X, y, pos = data()
    model = models()[name].fit(X[::2], y[::2])
    labels, own = y[1::2] == pos, scores(model, X[1::2], pos)
    assert_same(decision_curve(ScoreTable.from_arrays(labels, own)), by_dcurves(labels, own))


def test_decision_curve_prints_in_a_line():
    """Not its thousands of numbers."""
    curve = decision_curve(ScoreTable.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    assert str(curve) == (
        "DecisionCurve(prevalence 0.5, 100 threshold probabilities from 0 to 0.99)"
    )


def test_decision_curve_is_frozen():
    """Its columns cannot be written to."""
    curve = decision_curve(ScoreTable.from_arrays([0, 1], [0.2, 0.9]))
    with pytest.raises(ValueError, match="read-only"):
        curve.model[0] = 1


def test_decision_curve_refuses_bad_arguments():
    """Scores that are no probabilities, thresholds of 1, and no table."""
    with pytest.raises(InvalidInputError, match=re.escape("Scores run from 0 to 4, so they are")):
        decision_curve(PERFECT.table)
    table = ScoreTable.from_arrays([0, 1], [0.2, 0.9])
    for wrong in (1.0, -0.1, np.nan):
        with pytest.raises(InvalidInputError, match=f"thresholds holds {wrong}: give probabilit"):
            decision_curve(table, [0.5, wrong])
    with pytest.raises(InvalidInputError, match="thresholds has 0 dimensions"):
        decision_curve(table, 0.5)
    with pytest.raises(InvalidInputError, match=r"table is a FeasibleSet, .*give its \.table"):
        decision_curve(FeasibleSet(table))


@pytest.mark.parametrize("prevalence", [None, 0.02])
@pytest.mark.parametrize("bins", [1, 7, 40])
def test_decision_curve_on_bins_bounds_its_error(bins, prevalence):
    """The curve of the exact table lies within the bound, which is 0 where a bin begins."""
    rng = np.random.default_rng(bins)
    scores = np.round(rng.beta(0.7, 3, 4_000), 3)  # some are 0, which no threshold flags
    table = ScoreTable.from_arrays(rng.random(4_000) < scores, scores)
    exact = decision_curve(table, prevalence=prevalence)
    binned = decision_curve(table.binned(bins), prevalence=prevalence)
    assert np.all(np.abs(binned.model - exact.model) <= binned.error + 1e-12)
    assert np.any(binned.model != exact.model)
    assert not exact.error.any()
    assert "bins" not in repr(exact)
    largest = float(re.search("; scores in bins: net benefit to within (.*)\\)$", repr(binned))[1])
    assert binned.error.max() <= largest <= 1.1 * binned.error.max()
    begins = decision_curve(table.binned(bins), table.binned(bins).scores[1:])
    assert not begins.error.any()
    assert (
        begins.model.tolist() == decision_curve(table, table.binned(bins).scores[1:]).model.tolist()
    )
