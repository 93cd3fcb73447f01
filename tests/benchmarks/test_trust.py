"""The benchmark of trust, in small."""

from functools import cache

import pytest

from benchmarks.trust import trials
from benchmarks.trust.results import area_under_curve, as_rich, run_trust
from benchmarks.trust.trials import (
    MODELS,
    OTHERS,
    Foretold,
    Modelled,
)

score_trial, held_out_trial = cache(trials.score_trial), cache(trials.held_out_trial)
"""Each trial is made once, for its own test and for the sum."""


def test_area_under_the_curve_is_the_chance_of_the_right_order():
    """1 where all are above, half where all are equal."""
    assert area_under_curve([3, 4], [1, 2]) == 1.0
    assert area_under_curve([1, 1], [1, 1]) == 0.5


def test_careful_expert_scores_above_who_always_says_a():
    """The same seed, so the same study."""
    assert score_trial("careful", 1)["score"] > score_trial("always A", 1)["score"]


@pytest.mark.parametrize("metric", ["linear", "F1", "G-mean", "MCC"])
def test_held_out_trial_reports_a_rate_beside_the_truth(metric):
    """Both are rates, on as many held-out pairs as were wanted."""
    trial = held_out_trial(Foretold("short", metric), 1)
    assert 0.0 <= trial["reported"] <= 1.0
    assert 0.0 <= trial["true"] <= 1.0
    assert trial["held_out"] == 15


def test_models_are_checked_in_every_combination_once():
    """Also of experts who never err, and of a family that is not the usual one."""
    assert len(MODELS) == len(set(MODELS)) == 18
    assert Modelled("f-beta", "F-measure", 0.0, 40) in MODELS


def test_trust_is_summed_up(monkeypatch):
    """Every kind of expert and of metric has its row."""
    monkeypatch.setattr("benchmarks.trust.results.MODELS", (MODELS[12], MODELS[0], MODELS[-1]))
    monkeypatch.setattr("benchmarks.trust.results.score_trial", score_trial)
    monkeypatch.setattr("benchmarks.trust.results.held_out_trial", held_out_trial)
    results = run_trust(
        experts=1, studies=1, others=1, metrics=1, seed=1, workers=1, progress=lambda *_: None
    )
    assert results["scores"][0]["experts"] == "careful"
    held_out = [(row["studies"], row["experts"]) for row in results["held_out"]]
    assert held_out == [("usual", "linear"), ("short", "linear"), *OTHERS]
    names = ("study", "experts", "flips", "questions")
    models = [tuple(row[name] for name in names) for row in results["models"]]
    assert models == [
        ("f-beta", "F-measure", 0.0, 40),
        ("linear", "linear", 0.05, 40),
        ("linear", "MCC", 0.05, 20),
    ]
    assert all(0.0 <= row["flagged"] <= 1.0 for row in results["models"])
    assert len(list(as_rich(results))) == 3
