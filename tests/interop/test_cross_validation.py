"""Out-of-fold score tables, against scikit-learn's own cross-validated predictions."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import (
    GroupKFold,
    LeaveOneOut,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    cross_val_predict,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from whichmetric import ScoreTable, cross_validated_table
from whichmetric.errors import InvalidInputError, MissingExtraError

X, TARGET = load_breast_cancer(return_X_y=True)
NAMES = np.array(["malignant", "benign"])[TARGET]
FOLDS = StratifiedKFold(5, shuffle=True, random_state=0)


@pytest.mark.parametrize("positive", ["malignant", "benign"])
@pytest.mark.parametrize("cv", [5, FOLDS, list(FOLDS.split(X, NAMES))], ids=["5", "KFold", "list"])
def test_cross_validated_table_is_that_of_cross_val_predict(positive, cv):
    """Probabilities and decision values of all folds are pooled, as scikit-learn predicts them."""
    naive = make_pipeline(StandardScaler(), GaussianNB())
    place = ["benign", "malignant"].index(positive)
    scores = cross_val_predict(naive, X, NAMES, cv=cv, method="predict_proba")[:, place]
    table = cross_validated_table(naive, X, NAMES, cv=cv, pos_label=positive)
    assert table == ScoreTable.from_arrays(NAMES, scores, pos_label=positive)
    linear = make_pipeline(StandardScaler(), LinearSVC(random_state=0))
    values = cross_val_predict(linear, X, NAMES, cv=cv, method="decision_function")
    table = cross_validated_table(linear, X, NAMES, cv=cv, pos_label=positive)
    signed = values if place == 1 else -values
    assert table == ScoreTable.from_arrays(NAMES, signed, pos_label=positive)


def test_cross_validated_table_takes_folds_that_keep_groups_together():
    """A generator of folds goes in as it comes from the splitter."""
    groups = np.arange(len(X)) // 3
    table = cross_validated_table(
        GaussianNB(), X, TARGET, cv=GroupKFold(4).split(X, TARGET, groups)
    )
    scores = cross_val_predict(
        GaussianNB(), X, TARGET, groups=groups, cv=GroupKFold(4), method="predict_proba"
    )
    assert table == ScoreTable.from_arrays(TARGET, scores[:, 1])


@pytest.mark.parametrize(
    "features",
    [pd.DataFrame(X).rename(columns=str), pl.DataFrame(X), sparse.csr_array(X), X.tolist()],
    ids=["pandas", "polars", "sparse", "list"],
)
def test_cross_validated_table_takes_features_of_any_kind(features):
    """Frames, sparse matrices and lists are cut into folds by scikit-learn's own hands."""
    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    assert cross_validated_table(tree, features, TARGET) == cross_validated_table(tree, X, TARGET)


def test_cross_validated_table_gives_models_the_labels_as_they_are():
    """Weights by the name of a class reach the model, which cross_val_predict forbids."""
    model = make_pipeline(
        StandardScaler(), LogisticRegression(class_weight={"malignant": 5.0, "benign": 1.0})
    )
    table = cross_validated_table(model, X, NAMES, pos_label="malignant")
    plain = cross_validated_table(
        make_pipeline(StandardScaler(), LogisticRegression()), X, NAMES, pos_label="malignant"
    )
    assert table.scores @ table.positive > plain.scores @ plain.positive


def test_cross_validated_table_leaves_the_estimator_as_it_is():
    """A fitted model is not fitted anew, and an unfitted one stays unfitted."""
    fitted = GaussianNB().fit(X, TARGET)
    before = fitted.theta_.copy()
    cross_validated_table(fitted, X[::2], TARGET[::2])
    assert np.array_equal(fitted.theta_, before)
    blank = clone(fitted)
    cross_validated_table(blank, X, TARGET)
    assert not hasattr(blank, "classes_")


def test_cross_validated_table_raises_no_alarm():
    """Forests separate the rows that they have seen; out of fold nobody has."""
    forest = RandomForestClassifier(20, random_state=0)
    table = cross_validated_table(forest, X, TARGET, cv=3, sample_weight=np.full(TARGET.size, 0.5))
    assert table.positive.sum() == TARGET.sum() / 2
    lowest = table.scores[table.positive > 0].min()
    assert lowest < table.scores[table.negative > 0].max()


@pytest.mark.parametrize(
    ("model", "labels", "cv", "text"),
    [
        (
            GaussianNB(),
            TARGET,
            1,
            "cv=1 cannot split these cases: k-fold cross-validation requires",
        ),
        (GaussianNB(), TARGET, "five", "cv='five' cannot split these cases: Expected `cv` as an"),
        (
            GaussianNB(),
            TARGET,
            ShuffleSplit(2, random_state=0),
            "holds case 0 out 0 times, not once",
        ),
        (GaussianNB(), TARGET, RepeatedStratifiedKFold(), "holds case 0 out 10 times, not once"),
        (GaussianNB(), TARGET[:99], 5, "cv=5 cannot split these cases: Found input variables with"),
        (GaussianNB(), NAMES, 5, "GaussianNB.classes_ holds the labels 'benign' and 'malignant'"),
        (
            LinearRegression(),
            TARGET,
            5,
            "LinearRegression is a regressor: a score table needs a classifier",
        ),
        (GaussianNB(), TARGET * 0, 5, "GaussianNB.classes_ holds only the label 0: both classes"),
        ("model", TARGET, 5, "estimator='model' cannot be cloned: give one of scikit-learn's conv"),
    ],
)
def test_cross_validated_table_refuses_by_name(model, labels, cv, text):
    """Folds that are no partition, and models that are no classifiers, are named."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        cross_validated_table(model, X, labels, cv=cv)


def test_cross_validated_table_refuses_in_a_few_words():
    """Folds are not printed row by row, and rows that are not there are no traceback."""
    rows = np.arange(TARGET.size)
    folds = [(rows, rows[:-1])]
    with pytest.raises(InvalidInputError, match=r"holds case 568 out 0 times, not once") as caught:
        cross_validated_table(GaussianNB(), X, TARGET, cv=folds)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)
    with pytest.raises(InvalidInputError, match=r"cannot split these cases: index 569 is out of"):
        cross_validated_table(GaussianNB(), X, TARGET, cv=[(rows, rows + 1)])


def test_cross_validated_table_takes_folds_of_one_case():
    """A fold may lack a class, as long as the model has seen both."""
    tree = DecisionTreeClassifier(max_depth=1)
    table = cross_validated_table(tree, X[:40], TARGET[:40], cv=LeaveOneOut())
    assert table.positive.sum() == TARGET[:40].sum()


def test_cross_validated_table_needs_scikit_learn(monkeypatch):
    """Without scikit-learn, the error says how to install it."""
    monkeypatch.setattr("whichmetric.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r'pip install "whichmetric\[sklearn\]"'):
        cross_validated_table(GaussianNB(), X, TARGET)
