"""From which probability on it pays to act.

At its optimum a linear-fractional metric has the slopes that `gains` computes, and the classifier
that is best for it is best for the linear metric with these weights, too: it flags a case where
``gain_positive * p >= gain_negative * (1 - p)``. For a linear metric the slopes are the same
everywhere; for a ratio they depend on the value at the optimum, so on the model and the prevalence.
F1 is best thresholded at half its own optimum.

Bibliography
------------
Elkan (2001), The Foundations of Cost-Sensitive Learning. Koyejo, Natarajan, Ravikumar, Dhillon
(2014), Consistent Binary Classification with Generalized Performance Metrics.
"""

from __future__ import annotations

from whichmetric.arguments import expect
from whichmetric.decisions.gains import gains, linear_gains
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric

__all__ = ["probability_threshold"]


def probability_threshold(metric: Metric, feasible: FeasibleRegion | None = None) -> float:
    """The threshold on a calibrated probability that is best for a metric.

    Parameters
    ----------
    metric : Metric
    feasible : FeasibleRegion, optional
        What the model can reach, at the prevalence where it will work. A linear metric needs none:
        its threshold is the same for every model and prevalence.

    Returns
    -------
    float
        In [0, 1]; flag a case whose probability of being positive, calibrated at the prevalence of
        `feasible`, is at least this.

    Notes
    -----
    This is for probabilities that are calibrated. `FeasibleSet.best_threshold` gives the exact
    threshold of any score on the data at hand.

    Examples
    --------
    >>> from whichmetric.geometry import SigmoidPopulation
    >>> from whichmetric.metrics import cost_ratio, f_beta
    >>> probability_threshold(cost_ratio(4))
    0.2
    >>> feasible = SigmoidPopulation(5.0).feasible_set()
    >>> probability_threshold(f_beta(1), feasible) == feasible.best(f_beta(1)).value / 2
    True
    """
    expect("metric", metric, Metric, "give a metric, for example metrics.cost_ratio(4)")
    if feasible is None:
        gain = linear_gains(metric)
    else:
        expect("feasible", feasible, FeasibleRegion, "give FeasibleSet(table)")
        gain = gains(metric, feasible.best_threshold(metric).confusion)
    return gain.negative / (gain.positive + gain.negative)
