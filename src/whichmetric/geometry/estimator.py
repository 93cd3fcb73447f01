"""The scores that a fitted classifier gives, by its own methods alone.

Any object with scikit-learn's conventions will do: ``classes_``, and ``predict_proba`` or
``decision_function``. scikit-learn itself is not needed here, and so not imported.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.columns import as_labels, distinct_labels, positive_label

__all__ = [
    "EstimatorScores",
    "estimator_scores",
    "fitted_classes",
    "refuse_foreign_labels",
    "seems_fitted_text",
    "sign_of_fitting",
]

FloatArray = NDArray[np.float64]

FEWEST_CASES = 20
"""Of each class, below which nothing is said about where scores come from."""
TELLING_CASES = 100
"""Of each class, below which a good model may tell all new cases apart: breast cancer is such."""
CLOSE = 0.01
"""Of a standard error: without ties, a sum this close to its expectation is seldom an accident."""


class EstimatorScores(NamedTuple):
    """What a classifier says of some cases.

    Parameters
    ----------
    scores : ndarray of shape (n,)
        A higher score speaks for the positive class.
    positive : label
    is_probability : bool
    """

    scores: FloatArray
    positive: Any
    is_probability: bool


def estimator_scores(fitted: Any, X: Any, pos_label: Any) -> EstimatorScores:
    """The scores of the positive class, whichever place it has among the classifier's classes.

    Parameters
    ----------
    fitted : classifier
        Of two classes. Probabilities are preferred to the values of a decision function.
    X : array-like of shape (n, n_features)
    pos_label : label or None
    """
    name = type(fitted).__name__
    classes = fitted_classes(fitted)
    positive = positive_label(f"{name}.classes_", classes, pos_label)
    place = classes.index(positive)
    if hasattr(fitted, "predict_proba"):
        table = np.asarray(fitted.predict_proba(X))
        if table.ndim != 2 or table.shape[1] != 2:
            raise InvalidInputError(
                f"{name}.predict_proba gave an array of shape {table.shape}, not (n, 2)."
            )
        return EstimatorScores(table[:, place], positive, is_probability=True)
    if hasattr(fitted, "decision_function"):
        values = np.asarray(fitted.decision_function(X))
        if values.ndim != 1:
            raise InvalidInputError(
                f"{name}.decision_function gave an array of shape {values.shape}, not (n,)."
            )
        # It speaks for the second class.
        return EstimatorScores(values if place == 1 else -values, positive, is_probability=False)
    raise InvalidInputError(
        f"{name} has neither predict_proba nor decision_function: it gives labels without scores. "
        "Wrap it, for example in scikit-learn's CalibratedClassifierCV."
    )


def fitted_classes(fitted: Any) -> list[Any]:
    """The labels that a fitted classifier tells apart, in its own order."""
    name = type(fitted).__name__
    found = getattr(fitted, "classes_", None)
    if found is None:
        raise InvalidInputError(f"{name} has no classes_: give a classifier that has been fitted.")
    if not (isinstance(found, np.ndarray) and found.ndim == 1):
        raise InvalidInputError(f"{name} has several outputs: give a classifier of one label.")
    return list(found.tolist())


def refuse_foreign_labels(fitted: Any, y: Any) -> None:
    """Refuse labels that the classifier was not fitted on."""
    classes = fitted_classes(fitted)
    for label in distinct_labels("y", as_labels("y", y)):
        if label not in classes:
            raise InvalidInputError(
                f"y holds {label!r}, which {type(fitted).__name__} does not know: it was fitted "
                f"on {_listed(classes)}."
            )


def _listed(labels: list[Any]) -> str:
    *first, last = map(repr, labels)
    return f"{', '.join(first)} and {last}" if first else last


def sign_of_fitting(
    scores: FloatArray,
    is_positive: NDArray[np.bool_],
    weights: FloatArray | None,
    *,
    is_probability: bool,
) -> str | None:
    """What gives scores away as those of the cases that the model was fitted on, if anything.

    Parameters
    ----------
    scores, is_positive : ndarray of shape (n,)
    weights : ndarray of shape (n,) or None
    is_probability : bool

    Returns
    -------
    str or None
        In words. None proves nothing: nearest neighbours and support vectors, for example, leave no
        such sign.

    Notes
    -----
    Two signs are looked for.

    - The probabilities add up to the number of positive cases, to within a hundredth of the
      standard error of that number. Fitting by maximum likelihood makes the two equal (logistic
      regression with an intercept, trees, boosted trees). On other cases the probabilities of a
      calibrated model come so close with probability 0.008 where they have no ties. Coarse ones do
      more often: 0.024 for steps of 1/5 on 60 cases, 0.035 for steps of 1/4 (20,000 samples each,
      with probabilities spread evenly).
    - Every positive case scores above every negative one, with at least 100 of each: forests and
      boosted trees do that to their own cases. Elsewhere it means that the task is very easy.
    """
    cases = min(is_positive.sum(), (~is_positive).sum())
    if cases >= TELLING_CASES and scores[is_positive].min() > scores[~is_positive].max():
        return "every positive case scores above every negative one"
    if cases >= FEWEST_CASES and is_probability and np.ptp(scores) > 0:
        weights = np.ones(scores.size) if weights is None else weights / weights.max()
        excess = abs(float((weights * (is_positive - scores)).sum()))
        error = math.sqrt(float((weights**2 * scores * (1.0 - scores)).sum()))
        if excess < CLOSE * error:
            return "the probabilities add up to the number of positive cases almost exactly"
    return None


def seems_fitted_text(name: str, sign: str) -> str:
    """What to say of a classifier whose scores show a sign of fitting."""
    return (
        f"{name} seems to have been fitted on these rows: {sign}. What is chosen on such scores is "
        "too optimistic. Give rows that were held out, or call "
        "whichmetric.cross_validated_table(estimator, X, y)."
    )
