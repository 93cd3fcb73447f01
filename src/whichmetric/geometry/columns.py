"""Columns as they come from users: one value per case, refused by name where unusable."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.errors import InvalidInputError

__all__ = [
    "as_numbers",
    "distinct_labels",
    "positive_cases",
    "refuse_bad_weights",
    "refuse_negative",
    "refuse_nonfinite",
    "refuse_unequal_lengths",
    "refuse_wrong_shape",
]

FloatArray = NDArray[np.float64]
EXACT_INTEGERS = 2**53
"""Beyond this, neighbouring integers become one float64 and would be merged silently."""


def as_numbers(name: str, values: ArrayLike) -> FloatArray:
    """Float64 copies of real numbers that float64 can hold exactly."""
    try:
        array = np.asarray(values)
    except ValueError as ragged:
        raise InvalidInputError(
            f"{name} is not a plain list of numbers: its items differ in length."
        ) from ragged
    if array.dtype == object:
        array = _objectsas_numbers(name, array)
    if array.dtype.kind not in "fiub":
        first = array.flat[0] if array.size else array.dtype
        raise InvalidInputError(f"{name} holds {first!r}, which is not a real number.")
    if array.dtype.kind in "iu" and array.size:
        for extreme in (array.min(), array.max()):
            if abs(int(extreme)) > EXACT_INTEGERS:
                raise InvalidInputError(
                    f"{name} holds the integer {extreme}, beyond 2**53: neighbouring values would "
                    "be merged. Subtract an offset or rank the scores first."
                )
    return array.astype(np.float64)


def _objectsas_numbers(name: str, array: NDArray[Any]) -> FloatArray:
    for value in array.flat:
        if value is None:
            raise InvalidInputError(f"{name} holds None: remove or impute missing values first.")
        if isinstance(value, str | bytes):
            raise InvalidInputError(f"{name} holds {value!r}, which is not a real number.")
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError) as cause:
        raise InvalidInputError(f"{name} holds something that is not a number: {cause}") from cause


def refuse_wrong_shape(name: str, array: NDArray[Any]) -> None:
    """Refuse anything but one value per case."""
    if array.ndim != 1:
        remedy = "give one value per case"
        if name == "y_score" and array.ndim == 2:
            remedy += ", for example predict_proba(X)[:, 1]"
        raise InvalidInputError(
            f"{name} has {array.ndim} dimensions (shape {array.shape}), not 1: {remedy}."
        )


def refuse_nonfinite(name: str, array: FloatArray) -> None:
    """Refuse NaN and infinite values."""
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise InvalidInputError(
            f"{name} holds {array[bad[0]]} at row {bad[0]} ({bad.size} such of {array.size}): "
            "remove, impute or clip these rows first."
        )


def refuse_negative(name: str, array: FloatArray) -> None:
    """Refuse values below 0."""
    bad = np.flatnonzero(array < 0)
    if bad.size:
        raise InvalidInputError(
            f"{name} holds {array[bad[0]]} at row {bad[0]} ({bad.size} such of {array.size}): "
            "weights must be 0 or more."
        )


def refuse_bad_weights(weights: FloatArray) -> None:
    """Refuse sample weights that are negative, not finite or all zero."""
    refuse_nonfinite("sample_weight", weights)
    refuse_negative("sample_weight", weights)
    if not np.any(weights > 0):
        raise InvalidInputError(
            "sample_weight is 0 for every case: at least one of each class must count."
        )


def refuse_unequal_lengths(columns: Mapping[str, NDArray[Any]]) -> None:
    """Refuse columns of different lengths."""
    if len({column.size for column in columns.values()}) > 1:
        found = ", ".join(f"{name} has {column.size}" for name, column in columns.items())
        raise InvalidInputError(f"Lengths differ: {found}. Give one of each per case.")


def positive_cases(labels: NDArray[Any], pos_label: Any) -> NDArray[np.bool_]:
    """Which cases carry the positive label, after refusing all but two label values."""
    found = distinct_labels("y_true", labels)
    if len(found) > 2:
        shown = ", ".join(repr(label) for label in found[:5]) + (", ..." if len(found) > 5 else "")
        raise InvalidInputError(
            f"y_true holds {len(found)} label values ({shown}), not two: "
            "compare the positive label with the rest first."
        )
    if pos_label is None:
        if not {0, 1} >= set(found) and not {-1, 1} >= set(found):
            raise InvalidInputError(
                f"y_true holds the labels {' and '.join(repr(label) for label in found)}: "
                "say which one is positive with pos_label=."
            )
        pos_label = 1
    if len(found) == 1:
        raise InvalidInputError(
            f"y_true holds only the label {found[0]!r}: both classes are needed."
        )
    if pos_label not in found:
        raise InvalidInputError(
            f"pos_label={pos_label!r} is not among the labels "
            f"{' and '.join(repr(label) for label in found)}."
        )
    return np.asarray(labels == pos_label, dtype=np.bool_)


def distinct_labels(name: str, labels: NDArray[Any]) -> Sequence[Any]:
    """The label values as plain Python objects, missing ones refused."""
    if labels.dtype == object:
        distinct = list(dict.fromkeys(labels.tolist()))
    else:
        distinct = np.unique(labels).tolist()
    for label in distinct:
        if label is None or (isinstance(label, float) and math.isnan(label)):
            raise InvalidInputError(
                f"{name} holds {label}: remove the cases without a label first."
            )
    return distinct
