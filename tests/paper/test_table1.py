"""Table 1 against the print."""

import pytest

from whichmetric.paper.printed import TABLE_1
from whichmetric.paper.table1 import table1


@pytest.fixture(scope="module")
def rows():
    """The computed table."""
    return table1()


def test_table1_equals_the_print(rows):
    """Every elicited weight is within .01 of the printed one."""
    assert len(rows) == len(TABLE_1) == 8
    for row in rows:
        assert row.elicited_m11 == pytest.approx(row.paper_m11, abs=0.01)
        assert row.elicited_m00 == pytest.approx(row.paper_m00, abs=0.01)


def test_table1_equals_the_print_to_two_digits(rows):
    """Rounded as the paper rounds, the eight rows are the printed ones."""
    for row in rows:
        assert round(row.elicited_m11, 2) == row.paper_m11
        assert round(row.elicited_m00, 2) == row.paper_m00


def test_table1_takes_28_questions_a_row(rows):
    """Seven halvings of pi / 2 reach .02 radians, four questions each."""
    assert [row.questions for row in rows] == [28] * 8


def test_table1_elicits_unit_weights(rows):
    """An elicited metric has length 1, as in the paper."""
    for row in rows:
        assert row.elicited_m11**2 + row.elicited_m00**2 == pytest.approx(1.0)
