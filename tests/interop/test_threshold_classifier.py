"""A fitted model at an operating point decides as the point says, to the last case."""

import dataclasses
import math
import pickle
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.validation import check_is_fitted
from tests.interop.data import breast_cancer, magic, models, scores
from tests.strategies import tile_metrics

import whichmetric as wm
from whichmetric import metrics
from whichmetric.errors import InvalidInputError, MissingExtraError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.metrics.cells import counted_cells
from whichmetric.values import ConfusionMatrix, OperatingPoint, Realisation

SMALL = [
    LogisticRegression(),
    GaussianNB(),
    DecisionTreeClassifier(max_depth=2, random_state=0),
    LinearSVC(),
]


def assert_decides_as(point: OperatingPoint, classifier, X, y, pos_label) -> None:
    """The counts of the four cells are those of the operating point."""
    counted = counted_cells(y, classifier.predict(X), pos_label, None)
    found = np.array(counted.cells) * len(y)
    expected = np.array(point.confusion.cells) * len(y)
    assert np.abs(expected - expected.round()).max() < 1e-6
    assert found.round().tolist() == expected.round().tolist()


@settings(max_examples=60)
@given(
    st.sampled_from(SMALL),
    st.integers(0, 2**32 - 1),
    st.sampled_from([(0, 1), (-1, 1), (False, True), ("ill", "well")]),
    st.booleans(),
    tile_metrics,
)
def test_threshold_classifier_has_the_points_confusion_matrix(model, seed, labels, first, metric):
    """For every model, labels of any kind, either of them positive, and every metric."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 2)).round(1)  # rounded, so that scores tie
    y = np.array(labels)[(X[:, 0] + rng.normal(size=30) > 0).astype(int)]
    y[:2] = labels
    fitted = clone(model).fit(X, y)
    pos_label = labels[0] if first else labels[1]
    table = ScoreTable.from_arrays(y, scores(fitted, X, pos_label), pos_label=pos_label)
    point = FeasibleSet(table).best_threshold(metric)
    classifier = wm.threshold_classifier(fitted, point, pos_label=pos_label)
    assert_decides_as(point, classifier, X, y, pos_label)
    assert_decides_as(point, clone(classifier).fit(X[::-1], y), X, y, pos_label)


@pytest.mark.parametrize("data", [breast_cancer, magic], ids=["breast cancer", "magic"])
@pytest.mark.parametrize("name", models())
@pytest.mark.parametrize("metric", [metrics.f_beta(2), metrics.cost_ratio(20)], ids=str)
def test_threshold_classifier_deploys_real_models(data, name, metric):
    """On real cases too, and its score under the metric is the point's value."""
    X, y, pos = data()
    fitted = models()[name].fit(X[::2], y[::2])
    X, y = X[1::2], y[1::2]
    table = ScoreTable.from_arrays(y, scores(fitted, X, pos), pos_label=pos)
    point = FeasibleSet(table).best_threshold(metric)
    classifier = wm.threshold_classifier(fitted, point, pos_label=pos)
    assert_decides_as(point, classifier, X, y, pos)
    assert wm.scorer(metric, pos_label=pos)(classifier, X, y) == pytest.approx(point.value)
    assert point.value == wm.scorer(metric, pos_label=pos, at="best")(fitted, X, y)
    twin = pickle.loads(pickle.dumps(classifier))  # noqa: S301
    assert np.array_equal(twin.predict(X), classifier.predict(X))


def test_threshold_classifier_uses_the_scores_that_it_is_told():
    """A margin's threshold is meant for margins, where a model has probabilities too."""
    X, y, pos = breast_cancer()
    fitted = models()["logistic"].fit(X, y)
    table = ScoreTable.from_arrays(y, fitted.decision_function(X), pos_label=pos)
    point = FeasibleSet(table).best_threshold(metrics.cost_ratio(3))
    classifier = wm.threshold_classifier(
        fitted, point, pos_label=pos, response_method="decision_function"
    )
    assert_decides_as(point, classifier, X, y, pos)


