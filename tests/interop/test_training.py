"""Training with a metric on real data: class weights, and thresholds on probabilities."""

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import LogisticRegression
from tests.interop.data import breast_cancer, magic

import whichmetric as wm
from whichmetric import metrics
from whichmetric.decisions import shifted_probability
from whichmetric.geometry import FeasibleSet, ScoreTable

DATA = pytest.mark.parametrize("data", [breast_cancer, magic], ids=["breast cancer", "magic"])


def halves(data, seed=0):
    """Cases to train on, cases to judge by, and the two labels, the positive one last."""
    X, y, pos = data()
    order = np.random.default_rng(seed).permutation(y.size)
    train, test = np.split(order, [y.size // 2])
    negative = next(label for label in np.unique(y).tolist() if label != pos)
    return (X[train], y[train]), (X[test], y[test]), (negative, pos)


def prevalence_of(y, labels) -> float:
    """Share of the positive label."""
    return float(np.mean(y == labels[1]))


@DATA
@pytest.mark.parametrize("x", [0.1, 10, 30])
def test_class_weights_train_for_the_metric(data, x):
    """On cases not seen, the weighted model's own decisions are better, and nearly its best."""
    metric, values = metrics.cost_ratio(x), []
    for seed in range(8):
        train, test, labels = halves(data, seed)
        weights = wm.class_weights(metric, prevalence_of(train[1], labels), labels=labels)
        plain = LogisticRegression(max_iter=1000).fit(*train)
        weighted = LogisticRegression(max_iter=1000, class_weight=weights).fit(*train)
        scorer = wm.scorer(metric, pos_label=labels[1])
        best = wm.scorer(metric, pos_label=labels[1], at="best")
        values.append([scorer(plain, *test), scorer(weighted, *test), best(weighted, *test)])
    plain, weighted, best = np.mean(values, axis=0)
    assert weighted > plain + (0.04 if data is magic else 0.001)
    assert weighted > best - 0.006


@pytest.mark.parametrize("z", [0.05, 0.9])
def test_class_weights_train_for_another_prevalence(z):
    """Judged where positives are rarer or more frequent than in training."""
    train, test, labels = halves(magic)
    metric, own = metrics.cost_ratio(3), prevalence_of(train[1], labels)
    here, there = (
        LogisticRegression(
            max_iter=1000,
            class_weight=wm.class_weights(metric, own, deployment=deployment, labels=labels),
        ).fit(*train)
        for deployment in (None, z)
    )
    scorer = wm.scorer(metric, pos_label=labels[1], prevalence=z)
    assert scorer(there, *test) > scorer(here, *test) + 0.005
    best = wm.scorer(metric, pos_label=labels[1], at="best", prevalence=z)(there, *test)
    assert scorer(there, *test) > best - 0.005


def calibrated_scores(train, test, labels):
    """Probabilities of a logistic regression, calibrated by isotonic regression, on both halves."""
    model = CalibratedClassifierCV(LogisticRegression(max_iter=1000), method="isotonic", cv=5)
    column = sorted(labels).index(labels[1])
    model.fit(*train)
    return (model.predict_proba(X)[:, column] for X, _ in (train, test))


@DATA
@pytest.mark.parametrize(
    "metric", [metrics.f_beta(2), metrics.f_beta(0.5), metrics.jaccard(), metrics.cost_ratio(8)]
)
def test_plug_in_threshold_is_nearly_best_on_new_cases(data, metric):
    """Found on one half, it loses little on the other, and less than 1/2 does."""
    train, test, labels = halves(data)
    seen, new = calibrated_scores(train, test, labels)
    fitted = FeasibleSet(ScoreTable.from_arrays(train[1], seen, pos_label=labels[1]))
    threshold = wm.probability_threshold(metric, fitted)
    judge = FeasibleSet(ScoreTable.from_arrays(test[1], new, pos_label=labels[1]))
    best = judge.best_threshold(metric).value
    plugged = metric(judge.at_threshold(threshold))
    assert plugged > best - (0.005 if data is magic else 0.02)
    if data is magic:
        assert plugged > metric(judge.at_threshold(0.5)) + 0.003


@pytest.mark.parametrize("metric", [metrics.f_beta(2), metrics.cost_ratio(8)], ids=str)
def test_plug_in_threshold_moves_to_another_prevalence(metric):
    """At 5% positives: on the probability as it is there, or on the old one where that odds lie."""
    train, test, labels = halves(magic)
    seen, new = calibrated_scores(train, test, labels)
    table = ScoreTable.from_arrays(train[1], seen, pos_label=labels[1])
    shift = wm.prevalence_shift(metric, FeasibleSet(table), 0.05)
    judge = FeasibleSet(ScoreTable.from_arrays(test[1], new, pos_label=labels[1]), prevalence=0.05)
    on_the_old_scale = shifted_probability(
        shift.after.probability, calibrated_at=0.05, prevalence=table.prevalence
    )
    best = judge.best_threshold(metric).value
    assert metric(judge.at_threshold(float(on_the_old_scale))) > best - 0.01
    assert metric(judge.at_threshold(shift.after.point.threshold)) > best - 0.01
    assert metric(judge.at_threshold(shift.before.point.threshold)) < best - 0.05
