"""A fitted model that decides at an operating point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from whichmetric.arguments import expect
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.columns import refuse_collection
from whichmetric.interop.classes import refuse_wrong_classes
from whichmetric.interop.extra import demand_scikit_learn
from whichmetric.values import OperatingPoint

if TYPE_CHECKING:
    from sklearn.model_selection import FixedThresholdClassifier

__all__ = ["threshold_classifier"]


def threshold_classifier(
    fitted: Any,
    operating_point: OperatingPoint,
    *,
    pos_label: Any = 1,
    response_method: Literal["auto", "predict_proba", "decision_function"] = "auto",
) -> FixedThresholdClassifier:
    """The fitted model as scikit-learn's `FixedThresholdClassifier` at an operating point.

    It flags ``score >= threshold``, as the operating point does, so on the cases that the point was
    found on it has the point's confusion matrix to the last case.

    Parameters
    ----------
    fitted : estimator
        A fitted classifier of two classes. It is frozen: fitting the result does not change it.
    operating_point : OperatingPoint
        For example ``recommend(result, table).point``, ``feasible.best_threshold(metric)``, or
        ``result.operating_point`` of an elicitation, from this model's scores. An infinite
        threshold flags nobody (or everybody).
    pos_label : label
        The positive one.
    response_method : {"auto", "predict_proba", "decision_function"}
        Where the scores came from; ``"auto"`` is ``predict_proba`` where the model has it.

    Returns
    -------
    FixedThresholdClassifier
        Ready to predict.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from whichmetric.geometry import FeasibleSet, ScoreTable
    >>> from whichmetric.metrics import cost_ratio
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 1, 0, 1])
    >>> model = LogisticRegression().fit(X, y)
    >>> table = ScoreTable.from_arrays(y, model.predict_proba(X)[:, 1])
    >>> point = FeasibleSet(table).best_threshold(cost_ratio(4))
    >>> threshold_classifier(model, point).predict(X)
    array([0, 1, 1, 1])
    """
    remedy = (
        "give recommend(result, table).point, feasible.best_threshold(metric) "
        "or result.operating_point"
    )
    expect("operating_point", operating_point, OperatingPoint, remedy)
    _refuse_other_rules(operating_point)
    refuse_collection(pos_label)
    demand_scikit_learn()
    from sklearn.frozen import FrozenEstimator
    from sklearn.model_selection import FixedThresholdClassifier

    if not hasattr(fitted, "classes_"):
        raise InvalidInputError(f"{fitted!r} has no classes_: give a classifier that is fitted.")
    refuse_wrong_classes(fitted, pos_label)
    method = _method(fitted, response_method)
    _refuse_other_scale(fitted, method, operating_point.threshold)
    classifier = FixedThresholdClassifier(
        FrozenEstimator(fitted),
        threshold=float(operating_point.threshold),
        pos_label=pos_label,
        response_method=method,
    )
    # Frozen, it learns nothing here, but scikit-learn takes it for fitted from now on.
    return classifier.fit([[0.0], [0.0]], fitted.classes_)


def _refuse_other_rules(point: OperatingPoint) -> None:
    if math.isnan(point.threshold):
        raise InvalidInputError("The operating point's threshold is NaN: give a number, or inf.")
    if point.below:
        raise InvalidInputError(
            f"The operating point flags score < {point.threshold:g}: there the scores are worse "
            "than chance. Take feasible.best_threshold(metric), which flags high scores only."
        )
    rule = point.confusion.realisation
    if rule is not None and len(rule.thresholds) > 1:
        raise InvalidInputError(
            f"The operating point is a mixture ({rule}), and a classifier has one threshold: "
            "take feasible.best_threshold(metric), which never is one."
        )


def _refuse_other_scale(fitted: Any, method: str, threshold: float) -> None:
    """Refuse a threshold that no probability could be compared with in earnest."""
    if method == "predict_proba" and math.isfinite(threshold) and not 0.0 <= threshold <= 1.0:
        name = type(fitted).__name__
        other = (
            " Where it came from decision_function, give response_method='decision_function'."
            if hasattr(fitted, "decision_function")
            else ""
        )
        raise InvalidInputError(
            f"The operating point's threshold is {threshold:g}, and the probabilities of {name} "
            f"lie in [0, 1]: take the point from this model's own probabilities.{other}"
        )


def _method(fitted: Any, asked: str) -> str:
    known = ("predict_proba", "decision_function")
    if asked not in ("auto", *known):
        raise InvalidInputError(
            f"response_method={asked!r} is unknown: choose 'auto', {' or '.join(map(repr, known))}."
        )
    methods = [method for method in known if hasattr(fitted, method)]
    if not methods or (asked != "auto" and asked not in methods):
        wanted = " nor ".join(known) if asked == "auto" else asked
        raise InvalidInputError(
            f"{type(fitted).__name__} has no {wanted}: give a classifier with scores."
        )
    return methods[0] if asked == "auto" else asked
