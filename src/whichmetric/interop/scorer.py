"""Metrics as scikit-learn scorers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from whichmetric.arguments import expect
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.columns import refuse_collection
from whichmetric.interop.extra import demand_scikit_learn
from whichmetric.interop.score_functions import AtBestThreshold, AtPredictedLabels
from whichmetric.metrics import Metric
from whichmetric.values import checked_prevalence

if TYPE_CHECKING:
    from whichmetric.interop.metric_scorer import MetricScorer

__all__ = ["scorer"]


def scorer(
    metric: Metric,
    *,
    pos_label: Any = 1,
    at: Literal["predict", "best"] = "predict",
    prevalence: float | None = None,
) -> MetricScorer:
    """A metric as a scorer for scikit-learn's ``scoring=``; greater is better.

    Parameters
    ----------
    metric : Metric
    pos_label : label
        The positive one.
    at : {"predict", "best"}
        ``"predict"`` scores the labels that a model predicts. ``"best"`` scores a model at the
        threshold that is best for it on the cases it is scored on, so that a search does not judge
        models at 1/2: exact, over every ``score >= threshold`` of ``predict_proba`` or, where there
        is none, ``decision_function``.
    prevalence : float, optional
        Share of positive cases where the model will work. Each class then counts as if it had this
        share; where left out, every case counts as it comes.

    Returns
    -------
    MetricScorer
        Goes wherever scikit-learn takes a scorer; takes ``sample_weight``, also as routed metadata.

    Notes
    -----
    Where the metric is 0/0 (precision of a model that flags nobody), ``"predict"`` gives the lowest
    value that the metric can take: 0 for the named ones, as in scikit-learn, and without a warning.
    ``"best"`` passes over such thresholds.

    A metric that is made for a prevalence, such as ``balanced_accuracy(0.3)``, keeps its weights on
    every fold. It equals scikit-learn's function of this name on folds with that share of positive
    cases, or on all of them with the same ``prevalence=``.

    The value at the best threshold is optimistic, since the same cases choose the threshold and
    judge it; models are compared on equal terms, and new cases say how good the winner is.

    Examples
    --------
    >>> from whichmetric.metrics import f_beta
    >>> scorer(f_beta(2), pos_label="ill", at="best")
    scorer(F2, pos_label='ill', at='best')
    """
    expect("metric", metric, Metric, "give a metric, for example metrics.f_beta(2)")
    refuse_collection(pos_label)
    if at not in ("predict", "best"):
        raise InvalidInputError(f"at={at!r} is unknown: choose 'predict' or 'best'.")
    share = None if prevalence is None else checked_prevalence(prevalence)
    demand_scikit_learn()
    from whichmetric.interop.metric_scorer import MetricScorer

    function = AtBestThreshold if at == "best" else AtPredictedLabels
    return MetricScorer(function(metric, share), pos_label)