class Halves(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Probabilities of single precision, straight from the first feature."""

    def fit(self, X, y):
        """Learn the labels alone."""
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        """The first feature as float32."""
        p = np.asarray(X)[:, 0].astype(np.float32)
        return np.column_stack((1 - p, p))


def test_threshold_classifier_is_exact_in_single_precision():
    """A threshold that float32 holds is compared without loss."""
    rng = np.random.default_rng(0)
    X = rng.random((200, 1))
    y = (rng.random(200) < X[:, 0]).astype(int)
    fitted = Halves().fit(X, y)
    feasible = FeasibleSet(ScoreTable.from_arrays(y, fitted.predict_proba(X)[:, 1]))
    for threshold in feasible.thresholds:
        confusion = feasible.at_threshold(threshold)
        point = OperatingPoint(threshold=threshold, confusion=confusion, value=0.0)
        assert_decides_as(point, wm.threshold_classifier(fitted, point), X, y, 1)


@pytest.mark.parametrize(("threshold", "flagged"), [(np.inf, False), (-np.inf, True)])
def test_threshold_classifier_flags_nobody_or_everybody_at_infinity(threshold, flagged):
    """Both ends of the frontier can be deployed."""
    X, y, pos = breast_cancer()
    fitted = models()["logistic"].fit(X, y)
    confusion = FeasibleSet(ScoreTable.from_arrays(y == pos, scores(fitted, X, pos))).at_threshold(
        threshold
    )
    point = OperatingPoint(threshold=threshold, confusion=confusion, value=0.0)
    classifier = wm.threshold_classifier(fitted, point, pos_label=pos)
    assert np.all((classifier.predict(X) == pos) == flagged)


def test_threshold_classifier_is_fitted_and_frozen():
    """Scikit-learn takes it for fitted, and fitting it on other cases changes nothing."""
    X, y, pos = breast_cancer()
    fitted = models()["logistic"].fit(X, y)
    table = ScoreTable.from_arrays(y, scores(fitted, X, pos), pos_label=pos)
    point = FeasibleSet(table).best_threshold(metrics.accuracy())
    classifier = wm.threshold_classifier(fitted, point, pos_label=pos)
    check_is_fitted(classifier)
    assert classifier.classes_.tolist() == fitted.classes_.tolist()
    assert classifier.n_features_in_ == X.shape[1]
    before = classifier.predict(X)
    classifier.fit(X[:50], y[:50])
    assert np.array_equal(classifier.predict(X), before)
    assert np.array_equal(classifier.predict_proba(X), fitted.predict_proba(X))


def test_threshold_classifier_deploys_what_was_elicited():
    """An elicitation's operating point goes in as it is."""
    X, y, pos = breast_cancer()
    fitted = models()["logistic"].fit(X, y)
    feasible = FeasibleSet(ScoreTable.from_arrays(y == pos, scores(fitted, X, pos)))
    result = wm.elicit(feasible, wm.MetricOracle(metrics.cost_ratio(7)), method="bisection")
    classifier = wm.threshold_classifier(fitted, result.operating_point, pos_label=pos)
    assert_decides_as(result.operating_point, classifier, X, y, pos)


X2, Y2 = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 1, 0, 1])
MODEL = LogisticRegression().fit(X2, Y2)
HALF = ConfusionMatrix(tp=0.5, fp=0, fn=0, tn=0.5)
POINT = OperatingPoint(threshold=0.5, confusion=HALF, value=1.0)
REVERSED = OperatingPoint(threshold=0.5, confusion=HALF, value=1.0, below=True)
MIXED = OperatingPoint(
    threshold=0.5,
    confusion=ConfusionMatrix(
        tp=0.5, fp=0, fn=0, tn=0.5, realisation=Realisation.at(0.5).mix(Realisation.at(0.2), 0.75)
    ),
    value=1.0,
)
NOWHERE = OperatingPoint(threshold=np.nan, confusion=HALF, value=1.0)


