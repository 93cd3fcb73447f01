"""Where the named metrics stand on the Tile."""

from __future__ import annotations

from collections.abc import Mapping

from whichmetric.metrics import (
    TilePoint,
    accuracy,
    balanced_accuracy,
    cohen_kappa,
    f_beta,
    jaccard,
    npv,
    precision,
    recall,
    specificity,
)
from whichmetric.values import checked_prevalence

__all__ = ["named_points", "places_of"]

SAME_PLACE = 0.012
"""Metrics this close on the Tile share one label."""


def named_points(prevalence: float) -> dict[str, TilePoint]:
    """The named metrics and their Tile points at a prevalence.

    Examples
    --------
    >>> named_points(0.25)["balanced accuracy"]
    TilePoint(a=0.75, b=0.75, increasing=True)
    """
    z = checked_prevalence(prevalence)
    metrics = {
        "recall": recall(),
        "F2": f_beta(2),
        "F1": f_beta(1),
        "Jaccard": jaccard(),
        "F0.5": f_beta(0.5),
        "precision": precision(),
        "specificity": specificity(),
        "negative predictive value": npv(),
        "accuracy": accuracy(),
        "balanced accuracy": balanced_accuracy(z),
        "Cohen's kappa": cohen_kappa(z),
    }
    return {name: metric.tile(z) for name, metric in metrics.items()}


def places_of(named: Mapping[str, TilePoint]) -> list[tuple[TilePoint, tuple[str, ...]]]:
    """The places that the metrics stand at, each with the names of all that share it.

    Examples
    --------
    >>> [names for _, names in places_of(named_points(0.5)) if len(names) > 1]
    [('F1', 'Jaccard'), ('accuracy', 'balanced accuracy', "Cohen's kappa")]
    """
    places: list[tuple[TilePoint, list[str]]] = []
    for name, point in named.items():
        for other, names in places:
            if max(abs(point.a - other.a), abs(point.b - other.b)) <= SAME_PLACE:
                names.append(name)
                break
        else:
            places.append((point, [name]))
    return [(point, tuple(names)) for point, names in places]
