"""Score tables from cross-validation.

They live here and not in :class:`~whichmetric.ScoreTable`, since cloning an estimator and
choosing folds are scikit-learn's business, and geometry imports nothing but numpy and scipy.
"""

from __future__ import annotations

from contextlib import suppress
from textwrap import shorten
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.columns import as_labels
from whichmetric.geometry.estimator import estimator_scores
from whichmetric.interop.extra import demand_scikit_learn

__all__ = ["cross_validated_table"]

LONGEST = 80
"""Characters of a value in an error."""


def cross_validated_table(
    estimator: Any,
    X: Any,
    y: ArrayLike,
    *,
    cv: Any = 5,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> ScoreTable:
    """The table of out-of-fold scores: each case is scored by a model that has not seen it.

    The estimator is cloned and fitted once for each fold, and the scores of all folds are pooled.

    Parameters
    ----------
    estimator : classifier
        Of scikit-learn's conventions, fitted or not; it is left as it is. Probabilities are
        preferred to the values of a decision function, which are comparable across folds only as
        far as the models are.
    X : array-like of shape (n, n_features)
    y : array-like of shape (n,)
        Labels of two classes.
    cv : int, splitter or iterable of pairs of index arrays
        As in scikit-learn: a number means stratified folds in the order of the rows. Every case
        must be held out exactly once. Where rows belong together, such as those of one patient,
        give the folds themselves: ``cv=GroupKFold(5).split(X, y, groups)``.
    pos_label : label, optional
        The positive label; may be left out for the labels {0, 1}, {-1, 1} and booleans.
    sample_weight : array-like of shape (n,), optional
        Weights of the cases in the table. The models are fitted without them.

    Raises
    ------
    InvalidInputError
        For folds that leave a case out or hold it out twice, for what is no classifier of two
        classes, and as :meth:`ScoreTable.from_arrays
        <whichmetric.ScoreTable.from_arrays>` does.
    MissingExtraError
        Without scikit-learn.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> cross_validated_table(GaussianNB(), X, y, pos_label=0).positive.sum()
    np.float64(212.0)
    """
    demand_scikit_learn()
    from sklearn.base import clone
    from sklearn.utils import _safe_indexing

    labels = as_labels("y", y)
    scores = np.full(labels.size, np.nan)
    positive = pos_label
    try:
        blank = clone(estimator)
    except TypeError:
        raise InvalidInputError(
            f"estimator={_short(estimator)} cannot be cloned: give one of scikit-learn's "
            "conventions."
        ) from None
    _refuse_regressor(blank)
    for train, test in _folds(cv, X, labels):
        model = clone(blank).fit(_safe_indexing(X, train), labels[train])
        scores[test], positive, _ = estimator_scores(model, _safe_indexing(X, test), pos_label)
    return ScoreTable.from_arrays(labels, scores, pos_label=positive, sample_weight=sample_weight)


def _refuse_regressor(estimator: Any) -> None:
    from sklearn.base import is_regressor

    # What does not say what it is will be judged by its classes.
    with suppress(AttributeError):
        if is_regressor(estimator):
            raise InvalidInputError(
                f"{type(estimator).__name__} is a regressor: a score table needs a classifier."
            )


def _folds(cv: Any, X: Any, labels: NDArray[Any]) -> list[tuple[Any, Any]]:
    """The folds, after refusing those that are no partition of the cases."""
    from sklearn.model_selection import check_cv

    try:
        folds = list(check_cv(cv, labels, classifier=True).split(X, labels))
        times = np.zeros(labels.size, dtype=int)
        for _, test in folds:
            times[test] += 1
    except (TypeError, ValueError, IndexError) as error:
        reason = " ".join(str(error).split())
        raise InvalidInputError(f"cv={_short(cv)} cannot split these cases: {reason}") from None
    if np.any(times != 1):
        case = int(np.flatnonzero(times != 1)[0])
        raise InvalidInputError(
            f"cv={_short(cv)} holds case {case} out {times[case]} times, not once: "
            "take folds, for example StratifiedKFold."
        )
    return folds


def _short(value: Any) -> str:
    """A value on one line, its end left out where it is long."""
    return shorten(repr(value), LONGEST, placeholder=" ...")
