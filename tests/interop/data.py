"""Real cases and real models for the tests of interop."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from whichmetric.paper.datasets import load


class Data(NamedTuple):
    """Features, labels that are text, and which of them is positive."""

    features: np.ndarray
    labels: np.ndarray
    pos_label: str


@cache
def breast_cancer() -> Data:
    """569 tumours, 37% malignant."""
    dataset = load("breast-cancer")
    return Data(dataset.features, np.where(dataset.positive, "malignant", "benign"), "malignant")


@cache
def magic() -> Data:
    """19,020 showers, 65% gamma."""
    dataset = load("magic")
    return Data(dataset.features, np.where(dataset.positive, "gamma", "hadron"), "gamma")


def models() -> dict[str, Any]:
    """Fresh models: smooth, coarse and saturated probabilities, and one without any."""
    return {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "bayes": GaussianNB(),
        "tree": DecisionTreeClassifier(max_depth=4, random_state=0),
        "forest": RandomForestClassifier(20, max_depth=8, random_state=0),
        "margin": make_pipeline(StandardScaler(), LinearSVC(C=0.1)),
    }


def scores(model: Any, features: np.ndarray, pos_label: Any) -> np.ndarray:
    """The score of the positive label, by hand."""
    column = list(model.classes_).index(pos_label)
    if hasattr(model, "predict_proba"):
        return model.predict_proba(features)[:, column]
    return model.decision_function(features) * (1 if column == 1 else -1)
