"""The comparison of ways to choose a model and a threshold."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.deployment.candidates import DATA, Halves
from benchmarks.deployment.choices import (
    RIVALS,
    Choice,
    _area,
    best_by,
    highest_area,
    rival_choices,
)
from benchmarks.deployment.judge import Judge
from benchmarks.deployment.results import deployment_results, write_results
from benchmarks.deployment.summary import Mean, brier, regrets, reliability
from benchmarks.deployment.trial import OURS, TOLD, run_trials
from whichmetric.geometry import ScoreTable
from whichmetric.metrics import accuracy, cost_ratio


@pytest.fixture
def tables() -> dict[str, ScoreTable]:
    """A careful model, which flags few, and a broad one, which flags many."""
    return {"careful": _table((30, 70), (100, 0)), "broad": _table((0, 100), (60, 40))}


def _table(positive: tuple[float, ...], negative: tuple[float, ...]) -> ScoreTable:
    scores = np.linspace(0.1, 0.9, len(positive))
    return ScoreTable(scores, np.array(positive, float), np.array(negative, float))


def test_best_by_chooses_the_model_that_the_metric_likes(tables: dict[str, ScoreTable]) -> None:
    """Where misses weigh more, the model that misses nobody is chosen."""
    assert best_by(cost_ratio(1.0), tables) == Choice("careful", 0.9)
    assert best_by(cost_ratio(10.0), tables) == Choice("broad", 0.9)


def test_highest_area_is_that_of_scikit_learn() -> None:
    """The area under the ROC curve, ties counted half, is scikit-learn's."""
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(0)
    labels, scores = rng.integers(2, size=200), rng.integers(20, size=200)
    table = ScoreTable.from_arrays(labels, scores)
    assert _area(table) == pytest.approx(roc_auc_score(labels, scores), abs=1e-12)
    assert highest_area({"all the same": _table((5,), (5,)), "this": table}) == (
        "this" if _area(table) > 0.5 else "all the same"
    )


def test_rivals_choose_without_asking(tables: dict[str, ScoreTable]) -> None:
    """Every rival makes a choice; accuracy's does not depend on the expert."""
    choices = rival_choices(tables, 100.0, np.random.default_rng(0))
    assert tuple(choices) == RIVALS
    assert choices["accuracy"] == best_by(accuracy(), tables)
    assert choices["guessed cost ratio"].model == "broad"


def test_judge_values_choices_on_the_second_half() -> None:
    """The best pair with hindsight loses nothing, and equal models divide the first place."""
    labels = np.array([False, False, True, True])
    good, poor = np.array([0.1, 0.2, 0.8, 0.9]), np.array([0.9, 0.2, 0.1, 0.8])
    halves = Halves(labels, labels, {}, {"good": good, "twin": good, "poor": poor})
    judge = Judge(halves, cost_ratio(3.0))
    assert judge.regret(Choice("good", 0.8)) == 0.0
    assert judge.regret(Choice("good", np.inf)) == pytest.approx(0.75)
    choices = [Choice("good", 0.8), Choice("poor", 0.8), Choice("twin", 0.5)]
    assert judge.winners(choices) == [0.5, 0.0, 0.5]


def test_mean_takes_its_error_from_splits() -> None:
    """With one value for each split the error is the usual one; repeated values add nothing."""
    values = np.array([1.0, 2.0, 4.0, 7.0])
    usual = values.std(ddof=1) / 2.0
    assert Mean.over(values, [0, 1, 2, 3]) == pytest.approx((3.5, usual))
    assert Mean.over(np.repeat(values, 5), np.repeat([0, 1, 2, 3], 5)) == pytest.approx(
        (3.5, usual)
    )


def test_reliability_counts_what_came_true() -> None:
    """Bins hold the stated probabilities and the shares of the first place; Brier scores follow."""
    trials = [
        {
            "data": "magic",
            "split": split,
            "regret": {way: float(split) for way in (OURS, TOLD, *RIVALS)},
            "best": [
                {"model": "one", "probability": 0.75, "share": float(split != 0)},
                {"model": "other", "probability": 0.25, "share": float(split == 0)},
            ],
        }
        for split in range(4)
    ]
    low, high = reliability(trials)
    assert (low["stated"], low["seen"]["value"], low["models"]) == (0.25, 0.25, 4)
    assert (high["low"], high["seen"]["value"]) == (0.65, 0.75)
    scores = brier([*trials, *({**trials[0], "data": data} for data in DATA[1:])])
    assert scores[0]["ours"]["value"] == pytest.approx(3 / 16)
    assert scores[0]["constant"]["value"] == pytest.approx(1 / 4)
    assert scores[-1]["data"] == "all"


@pytest.mark.xdist_group("deployment")
def test_run_trials_end_to_end(tmp_path: Path) -> None:
    """From data to files: asking chooses almost as well as knowing the metric."""
    seen = []
    trials = list(
        run_trials(
            ("breast-cancer",),
            splits=2,
            experts=2,
            seed=1,
            workers=1,
            progress=lambda *done: seen.append(done),
        )
    )
    assert seen == [(1, 2), (2, 2)]
    assert all(sum(m["share"] for m in t["best"]) == pytest.approx(1.0) for t in trials)
    assert all(loss >= 0.0 for t in trials for loss in t["regret"].values())
    by_way = {row["way"]: row["regret"]["value"] for row in regrets(trials)}
    assert abs(by_way[OURS] - by_way[TOLD]) < 0.02
    write_results(deployment_results(trials, seed=1, date="2026-01-01"), tmp_path)
    assert len(json.loads((tmp_path / "deployment.json").read_text())["trials"]) == 4
    assert (tmp_path / "reliability.svg").stat().st_size > 1000
