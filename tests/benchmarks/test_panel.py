"""Panels and crowds against a truth that is known."""

import numpy as np

from benchmarks.panel.results import as_rich, run_panels
from benchmarks.panel.trials import CROWDS, PANELS, ask_expert, crowd_trial


def test_expert_of_the_pool_has_the_cost_ratio_of_the_place():
    """Places are evenly spaced, and what is learnt lies near."""
    asked = ask_expert(15, 30, seed=0)
    assert abs(np.log(asked.result.cost_ratio) - asked.log_ratio) < 1.0
    assert asked.result.questions == 20


def test_crowd_trial_is_near_the_truth():
    """Sixty people with 15% flips are enough for a factor of 1.15."""
    assert crowd_trial(CROWDS[1], seed=1, people=60)["factor"] < 1.15


def test_panels_are_summed_up(monkeypatch):
    """Every kind of panel and of crowd has its row."""
    monkeypatch.setattr("benchmarks.panel.results.COINS", 1)
    results = run_panels(
        panels=1,
        experts=5,
        crowds=1,
        people=6,
        forecasts=1,
        stepwise=5,
        seed=0,
        workers=1,
        progress=lambda *_: None,
    )
    assert [row["panels"] for row in results["pooled"]] == [design.name for design in PANELS]
    assert [row["crowd"] for row in results["crowd"]] == [crowd.name for crowd in CROWDS]
    assert all(0 <= row["centre_holds"] <= 1 for row in results["pooled"])
    assert [row["answers"] for row in results["growth"]] == [5, 10, 15, 20, 25]
    assert all(row["width_left"] > 0 for row in results["growth"])
    assert [row["experts"] for row in results["outlook"]] == [2, 2, 2, 3, 3, 3, 5, 5, 5]
    assert all(row["endless"] <= row["more"] <= row["now"] for row in results["outlook"])
    assert len(list(as_rich(results))) == 4
