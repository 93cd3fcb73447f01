"""Cases as they come from users: a score, a class and perhaps a weight each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.columns import (
    as_labels,
    as_numbers,
    positive_cases,
    refuse_bad_weights,
    refuse_nonfinite,
    refuse_unequal_lengths,
    refuse_wrong_shape,
)

__all__ = ["LabelledCases", "labelled_cases"]

FloatArray = NDArray[np.float64]


class LabelledCases(NamedTuple):
    """Cases that can be counted.

    Parameters
    ----------
    scores, is_positive : ndarray of shape (n,)
        Finite scores, of both classes.
    weights : ndarray of shape (n,) or None
        Finite and 0 or more; None where each case counts as one.
    """

    scores: FloatArray
    is_positive: NDArray[np.bool_]
    weights: FloatArray | None


def labelled_cases(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any, sample_weight: ArrayLike | None
) -> LabelledCases:
    """The cases of the arguments of `ScoreTable.from_arrays`, refused where they are unusable.

    Examples
    --------
    >>> labelled_cases(["no", "yes"], [0.1, 0.8], "yes", None).is_positive
    array([False,  True])
    """
    columns = {
        "y_true": as_labels("y_true", y_true),
        "y_score": as_numbers("y_score", y_score, copy=False),
    }
    if sample_weight is not None:
        columns["sample_weight"] = as_numbers("sample_weight", sample_weight, copy=False)
    for name, column in columns.items():
        refuse_wrong_shape(name, column)
    refuse_unequal_lengths(columns)
    labels, scores = columns["y_true"], columns["y_score"]
    weights = columns.get("sample_weight")
    if labels.size == 0:
        raise InvalidInputError("There are no rows: give at least one case of each class.")
    refuse_nonfinite("y_score", scores)
    if weights is not None:
        refuse_bad_weights(weights)
    return LabelledCases(scores, positive_cases(labels, pos_label), weights)
