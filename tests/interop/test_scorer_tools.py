"""The scorer in every tool of scikit-learn that takes one, with real models and real data."""

import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    StratifiedKFold,
    TunedThresholdClassifierCV,
    cross_val_score,
    cross_validate,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.interop.data import breast_cancer, magic, models, scores

import whichmetric as wm
from whichmetric import metrics

METRIC = metrics.cost_ratio(5)
AT = pytest.mark.parametrize("at", ["predict", "best"])


def by_hand(scorer, model, X, y, cv, weights=None) -> list[float]:
    """Fit and score fold by fold."""
    values = []
    for train, test in cv.split(X, y):
        fitted = clone(model).fit(X[train], y[train])
        own = {} if weights is None else {"sample_weight": weights[test]}
        values.append(scorer(fitted, X[test], y[test], **own))
    return values


@AT
@pytest.mark.parametrize("data", [breast_cancer, magic], ids=["breast cancer", "magic"])
@pytest.mark.parametrize("name", ["logistic", "bayes", "tree", "margin"])
def test_cross_val_score_takes_the_scorer(data, name, at):
    """Fold by fold the same numbers as by hand."""
    X, y, pos = data()
    scorer, cv = wm.scorer(METRIC, pos_label=pos, at=at), StratifiedKFold(3)
    found = cross_val_score(models()[name], X, y, scoring=scorer, cv=cv)
    assert found.tolist() == by_hand(scorer, models()[name], X, y, cv)


@AT
def test_cross_val_score_takes_the_scorer_to_other_processes(at):
    """Workers give the same numbers as this process."""
    X, y, pos = breast_cancer()
    scorer = wm.scorer(METRIC, pos_label=pos, at=at)
    one, two = (
        cross_val_score(models()["logistic"], X, y, scoring=scorer, cv=3, n_jobs=jobs)
        for jobs in (1, 2)
    )
    assert one.tolist() == two.tolist()


def test_cross_validate_takes_several_scorers():
    """Ours beside scikit-learn's own, by name, predictions shared among them."""
    X, y, pos = breast_cancer()
    scoring = {
        "f2": wm.scorer(metrics.f_beta(2), pos_label=pos),
        "f2 at best": wm.scorer(metrics.f_beta(2), pos_label=pos, at="best"),
        "cost": wm.scorer(METRIC, pos_label=pos),
        "ours": wm.scorer(metrics.accuracy(), pos_label=pos),
        "theirs": "accuracy",
        "auc": "roc_auc",
    }
    cv = StratifiedKFold(3)
    found = cross_validate(models()["logistic"], X, y, scoring=scoring, cv=cv)
    for name in ("f2", "f2 at best", "cost"):
        expected = by_hand(scoring[name], models()["logistic"], X, y, cv)
        assert found[f"test_{name}"].tolist() == expected
    assert found["test_ours"] == pytest.approx(found["test_theirs"])


@AT
def test_grid_search_takes_the_scorer(at):
    """The winner is that of the mean over folds, and the search can be cloned."""
    X, y, pos = breast_cancer()
    scorer, cv = wm.scorer(METRIC, pos_label=pos, at=at), StratifiedKFold(3)
    grid = {"logisticregression__C": [1e-4, 1e-2, 1.0]}
    search = GridSearchCV(models()["logistic"], grid, scoring=scorer, cv=cv)
    search = clone(search).fit(X, y)
    means = [
        np.mean(by_hand(scorer, clone(models()["logistic"]).set_params(**params), X, y, cv))
        for params in search.cv_results_["params"]
    ]
    assert search.cv_results_["mean_test_score"] == pytest.approx(means)
    assert search.best_index_ == int(np.argmax(means))
    assert search.score(X, y) == scorer(search.best_estimator_, X, y)
    assert repr(scorer) in repr(search).replace("\n", "").replace("  ", "")


def test_grid_search_at_best_does_not_judge_models_at_one_half():
    """Strong shrinking spoils the probabilities and not the order: only "predict" minds."""
    X, y, pos = breast_cancer()
    grid = {"logisticregression__C": [1e-5, 1.0]}
    shrunk = {
        at: GridSearchCV(
            models()["logistic"], grid, scoring=wm.scorer(METRIC, pos_label=pos, at=at), cv=3
        )
        .fit(X, y)
        .cv_results_["mean_test_score"][0]
        for at in ("predict", "best")
    }
    assert shrunk["best"] - shrunk["predict"] > 0.2


