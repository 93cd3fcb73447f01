"""Cells of scores, and bins that are divided where they are crowded."""

import numpy as np
import pytest

from whichmetric.geometry import ScoreTable, score_bins
from whichmetric.geometry.score_bins import MOST_BINS, Cells, Grid, adaptive_bins, checked_bins
from whichmetric.geometry.tally import Tally


def test_interval_of_both_signs_is_cut_at_zero():
    """Of three cells from -1 to 1, the one around 0 is two."""
    grid = Grid(np.array([-1.0]), np.array([1.0]), np.array([4]))
    scores = np.array([-1.0, -0.6, -0.1, 0.0, 0.1, 0.6, 1.0])
    assert grid.cells_of(scores, 0).tolist() == [0, 0, 1, 2, 2, 3, 3]


class OneScore:
    """Rows of a single score, which notice the grid that they are counted in."""

    def cells(self, grid):
        """Return the cell of that score."""
        self.ends = float(grid.low[0]), float(grid.high[0])
        return Cells(np.array([0]), Tally(np.array([0.3]), (np.ones(1),), (np.ones(1),)))


@pytest.mark.parametrize(
    ("low", "high", "divided"),
    [
        (0.2, 0.5, (0.0, 1.0)),
        (0.0, 0.5, (0.0, 1.0)),
        (0.2, 1.0, (0.0, 1.0)),
        (0.2, 1.5, (0.2, 1.5)),
        (-0.1, 0.5, (-0.1, 0.5)),
    ],
)
def test_bins_of_probabilities_divide_the_unit_interval(low, high, divided):
    """Whichever of them occur, so that tables have cells in common; other scores their range."""
    rows = OneScore()
    adaptive_bins(rows, low, high, 8)
    assert rows.ends == divided


@pytest.mark.parametrize("passes", [1, 2])
def test_bins_hold_all_cases_however_few_passes_there_are(monkeypatch, passes):
    """After the last one, cells stay as crowded as they are."""
    monkeypatch.setattr(score_bins, "MOST_PASSES", passes)
    scores = 0.3 + np.geomspace(1e-12, 0.1, 1_000)
    table = ScoreTable.from_arrays(np.arange(1_000) % 2, scores, bins=8)
    assert (table.positive.sum(), table.negative.sum()) == (500, 500)


def test_most_bins_are_a_number_of_bins():
    """The largest that is named is allowed."""
    assert checked_bins(MOST_BINS) == MOST_BINS
