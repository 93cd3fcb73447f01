"""Sorting with the label inside the key gives what plain counting gives, to the last bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.geometry import sorted_cases
from whichmetric.geometry.exact_sums import exact_sums
from whichmetric.geometry.tally import Tally

scores = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([-0.0, 0.0, 5e-324, -5e-324, 1.0, -1.0, 1.7e308, -1.7e308]),
)
cases = st.lists(st.tuples(scores, st.booleans(), st.floats(0.0, 1e290)), min_size=1, max_size=30)


def plainly(values, is_positive, weights):
    """The tally by numpy's unique, which sorts an index."""
    distinct, place = np.unique(values + 0.0, return_inverse=True)
    sides = (
        exact_sums(place, weights * side, np.ones(place.size), distinct.size)
        for side in (is_positive, ~is_positive)
    )
    return Tally(distinct, *sides)


def assert_same(one, other):
    """Compare tallies bit by bit, the sign of zero included."""
    assert one.scores.tobytes() == other.scores.tobytes()
    for mine, theirs in ((one.positive, other.positive), (one.negative, other.negative)):
        assert len(mine) == len(theirs)
        assert all(np.array_equal(a, b) for a, b in zip(mine, theirs, strict=True))


@given(cases, st.booleans(), st.integers(1, 4))
def test_tally_of_cases_equals_plain_counting(drawn, is_weighted, parts):
    """Whatever the scores, the weights and the number of threads."""
    values, is_positive, weights = (np.array(column) for column in zip(*drawn, strict=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorted_cases, "FEWEST", 3)
        patch.setattr(sorted_cases, "usable_cores", lambda: parts)
        found = Tally.of_cases(values, is_positive, weights if is_weighted else None)
    ones = np.ones(values.size)
    assert_same(found, plainly(values, is_positive, weights if is_weighted else ones))


def test_tally_of_many_cases_equals_plain_counting():
    """Half a million cases with ties, in threads."""
    rng = np.random.default_rng(0)
    values = np.round(rng.normal(size=500_000), 4)
    is_positive, weights = rng.random(500_000) < 0.3, rng.random(500_000)
    assert_same(Tally.of_cases(values, is_positive), plainly(values, is_positive, np.ones(500_000)))
    assert_same(Tally.of_cases(values, is_positive, weights), plainly(values, is_positive, weights))


def test_tally_of_cases_leaves_its_arguments_alone():
    """Sorting happens in copies."""
    values, is_positive = np.array([0.5, -1.0, 0.25]), np.array([True, False, True])
    Tally.of_cases(values, is_positive)
    Tally.of_cases(values, is_positive, np.ones(3))
    assert values.tolist() == [0.5, -1.0, 0.25]
