"""Score tables: what is counted, and how they are compared and shown."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import cases

from whichmetric.geometry import ScoreTable

LABELS = [0, 1, 0, 1]
SCORES = [0.1, 0.2, 0.3, 0.4]
STRINGS = np.array(["no", "yes", "no", "yes"])


def grouped(scores, positive, negative):
    """A table from columns that are grouped already, lists too."""
    return ScoreTable(scores, positive, negative)


@given(cases())
def test_score_table_from_arrays_sums_weights_at_each_score(sample):
    """Each distinct score carries the summed weight of its positive and of its negative cases."""
    table = sample.table
    assert np.array_equal(table.scores, np.unique(sample.scores))
    for score, positive, negative in zip(table.scores, table.positive, table.negative, strict=True):
        here = sample.weights * (sample.scores == score)
        assert positive == pytest.approx(here[sample.labels == 1].sum(), abs=1e-15)
        assert negative == pytest.approx(here[sample.labels == 0].sum(), abs=1e-15)
    assert table.prevalence == pytest.approx(
        sample.weights[sample.labels == 1].sum() / sample.weights.sum()
    )


def test_score_table_from_arrays_joins_ties():
    """Equal scores of both classes are one row."""
    table = ScoreTable.from_arrays([0, 1, 1, 0, 1], [3, 3, 1, 1, 3])
    assert table.scores.tolist() == [1, 3]
    assert table.positive.tolist() == [1, 2]
    assert table.negative.tolist() == [1, 1]
    assert len(table) == 2


def test_score_table_from_arrays_joins_both_zeros():
    """The scores -0.0 and 0.0 are the same score, and the table shows 0.0."""
    table = ScoreTable.from_arrays([0, 1, 0, 1], [-0.0, 0.0, 1.0, -0.0])
    assert table.scores.tolist() == [0.0, 1.0]
    assert not np.signbit(table.scores).any()
    assert table.positive.tolist() == [2, 0]


def test_score_table_from_arrays_drops_rows_of_weight_zero():
    """A case of weight 0 leaves no trace, not even its score."""
    table = ScoreTable.from_arrays(LABELS, SCORES, sample_weight=[1, 2, 0, 0])
    assert table == ScoreTable.from_arrays([0, 1], [0.1, 0.2], sample_weight=[1, 2])


def test_score_table_from_arrays_without_weights_counts():
    """Leaving the weights out is giving every case weight 1."""
    assert ScoreTable.from_arrays(LABELS, SCORES) == ScoreTable.from_arrays(
        LABELS, SCORES, sample_weight=[1, 1, 1, 1]
    )


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_score_table_from_arrays_keeps_narrow_floats_apart(dtype):
    """Scores of any float type become the float64 of the same value."""
    scores = np.array(SCORES, dtype=dtype)
    assert ScoreTable.from_arrays(LABELS, scores).scores.tolist() == [float(s) for s in scores]


@pytest.mark.parametrize(
    ("scores", "distinct"),
    [
        (np.array([1, 2, 3, 3], dtype=np.uint8), [1, 2, 3]),
        ([2**53, -(2**53), 0, 1], [-(2**53), 0, 1, 2**53]),
        ([True, False, True, True], [0, 1]),
        (range(4), [0, 1, 2, 3]),
        ([Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1)], [0.25, 0.5, 0.75, 1]),
        ([Decimal("0.5"), Decimal(1), Decimal(2), Decimal(3)], [0.5, 1, 2, 3]),
        ([np.float32(0.5), np.int64(1), True, 2], [0.5, 1, 2]),
        ([np.array(0.5), np.array(1.0), np.array(2.0), np.array(3.0)], [0.5, 1, 2, 3]),
        ([-1.7e308, 1.7e308, 5e-324, 0.0], [-1.7e308, 0, 5e-324, 1.7e308]),
        (np.ma.array(SCORES), SCORES),
        (pd.Series(SCORES, index=[9, 8, 7, 6]), SCORES),
        (pd.Series(SCORES, dtype="Float64"), SCORES),
        (pd.Series([1, 2, 1, 2], dtype="Int64"), [1, 2]),
        (pd.Series([1, 2, 1, 2], dtype="category"), [1, 2]),
    ],
)
def test_score_table_from_arrays_takes_any_real_numbers(scores, distinct):
    """Integers, booleans, fractions, numpy scalars and frame columns are scores."""
    assert ScoreTable.from_arrays(LABELS, scores).scores.tolist() == distinct


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        ([0, 1, 0, 1], None),
        ([0.0, 1.0, 0.0, 1.0], None),
        ([-1, 1, -1, 1], None),
        ([False, True, False, True], None),
        (np.array([False, True, False, True], dtype=object), None),
        (np.array([0, True, 0, 1], dtype=object), None),
        ([np.int8(0), np.int8(1), np.int8(0), np.int8(1)], None),
        ([1, 0, 1, 0], 0),
        ([True, False, True, False], False),
        ([1, 2, 1, 2], 2),
        ([-1, 1, -1, 1], np.int64(1)),
        (STRINGS, "yes"),
        (STRINGS.tolist(), "yes"),
        (STRINGS.astype(object), "yes"),
        (STRINGS.astype(np.dtypes.StringDType()), "yes"),
        ([b"no", b"yes", b"no", b"yes"], b"yes"),
        (["no", 1, "no", 1], 1),
        (pd.Series([("a", 1), ("b", 2), ("a", 1), ("b", 2)]), ("b", 2)),
        (pd.Series(LABELS, index=[3, 2, 1, 0]), None),
        (pd.Series(LABELS, dtype="Int64"), None),
        (pd.Series(LABELS, dtype="boolean"), None),
        (pd.Series(STRINGS, dtype="string"), "yes"),
        (pd.Series(STRINGS, dtype="category"), "yes"),
        (pd.Categorical(STRINGS), "yes"),
        (np.ma.array(LABELS), None),
    ],
)
def test_score_table_from_arrays_takes_any_two_labels(labels, pos_label):
    """Labels of any two values work, and the usual ones need no pos_label."""
    table = ScoreTable.from_arrays(labels, SCORES, pos_label=pos_label)
    assert table == ScoreTable.from_arrays(LABELS, SCORES)


def test_score_table_takes_scores_across_all_of_float64():
    """The distance of two scores may exceed the largest float."""
    assert len(grouped([-1.7e308, 1.7e308], [1, 0], [0, 1])) == 2


def test_score_table_is_a_frozen_value():
    """Columns are copies that cannot be written to; equal tables are equal and hash alike."""
    scores = np.array([1.0, 2.0])
    table, same = (grouped(scores, [1, 0], [0, 1]) for _ in range(2))
    scores[0] = 9.0
    assert table.scores[0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        table.scores[0] = 0.0
    assert table == same
    assert hash(table) == hash(same)
    assert hash(grouped([-0.0, 1], [1, 0], [0, 1])) == hash(grouped([0.0, 1], [1, 0], [0, 1]))
    assert table != grouped([1.0, 3.0], [1, 0], [0, 1])
    assert hash(table) != hash(grouped([1.0, 3.0], [1, 0], [0, 1]))
    assert table != grouped([1.0, 2.0], [2, 0], [0, 1])
    assert table != grouped([1.0, 2.0], [1, 0], [0, 2])
    assert table != "table"


@pytest.mark.parametrize(
    "copied",
    [
        lambda value: pickle.loads(pickle.dumps(value)),  # noqa: S301 - our own bytes
        copy.deepcopy,
    ],
    ids=["pickle", "deepcopy"],
)
def test_copy_of_a_score_table_cannot_be_written_to(copied):
    """A copy is equal to its original, and as read-only."""
    table = grouped([1.0, 2.0], [1, 0], [0, 1])
    twin = copied(table)
    assert twin == table
    for column in (twin.scores, twin.positive, twin.negative):
        assert not column.flags.writeable


def test_score_table_repr_sums_it_up():
    """The text names size, range and weight of both classes."""
    table = ScoreTable.from_arrays(LABELS, SCORES)
    assert repr(table) == ("ScoreTable(4 distinct scores from 0.1 to 0.4, 2 positive, 2 negative)")
    large = ScoreTable(np.arange(1000), np.full(1000, 1234.0), np.full(1000, 0.5))
    counts = "1,234,000 positive, 500 negative"
    assert repr(large) == f"ScoreTable(1,000 distinct scores from 0 to 999, {counts})"
    constant = ScoreTable([0.25], [0.125], [1e15])
    assert repr(constant) == "ScoreTable(1 distinct score, 0.25, 0.125 positive, 1e+15 negative)"
    binned = ScoreTable([0.1], [1], [1], highest=[0.3])
    assert repr(binned) == "ScoreTable(1 bin of scores from 0.1 to 0.3, 1 positive, 1 negative)"
    bins = repr(binned + ScoreTable([0.5], [1], [1]))
    assert bins == "ScoreTable(2 bins of scores from 0.1 to 0.5, 2 positive, 2 negative)"


@given(st.permutations(range(8)))
def test_score_table_does_not_depend_on_the_order_of_rows(order):
    """Rows are a set."""
    labels, scores = np.array([0, 1, 1, 0, 1, 0, 0, 1]), np.array([3, 3, 1, 1, 2, 5, 5, 5])
    weights = np.arange(8)
    assert ScoreTable.from_arrays(
        labels[order], scores[order], sample_weight=weights[order]
    ) == ScoreTable.from_arrays(labels, scores, sample_weight=weights)
