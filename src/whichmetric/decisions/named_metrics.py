"""The metrics that people have names for, beside another one."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import (
    Metric,
    accuracy,
    balanced_accuracy,
    cohen_kappa,
    f_beta,
    npv,
    precision,
    recall,
    specificity,
)
from whichmetric.metrics.ordinal import RandomPairs

__all__ = ["NamedMetric", "named_metrics"]


@dataclass(frozen=True)
class NamedMetric:
    """A named metric beside the elicited one.

    Parameters
    ----------
    name : str
    disagreement : float
        Share of the pairs of feasible classifiers that the two order differently.
    threshold : float
        Its best one, among ``score >= threshold``; ``inf`` flags nobody.
    """

    name: str
    disagreement: float
    threshold: float


def named_metrics(metric: Metric, feasible: FeasibleRegion) -> tuple[NamedMetric, ...]:
    """All named metrics on a feasible set, the nearest to a metric first.

    Examples
    --------
    >>> from whichmetric.geometry import SigmoidPopulation
    >>> named_metrics(f_beta(1), SigmoidPopulation(5.0).feasible_set())[0].name
    'F1'
    """
    pairs = RandomPairs(feasible)
    named = (
        NamedMetric(
            name, pairs.disagreement(metric, other), feasible.best_threshold(other).threshold
        )
        for name, other in _named(feasible.prevalence).items()
    )
    return tuple(sorted(named, key=lambda other: other.disagreement))


def _named(prevalence: float) -> dict[str, Metric]:
    """Metrics by the names people know; the Jaccard coefficient orders as F1 does."""
    return {
        "accuracy": accuracy(),
        "balanced accuracy": balanced_accuracy(prevalence),
        "Cohen's kappa": cohen_kappa(prevalence),
        "F0.5": f_beta(0.5),
        "F1": f_beta(1),
        "F2": f_beta(2),
        "precision": precision(),
        "recall": recall(),
        "specificity": specificity(),
        "negative predictive value": npv(),
    }
