"""Score tables of fitted classifiers: the right column, the right sign, and a warning in time."""

import re
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import (
    LinearRegression,
    LogisticRegression,
    Perceptron,
    RidgeClassifier,
    SGDClassifier,
)
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from whichmetric import FeasibleSet, ScoreTable, metrics
from whichmetric.errors import InSampleWarning, InvalidInputError

X, TARGET = load_breast_cancer(return_X_y=True)
NAMES = np.array(["malignant", "benign"])[TARGET]  # scikit-learn's 0 is malignant
SPLIT = train_test_split(X, NAMES, stratify=NAMES, random_state=0)
FIT_X, HELD_X, FIT_Y, HELD_Y = SPLIT

CLASSIFIERS = [
    LogisticRegression(),
    GaussianNB(),
    KNeighborsClassifier(),
    RandomForestClassifier(20, random_state=0),
    HistGradientBoostingClassifier(max_iter=10),
    SVC(),
    LinearSVC(),
    RidgeClassifier(),
    Perceptron(),
    SGDClassifier(random_state=0),
    CalibratedClassifierCV(LinearSVC(), cv=3),
    GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, cv=3),
]


def area(table):
    """The area under the ROC curve, from a table alone."""
    below = np.cumsum(table.negative) - table.negative / 2
    return float(table.positive @ below / table.positive.sum() / table.negative.sum())


@pytest.mark.parametrize("classifier", CLASSIFIERS, ids=lambda model: type(model).__name__)
@pytest.mark.parametrize("positive", ["malignant", "benign"])
def test_from_estimator_finds_the_positive_class(classifier, positive):
    """Either label may be the positive one: its cases score higher, by scikit-learn's count too."""
    model = make_pipeline(StandardScaler(), classifier).fit(FIT_X, FIT_Y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InSampleWarning)
        table = ScoreTable.from_estimator(model, HELD_X, HELD_Y, pos_label=positive)
    if hasattr(model, "predict_proba"):
        scores = model.predict_proba(HELD_X)[:, list(model.classes_).index(positive)]
    else:
        scores = model.decision_function(HELD_X) * (1 if positive == "malignant" else -1)
    assert area(table) == pytest.approx(roc_auc_score(positive == HELD_Y, scores), abs=1e-12)
    assert area(table) > 0.9


def test_from_estimator_keeps_the_decisions_of_the_classifier():
    """At the threshold 0.5, or 0 of a decision function, the table counts what predict says."""
    for classifier, threshold in ((LogisticRegression(), 0.5), (LinearSVC(), 0.0)):
        model = make_pipeline(StandardScaler(), classifier).fit(FIT_X, FIT_Y == "malignant")
        table = ScoreTable.from_estimator(model, HELD_X, HELD_Y == "malignant")
        counted = FeasibleSet(table).at_threshold(threshold)
        hits = np.mean(model.predict(HELD_X) & (HELD_Y == "malignant"))
        assert counted.tp == pytest.approx(hits, abs=1e-12)


def test_from_estimator_takes_frames_and_weights():
    """Named columns come through to the model; weights come through to the table."""
    frame = pd.DataFrame(X).rename(columns=str)
    model = GaussianNB().fit(frame[::2], TARGET[::2])
    weights = np.arange(TARGET[1::2].size)
    table = ScoreTable.from_estimator(
        model, frame[1::2], pd.Series(TARGET[1::2], index=frame.index[1::2]), sample_weight=weights
    )
    assert table.positive.sum() == weights[TARGET[1::2] == 1].sum()


@pytest.mark.parametrize(
    ("model", "labels", "pos_label", "text"),
    [
        (LogisticRegression(), NAMES, "malignant", "LogisticRegression has no classes_: give a cl"),
        (
            LinearRegression().fit(X, TARGET),
            NAMES,
            None,
            "LinearRegression has no classes_: give a",
        ),
        ("model", NAMES, None, "str has no classes_: give a classifier that has been fitted."),
        (
            GaussianNB().fit(X, NAMES),
            NAMES,
            None,
            "GaussianNB.classes_ holds the labels 'benign' a",
        ),
        (
            GaussianNB().fit(X, NAMES),
            NAMES,
            "ill",
            "pos_label='ill' is not among the labels 'benig",
        ),
        (
            GaussianNB().fit(X, TARGET),
            NAMES,
            None,
            "y holds 'benign', which GaussianNB does not kn",
        ),
        (
            GaussianNB().fit(X, NAMES),
            TARGET,
            "benign",
            "y holds 0, which GaussianNB does not know: it was fitted on 'benign' and 'malignant'.",
        ),
        (
            GaussianNB().fit(X, TARGET),
            TARGET * 0,
            None,
            "y_true holds only the label 0: both class",
        ),
        (
            GaussianNB().fit(X, np.arange(TARGET.size) % 3),
            TARGET,
            None,
            "GaussianNB.classes_ holds 3 label values (0, 1, 2), not two: compare the positive",
        ),
        (
            DummyClassifier().fit(X, TARGET * 0),
            TARGET * 0,
            None,
            "DummyClassifier.classes_ holds only the label 0: both classes are needed.",
        ),
        (
            MultiOutputClassifier(GaussianNB()).fit(X, np.c_[TARGET, TARGET]),
            TARGET,
            None,
            "MultiOutputClassifier has several outputs: give a classifier of one label.",
        ),
    ],
)
def test_from_estimator_refuses_by_name(model, labels, pos_label, text):
    """What is no fitted classifier of these two classes is named."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        ScoreTable.from_estimator(model, X, labels, pos_label=pos_label)


class Odd:
    """A classifier that answers as it is told to."""

    classes_ = np.array([0, 1])

    def __init__(self, **methods):
        for name, answer in methods.items():
            setattr(self, name, lambda X, answer=answer: answer)


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (Odd(), "Odd has neither predict_proba nor decision_function: it gives labels without"),
        (
            Odd(predict_proba=np.ones(2)),
            "Odd.predict_proba gave an array of shape (2,), not (n, 2)",
        ),
        (
            Odd(predict_proba=np.ones((2, 3))),
            "Odd.predict_proba gave an array of shape (2, 3), not",
        ),
        (
            Odd(decision_function=np.ones((2, 2))),
            "Odd.decision_function gave an array of shape (2,",
        ),
        (Odd(decision_function=np.array([0, np.nan])), "y_score holds nan at row 1 (1 such of 2)"),
        (Odd(decision_function=np.ones(3)), "Lengths differ: y_true has 2, y_score has 3."),
    ],
)
def test_from_estimator_refuses_odd_scores(model, text):
    """Scores of another shape than one for each case are refused."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        ScoreTable.from_estimator(model, [[0], [1]], [0, 1])


