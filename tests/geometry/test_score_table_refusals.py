"""Score tables: what is refused, by which text."""

import re
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable

LABELS = [0, 1, 0, 1]
SCORES = [0.1, 0.2, 0.3, 0.4]
STRINGS = np.array(["no", "yes", "no", "yes"])


def lists_as_objects(*items):
    """An object array whose items are lists."""
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array


def masked(values, mask):
    """A masked array."""
    return np.ma.array(values, mask=mask)


def grouped(scores, positive, negative):
    """A table from columns that are grouped already, lists too."""
    return ScoreTable(scores, positive, negative)


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ([0.1, np.nan, 0.3, np.nan], "y_score holds nan at row 1 (2 such of 4): remove, impute"),
        ([0.1, 0.2, np.inf, 0.4], "y_score holds inf at row 2 (1 such of 4): remove, impute or"),
        ([0.1, 0.2, 0.3, -np.inf], "y_score holds -inf at row 3 (1 such of 4)"),
        ([0.1, 0.2, 0.3], "Lengths differ: y_true has 4, y_score has 3. Give one of each per case"),
        ([SCORES], "y_score has 2 dimensions (shape (1, 4)), not 1: give one value per case"),
        (
            np.ones((4, 2)),
            "not 1: give one value per case, for example predict_proba(X)[:, 1].",
        ),
        (pd.DataFrame({"p": SCORES}), "y_score has 2 dimensions (shape (4, 1)), not 1"),
        (
            np.ones((4, 2, 1)),
            "y_score has 3 dimensions (shape (4, 2, 1)), not 1: give one value per case.",
        ),
        (0.5, "y_score has 0 dimensions (shape ()), not 1"),
        (["a", "b", "c", "d"], "y_score holds np.str_('a'), which is not a real number"),
        (["1", "2", "3", "4"], "y_score holds np.str_('1'), which is not a real number"),
        (np.array([1, "2", 3, 4], dtype=object), "y_score holds '2', which is not a real number"),
        ("abcd", "y_score holds np.str_('abcd'), which is not a real number"),
        ([None, 0.2, 0.3, 0.4], "y_score holds None: remove or impute missing values first"),
        (np.array([pd.NA, 0.2, 0.3, 0.4], dtype=object), "y_score holds <NA>: remove or impute"),
        (pd.Series([0.1, None, 0.3, 0.4], dtype="Float64"), "y_score holds nan at row 1"),
        ([Decimal("NaN")] * 4, "y_score holds NaN: remove or impute missing values first"),
        ([1j, 2, 3, 4], "y_score holds np.complex128(1j), which is not a real number"),
        (
            np.array([1j, 2, 3, 4j], dtype=object),
            "y_score holds 1j, which is not a real number (2 such of 4): convert it first.",
        ),
        ([[0.1], [0.2, 0.3], 0.4, 0.5], "y_score is not a plain list of numbers: its items differ"),
        (
            lists_as_objects([1], [2, 3], [4], [5]),
            "y_score holds [1], which is not a real number (",
        ),
        (
            [2**53 + 1, 1, 2, 3],
            "beyond 2**53: neighbouring values would be merged. Subtract an offset or rank",
        ),
        (np.array([-(2**63), 1, 2, 3]), "y_score holds the integer -9223372036854775808, beyond"),
        (
            np.array([2**64 - 1, 1, 2, 3], dtype=np.uint64),
            "the integer 18446744073709551615, beyond",
        ),
        ([2**70, 1, 2, 3], "y_score holds the integer 1180591620717411303424, beyond 2**53"),
        ([10**400, 1, 2, 3], "y_score holds the integer of 1329 bits, beyond 2**53"),
        (np.array([np.int64(2**60), 1.5, 2, 3], dtype=object), "the integer 1152921504606846976"),
        (np.array(["1e4000", "1", "2", "3"], dtype=np.longdouble), "y_score holds inf at row 0"),
        (np.array([1, 2, 3, 4], dtype="m8[s]"), "which is not a real number"),
        (pd.to_datetime(["2020-01-01"] * 4), "which is not a real number"),
        (np.zeros(4, dtype=[("a", int)]), "which is not a real number"),
        ({1, 2, 3, 4}, "y_score holds {1, 2, 3, 4}, which is not a real number"),
        (masked(SCORES, [0, 1, 1, 0]), "y_score has 2 masked values: remove these rows"),
    ],
)
def test_score_table_from_arrays_refuses_bad_scores(scores, text):
    """Every unusable score is refused by an error that names it and the remedy."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        ScoreTable.from_arrays(LABELS, scores)


@pytest.mark.parametrize(
    ("labels", "pos_label", "text"),
    [
        ([1, 1, 1, 1], None, "y_true holds only the label 1: both classes are needed"),
        (["a"] * 4, "a", "y_true holds only the label 'a': both classes are needed"),
        (["a"] * 4, None, "y_true holds only the label 'a': both classes are needed"),
        (
            [0, 1, 2, 1],
            None,
            "y_true holds 3 label values (0, 1, 2), not two: compare the positive",
        ),
        ([0, 1], None, "Lengths differ: y_true has 2, y_score has 4"),
        ([LABELS], None, "y_true has 2 dimensions (shape (1, 4)), not 1: give one value per case."),
        (pd.DataFrame({"y": LABELS}), None, "y_true has 2 dimensions (shape (4, 1)), not 1"),
        (1, None, "y_true has 0 dimensions (shape ()), not 1"),
        ("0101", None, "y_true has 0 dimensions (shape ()), not 1"),
        ([None, 1, 0, 1], None, "y_true holds None: remove the cases without a label first"),
        ([np.nan, 1, 0, 1], None, "y_true holds nan: remove the cases without a label first"),
        (np.array([np.nan, 1, 0, 1], dtype=object), None, "y_true holds nan: remove the cases"),
        (["yes", np.nan, "yes", "yes"], "yes", "y_true holds nan: remove the cases without"),
        (["yes", None, "yes", "yes"], "yes", "y_true holds None: remove the cases without"),
        (pd.Series([0, 1, None, 1], dtype="Int64"), None, "y_true holds nan: remove the cases"),
        (pd.Series([0, 1, None, 1], dtype="boolean"), None, "y_true holds <NA>: remove the cases"),
        (pd.Series(["a", None, "a", "b"], dtype="string"), "b", "y_true holds <NA>: remove the"),
        (pd.Series(["a", None, "a", "b"], dtype="category"), "b", "y_true holds nan: remove the"),
        (np.array(["2020-01-01", "NaT"] * 2, dtype="M8[D]"), None, "y_true holds None: remove the"),
        (LABELS, 7, "pos_label=7 is not among the labels 0 and 1 of y_true: name one of them"),
        (LABELS, "1", "pos_label='1' is not among the labels 0 and 1"),
        (LABELS, np.nan, "pos_label=nan is not among the labels 0 and 1"),
        (LABELS, [1], "pos_label=[1] is not one label: name one"),
        (LABELS, np.array([0, 1]), "pos_label=array([0, 1]) is not one label: name one"),
        (LABELS, pd.NA, "pos_label=<NA> is not among the labels 0 and 1"),
        (STRINGS, 1, "pos_label=1 is not among the labels 'no' and 'yes'"),
        (
            STRINGS,
            None,
            "y_true holds the labels 'no' and 'yes': say which one is positive with pos_label=.",
        ),
        (["0", "1", "0", "1"], None, "y_true holds the labels '0' and '1': say which one"),
        ([1, 2, 1, 2], None, "y_true holds the labels 1 and 2: say which one is positive"),
        ([-1, 0, -1, 0], None, "y_true holds the labels -1 and 0: say which one is positive"),
        ([[0], [1, 0], 1, 1], None, "y_true is not a plain list of labels: its items differ in"),
        (lists_as_objects([0], [1], [0], [1]), None, "y_true holds [0], which is not one label"),
        (masked(LABELS, [0, 0, 1, 0]), None, "y_true has 1 masked values: remove these"),
    ],
)
def test_score_table_from_arrays_refuses_bad_labels(labels, pos_label, text):
    """Every unusable label column is refused by an error that names it and the remedy."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        ScoreTable.from_arrays(labels, SCORES, pos_label=pos_label)


