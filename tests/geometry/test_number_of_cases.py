"""How many cases a column of weights counts for."""

import numpy as np
import pytest

from whichmetric.geometry.number_of_cases import number_of_cases


@pytest.mark.parametrize(
    ("weights", "number"),
    [
        ([3.0, 0.0, 2.0], 5),
        ([1e20], 10**15),
        ([0.25, 0.25, 0.0], 2),
        ([0.5], 1),
        ([1.5, 0.5, 0.5], 2),
        ([0.5, 1.0, 1.0], 3),
        ([1e-200, 1e-200], 2),
    ],
)
def test_whole_weights_are_counts_and_others_have_an_effective_number(weights, number):
    """That is the square of their sum over the sum of their squares, whatever their scale."""
    assert number_of_cases(np.array(weights)) == number


def test_one_fraction_among_many_counts_makes_them_weights():
    """Wherever it stands; a hundred thousand of which one is half of the others."""
    weights = np.append(np.full(99_999, 3.0), 1.5)
    assert number_of_cases(weights) == 100_000
    assert number_of_cases(weights[:-1]) == 299_997