@pytest.mark.parametrize(
    ("classifier", "sign"),
    [
        (LogisticRegression(), "the probabilities add up to the number of positive cases almost"),
        (DecisionTreeClassifier(max_depth=3), "the probabilities add up to the number of positive"),
        (RandomForestClassifier(20, random_state=0), "every positive case scores above every neg"),
        (DecisionTreeClassifier(), "every positive case scores above every negative one"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_from_estimator_warns_where_a_model_has_seen_the_rows(classifier, sign):
    """Scores of the rows that were fitted give themselves away."""
    model = make_pipeline(StandardScaler(), classifier).fit(FIT_X, FIT_Y)
    text = f"Pipeline seems to have been fitted on these rows: {sign}"
    with pytest.warns(InSampleWarning, match=text):
        ScoreTable.from_estimator(model, FIT_X, FIT_Y, pos_label="malignant")


def test_from_estimator_warns_of_the_line_that_calls_it():
    """The warning is about the caller's rows."""
    model = DecisionTreeClassifier().fit(FIT_X, FIT_Y)
    with pytest.warns(InSampleWarning) as caught:
        ScoreTable.from_estimator(model, FIT_X, FIT_Y, pos_label="malignant")
    assert caught[0].filename == __file__


def test_from_estimator_warns_with_weights():
    """A regression with weights adds up by weight."""
    weights = np.random.default_rng(0).lognormal(size=FIT_Y.size) * 1e200
    model = LogisticRegression(max_iter=5000).fit(
        StandardScaler().fit_transform(FIT_X), FIT_Y, sample_weight=weights / 1e200
    )
    fitted = StandardScaler().fit_transform(FIT_X)
    with pytest.warns(InSampleWarning, match="the probabilities add up"):
        ScoreTable.from_estimator(model, fitted, FIT_Y, pos_label="benign", sample_weight=weights)


@pytest.mark.parametrize(
    "classifier",
    [
        LogisticRegression(),
        GaussianNB(),
        DecisionTreeClassifier(max_depth=3, random_state=0),
        RandomForestClassifier(20, random_state=0),
        HistGradientBoostingClassifier(max_iter=20),
        LinearSVC(),
        DummyClassifier(),
    ],
    ids=lambda model: type(model).__name__,
)
def test_from_estimator_is_silent_on_held_out_rows(classifier):
    """The worked example's split raises no alarm, also of a model that knows nothing."""
    model = make_pipeline(StandardScaler(), classifier).fit(FIT_X, FIT_Y)
    table = ScoreTable.from_estimator(model, HELD_X, HELD_Y, pos_label="malignant")
    assert table.positive.sum() == (HELD_Y == "malignant").sum()


def test_from_estimator_seldom_raises_a_false_alarm():
    """Of calibrated probabilities, one sample in a hundred looks like a fitted one, or fewer."""
    rng = np.random.default_rng(0)
    alarms = 0
    for _ in range(1000):
        chances = rng.beta(0.5, 1.0, size=300)
        labels = rng.random(300) < chances
        model = Odd(predict_proba=np.c_[1 - chances, chances])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ScoreTable.from_estimator(model, None, labels)
        alarms += len(caught)
    assert 1 <= alarms <= 18  # 8 are expected


def test_from_estimator_is_silent_on_few_rows():
    """With a handful of cases everything separates."""
    model = DecisionTreeClassifier().fit(X[:30], TARGET[:30])
    table = ScoreTable.from_estimator(model, X[:30], TARGET[:30])
    assert len(table) == 2


def test_from_estimator_leads_to_a_threshold():
    """From a fitted model to the threshold that is best for a metric."""
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(FIT_X, FIT_Y)
    table = ScoreTable.from_estimator(model, HELD_X, HELD_Y, pos_label="malignant")
    best = FeasibleSet(table).best(metrics.cost_ratio(7))
    assert 0.0 < best.threshold < 0.5
