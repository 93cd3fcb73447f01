"""Columns as they come from users: one value per case, refused by name where unusable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.errors import InvalidInputError

__all__ = [
    "as_labels",
    "as_numbers",
    "carrying",
    "distinct_labels",
    "is_real",
    "positive_cases",
    "positive_label",
    "refuse_bad_weights",
    "refuse_collection",
    "refuse_masked",
    "refuse_negative",
    "refuse_nonfinite",
    "refuse_overflow",
    "refuse_unequal_lengths",
    "refuse_wrong_shape",
    "too_many_labels",
]

FloatArray = NDArray[np.float64]
COLLECTIONS = (list, dict, set, np.ndarray)
"""Kinds of objects that are not one label."""
EXACT_INTEGERS = 2**53
"""Beyond this, neighbouring integers become one float64 and would be merged silently."""


def as_numbers(name: str, values: ArrayLike, *, copy: bool = True) -> FloatArray:
    """Real numbers that float64 can hold exactly, as such.

    Parameters
    ----------
    name : str
        What the values are called in an error.
    values : array-like
    copy : bool
        Whether the result is an array of its own even where the values are float64 already.
    """
    refuse_masked(name, values)
    try:
        array = np.asarray(values)
    except ValueError as ragged:
        raise InvalidInputError(
            f"{name} is not a plain list of numbers: its items differ in length."
        ) from ragged
    if array.dtype == object:
        array = _objects_as_numbers(name, array)
    if array.dtype.kind not in "fiub":
        first = array.flat[0] if array.size else array.dtype
        raise InvalidInputError(f"{name} holds {first!r}, which is not a real number.")
    if array.dtype.kind in "iu" and array.size:
        for extreme in (array.min(), array.max()):
            _refuse_inexact(name, int(extreme))
    with np.errstate(over="ignore"):  # a long double beyond float64 becomes inf, refused as such
        return array.astype(np.float64, copy=copy)


def _objects_as_numbers(name: str, array: NDArray[Any]) -> FloatArray:
    for value in array.flat:
        if _is_missing(value):
            raise InvalidInputError(f"{name} holds {value}: remove or impute missing values first.")
        if isinstance(value, int | np.integer):
            _refuse_inexact(name, int(value))
    others = [value for value in array.flat if not is_real(value)]
    if others:
        raise InvalidInputError(
            f"{name} holds {others[0]!r}, which is not a real number ({len(others):,} such of "
            f"{array.size:,}): convert it first."
        )
    try:
        return array.astype(np.float64)
    except OverflowError as cause:
        raise InvalidInputError(f"{name} holds a number beyond float64: {cause}.") from cause


def is_real(value: Any) -> bool:
    """Whether an object is a real number; text that spells one is not.

    Examples
    --------
    >>> [is_real(value) for value in (1, 0.5, Decimal("0.1"), np.True_, 1j, "1", [1])]
    [True, True, True, True, False, False, False]
    """
    return isinstance(value, Real | Decimal | np.bool_)


def _refuse_inexact(name: str, value: int) -> None:
    if abs(value) > EXACT_INTEGERS:
        shown = value if abs(value) < 10**30 else f"of {value.bit_length()} bits"
        raise InvalidInputError(
            f"{name} holds the integer {shown}, beyond 2**53: neighbouring values would "
            "be merged. Subtract an offset or rank the scores first."
        )


def as_labels(name: str, values: ArrayLike) -> NDArray[Any]:
    """Labels as they are: a list that mixes text with other values keeps both."""
    refuse_masked(name, values)
    try:
        array = np.asarray(values)
    except ValueError as ragged:
        raise InvalidInputError(
            f"{name} is not a plain list of labels: its items differ in length."
        ) from ragged
    if array.dtype.kind in "US" and isinstance(values, list | tuple):
        # numpy would turn 1 into '1' and NaN into 'nan', a label like any other
        return np.array(values, dtype=object)
    return array


def refuse_masked(name: str, values: ArrayLike) -> None:
    """Refuse masked arrays with masked values, which a plain array would bring to light."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        masked = int(np.ma.getmaskarray(values).sum())
        raise InvalidInputError(f"{name} has {masked} masked values: remove these rows first.")


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
    refuse_overflow("sample_weight", weights)


def refuse_overflow(name: str, weights: FloatArray, cases: int | None = None) -> None:
    """Refuse weights so large that the weights of both classes have no sum.

    Parameters
    ----------
    name : str
    weights : ndarray of shape (n,)
    cases : int, optional
        How many cases carry them; n where left out.
    """
    cases = weights.size if cases is None else cases
    if weights.size and weights.max() > np.finfo(np.float64).max / (2 * cases):
        raise InvalidInputError(
            f"{name} holds {weights.max()}, and the sum of all weights would overflow: "
            "divide them by their maximum first."
        )


