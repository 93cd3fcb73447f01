"""Metrics, the named ones, and the Tile that says what comparisons can identify of them."""

from whichmetric.metrics.catalogue import (
    accuracy,
    balanced_accuracy,
    cohen_kappa,
    cost_ratio,
    f_beta,
    jaccard,
    linear,
    net_benefit,
    npv,
    precision,
    recall,
    specificity,
    weighted_accuracy,
)
from whichmetric.metrics.metric import Coefficients, Metric
from whichmetric.metrics.ordinal import disagreement
from whichmetric.metrics.tile import TilePoint

__all__ = [
    "Coefficients",
    "Metric",
    "TilePoint",
    "accuracy",
    "balanced_accuracy",
    "cohen_kappa",
    "cost_ratio",
    "disagreement",
    "f_beta",
    "jaccard",
    "linear",
    "net_benefit",
    "npv",
    "precision",
    "recall",
    "specificity",
    "weighted_accuracy",
]
