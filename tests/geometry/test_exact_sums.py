"""Sums without rounding, against rational arithmetic; tables of shards, against the whole."""

import copy
import operator
import pickle
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.geometry import ScoreTable
from whichmetric.geometry.exact_sums import exact_sums, sum_parts

weights = st.one_of(
    st.floats(0.0, 1e300),
    st.floats(0.0, 10.0),
    st.sampled_from([0.0, 5e-324, 2.0**-1022, 0.1, 1.0, 2.0**53, 2.0**53 + 2, 1e300]),
)
summands = st.lists(st.tuples(st.integers(0, 2), weights, st.integers(0, 1000)), max_size=12)
cases = st.tuples(st.integers(0, 1), st.sampled_from([-0.0, 0.0, 0.25, 0.5]), weights)


def exactly(parts, row):
    """The value that the parts of a row stand for."""
    return sum((Fraction(float(part[row])) for part in parts), Fraction(0))


@given(summands)
def test_exact_sums_are_exact(rows):
    """The parts add up to the rational sum, and the first of them is its nearest float."""
    place, heights, counts = (
        (np.array(column) for column in zip(*rows, strict=True))
        if rows
        else (np.zeros(0), np.zeros(0), np.zeros(0))
    )
    parts = exact_sums(place.astype(np.intp), heights.astype(float), counts.astype(float), 3)
    for row in range(3):
        truth = sum((Fraction(w) * n for where, w, n in rows if where == row), Fraction(0))
        assert exactly(parts, row) == truth
        assert parts[0][row] == float(truth)


@given(st.lists(st.lists(st.floats(-1e300, 1e300), min_size=2, max_size=2), min_size=1, max_size=6))
def test_sum_parts_are_exact(columns):
    """Columns of either sign add up to the rational sum, the nearest float first."""
    parts = sum_parts([np.array(column) for column in columns])
    for row in range(2):
        truth = sum((Fraction(column[row]) for column in columns), Fraction(0))
        assert exactly(parts, row) == truth
        assert parts[0][row] == float(truth)


def test_exact_sums_of_whole_numbers_need_one_part():
    """Counts and whole weights leave nothing to remember."""
    rng = np.random.default_rng(0)
    place, heights = rng.integers(0, 9, 1000), rng.integers(0, 10**6, 1000).astype(float)
    (only,) = exact_sums(place, heights, np.ones(1000), 9)
    assert only.tolist() == np.bincount(place, heights).tolist()


def table_of(rows):
    """The table of cases given as (label, score, weight)."""
    labels, scores, heights = zip(*rows, strict=True)
    return ScoreTable.from_arrays(labels, scores, sample_weight=heights)


def sound(rows):
    """The cases, made up so that both classes have weight and the table a finite sum."""
    return [(y, s, w / 1e3) for y, s, w in rows] + [(0, 0.5, 1.0), (1, 0.25, 1.0)]


@given(st.lists(st.lists(cases, max_size=6), min_size=1, max_size=5), st.randoms())
def test_tables_of_shards_add_up_to_the_table_of_all_rows(shards, random):
    """Whatever the weights, the cuts and the order, the sum is identical to the whole."""
    shards = [sound(shard) for shard in shards]
    whole = table_of([row for shard in shards for row in shard])
    tables = [table_of(shard) for shard in shards]
    assert sum(tables) == whole
    random.shuffle(tables)
    while len(tables) > 1:
        cut = random.randrange(1, len(tables))
        tables = [*tables[: cut - 1], tables[cut - 1] + tables[cut], *tables[cut + 1 :]]
    assert tables[0] == whole


@given(st.lists(cases, max_size=12), st.randoms())
def test_score_table_sums_weights_in_any_order(rows, random):
    """A table does not depend on the order of its rows, to the last bit."""
    rows = sound(rows)
    shuffled = random.sample(rows, len(rows))
    assert table_of(rows) == table_of(shuffled)


def test_score_table_rounds_its_weights_once():
    """0.1 + 0.2 + 0.3 is 0.6 at the scores of the table, however it is cut and copied."""
    tenths = [(1, 0.5, 0.1), (1, 0.5, 0.2), (1, 0.5, 0.3), (1, 0.5, 2**-60)]
    pieces = [table_of([row, (0, 0.5, 0.0), (0, 0.25, 1.0)]) for row in tenths]
    for copied in (copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))):  # noqa: S301
        total = copied(copied(pieces[0]) + pieces[1]) + (pieces[2] + copied(pieces[3]))
        assert total.positive.tolist() == [0.0, 0.6]
        assert total == sum(pieces)


def test_score_table_adds_to_tables_alone():
    """Adding anything else is Python's own error; sum() may start from its 0."""
    table = table_of([(0, 0.25, 1.0), (1, 0.5, 1.0)])
    assert sum([table]) == 0 + table == table
    for left, right in pairwise([1, table, None, table, 0.5]):
        with pytest.raises(TypeError, match="unsupported operand"):
            operator.add(left, right)