def test_score_table_from_arrays_shows_at_most_five_labels():
    """A column of many values by mistake does not flood the screen."""
    text = re.escape("y_true holds 7 label values (0, 1, 2, 3, 4, ...), not two")
    with pytest.raises(InvalidInputError, match=text):
        ScoreTable.from_arrays(range(7), range(7))


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        (
            [1, -2, 1, 1],
            "sample_weight holds -2.0 at row 1 (1 such of 4): weights must be 0 or more",
        ),
        ([0, 0, 0, 0], "sample_weight is 0 for every case: at least one of each class must count"),
        (
            [1, 0, 1, 0],
            "sample_weight is 0 for every positive case: at least one of each class must",
        ),
        (
            [0, 1, 0, 1],
            "sample_weight is 0 for every negative case: at least one of each class must",
        ),
        ([1, np.nan, 1, 1], "sample_weight holds nan at row 1 (1 such of 4): remove, impute"),
        ([1, np.inf, 1, 1], "sample_weight holds inf at row 1"),
        (
            [1e308] * 4,
            "and the sum of all weights would overflow: divide them by their maximum first",
        ),
        ([1], "Lengths differ: y_true has 4, y_score has 4, sample_weight has 1"),
        (
            [[1, 1, 1, 1]],
            "sample_weight has 2 dimensions (shape (1, 4)), not 1: give one value per case.",
        ),
        (1.0, "sample_weight has 0 dimensions (shape ()), not 1"),
        (["a", "b", "c", "d"], "sample_weight holds np.str_('a'), which is not a real number"),
        ([None, 1, 1, 1], "sample_weight holds None: remove or impute missing values first"),
        ([[1], [1, 2], 1, 1], "sample_weight is not a plain list of numbers: its items differ"),
        (masked([1, 1, 1, 1], [1, 0, 0, 0]), "sample_weight has 1 masked values"),
    ],
)
def test_score_table_from_arrays_refuses_bad_weights(weights, text):
    """Every unusable weight is refused by an error that names it and the remedy."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        ScoreTable.from_arrays(LABELS, SCORES, sample_weight=weights)


@pytest.mark.parametrize("weights", [None, []])
def test_score_table_from_arrays_refuses_no_rows(weights):
    """No rows are no table."""
    text = "There are no rows: give at least one case of each class"
    with pytest.raises(InvalidInputError, match=text):
        ScoreTable.from_arrays([], [], sample_weight=weights)


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        (([2, 1], [1, 0], [0, 1]), "The scores must be distinct and rising: group by score first"),
        (([1, 1], [1, 0], [0, 1]), "The scores must be distinct and rising"),
        (([-0.0, 0.0], [1, 0], [0, 1]), "The scores must be distinct and rising"),
        (([1, 3, 2], [1, 0, 1], [0, 1, 1]), "The scores must be distinct and rising"),
        (([1, 2], [0, 0], [0, 1]), "There is no positive case: a score table needs both classes"),
        (([1, 2], [1, 0], [0, 0]), "There is no negative case: a score table needs both classes"),
        (([], [], []), "There is no positive case"),
        (([1, 2], [1, -1], [0, 1]), "positive holds -1.0 at row 1 (1 such of 2): weights must be"),
        (([1, 2], [1, 0], [-1, 1]), "negative holds -1.0 at row 0 (1 such of 2): weights must be"),
        (([1, np.nan], [1, 0], [0, 1]), "scores holds nan at row 1"),
        (([1, 2], [np.inf, 0], [0, 1]), "positive holds inf at row 0"),
        (
            ([1, 2], [1, 0, 3], [0, 1]),
            "Lengths differ: scores has 2, positive has 3, negative has 2",
        ),
        (([[1, 2]], [1, 0], [0, 1]), "scores has 2 dimensions (shape (1, 2)), not 1"),
        (("ab", [1, 0], [0, 1]), "scores holds np.str_('ab'), which is not a real number"),
        (
            ([1, 2], [1e308, 1e308], [0, 1]),
            "positive holds 1e+308, and the sum of all weights would",
        ),
    ],
)
def test_score_table_refuses_bad_columns(columns, text):
    """Columns that some engine aggregated are checked like arrays of cases."""
    with pytest.raises(InvalidInputError, match=re.escape(text)):
        grouped(*columns)


@pytest.mark.parametrize("side", ["positive", "negative"])
def test_sum_of_score_tables_refuses_weights_without_a_sum(side):
    """Each table has one, both together would not."""
    table = ScoreTable([0.5], **({"positive": [1], "negative": [1]} | {side: [8e307]}))
    text = f"{side} holds 1.6e+308, and the sum of all weights would overflow"
    with pytest.raises(InvalidInputError, match=f"^{re.escape(text)}"):
        _ = table + table


def test_score_table_refuses_a_share_that_rounds_to_zero():
    """A class whose share underflows has no prevalence."""
    table = ScoreTable.from_arrays([0, 1], [1, 2], sample_weight=[1e20, 1e-320])
    with pytest.raises(InvalidInputError, match=re.escape("prevalence=0.0 is not inside (0, 1)")):
        _ = table.prevalence
