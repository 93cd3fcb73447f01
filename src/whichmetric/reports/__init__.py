"""Reports of studies, and pictures of results in scikit-learn's Display convention.

Matplotlib loads when a picture is drawn; reports do not need it.
"""

from whichmetric.reports.cost_curve_display import CostCurveDisplay
from whichmetric.reports.cost_ratio_display import CostRatioDisplay
from whichmetric.reports.decision_curve_display import DecisionCurveDisplay
from whichmetric.reports.feasible_set_display import FeasibleSetDisplay
from whichmetric.reports.html_report import html_report
from whichmetric.reports.metric_map_display import MetricMapDisplay
from whichmetric.reports.report_data import report_as_dict

__all__ = [
    "CostCurveDisplay",
    "CostRatioDisplay",
    "DecisionCurveDisplay",
    "FeasibleSetDisplay",
    "MetricMapDisplay",
    "html_report",
    "report_as_dict",
]
