"""Columns of a table as plain numbers, and back."""

import json

import pytest

from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.number_of_cases import ClassCases
from whichmetric.geometry.plain_columns import COLUMNS, plain_columns, table_of_columns

ROWS = [1, 0, 1, 0, 1, 0], [0.1, 0.2, 0.3, 0.7, 0.8, 0.9]
HALVES, TWOS = [0.5] * 6, [2.0] * 6
"""Weights that are no counts, and such as are."""


@pytest.mark.parametrize(
    ("weights", "bins", "names"),
    [
        (None, None, COLUMNS[:3]),
        (TWOS, None, COLUMNS[:3]),
        (None, 2, COLUMNS[:4]),
        (HALVES, None, (*COLUMNS[:3], "cases")),
        ([0.5, 1, 1, 1, 1, 1], None, (*COLUMNS[:3], "cases")),
        (HALVES, 2, COLUMNS),
    ],
)
def test_plain_columns_are_read_back_from_json(weights, bins, names):
    """With the ends of bins and the cases, where the other columns would not tell them."""
    table = ScoreTable.from_arrays(*ROWS, sample_weight=weights, bins=bins)
    plain = plain_columns(table)
    assert tuple(plain) == names
    again = table_of_columns(json.loads(json.dumps(plain)))
    assert again == table
    assert again.cases == table.cases


def test_table_of_columns_keeps_cases_that_its_columns_do_not_say():
    """Also when it is written again, and beside other tables."""
    table = ScoreTable.from_arrays(*ROWS, sample_weight=HALVES, bins=1)
    again = table_of_columns(plain_columns(table))
    assert plain_columns(again) == plain_columns(table)
    assert again.cases == (3, 3)
    assert (again + again).cases == (6, 6)


@pytest.mark.parametrize("cases", [[1, 1], [7, 1], [1, 7]])
def test_table_of_columns_takes_any_cases_of_1_or_more(cases):
    """Of either class."""
    plain = {"scores": [0.1], "positive": [0.5], "negative": [0.5], "cases": cases}
    table = table_of_columns(plain)
    assert table.cases == tuple(cases)
    assert table.tally.cases == tuple(ClassCases(number, are_counts=False) for number in cases)


@pytest.mark.parametrize("cases", [[], [1], [1, 2, 3], [0, 1], [1, 0.5]])
def test_table_of_columns_refuses_cases_that_are_not_two_numbers(cases):
    """The text names what was given."""
    plain = {"scores": [0.1], "positive": [0.5], "negative": [0.5], "cases": cases}
    with pytest.raises(InvalidInputError) as refused:
        table_of_columns(plain)
    assert str(refused.value) == (
        f"cases is {cases}, not the numbers of positive and of negative cases."
    )
