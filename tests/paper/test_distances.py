"""Distances from the print, and how they are told."""

import pytest

from whichmetric.paper.distances import bound


@pytest.mark.parametrize(
    ("largest", "digits", "told"),
    [
        (0.0115, 3, "0.012"),
        (0.0112, 3, "0.012"),
        (0.004495, 3, "0.005"),
        (0.0100001, 2, "0.02"),
        (0.67 - 0.6, 2, "0.07"),
        (0.3 - 0.2, 2, "0.10"),
        (0.0, 2, "0.00"),
    ],
)
def test_bound_is_rounded_up(largest, digits, told):
    """What is told is never below the distance, and not above it by rounding of doubles alone."""
    assert bound(largest, digits) == told


def test_bound_is_never_exceeded():
    """Whatever the distance, being within its bound is true and costs less than one digit."""
    for step in range(1000):
        largest = step * 0.00137
        told = float(bound(largest))
        assert -1e-9 <= told - largest < 0.01
