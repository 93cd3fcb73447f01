"""What a correct decision is worth under a metric."""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.arguments import expect
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import Metric
from whichmetric.values import ConfusionMatrix, weighted_sum

__all__ = ["Gains", "gains", "linear_gains"]

ROUNDING = 1e-12
ANY_MATRIX = ConfusionMatrix(tp=0.25, fp=0.25, fn=0.25, tn=0.25)


class Gains(NamedTuple):
    """What deciding one case correctly instead of wrongly adds, up to a common factor.

    Parameters
    ----------
    positive, negative : float
        For a positive and for a negative case; neither below 0, not both 0. Their ratio is the
        number of false alarms that one missed positive weighs as much as.
    """

    positive: float
    negative: float


def gains(metric: Metric, confusion: ConfusionMatrix) -> Gains:
    """The slopes of the metric in tp and tn at a confusion matrix, up to a positive factor.

    With ``N`` and ``D`` the two linear forms, the slope of ``N / D`` along one more correct
    positive is ``(N_tp - N_fn) D - (D_tp - D_fn) N`` over ``D`` squared.

    Raises
    ------
    InvalidInputError
        If a correct decision makes the metric smaller there, or none changes it.

    Examples
    --------
    >>> from whichmetric.metrics import f_beta
    >>> half = ConfusionMatrix(tp=0.25, fp=0.25, fn=0.25, tn=0.25)
    >>> gains(f_beta(1), half)  # F1 is 1/2 there
    Gains(positive=1.5, negative=0.5)
    """
    above, below = metric.numerator, metric.denominator
    n, d = weighted_sum(above, confusion), weighted_sum(below, confusion)
    positive = _difference((above[0] - above[2]) * d, (below[0] - below[2]) * n)
    negative = _difference((above[3] - above[1]) * d, (below[3] - below[1]) * n)
    if min(positive, negative) < 0.0 or positive == negative == 0.0:
        raise InvalidInputError(
            f"{metric} does not reward correct decisions of both kinds (its gains are "
            f"{positive:g} for positive and {negative:g} for negative cases): "
            "use a metric that rises with tp and tn."
        )
    return Gains(positive, negative)


def linear_gains(metric: Metric) -> Gains:
    """The gains of a metric for which they are the same everywhere, so at every prevalence.

    Examples
    --------
    >>> from whichmetric.metrics import cost_ratio
    >>> linear_gains(cost_ratio(4))
    Gains(positive=0.8, negative=0.2)
    """
    expect("metric", metric, Metric, "give a metric, for example metrics.cost_ratio(4)")
    if not metric.is_linear:
        raise InvalidInputError(
            f"{metric} is not linear: what a decision is worth under it depends on what the model "
            "can reach. Use probability_threshold(metric, FeasibleSet(table))."
        )
    return gains(metric, ANY_MATRIX)


def _difference(first: float, second: float) -> float:
    """The first less the second, 0 where that is no more than rounding."""
    difference = first - second
    return 0.0 if abs(difference) <= ROUNDING * (abs(first) + abs(second)) else difference
