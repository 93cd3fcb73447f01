"""Pictures of results, in scikit-learn's Display convention; matplotlib loads when one is drawn."""

from whichmetric.reports.cost_curve_display import CostCurveDisplay
from whichmetric.reports.cost_ratio_display import CostRatioDisplay
from whichmetric.reports.decision_curve_display import DecisionCurveDisplay
from whichmetric.reports.feasible_set_display import FeasibleSetDisplay
from whichmetric.reports.metric_map_display import MetricMapDisplay

__all__ = [
    "CostCurveDisplay",
    "CostRatioDisplay",
    "DecisionCurveDisplay",
    "FeasibleSetDisplay",
    "MetricMapDisplay",
]
