"""What a scorer does once the model has spoken: labels, and predictions or scores, to a number.

Both are called as scikit-learn's own metric functions are. They are values, so that a scorer can be
copied and sent to another process.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.geometry.columns import as_labels, distinct_labels
from whichmetric.metrics import Metric
from whichmetric.metrics.cells import counted_cells
from whichmetric.values import ConfusionMatrix

__all__ = ["AtBestThreshold", "AtPredictedLabels"]


@dataclass(frozen=True)
class AtPredictedLabels:
    """The value of predicted labels.

    Parameters
    ----------
    metric : Metric
    prevalence : float or None
        Share of positive cases to count at; that of the labels where None.
    """

    metric: Metric
    prevalence: float | None = None

    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        pos_label: Any = 1,
        sample_weight: ArrayLike | None = None,
    ) -> float:
        """The metric, or the lowest value it can take where it is 0/0."""
        if self.prevalence is None:
            return self.metric.score(
                y_true, y_pred, pos_label=pos_label, sample_weight=sample_weight
            )
        counted = counted_cells(y_true, y_pred, pos_label, sample_weight)
        tpr, tnr = counted.true_positive_rate, counted.true_negative_rate
        if math.isnan(tpr) or math.isnan(tnr):
            raise _one_class("positive" if math.isnan(tpr) else "negative", "prevalence=")
        confusion = ConfusionMatrix.at(
            tpr * self.prevalence, tnr * (1.0 - self.prevalence), self.prevalence
        )
        value = self.metric(confusion)
        return self.metric.lowest if math.isnan(value) else value


@dataclass(frozen=True)
class AtBestThreshold:
    """The value of scores at the threshold that is best for them, among ``score >= threshold``.

    Parameters
    ----------
    metric : Metric
    prevalence : float or None
        Share of positive cases to count at; that of the labels where None.
    """

    metric: Metric
    prevalence: float | None = None

    def __call__(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        pos_label: Any = 1,
        sample_weight: ArrayLike | None = None,
        are_scores: bool = False,
    ) -> float:
        """The metric at the exact optimum; thresholds where it is 0/0 do not count.

        Labels are refused, unless it is known that these `are_scores`.
        """
        labels = as_labels("y_true", y_true)
        if not are_scores:
            _refuse_labels(np.asarray(y_score), labels)
        found = distinct_labels("y_true", labels)
        if len(found) == 1:
            raise _one_class("negative" if pos_label in found else "positive", 'at="best"')
        table = ScoreTable.from_arrays(
            labels, y_score, pos_label=pos_label, sample_weight=sample_weight
        )
        return FeasibleSet(table, prevalence=self.prevalence).best_threshold(self.metric).value


def _refuse_labels(scores: NDArray[Any], labels: NDArray[Any]) -> None:
    """Refuse predicted labels where scores are due.

    TunedThresholdClassifierCV cuts the scores itself and hands over labels, for which every
    threshold would look as good as the best. Scores are floats, labels seldom are; where both are,
    scores that are all labels might be either.
    """
    is_float = scores.dtype.kind == "f"
    if is_float and (labels.dtype.kind != "f" or not np.isin(scores, labels).all()):
        return
    doubt = ", or scores that look like them: then give whole numbers as labels" if is_float else ""
    raise InvalidInputError(
        f'at="best" was given labels instead of scores ({np.unique(scores)[:2].tolist()}{doubt}). '
        "TunedThresholdClassifierCV looks for the threshold itself: give it "
        'scorer(metric, at="predict").'
    )


def _one_class(missing: str, asked: str) -> InvalidInputError:
    return InvalidInputError(
        f"y_true has no {missing} case that counts, and {asked} needs both classes: "
        "use StratifiedKFold, or fewer folds."
    )
