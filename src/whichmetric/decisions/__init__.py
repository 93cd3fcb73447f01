"""What follows from a metric, or from what answers say about it.

Of a metric: thresholds, class weights, another prevalence, two kinds of curve. Of a result: the
threshold and the model to deploy, and what the answers say, in words.
"""

from whichmetric.decisions.class_weights import class_weights
from whichmetric.decisions.cost_curve import CostCurve, cost_curve, probability_cost
from whichmetric.decisions.decision_curve import DecisionCurve, decision_curve
from whichmetric.decisions.expert_panel import Disagreement, Panel, PanelExpert, panel
from whichmetric.decisions.explanation import Explanation, explain
from whichmetric.decisions.left_out import LeftOut
from whichmetric.decisions.misfit import Misfit
from whichmetric.decisions.named_metrics import NamedMetric
from whichmetric.decisions.outlook import Outlook
from whichmetric.decisions.prevalence import (
    Deployment,
    PrevalenceShift,
    prevalence_shift,
    shifted_probability,
)
from whichmetric.decisions.probability_threshold import probability_threshold
from whichmetric.decisions.ranking import RankedModel, Ranking, rank_models
from whichmetric.decisions.recommendation import Alternative, Recommendation, recommend
from whichmetric.decisions.shared_threshold import Compromise, ExpertView, compromise

__all__ = [
    "Alternative",
    "Compromise",
    "CostCurve",
    "DecisionCurve",
    "Deployment",
    "Disagreement",
    "ExpertView",
    "Explanation",
    "LeftOut",
    "Misfit",
    "NamedMetric",
    "Outlook",
    "Panel",
    "PanelExpert",
    "PrevalenceShift",
    "RankedModel",
    "Ranking",
    "Recommendation",
    "class_weights",
    "compromise",
    "cost_curve",
    "decision_curve",
    "explain",
    "panel",
    "prevalence_shift",
    "probability_cost",
    "probability_threshold",
    "rank_models",
    "recommend",
    "shifted_probability",
]