@pytest.mark.parametrize(
    ("arguments", "options", "text"),
    [
        ((MODEL, 0.5), {}, "operating_point is 0.5, not an OperatingPoint: give recommend("),
        (
            (MODEL, REVERSED),
            {},
            "The operating point flags score < 0.5: there the scores are worse",
        ),
        (
            (MODEL, REVERSED),
            {},
            "Take feasible.best_threshold(metric), which flags high scores only",
        ),
        (
            (MODEL, MIXED),
            {},
            "is a mixture (75% of the time score >= 0.5, 25% of the time score >= 0.2)",
        ),
        ((MODEL, NOWHERE), {}, "The operating point's threshold is NaN: give a number, or inf."),
        (
            (MODEL, POINT),
            {"pos_label": "ill"},
            "pos_label='ill' is not among the labels 0, 1 of Log",
        ),
        ((MODEL, POINT), {"pos_label": [1]}, "pos_label=[1] is not one label: name one."),
        (
            (MODEL, POINT),
            {"response_method": "predict"},
            "response_method='predict' is unknown: ch",
        ),
        (
            (LinearSVC().fit(X2, Y2), POINT),
            {"response_method": "predict_proba"},
            "LinearSVC has no predict_proba: give a classifier with scores.",
        ),
        (
            (VotingClassifier([("tree", DecisionTreeClassifier())]).fit(X2, Y2), POINT),
            {},
            "VotingClassifier has no predict_proba nor decision_function: give a classifier with",
        ),
        (
            (LogisticRegression(), POINT),
            {},
            "LogisticRegression() has no classes_: give a classifier",
        ),
        (
            (MODEL, dataclasses.replace(POINT, threshold=-1.25)),
            {},
            (
                "The operating point's threshold is -1.25, and the probabilities of "
                f"{type(MODEL).__name__} lie in [0, 1]: take the point from this model's own "
                "probabilities. Where it came from decision_function, give "
                "response_method='decision_function'."
            ),
        ),
        (
            (DecisionTreeClassifier().fit(X2, Y2), dataclasses.replace(POINT, threshold=7.0)),
            {},
            (
                "The operating point's threshold is 7, and the probabilities of "
                "DecisionTreeClassifier lie in [0, 1]: take the point from this model's own prob"
            ),
        ),
        (
            (LogisticRegression().fit(X2, [0, 1, 2, 2]), POINT),
            {},
            "LogisticRegression tells 3 classes apart (0, 1, 2), not two",
        ),
    ],
)
def test_threshold_classifier_refuses_what_it_cannot_deploy(arguments, options, text):
    """By name, with the remedy."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        wm.threshold_classifier(*arguments, **options)


@pytest.mark.parametrize("threshold", [0.0, 1.0, math.inf])
def test_threshold_classifier_takes_the_ends_of_the_scale(threshold):
    """They flag everybody, the certain ones and nobody."""
    classifier = wm.threshold_classifier(MODEL, dataclasses.replace(POINT, threshold=threshold))
    certain = MODEL.predict_proba(X2)[:, 1] >= threshold
    assert np.array_equal(classifier.predict(X2) == 1, certain)


def test_threshold_classifier_takes_any_number_for_a_decision_function():
    """Its values have no bounds."""
    low = dataclasses.replace(POINT, threshold=-99.0)
    classifier = wm.threshold_classifier(MODEL, low, response_method="decision_function")
    assert classifier.threshold == -99.0


def test_threshold_classifier_says_how_to_install_scikit_learn(monkeypatch):
    """The extra is named where scikit-learn is missing."""
    monkeypatch.setattr("whichmetric.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=re.escape('pip install "whichmetric[sklearn]"')):
        wm.threshold_classifier(MODEL, POINT)
