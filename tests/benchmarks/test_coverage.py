"""Intervals and probabilities against populations that are known."""

import numpy as np
import pytest

from benchmarks.coverage.results import as_rich, run_coverage
from benchmarks.coverage.trials import (
    DESIGNS,
    GAP,
    known_result,
    ranking_trial,
    rates,
    recommendation_trial,
    sample,
    value,
)
from whichmetric.geometry import FeasibleSet


def test_truth_is_that_of_many_cases():
    """Rates and value at a threshold, by the formula and by a large sample."""
    table = sample(GAP, 40_000, 160_000, np.random.default_rng(5))
    at = FeasibleSet(table).at_threshold(0.3)
    found, spared = rates(GAP, 0.3)
    assert at.true_positive_rate == pytest.approx(found, abs=0.01)
    assert at.true_negative_rate == pytest.approx(spared, abs=0.01)
    metric = known_result().metric  # its own scale, in order with that of the ranking
    thresholds = np.linspace(-1, 1, 21)
    by_sample = [metric(FeasibleSet(table).at_threshold(t)) for t in thresholds]
    by_formula = [value(known_result(), GAP, t) for t in thresholds]
    assert abs(int(np.argmax(by_sample)) - int(np.argmax(by_formula))) <= 1


def test_intervals_of_near_copies_hold():
    """Models that share their cases err together, and many of them know no more than one."""
    held = [[model.holds for model in ranking_trial(DESIGNS[-1], seed)] for seed in range(700, 720)]
    assert np.mean(held) > 0.75


def test_intervals_of_a_recommendation_hold():
    """Of 60 samples of 150 cases."""
    trials = [recommendation_trial((30, 120), seed) for seed in range(700, 760)]
    for name in ("missed", "false_alarms"):
        assert np.mean([trial[name] for trial in trials]) > 0.8


def test_coverage_is_summed_up():
    """Every size and every kind of models has its rows; probabilities of a ranking sum to one."""
    results = run_coverage(
        samples=1, rankings=1, experts=1, seed=0, workers=1, progress=lambda *_: None
    )
    assert len(results["recommendations"]) == 4
    for row, design in zip(results["rankings_of"], DESIGNS, strict=True):
        assert sum(part["models"] for part in row["reliability"]) == design.models
        stated = sum(part["models"] * part["stated"] for part in row["reliability"])
        assert stated == pytest.approx(1.0)
    assert len(list(as_rich(results))) == 4
