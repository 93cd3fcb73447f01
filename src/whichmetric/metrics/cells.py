"""From labels and predicted labels to the four cells."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.columns import (
    as_labels,
    as_numbers,
    carrying,
    distinct_labels,
    refuse_bad_weights,
    refuse_collection,
    refuse_unequal_lengths,
    refuse_wrong_shape,
)
from whichmetric.values import ConfusionMatrix

__all__ = ["counted_cells"]


def counted_cells(
    y_true: ArrayLike, y_pred: ArrayLike, pos_label: Any, sample_weight: ArrayLike | None
) -> ConfusionMatrix:
    """The confusion matrix of predicted labels, weighted where weights are given."""
    refuse_collection(pos_label)
    columns = {"y_true": as_labels("y_true", y_true), "y_pred": as_labels("y_pred", y_pred)}
    if sample_weight is not None:
        columns["sample_weight"] = as_numbers("sample_weight", sample_weight)
    for name, column in columns.items():
        refuse_wrong_shape(name, column)
    refuse_unequal_lengths(columns)
    truth, guess = columns["y_true"], columns["y_pred"]
    if truth.size == 0:
        raise InvalidInputError("There are no rows: give at least one case.")
    labels = set(distinct_labels("y_true", truth)) | set(distinct_labels("y_pred", guess))
    if len(labels) > 2 or (len(labels) == 2 and pos_label not in labels):
        shown = ", ".join(sorted(repr(label) for label in labels))
        raise InvalidInputError(
            f"The labels are {shown} and pos_label is {pos_label!r}: "
            "give two values, one of them pos_label."
        )
    weights = np.ones(truth.size)
    if "sample_weight" in columns:
        weights = columns["sample_weight"]
        refuse_bad_weights(weights)
    is_positive, is_flagged = carrying(truth, pos_label), carrying(guess, pos_label)
    return ConfusionMatrix.from_counts(
        tp=float(weights[is_positive & is_flagged].sum()),
        fp=float(weights[~is_positive & is_flagged].sum()),
        fn=float(weights[is_positive & ~is_flagged].sum()),
        tn=float(weights[~is_positive & ~is_flagged].sum()),
    )
