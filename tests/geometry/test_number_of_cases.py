"""How many cases weights count for, whatever a table makes of the rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric import ScoreTable
from whichmetric.geometry.number_of_cases import ClassCases, cases_of_column, cases_of_rows


def number_of_cases(weights):
    """How many cases a column of a table counts for."""
    return cases_of_column(weights).number(float(weights.sum()))


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
    column = np.array(weights)
    assert number_of_cases(column) == number
    positive, negative = cases_of_rows(column, np.ones(column.size, dtype=bool))
    assert positive.number(float(column.sum())) == number
    assert negative == ClassCases(0.0, are_counts=True)


def test_one_fraction_among_many_counts_makes_them_weights():
    """Wherever it stands; a hundred thousand of which one is half of the others."""
    weights = np.append(np.full(99_999, 3.0), 1.5)
    assert number_of_cases(weights) == 100_000
    assert number_of_cases(weights[:-1]) == 299_997
    everyone = np.ones(weights.size, dtype=bool)
    for rows in (weights, weights[::-1]):
        assert cases_of_rows(rows, everyone)[0].number(rows.sum()) == 100_000
    assert cases_of_rows(weights[:-1], everyone[:-1])[0].number(299_997.0) == 299_997


@given(st.lists(st.integers(1, 9), min_size=2, max_size=20), st.floats(0.01, 100))
def test_number_of_cases_counts_whole_weights_and_ignores_the_scale_of_others(weights, scale):
    """Counts are counts; for other weights a common factor does not matter."""
    whole = np.array(weights, dtype=float)
    assert number_of_cases(whole) == whole.sum()
    odd = (whole + 0.5) / 10.1
    assert number_of_cases(odd * scale) == pytest.approx(number_of_cases(odd), abs=1)
    assert 1 <= number_of_cases(odd) <= len(odd)


def test_weights_of_a_class_may_be_small_beside_those_of_the_other():
    """So small that their squares beside it would be 0."""
    weights = np.array([1e-200, 1e-200, 1.5])
    positive, negative = cases_of_rows(weights, np.array([True, True, False]))
    assert (positive.effective, negative.effective) == pytest.approx((2.0, 1.0))

    negative, positive = cases_of_rows(weights, np.array([False, False, True]))
    assert (positive.effective, negative.effective) == pytest.approx((2.0, 1.0))
    groups = cases_of_rows(weights[1:], np.array([True, False]), np.array([3.0, 4.0]))
    assert [side.effective for side in groups] == pytest.approx([3.0, 4.0])


def test_groups_count_for_the_rows_that_they_stand_for():
    """A row of weight 0.5 that stands for three is three cases."""
    weights, labels = np.array([0.5, 0.25]), np.array([True, False])
    positive, negative = cases_of_rows(weights, labels, np.array([3.0, 2.0]))
    assert positive == ClassCases(3.0, are_counts=False)
    assert negative == ClassCases(2.0, are_counts=False)


@pytest.mark.parametrize("size", [0, 2])
def test_rows_without_any_weight_count_for_nothing(size):
    """Nor do none."""
    none = ClassCases(0.0, are_counts=True)
    assert cases_of_rows(np.zeros(size), np.arange(size) == 0) == (none, none)
    assert none.joined(0.0, none, 0.0) == none


def test_columns_and_sums_know_whether_weights_are_counts():
    """Counts and counts are counts, and with anything else they are not."""
    counts, weights = (cases_of_column(np.array(column)) for column in ([3.0, 2.0], [0.5, 0.5]))
    assert (counts, weights) == (ClassCases(5.0, True), ClassCases(2.0, False))
    assert counts.joined(5.0, ClassCases(3.0, True), 3.0) == ClassCases(8.0, True)
    assert counts.joined(5.0, ClassCases(3.0, False), 3.0) == ClassCases(8.0, False)


def kish(labels, weights):
    """Cases of both classes by the definition, from the rows."""
    numbers = []
    for own in (weights[labels], weights[~labels]):
        if np.all(own == np.floor(own)):
            numbers.append(int(own.sum()))
        else:
            numbers.append(max(1, round(own.sum() ** 2 / (own**2).sum())))
    return tuple(numbers)


amounts = st.one_of(st.floats(0.01, 100.0), st.sampled_from([0.0, 0.5, 1.0, 2.0, 7.0]))
cases = st.lists(
    st.tuples(st.booleans(), st.sampled_from(np.linspace(0, 1, 33).tolist()), amounts),
    max_size=60,
)


@given(cases, st.integers(1, 9), st.integers(0, 60))
def test_cases_are_those_of_the_rows_however_the_table_is_made(drawn, bins, cut):
    """On bins and without, of all rows and as the sum of shards, of amounts and of counts."""
    rows = [(True, 0.5, 1.5), (False, 0.5, 0.25), *drawn, (True, 0.25, 0.5), (False, 0.75, 1.25)]
    labels, scores, weights = (np.array(column) for column in zip(*rows, strict=True))
    expected = pytest.approx(kish(labels, weights), abs=1)
    whole, binned = (
        ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=number)
        for number in (None, bins)
    )
    assert whole.cases == expected
    for table in (binned, whole.binned(bins), binned.binned(1)):
        assert table.cases == whole.cases
    cut = min(max(cut, 2), len(rows) - 2)
    for number in (None, bins):
        shards = [
            ScoreTable.from_arrays(labels[part], scores[part], sample_weight=weights[part], bins=n)
            for part, n in ((slice(0, cut), number), (slice(cut, None), bins))
        ]
        assert sum(shards).cases == expected


def test_cases_of_bins_are_neither_bins_nor_sums_of_amounts():
    """Ten thousand cases of uneven weight stay ten thousand; halves that add up to whole, too."""
    rng = np.random.default_rng(0)
    labels, scores = rng.random(10_000) < 0.3, rng.random(10_000)
    for weights in (rng.uniform(0.5, 1.5, 10_000), np.full(10_000, 0.5)):
        exact, binned = (
            ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=bins)
            for bins in (None, 5)
        )
        assert len(binned) == 5
        assert binned.cases == exact.cases == kish(labels, weights)
        assert sum(binned.cases) > 9_000


def test_counts_stay_counts_beside_weights_that_are_not_known():
    """A table given as columns is taken at its word when it is added to one of rows."""
    counts = ScoreTable([0.1, 0.6], [4, 6], [5, 5])
    halves = ScoreTable.from_arrays([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4], sample_weight=[0.5] * 4)
    assert (counts + counts).cases == (20, 20)
    assert (counts + halves).cases == (round(11**2 / 10.5), round(11**2 / 10.5))
