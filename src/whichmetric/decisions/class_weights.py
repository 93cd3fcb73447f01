"""Class weights with which an estimator optimises a linear metric."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from whichmetric.decisions.gains import linear_gains
from whichmetric.errors import InvalidInputError
from whichmetric.geometry.columns import as_labels
from whichmetric.metrics import Metric
from whichmetric.values import checked_prevalence

__all__ = ["class_weights"]


def class_weights(
    metric: Metric,
    prevalence: float,
    *,
    deployment: float | None = None,
    labels: ArrayLike = (0, 1),
) -> dict[Any, float]:
    """Class weights that make an estimator's own decision, at probability 1/2, the metric's best.

    Parameters
    ----------
    metric : Metric
        A linear one; for others see `probability_threshold`.
    prevalence : float
        Share of positive cases in the training data.
    deployment : float, optional
        Share of positive cases where the model will work; that of the training data where left out.
    labels : array-like of shape (2,)
        The negative and the positive one.

    Returns
    -------
    dict
        From label to weight, for the option ``class_weight=`` of scikit-learn's estimators. The
        weights of the training cases have mean 1, so that regularisation keeps its strength.

    Notes
    -----
    A weighted estimator flags a case where its weighted probability is at least 1/2, that is where
    ``w1 z f1(x) >= w0 (1 - z) f0(x)`` with z the prevalence in training and f1, f0 the densities of
    the classes. The metric's best decision where the prevalence is d flags where
    ``g1 d f1(x) >= g0 (1 - d) f0(x)``, with g1 and g0 what a correct decision is worth. So

        w1 / w0 = g1 / g0 * (d / (1 - d)) / (z / (1 - z)).

    Weights make the estimator spend its capacity where the metric looks. Its probabilities are then
    those of the weighted population: keep the decision at 1/2, or calibrate anew.

    Examples
    --------
    >>> from whichmetric.metrics import cost_ratio
    >>> class_weights(cost_ratio(4), 0.5)
    {0: 0.4, 1: 1.6}
    >>> {k: round(w, 3) for k, w in class_weights(cost_ratio(4), 0.5, deployment=0.2).items()}
    {0: 1.0, 1: 1.0}
    """
    gain = linear_gains(metric)
    if 0.0 in gain:
        decision = "flag nobody" if gain.positive == 0.0 else "flag everybody"
        raise InvalidInputError(
            f"{metric} gives one class no weight, so its best decision is to {decision} and there "
            "is nothing to train: use a metric that counts both kinds of error."
        )
    z = checked_prevalence(prevalence)
    d = z if deployment is None else checked_prevalence(deployment)
    negative, positive = _two(labels)
    # The share of the weighted training cases that is positive, and that of the others.
    yes, no = gain.positive * d, gain.negative * (1.0 - d)
    return {negative: no / (yes + no) / (1.0 - z), positive: yes / (yes + no) / z}


def _two(labels: ArrayLike) -> tuple[Any, Any]:
    pair = [] if isinstance(labels, str) else as_labels("labels", labels).tolist()
    if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
        raise InvalidInputError(
            f"labels={labels!r} are not two labels: give the negative and the positive one."
        )
    return pair[0], pair[1]
