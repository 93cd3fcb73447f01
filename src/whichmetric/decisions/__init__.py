"""What follows from a metric: thresholds, class weights, another prevalence, two kinds of curve."""

from whichmetric.decisions.class_weights import class_weights
from whichmetric.decisions.cost_curve import CostCurve, cost_curve, probability_cost
from whichmetric.decisions.decision_curve import DecisionCurve, decision_curve
from whichmetric.decisions.prevalence import (
    Deployment,
    PrevalenceShift,
    prevalence_shift,
    shifted_probability,
)
from whichmetric.decisions.probability_threshold import probability_threshold

__all__ = [
    "CostCurve",
    "DecisionCurve",
    "Deployment",
    "PrevalenceShift",
    "class_weights",
    "cost_curve",
    "decision_curve",
    "prevalence_shift",
    "probability_cost",
    "probability_threshold",
    "shifted_probability",
]
