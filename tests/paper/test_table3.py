"""Table 3 on a few splits: what the paper concludes from it holds."""

import numpy as np
import pytest

from whichmetric.elicitation import elicit
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import linear
from whichmetric.oracles import MetricOracle
from whichmetric.paper.datasets import load, second_half
from whichmetric.paper.table3 import ANGLES, COLUMNS, EPSILONS, failures_of_split, table3

# One worker runs this file and that of the whole reproduction, so that the table is computed once.
pytestmark = pytest.mark.xdist_group("paper")


@pytest.fixture(scope="module")
def table(computed):
    """The table over a few splits, and the cells by their place."""
    rows, _ = computed
    return rows, {(row.dataset, row.lambda_, row.epsilon): row for row in rows}


def test_table3_has_sixteen_cells(table):
    """Two data sets, two regularisations and four tolerances make sixteen rows."""
    rows, cells = table
    assert len(rows) == len(cells) == 16
    assert [row.questions for row in rows] == [28, 20, 20, 16] * 4


@pytest.mark.parametrize("column", COLUMNS)
def test_table3_failure_falls_with_the_tolerance(table, column):
    """At the largest tolerance failure is well below failure at the smallest."""
    _, cells = table
    tight, wide = cells[*column, EPSILONS[0]], cells[*column, EPSILONS[-1]]
    assert wide.failure < tight.failure - 0.1


@pytest.mark.parametrize("regularisation", [10.0, 1.0])
@pytest.mark.parametrize("epsilon", EPSILONS[1:])
def test_table3_magic_fails_less_than_breast_cancer(table, regularisation, epsilon):
    """From a tolerance of .05 on, the larger data set fails less often, in all readings."""
    _, cells = table
    magic, cancer = (cells[name, regularisation, epsilon] for name in ("magic", "breast-cancer"))
    assert magic.failure < cancer.failure
    assert magic.failure_support < cancer.failure_support
    assert magic.failure_plugin < cancer.failure_plugin


def test_table3_plug_in_never_fails_on_magic(table):
    """Where the scores are calibrated by construction and many, every metric is found."""
    rows, _ = table
    assert all(row.failure_plugin == 0.0 for row in rows if row.dataset == "magic")


def test_table3_is_near_what_was_seen_over_twenty_splits(table):
    """Failure as printed is within four standard errors of the mean over twenty splits."""
    rows, _ = table
    seen = {
        ("magic", 10.0): (0.83, 0.57, 0.40, 0.20),
        ("magic", 1.0): (0.83, 0.56, 0.38, 0.19),
        ("breast-cancer", 10.0): (0.96, 0.91, 0.85, 0.79),
        ("breast-cancer", 1.0): (0.97, 0.88, 0.80, 0.71),
    }
    expected = [share for column in COLUMNS for share in seen[column]]
    for row, share in zip(rows, expected, strict=True):
        assert row.failure == pytest.approx(share, abs=4 * max(row.standard_error, 0.02))


def test_angles_are_fourteen_and_their_opposites():
    """The angles run from pi / 18 to 5 pi / 12 in steps of pi / 36, and again opposite."""
    assert len(ANGLES) == 28
    assert ANGLES[13] == pytest.approx(5 * np.pi / 12)
    assert np.subtract(ANGLES[14:], ANGLES[:14]) == pytest.approx(np.pi)


@pytest.mark.parametrize("place", range(4))
def test_failures_of_split_are_those_of_separate_searches(place):
    """Reading the wider tolerances off the tightest search changes no verdict."""
    half = second_half(load("breast-cancer"), regularisation=10.0, seed=0, split=0)
    feasible, epsilon = half.observed(), EPSILONS[place]
    missed = []
    for angle in ANGLES:
        found = elicit(
            feasible,
            MetricOracle(linear(np.cos(angle), np.sin(angle))),
            method="binary-search",
            tolerance=epsilon,
            direction="increasing" if angle < np.pi else "decreasing",
        ).angle
        assert found is not None
        missed.append(abs(found - angle) > epsilon)
    shares = failures_of_split("breast-cancer", 10.0, seed=0, split=0).printed
    assert shares[place] == pytest.approx(np.mean(missed))


@pytest.mark.parametrize("wrong", [{"splits": 0}, {"seed": -1}, {"workers": 0}])
def test_table3_refuses_numbers_out_of_range(wrong):
    """The error names the number and what to give."""
    with pytest.raises(InvalidInputError, match=rf"{next(iter(wrong))}=.*or more"):
        table3(**wrong)


def test_table3_does_not_depend_on_the_number_of_processes(computed):
    """Two processes find what one finds."""
    first = [row for row in computed[1] if row.split == 0]
    assert table3(splits=1, workers=2)[1] == first