@pytest.mark.parametrize("data", [breast_cancer, magic], ids=["breast cancer", "magic"])
@pytest.mark.parametrize("metric", [METRIC, metrics.f_beta(0.5)], ids=str)
@pytest.mark.parametrize("name", ["logistic", "margin"])
def test_tuned_threshold_takes_the_scorer(data, metric, name):
    """It finds the best of its points for our metric, and predicts by it."""
    X, y, pos = data()
    model = models()[name].fit(X[::2], y[::2])
    X, y = X[1::2], y[1::2]
    scorer = wm.scorer(metric, pos_label=pos)
    tuned = TunedThresholdClassifierCV(
        model, scoring=scorer, thresholds=20, cv="prefit", refit=False
    ).fit(X, y)
    own = scores(model, X, pos)
    tried = np.linspace(own.min(), own.max(), 20)
    values = [metric.score(y == pos, own >= threshold) for threshold in tried]
    assert tuned.best_threshold_ == tried[np.argmax(values)]
    assert tuned.best_score_ == pytest.approx(max(values))
    assert scorer(tuned, X, y) == pytest.approx(max(values))


@pytest.mark.parametrize("labels", [(0, 1), (0.0, 1.0), ("no", "yes")], ids=str)
def test_tuned_threshold_is_refused_a_scorer_at_best(labels):
    """It hands over labels, for which every threshold would look equally good."""
    X, y, pos = breast_cancer()
    y = np.where(y == pos, labels[1], labels[0])
    scorer = wm.scorer(METRIC, pos_label=labels[1], at="best")
    tuned = TunedThresholdClassifierCV(models()["logistic"], scoring=scorer, cv=3)
    with pytest.raises(wm.errors.InvalidInputError, match="TunedThresholdClassifierCV looks for"):
        tuned.fit(X, y)


@AT
def test_permutation_importance_takes_the_scorer(at):
    """With sample weights too; a feature that is not used has no importance."""
    X, y, pos = breast_cancer()
    X = np.column_stack((X[:, :4], np.zeros(y.size)))
    model = models()["tree"].fit(X, y)
    scorer = wm.scorer(METRIC, pos_label=pos, at=at)
    for weights in (None, np.where(y == pos, 2.0, 1.0)):
        found = permutation_importance(
            model, X, y, scoring=scorer, n_repeats=2, random_state=0, sample_weight=weights
        )
        assert found.importances_mean.max() > 0.02
        assert found.importances_mean[-1] == 0


@AT
def test_cross_validate_routes_sample_weights_to_the_scorer(at):
    """Where they are asked for they are used, where they are declined they are not."""
    X, y, pos = breast_cancer()
    weights = np.random.default_rng(0).random(y.size)
    cv = StratifiedKFold(3)
    with config_context(enable_metadata_routing=True):
        model = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False),
            LogisticRegression().set_fit_request(sample_weight=False),
        )
        scoring = {
            use: wm.scorer(METRIC, pos_label=pos, at=at).set_score_request(sample_weight=use)
            for use in (True, False)
        }
        found = cross_validate(
            model,
            X,
            y,
            cv=cv,
            scoring={str(use): scorer for use, scorer in scoring.items()},
            params={"sample_weight": weights},
        )
        assert found["test_True"].tolist() == by_hand(scoring[True], model, X, y, cv, weights)
        assert found["test_False"].tolist() == by_hand(scoring[False], model, X, y, cv)
        search = GridSearchCV(model, {"logisticregression__C": [1.0]}, scoring=scoring[True], cv=cv)
        search.fit(X, y, sample_weight=weights)
        assert search.best_score_ == pytest.approx(found["test_True"].mean())
        routed = clone(search).scoring.get_metadata_routing().score.requests
        assert routed == {"sample_weight": True}


def test_tuned_threshold_routes_sample_weights_to_the_scorer():
    """Weights that make misses count tenfold lower the threshold as the cost ratio does."""
    X, y, pos = magic()
    X, y = X[::4], y[::4]
    with config_context(enable_metadata_routing=True):
        model = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False),
            LogisticRegression().set_fit_request(sample_weight=False),
        )
        scorer = wm.scorer(metrics.accuracy(), pos_label=pos).set_score_request(sample_weight=True)
        weighted = TunedThresholdClassifierCV(model, scoring=scorer, cv=3, thresholds=50)
        weighted.fit(X, y, sample_weight=np.where(y == pos, 10.0, 1.0))
    plain = models()["logistic"]
    scorer = wm.scorer(metrics.cost_ratio(10), pos_label=pos)
    costly = TunedThresholdClassifierCV(plain, scoring=scorer, cv=3, thresholds=50).fit(X, y)
    assert weighted.best_threshold_ == pytest.approx(costly.best_threshold_)


def test_folds_without_positives_fail_by_name_and_not_by_value():
    """Folds in the order of the labels hold one class each: scikit-learn reports our reason."""
    X, y, pos = breast_cancer()
    order = np.argsort(y)
    scorer = wm.scorer(METRIC, pos_label=pos, at="best")
    asked = (models()["logistic"], X[order], y[order])
    with pytest.raises(ValueError, match="needs both classes: use StratifiedKFold, or fewer folds"):
        cross_val_score(*asked, scoring=scorer, cv=KFold(9), error_score="raise")
    with pytest.warns(UserWarning, match="needs both classes: use StratifiedKFold"):
        values = cross_val_score(*asked, scoring=scorer, cv=KFold(9))
    assert np.isnan(values).any()
    assert not np.isnan(values).all()
