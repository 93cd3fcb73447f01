"""What a scorer returns, how it prints, and what it refuses."""

import copy
import pickle
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import IsolationForest, RandomForestClassifier, VotingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier
from tests.interop.data import breast_cancer, models, scores
from tests.strategies import Cases, drawn_cases, tile_metrics

import whichmetric as wm
from whichmetric import metrics
from whichmetric.errors import InvalidInputError, MissingExtraError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics import Metric


class Given(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier whose first feature is its score."""

    classes_ = np.array([0, 1])

    def fit(self, X, y):
        """Nothing to learn."""
        return self

    def decision_function(self, X):
        """The first feature."""
        return np.asarray(X, dtype=float)[:, 0]

    def predict(self, X):
        """Whether the first feature is positive."""
        return (self.decision_function(X) >= 0).astype(int)


NAMED = [
    metrics.f_beta(2),
    metrics.cost_ratio(5),
    metrics.jaccard(),
    metrics.recall(),
    metrics.net_benefit(0.2),
]


@pytest.mark.parametrize("metric", NAMED, ids=str)
@pytest.mark.parametrize("name", models())
@pytest.mark.parametrize("weighted", [False, True], ids=["equal", "weighted"])
def test_scorer_is_the_metric_of_a_models_labels_and_scores(metric, name, weighted):
    """Of predicted labels, or exactly the best over all thresholds of its scores."""
    X, y, pos = breast_cancer()
    model = models()[name].fit(X[::2], y[::2])
    X, y = X[1::2], y[1::2]
    weights = np.random.default_rng(0).random(y.size) if weighted else None
    extra_arguments = {"sample_weight": weights} if weighted else {}
    at_predict = wm.scorer(metric, pos_label=pos)(model, X, y, **extra_arguments)
    expected = metric.score(y, model.predict(X), pos_label=pos, sample_weight=weights)
    assert at_predict == expected
    at_best = wm.scorer(metric, pos_label=pos, at="best")(model, X, y, **extra_arguments)
    own = scores(model, X, pos)
    flagged = [np.where(own >= t, pos, "benign") for t in (*np.unique(own), np.inf)]
    tried = [metric.score(y, guess, pos_label=pos, sample_weight=weights) for guess in flagged]
    assert at_best == pytest.approx(max(tried), abs=1e-12)
    assert at_best >= at_predict - 1e-12


def test_scorer_of_the_other_class_turns_the_scores():
    """With the first label positive, a margin counts the other way round."""
    X, y, _ = breast_cancer()
    model = models()["margin"].fit(X, y)
    found = wm.scorer(metrics.f_beta(1), pos_label="benign", at="best")(model, X, y)
    table = ScoreTable.from_arrays(y == "benign", -model.decision_function(X))
    assert found == FeasibleSet(table).best(metrics.f_beta(1)).value
    assert found > 0.95


@given(drawn_cases(), tile_metrics)
def test_scorer_at_best_never_flags_low_scores(sample, metric):
    """Scores worse than chance are no better for being reversed."""
    own = Cases(sample.labels, sample.scores, np.ones(sample.labels.size), None)
    found = wm.scorer(metric, at="best")(Given(), own.scores[:, None], own.labels)
    assert found == own.feasible.best_threshold(metric).value


def test_scorer_at_best_does_not_profit_from_a_model_that_is_always_wrong():
    """Its best threshold is a trivial one, though its mirror image would be perfect."""
    X, y = np.array([[-2.0], [-1.0], [1.0], [2.0]]), np.array([1, 1, 0, 0])
    assert wm.scorer(metrics.accuracy(), at="best")(Given(), X, y) == 0.5
    assert FeasibleSet(ScoreTable.from_arrays(y, X[:, 0])).best(metrics.accuracy()).value == 1


def test_scorer_prints_what_it_does():
    """Metric, positive label, where, and the prevalence if one is given."""
    assert repr(wm.scorer(metrics.f_beta(2))) == "scorer(F2, pos_label=1, at='predict')"
    found = repr(wm.scorer(metrics.cost_ratio(4), pos_label="ill", at="best", prevalence=0.03))
    expected = (
        "scorer(one missed positive = 4 false alarms, pos_label='ill', at='best', prevalence=0.03)"
    )
    assert found == expected
    unnamed = wm.scorer(Metric((1, 0, 0, 0), (1, 1, 0.5, 0)))
    assert repr(unnamed) == "scorer((TP) / (TP + FP + 0.5 FN), pos_label=1, at='predict')"


@pytest.mark.parametrize("at", ["predict", "best"])
def test_scorer_survives_copies(at):
    """Pickled and deep-copied, as joblib and clone do, it gives the same numbers."""
    X, y, pos = breast_cancer()
    model = models()["logistic"].fit(X, y)
    scorer = wm.scorer(metrics.f_beta(2), pos_label=pos, at=at)
    for twin in (pickle.loads(pickle.dumps(scorer)), copy.deepcopy(scorer)):  # noqa: S301
        assert repr(twin) == repr(scorer)
        assert twin(model, X, y) == scorer(model, X, y)


@pytest.mark.parametrize("metric", [metrics.precision(), Metric((0, -1, 0, 0), (1, 1, 0, 0))])
def test_scorer_gives_the_lowest_value_where_the_metric_is_0_over_0(metric):
    """A model that flags nobody has no precision, and does not win by it."""
    X, y = np.zeros((4, 1)), np.array([0, 0, 1, 1])
    nobody = DummyClassifier(strategy="constant", constant=0).fit(X, y)
    assert wm.scorer(metric)(nobody, X, y) == metric.lowest
    assert wm.scorer(metric, prevalence=0.3)(nobody, X, y) == metric.lowest
    everybody = metric(wm.ConfusionMatrix(tp=0.5, fp=0.5, fn=0, tn=0))
    assert wm.scorer(metric, at="best")(nobody, X, y) == everybody


def test_scorer_counts_a_fold_of_one_class_as_it_comes():
    """Without positive cases recall is 0/0 and so its lowest value; accuracy has a value."""
    X, y = np.array([[-1.0], [1.0]]), np.array([0, 0])
    assert wm.scorer(metrics.recall())(Given(), X, y) == 0.0
    assert wm.scorer(metrics.accuracy())(Given(), X, y) == 0.5
    for options in ({"at": "best"}, {"prevalence": 0.3}):
        for labels, missing in ((y, "positive"), (1 - y, "negative")):
            text = rf"y_true has no {missing} case that counts, and .* needs both classes: use Str"
            with pytest.raises(InvalidInputError, match=text):
                wm.scorer(metrics.accuracy(), **options)(Given(), X, labels)
    unweighed = {"sample_weight": np.array([1.0, 0.0])}
    with pytest.raises(InvalidInputError, match="y_true has no positive case that counts"):
        wm.scorer(metrics.accuracy(), prevalence=0.3)(Given(), X, np.array([0, 1]), **unweighed)


@given(drawn_cases(), st.floats(0.02, 0.98))
def test_scorer_at_a_prevalence_weighs_the_classes_by_it(sample, z):
    """As if the positive cases had been sampled at that share, on any fold."""
    X, y, w = sample.scores[:, None] - 0.5, sample.labels, sample.weights
    guess = (X[:, 0] >= 0).astype(int)
    weights = w * np.where(y == 1, z / w[y == 1].sum(), (1 - z) / w[y == 0].sum())
    for metric in NAMED:
        found = wm.scorer(metric, prevalence=z)(Given(), X, y, sample_weight=w)
        expected = metric.score(y, guess, sample_weight=weights)
        assert found == pytest.approx(expected, abs=1e-12)
        best = wm.scorer(metric, at="best", prevalence=z)(Given(), X, y, sample_weight=w)
        assert best >= found - 1e-12
    balanced = wm.scorer(metrics.balanced_accuracy(z), prevalence=z)(Given(), X, y)
    assert balanced == pytest.approx(sk.balanced_accuracy_score(y, guess), abs=1e-12)


def test_scorer_of_a_metric_made_for_a_prevalence_keeps_its_weights():
    """On folds with another share of positives it is not scikit-learn's function of that name."""
    X, y = np.array([[-1.0], [1.0], [1.0], [-1.0]]), np.array([0, 1, 1, 1])
    at_half, at_own = (wm.scorer(metrics.balanced_accuracy(z)) for z in (0.5, 0.75))
    expected = sk.balanced_accuracy_score(y, Given().predict(X))
    assert at_own(Given(), X, y) == pytest.approx(expected)
    assert at_half(Given(), X, y) == pytest.approx(0.75)
    kappa = wm.scorer(metrics.cohen_kappa(0.75))
    assert kappa(Given(), X, y) == pytest.approx(sk.cohen_kappa_score(y, Given().predict(X)))


LABELS = {
    "whole numbers": lambda positive: positive.astype(int),
    "nullable": lambda positive: positive.astype(int).astype("Int64"),
    "floats": lambda positive: positive.astype(float),
    "truth": lambda positive: positive,
    "text": lambda positive: positive.map({True: "ill", False: "well"}),
    "category": lambda positive: positive.map({True: "ill", False: "well"}).astype("category"),
}


@pytest.mark.parametrize("at", ["predict", "best"])
@pytest.mark.parametrize("kind", LABELS)
def test_scorer_takes_frames_and_labels_of_any_kind(kind, at):
    """Columns with whatever index; the value does not depend on how labels are written."""
    X, y, pos = breast_cancer()
    positive = pd.Series(y == pos, index=np.arange(y.size)[::-1])
    frame = pd.DataFrame(X, index=positive.index).add_prefix("feature ")
    pos_label = "ill" if kind in {"text", "category"} else 1
    scorer = wm.scorer(metrics.f_beta(2), pos_label=pos_label, at=at)
    found = cross_val_score(models()["logistic"], frame, LABELS[kind](positive), scoring=scorer)
    plain = wm.scorer(metrics.f_beta(2), at=at)
    expected = cross_val_score(models()["logistic"], X, positive.to_numpy(), scoring=plain)
    assert found == pytest.approx(expected)


def test_scorer_takes_outlier_detectors_at_their_labels():
    """They say 1 and -1 without being classifiers."""
    X, y, _ = breast_cancer()
    detector = IsolationForest(n_estimators=20, random_state=0).fit(X)
    labels = np.where(y == "benign", 1, -1)
    found = wm.scorer(metrics.f_beta(1))(detector, X, labels)
    assert found == pytest.approx(sk.f1_score(labels, detector.predict(X)))
    with pytest.raises(InvalidInputError, match='IsolationForest is no classifier: at="best"'):
        wm.scorer(metrics.f_beta(1), at="best")(detector, X, labels)


IRIS_LIKE = (np.arange(12.0)[:, None], np.repeat([0, 1, 2], 4))
TWO = (np.arange(8.0)[:, None], np.repeat([0, 1], 4))
TEXT = (TWO[0], np.repeat(["ill", "well"], 4))


def voting(X, y):
    """A classifier of two classes without scores."""
    return VotingClassifier([("tree", DecisionTreeClassifier())], voting="hard").fit(X, y)


def two_outputs(X, y):
    """A forest that predicts two labels at once."""
    return RandomForestClassifier(2, random_state=0).fit(X, np.column_stack((y, y)))


@pytest.mark.parametrize("at", ["predict", "best"])
@pytest.mark.parametrize(
    ("make", "data", "text"),
    [
        (
            lambda X, y: LinearRegression().fit(X, y),
            TWO,
            "LinearRegression is a regressor: a metric of the confusion matrix needs a classifier.",
        ),
        (
            lambda X, y: LogisticRegression().fit(X, y),
            IRIS_LIKE,
            "LogisticRegression tells 3 classes apart (0, 1, 2), not two: compare one of them",
        ),
        (
            lambda X, y: LogisticRegression().fit(X, y),
            TEXT,
            "pos_label=1 is not among the labels 'ill', 'well' of LogisticRegression: name the",
        ),
        (
            lambda X, y: DecisionTreeClassifier().fit(X[:2], y[:2]),
            TWO,
            "DecisionTreeClassifier was fitted on the label 0 alone: fit it on cases of both",
        ),
        (two_outputs, TWO, "RandomForestClassifier has several outputs: give a classifier of one"),
    ],
    ids=["regressor", "three classes", "another label", "one class", "two outputs"],
)
def test_scorer_refuses_wrong_models(make, data, text, at):
    """By name, with the remedy, before the model is asked."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        wm.scorer(metrics.f_beta(1), at=at)(make(*data), *data)


def test_scorer_at_best_refuses_models_without_scores():
    """At its labels such a model can be scored."""
    model = voting(*TWO)
    assert wm.scorer(metrics.f_beta(1))(model, *TWO) == 1
    text = (
        "VotingClassifier has neither predict_proba nor decision_function, so there is no threshold"
        ' to choose: use scorer(metric, at="predict") or a classifier with scores.'
    )
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        wm.scorer(metrics.f_beta(1), at="best")(model, *TWO)


def test_scorer_at_best_refuses_labels_in_the_place_of_scores():
    """Whole numbers and texts are labels; floats that are all labels might be, and are refused."""
    function = wm.scorer(metrics.accuracy(), at="best").function
    for y in (np.array([0, 1]), np.array([False, True]), np.array(["a", "b"])):
        with pytest.raises(InvalidInputError, match="was given labels instead of scores"):
            function(y, y, pos_label=y[1])
    floats = np.array([0.0, 1.0, 1.0])
    with pytest.raises(InvalidInputError, match="or scores that look like them: then give whole"):
        function(floats, np.array([0.0, 1.0, 0.0]))
    assert function(floats, np.array([0.1, 1.0, 1.0])) == 1
    assert function(floats.astype(int), np.array([0.0, 1.0, 0.0])) == pytest.approx(2 / 3)


def test_scorer_at_best_takes_scores_that_look_like_labels():
    """A tree's hard probabilities, with labels that are floats, are scores all the same."""
    X, y = TWO
    tree = DecisionTreeClassifier(random_state=0).fit(X, y)
    scorer = wm.scorer(metrics.accuracy(), at="best")
    floats = DecisionTreeClassifier(random_state=0).fit(X, np.asarray(y, dtype=float))
    assert scorer(floats, X, np.asarray(y, dtype=float)) == scorer(tree, X, y)


@pytest.mark.parametrize(
    ("arguments", "options", "text"),
    [
        (("f1",), {}, "metric is 'f1', not a Metric: give a metric, for example"),
        ((metrics.f_beta,), {}, "not a Metric: give a metric"),
        ((metrics.accuracy(),), {"at": "0.5"}, "at='0.5' is unknown: choose 'predict' or 'best'."),
        ((metrics.accuracy(),), {"pos_label": [1]}, "pos_label=[1] is not one label: name one."),
        ((metrics.accuracy(),), {"prevalence": 1}, "prevalence=1 is not inside (0, 1)"),
    ],
)
def test_scorer_refuses_bad_arguments(arguments, options, text):
    """When it is made, not when it is used."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        wm.scorer(*arguments, **options)


def test_scorer_says_how_to_install_scikit_learn(monkeypatch):
    """The extra is named where scikit-learn is missing."""
    monkeypatch.setattr("whichmetric.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=re.escape('pip install "whichmetric[sklearn]"')):
        wm.scorer(metrics.accuracy())
