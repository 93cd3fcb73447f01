"""A scorer of scikit-learn's own making that knows our names and errors.

Scikit-learn's tools ask more of a scorer than to be callable: TunedThresholdClassifierCV and the
scoring of several metrics at once read private attributes of what `make_scorer` returns. So this is
a subclass of just that, made by `make_scorer`, and adds two things: how it prints, and what it
refuses before the model is asked. The latter stands in a private method. Should a later release not
call it, scikit-learn's own errors appear instead of ours, and the values stay the same.
"""

from __future__ import annotations

from typing import Any

from sklearn.base import is_classifier, is_regressor
from sklearn.metrics import accuracy_score, make_scorer

from whichmetric.errors import InvalidInputError
from whichmetric.interop.classes import refuse_wrong_classes
from whichmetric.interop.score_functions import AtBestThreshold, AtPredictedLabels

__all__ = ["SCORE_METHODS", "MetricScorer"]

SCORE_METHODS = ("predict_proba", "decision_function")
"""In scikit-learn's order of preference for thresholds."""


class MetricScorer(type(make_scorer(accuracy_score))):  # type: ignore[misc]
    """A metric as a scikit-learn scorer, ``scorer(estimator, X, y)``.

    Parameters
    ----------
    function : AtPredictedLabels or AtBestThreshold
    pos_label : label
    """

    def __init__(self, function: AtPredictedLabels | AtBestThreshold, pos_label: Any) -> None:
        self.function = function
        self.pos_label = pos_label
        self.at = "best" if isinstance(function, AtBestThreshold) else "predict"
        made = make_scorer(
            function,
            response_method=SCORE_METHODS if self.at == "best" else "predict",
            pos_label=pos_label,
        )
        self.__dict__.update(made.__dict__)

    def __repr__(self) -> str:
        prevalence = self.function.prevalence
        at_prevalence = "" if prevalence is None else f", prevalence={prevalence:g}"
        return (
            f"scorer({self.function.metric}, pos_label={self.pos_label!r}, at={self.at!r}"
            f"{at_prevalence})"
        )

    def _score(self, method_caller: Any, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        if is_regressor(estimator):
            raise InvalidInputError(
                f"{type(estimator).__name__} is a regressor: a metric of the confusion matrix "
                "needs a classifier."
            )
        refuse_wrong_classes(estimator, self.pos_label)
        if self.at == "best":
            _refuse_without_scores(estimator)
            kwargs["are_scores"] = True
        return super()._score(method_caller, estimator, *args, **kwargs)


def _refuse_without_scores(estimator: Any) -> None:
    name = type(estimator).__name__
    if not is_classifier(estimator):
        raise InvalidInputError(
            f'{name} is no classifier: at="best" needs one of two classes, with a score for each '
            "case."
        )
    if not any(hasattr(estimator, method) for method in SCORE_METHODS):
        raise InvalidInputError(
            f"{name} has neither {' nor '.join(SCORE_METHODS)}, so there is no threshold to "
            'choose: use scorer(metric, at="predict") or a classifier with scores.'
        )