def refuse_unequal_lengths(columns: Mapping[str, NDArray[Any]]) -> None:
    """Refuse columns of different lengths."""
    if len({column.size for column in columns.values()}) > 1:
        found = ", ".join(f"{name} has {column.size}" for name, column in columns.items())
        raise InvalidInputError(f"Lengths differ: {found}. Give one of each per case.")


def positive_cases(labels: NDArray[Any], pos_label: Any) -> NDArray[np.bool_]:
    """Which cases carry the positive label, after refusing all but two label values."""
    found = distinct_labels("y_true", labels)
    return carrying(labels, positive_label("y_true", found, pos_label))


def positive_label(name: str, found: Sequence[Any], pos_label: Any) -> Any:
    """The positive one of two labels, after refusing any other number of labels.

    Parameters
    ----------
    name : str
        What the labels are called in an error.
    found : sequence of labels
        The distinct ones, none missing.
    pos_label : label or None
        None for the usual one of 0 and 1, -1 and 1, False and True.
    """
    if len(found) > 2:
        raise too_many_labels(name, [repr(label) for label in found[:5]], len(found))
    if len(found) == 1:
        raise InvalidInputError(
            f"{name} holds only the label {found[0]!r}: both classes are needed."
        )
    if pos_label is None:
        if not {0, 1} >= set(found) and not {-1, 1} >= set(found):
            raise InvalidInputError(
                f"{name} holds the labels {' and '.join(repr(label) for label in found)}: "
                "say which one is positive with pos_label=."
            )
        pos_label = 1
    refuse_collection(pos_label)
    if pos_label not in set(found):
        raise InvalidInputError(
            f"pos_label={pos_label!r} is not among the labels "
            f"{' and '.join(repr(label) for label in found)} of {name}: name one of them."
        )
    return pos_label


def too_many_labels(
    name: str, some: Sequence[str], number: int, place: str = ""
) -> InvalidInputError:
    """The error for more label values than two, some of which are shown, one with its place."""
    shown = ", ".join(some) + (", ..." if number > len(some) else "")
    return InvalidInputError(
        f"{name} holds {number:,} label values ({shown}), not two: "
        f"compare the positive label with the rest first.{f' {place}.' if place else ''}"
    )


def carrying(labels: NDArray[Any], pos_label: Any) -> NDArray[np.bool_]:
    """Which of the labels equal the positive one."""
    if labels.dtype == object:  # item by item, since numpy would broadcast a label that is a tuple
        return np.array([label == pos_label for label in labels.tolist()], dtype=np.bool_)
    return np.asarray(labels == pos_label, dtype=np.bool_)


def refuse_collection(pos_label: Any) -> None:
    """Refuse a list or an array where one label is meant."""
    try:
        hash(pos_label)
    except TypeError:
        raise InvalidInputError(f"pos_label={pos_label!r} is not one label: name one.") from None


def distinct_labels(name: str, labels: NDArray[Any]) -> Sequence[Any]:
    """The label values as plain Python objects, missing ones refused."""
    if labels.dtype == object:
        for label in labels.tolist():
            if isinstance(label, COLLECTIONS):
                raise InvalidInputError(
                    f"{name} holds {label!r}, which is not one label: give one value per case."
                )
        distinct = list(dict.fromkeys(labels.tolist()))
    else:
        distinct = _one_or_two(labels)
    for label in distinct:
        if _is_missing(label):
            raise InvalidInputError(
                f"{name} holds {label}: remove the cases without a label first."
            )
    return distinct


def _one_or_two(labels: NDArray[Any]) -> list[Any]:
    """The distinct labels, rising; by comparing with two of them, unless there are more.

    NaN differs from itself, and so is one more.
    """
    if labels.size:
        first = labels[0]
        others = labels != first
        place = int(np.argmax(others))
        if not others[place]:
            return list(labels[:1].tolist())
        others &= labels != labels[place]
        if not others.any():
            return sorted(labels[[0, place]].tolist())
    return list(np.unique(labels).tolist())


def _is_missing(value: Any) -> bool:
    """Whether it is None, NaN, or a frame library's NA, whose comparisons have no truth value."""
    try:
        return value is None or bool(value != value)  # noqa: PLR0124
    except TypeError:
        return True
    except ValueError:  # an array, which is something else that is wrong
        return False
