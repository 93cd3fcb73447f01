"""The exact best threshold beside the best of TunedThresholdClassifierCV's points."""

from functools import cache

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold, TunedThresholdClassifierCV, cross_val_predict
from tests.interop.data import breast_cancer, magic, models

import whichmetric as wm
from whichmetric import metrics
from whichmetric.geometry import FeasibleSet, ScoreTable

DATA = {"breast cancer": breast_cancer, "magic": magic}
METRICS = [
    metrics.f_beta(0.5),
    metrics.f_beta(2),
    metrics.jaccard(),
    metrics.cost_ratio(0.2),
    metrics.cost_ratio(10),
    metrics.net_benefit(0.05),
]
FOLDS = StratifiedKFold(5)


@cache
def out_of_fold(data: str, name: str) -> FeasibleSet:
    """The pooled table of scores that each fold's model gives the cases it has not seen."""
    X, y, pos = DATA[data]()
    model = models()[name]
    by_margin = name == "margin"
    method = "decision_function" if by_margin else "predict_proba"
    found = cross_val_predict(model, X, y, cv=FOLDS, method=method)
    positive_is_last = pos == sorted(set(y))[1]
    own = found * (1 if positive_is_last else -1) if by_margin else found[:, int(positive_is_last)]
    return FeasibleSet(ScoreTable.from_arrays(y, own, pos_label=pos))


@pytest.mark.parametrize("metric", METRICS, ids=str)
@pytest.mark.parametrize(
    ("data", "name", "points"),
    [
        ("breast cancer", "logistic", 1000),
        ("breast cancer", "bayes", 1000),
        ("breast cancer", "forest", 100),
        ("breast cancer", "margin", 1000),
        ("magic", "logistic", 100),
        ("magic", "tree", 100),
        ("magic", "margin", 100),
    ],
)
def test_exact_threshold_is_never_worse_than_a_tuned_one(data, name, points, metric):
    """Neither than the point that is chosen, nor than any other of the points that it looks at."""
    X, y, pos = DATA[data]()
    tuned = TunedThresholdClassifierCV(
        models()[name],
        scoring=wm.scorer(metric, pos_label=pos),
        thresholds=points,
        cv=FOLDS,
        store_cv_results=True,
    ).fit(X, y)
    feasible = out_of_fold(data, name)
    best = feasible.best_threshold(metric)
    tried = [metric(feasible.at_threshold(t)) for t in tuned.cv_results_["thresholds"]]
    assert len(tried) == points
    assert best.value >= np.nanmax(tried) - 1e-12
    assert best.value >= metric(feasible.at_threshold(tuned.best_threshold_)) - 1e-12
