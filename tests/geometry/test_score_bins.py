"""Cells of scores, and bins that are divided where they are crowded."""

import numpy as np
import pytest

from whichmetric.geometry import ScoreTable, score_bins
from whichmetric.geometry.score_bins import (
    EACH,
    MOST_BINS,
    ROOM,
    Cells,
    adaptive_bins,
    checked_bins,
)
from whichmetric.geometry.tally import Tally


class OneScore:
    """Rows of a single score, which notice the grid that they are counted in."""

    def cells(self, grid):
        """Return the cell of that score."""
        self.grid = grid
        return Cells(np.array([0]), Tally(np.array([0.3]), (np.ones(1),), (np.ones(1),)))


@pytest.mark.parametrize(
    ("low", "high", "is_unit"),
    [
        (0.2, 0.5, True),
        (0.0, 0.5, True),
        (0.2, 1.0, True),
        (0.2, 1.5, False),
        (-0.1, 0.5, False),
    ],
)
def test_bins_of_probabilities_divide_the_unit_interval(low, high, is_unit):
    """Whichever of them occur; of other scores their range is divided."""
    rows = OneScore()
    adaptive_bins(rows, low, high, 8)
    assert rows.grid.is_of_probabilities == is_unit
    assert rows.grid.cells_of(np.array([low, high]), 0).tolist()[1] < 8


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


@pytest.mark.parametrize(
    ("places", "bins", "cells"),
    [(2, 8, 2**16), (2, 2**17, 2**17), (2**12, 8, 2**17), (2**17, 8, 2**20), (2**19, 8, 2**20)],
)
def test_crowded_places_share_a_number_of_cells(places, bins, cells):
    """As many as a power of two for the width allows; at most half of an even share for each."""
    scores = np.arange(1.0, places + 1.0)
    share = np.linspace(0.0, 1.0 / places, places)
    grid = score_bins._divided(Tally(scores, (share,), (share,), scores + 0.5), share, bins)
    assert np.issubdtype(grid.sizes.dtype, np.integer)
    assert cells / 2 - places <= grid.sizes.sum() <= cells
    assert 2 <= grid.sizes[0] <= max(2, min(EACH, cells // places) // 2)


def test_place_of_scores_of_all_powers_has_more_cells_for_its_weight():
    """Eight times as many as another one of the same weight, as far as halves allow."""
    low, high, share = np.array([1e-30, 0.6]), np.array([0.5, 0.7]), np.array([0.2, 0.2])
    grid = score_bins._divided(Tally(low, (share,), (share,), high), share, 8)
    wide, narrow = grid.sizes
    assert ROOM / 2 < wide / narrow < 2 * ROOM


def test_light_scores_are_put_together_evenly_and_heavy_ones_stay_alone():
    """Each heavy score takes a bin and cuts another in two; the rest is halved by weight."""
    weights, heavy, light = np.ones(10_000), 1_000.0, 9_990.0
    weights[500::1_000] = heavy
    tally = Tally(np.arange(10_000.0), (weights,), (weights,))
    merged = score_bins._at_most(100, tally, (weights.sum(), weights.sum()))
    (found,) = merged.positive
    alone = merged.scores == merged.tops
    assert len(merged) == 100
    assert merged.scores[alone].tolist() == list(range(500, 10_000, 1_000))
    assert (found[alone] == heavy).all()
    assert found[~alone].max() <= 2.0 * light / (100 - 2 * 10) + 1.0


def test_bins_do_not_depend_on_the_unit_of_the_weights():
    """Cases that all have the same tiny weight are binned as those that count one each."""
    scores = np.random.default_rng(0).random(2_000) ** 4
    labels, tiny = np.arange(2_000) % 2, np.full(2_000, 2.0**-20)
    plain = ScoreTable.from_arrays(labels, scores, bins=50)
    weighted = ScoreTable.from_arrays(labels, scores, sample_weight=tiny, bins=50)
    assert plain.scores.tolist() == weighted.scores.tolist()
