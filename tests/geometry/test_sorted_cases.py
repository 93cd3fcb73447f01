"""Sorting with the label inside the key gives what plain counting gives, to the last bit."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.geometry import ScoreTable, cell_sort, sorted_cases
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


@pytest.mark.parametrize("values", [[], [-1.5], [0.0], [1.5]])
@pytest.mark.parametrize("is_weighted", [False, True])
def test_tally_of_one_case_or_none_holds_that(values, is_weighted):
    """Nothing is lost, and nothing is found where there is nothing."""
    weights = np.full(len(values), 0.5) if is_weighted else None
    tally = Tally.of_cases(np.array(values), np.ones(len(values), dtype=bool), weights)
    assert tally.scores.tolist() == values
    assert tally.positive[0].tolist() == [0.5 if is_weighted else 1.0] * len(values)
    assert tally.negative[0].tolist() == [0.0] * len(values)


def test_tally_of_many_cases_equals_plain_counting():
    """Half a million cases with ties, in threads."""
    rng = np.random.default_rng(0)
    values = np.round(rng.normal(size=500_000), 4)
    is_positive, weights = rng.random(500_000) < 0.3, rng.random(500_000)
    assert_same(Tally.of_cases(values, is_positive), plainly(values, is_positive, np.ones(500_000)))
    assert_same(Tally.of_cases(values, is_positive, weights), plainly(values, is_positive, weights))


@pytest.mark.parametrize("cores", [1, 2, 3, 9])
@pytest.mark.parametrize("size", [1, 7, 50])
def test_sort_in_parts_is_a_sort(monkeypatch, cores, size):
    """However many threads there are, and whether there is work for all of them."""
    monkeypatch.setattr(sorted_cases, "FEWEST", 3)
    monkeypatch.setattr(sorted_cases, "usable_cores", lambda: cores)
    keys = np.random.default_rng(size).random(size)
    expected = np.sort(keys)
    sorted_cases.sort(keys)
    assert keys.tolist() == expected.tolist()


@pytest.mark.parametrize("is_weighted", [False, True])
def test_tally_of_groups_is_that_of_their_cases(is_weighted):
    """A row that stands for several equal cases counts as often, whatever they weigh."""
    rng = np.random.default_rng(0)
    values, is_positive = np.round(rng.normal(size=40) + 9.0, 1), rng.random(40) < 0.5
    counts = rng.integers(0, 5, 40)
    values[7], counts[7] = -0.0, 2
    weights = rng.random(40) if is_weighted else None
    grouped = Tally.of_cases(values, is_positive, weights, counts.astype(float))
    repeated = (None if x is None else np.repeat(x, counts) for x in (values, is_positive, weights))
    assert_same(grouped.without_empty(), Tally.of_cases(*repeated))


SHAPES = {
    "even": lambda rng, n: rng.random(n),
    "skewed": lambda rng, n: rng.beta(0.4, 12, n),
    "with a spike": lambda rng, n: np.where(rng.random(n) < 0.4, 0.37, rng.random(n)),
    "of both signs": lambda rng, n: rng.normal(size=n),
    "heavy in the tail": lambda rng, n: rng.standard_cauchy(n) ** 3,
    "in order": lambda rng, n: np.sort(rng.random(n)),
    "rounded": lambda rng, n: np.round(rng.random(n), 3),
    "near ties": lambda rng, n: 0.5 + rng.integers(0, 2**20, n) * 2.0**-53,
    "of all sizes": lambda rng, n: 10.0 ** rng.uniform(-320, 308, n),
    "below all others": lambda rng, n: rng.integers(0, 5_000, n) * 5e-324,
    "all but one alike": lambda rng, n: np.where(np.arange(n) == 7, 1e300, rng.random(n)),
    "one": lambda rng, n: np.full(n, 0.25),
    "zeros of both signs": lambda rng, n: rng.choice([-0.0, 0.0, 1.0], n),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [20_001, 255, 130])
def test_tally_of_cases_sorted_by_cells_equals_plain_counting(shape, size, monkeypatch):
    """Wherever the scores lie: spread, crowded in few cells, or all in one."""
    monkeypatch.setattr(sorted_cases, "MANY", 1)
    monkeypatch.setattr(cell_sort, "MOST_HALVINGS", np.inf)  # cells also where they save no time
    rng = np.random.default_rng(size)
    values, is_positive = SHAPES[shape](rng, size), rng.random(size) < 0.3
    assert_same(Tally.of_cases(values, is_positive), plainly(values, is_positive, np.ones(size)))


@pytest.mark.parametrize(
    ("shape", "ruler"),
    [
        ("even", np.float64),
        ("skewed", np.int64),
        ("heavy in the tail", np.int64),
        ("one", None),
        ("all but one alike", None),
    ],
)
def test_cells_are_even_in_what_spreads_the_scores(shape, ruler):
    """In the scores or in their bits; there are none where neither does."""
    values = np.abs(SHAPES[shape](np.random.default_rng(0), 50_000))
    found = cell_sort._spreading(values)
    assert found is None if ruler is None else found.dtype == ruler


def test_tally_of_cases_leaves_its_arguments_alone():
    """Sorting happens in copies."""
    values, is_positive = np.array([0.5, -1.0, 0.25]), np.array([True, False, True])
    Tally.of_cases(values, is_positive)
    Tally.of_cases(values, is_positive, np.ones(3))
    sorted_cases.counted(values, is_positive)
    sorted_cases.weighed(values, is_positive, np.ones(3))
    assert values.tolist() == [0.5, -1.0, 0.25]


@pytest.mark.parametrize("shape", ["even", "of both signs", "heavy in the tail", "with a spike"])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_from_arrays_needs_less_than_thirty_bytes_a_row(shape, kind):
    """Of which the table takes up to 24; the arrays themselves, of float64 and int64, take 16."""
    rng = np.random.default_rng(0)
    size = 2_500_000
    values = SHAPES[shape](rng, size).astype(kind)
    labels = (rng.random(size) < 0.3).astype(np.int64)
    before = values[:1000].copy()
    Tally.of_cases(values[:1_000_000].astype(np.float64), labels[:1_000_000] == 1)  # imports scipy
    tracemalloc.start()
    try:
        table = ScoreTable.from_arrays(labels, values)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert table.positive.sum() == labels.sum()
    assert peak < 30 * size
    assert np.array_equal(values[:1000], before)
