"""Out of how many cases people are told what a classifier does."""

import pytest

from whichmetric.geometry.readable_number import rarer_cases, readable_number


@pytest.mark.parametrize(
    ("prevalence", "number"),
    [
        (0.5, 1_000),
        (0.05, 1_000),
        (0.049, 10_000),
        (0.95, 1_000),
        (0.96, 10_000),
        (0.005, 10_000),
        (0.003, 100_000),
        (0.0005, 100_000),
        (1e-9, 100_000),
    ],
)
def test_readable_number_shows_fifty_of_the_rarer_class(prevalence, number):
    """It is the smallest that does, or the largest of all."""
    assert readable_number(prevalence) == number


def test_rarer_cases_are_those_of_either_class():
    """As they are shown, in whole numbers."""
    assert rarer_cases(0.02, 1_000) == rarer_cases(0.98, 1_000) == 20
