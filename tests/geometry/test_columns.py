"""Columns as users give them, and what is said of those that cannot be used."""

import re

import numpy as np
import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.geometry.columns import (
    as_numbers,
    distinct_labels,
    refuse_bad_weights,
    refuse_overflow,
    too_many_labels,
)

LARGEST = float(np.finfo(np.float64).max)


def test_as_numbers_is_an_array_of_its_own():
    """Unless it need not be."""
    given = np.array([0.25, 0.5])
    assert not np.shares_memory(as_numbers("y_score", given), given)
    assert np.shares_memory(as_numbers("y_score", given, copy=False), given)


def test_as_numbers_is_double_precision():
    """Whatever the numbers were."""
    for given in ([1, 2], [True, False], np.array([1], np.float32), np.array([1, 0.5], object)):
        assert as_numbers("y_score", given).dtype == np.float64


def test_as_numbers_names_the_type_of_no_text():
    """Where there is no value to name."""
    with pytest.raises(InvalidInputError, match=re.escape("y_score holds dtype('<U1')")):
        as_numbers("y_score", np.array([], dtype="<U1"))


@pytest.mark.parametrize(
    ("value", "text"),
    [(10**30 - 1, "9" * 30), (10**30, "of 100 bits"), (-(10**30), "of 100 bits")],
)
def test_as_numbers_shortens_very_long_integers(value, text):
    """From thirty-one digits on."""
    with pytest.raises(InvalidInputError, match=f"y_score holds the integer -?{text}, beyond"):
        as_numbers("y_score", np.array([value], object))


def test_weights_that_have_no_sum_are_refused():
    """All of one class may meet all of the other, so half of the largest number is the limit."""
    fit = np.full(2, LARGEST / 4)
    refuse_bad_weights(fit)
    with pytest.raises(InvalidInputError, match=r"^sample_weight holds .* would overflow"):
        refuse_bad_weights(np.nextafter(fit, np.inf))
    refuse_overflow("w", np.array([LARGEST / 20]), cases=10)
    with pytest.raises(InvalidInputError, match=r"^w holds"):
        refuse_overflow("w", np.array([LARGEST / 19]), cases=10)


def test_too_many_labels_tells_the_place_where_it_is_known():
    """After the remedy."""
    end = "compare the positive label with the rest first."
    assert str(too_many_labels("y", ["'a'", "'b'"], 3)).endswith(f"('a', 'b', ...), not two: {end}")
    assert str(too_many_labels("y", ["'a'"], 3, "'c' is in row 7")).endswith(
        f"{end} 'c' is in row 7."
    )


@pytest.mark.parametrize("kind", [int, float, str, np.float32])
def test_distinct_labels_are_found_in_any_order(kind):
    """One, two or more, each once and rising."""
    for labels in ([1], [1, 1], [2, 1], [1, 2, 1, 2], [3, 1, 2, 1], [1, 2, 2, 3], [3, 3, 1]):
        found = distinct_labels("y_true", np.array(labels, dtype=kind))
        assert found == sorted({kind(label) for label in labels})


def test_distinct_labels_refuse_nan_among_floats():
    """NaN differs from itself, and is no label."""
    for labels in ([1.0, np.nan], [np.nan, np.nan], [0.0, 1.0, np.nan]):
        with pytest.raises(InvalidInputError, match="y_true holds nan: remove the cases without"):
            distinct_labels("y_true", np.array(labels))


def test_objects_without_a_truth_value_are_named():
    """An array among scores is no missing value, but no number either."""
    scores = np.empty(2, object)
    scores[0], scores[1] = 0.5, np.array([0.1, 0.2])
    with pytest.raises(InvalidInputError, match="which is not a real number"):
        as_numbers("y_score", scores)
