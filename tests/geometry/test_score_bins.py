"""Cells of scores, and bins that are divided where they are crowded."""

import numpy as np
import pytest

from whichmetric.geometry import ScoreTable, score_bins
from whichmetric.geometry.cases_in_memory import EntryRows
from whichmetric.geometry.number_of_cases import ClassCases
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

    cases = ClassCases(7.0, are_counts=False), ClassCases(5.0, are_counts=False)

    def cells(self, grid):
        """Return the cell of that score."""
        self.grid = grid
        ones = (np.ones(1),)
        return Cells(np.array([0]), Tally(np.array([0.3]), ones, ones, cases=self.cases))


@pytest.mark.parametrize(
    ("low", "high", "is_unit"),
    [
        (0.1, 0.9, True),
        (0.0, 0.75, True),
        (0.2, 1.0, True),
        (0.0, 0.5, False),
        (0.2, 0.6, False),
        (0.2, 1.5, False),
        (-0.1, 0.8, False),
    ],
)
@pytest.mark.parametrize(("bins", "most"), [(1, 8), (8, 64), (1_000, 8_000), (2**16, 1.5 * 2**16)])
def test_cells_at_first_divide_the_range_of_scores(low, high, is_unit, bins, most):
    """Or all of [0, 1] where probabilities fill most of it; half of the most cells at least."""
    rows = OneScore()
    assert adaptive_bins(rows, low, high, bins).cases == OneScore.cases
    assert rows.grid.is_of_probabilities == is_unit
    assert rows.grid.by_octaves.tolist() == [False]
    first, last = rows.grid.cells_of(np.array([low, high]), 0).tolist()
    assert 0.37 * most <= last - first + 1 <= most


@pytest.mark.parametrize("bins", [4, 10, 100, 1_000, 4_096, 2**16])
@pytest.mark.parametrize(("low", "high"), [(0.0, 0.27), (0.2, 0.6), (-1.0, 1.1), (0.0, 1.0)])
def test_even_scores_in_any_range_use_most_bins(low, high, bins):
    """However little of [0, 1] they fill, and no bin has many times the share of each."""
    scores = np.random.default_rng(0).uniform(low, high, 500_000)
    table = ScoreTable.from_arrays(np.arange(500_000) % 2, scores, bins=bins)
    assert 0.75 * bins <= len(table) <= bins
    if bins < 2**16:  # where chance plays a small part
        assert table.certificate.widest < 2.5 / bins


@pytest.mark.parametrize("bins", [2_701, 2_800, 3_000, 4_096, 2**16])
@pytest.mark.parametrize("power", [1, 8])
def test_bins_are_exact_where_scores_are_no_more(bins, power):
    """Each is alone, however unevenly they lie."""
    scores = (np.arange(2_701) / 10_000) ** power
    labels = np.random.default_rng(0).integers(0, 2, scores.size)
    table = ScoreTable.from_arrays(labels, scores, bins=bins)
    assert table == ScoreTable.from_arrays(labels, scores)


@pytest.mark.parametrize("gap", [1e-3, 1e-9])
def test_bins_are_exact_also_where_two_of_as_many_scores_lie_close_together(gap):
    """Neither is frequent, but there is a bin for it."""
    scores = np.array([0.0, 0.1, 0.2, 0.2 + gap, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    ones = np.ones(scores.size)
    assert ScoreTable(scores, ones, ones).binned(scores.size).scores.tolist() == scores.tolist()


CLOSER_AND_CLOSER = 0.125 + np.array([0.0, 1e-15, 2e-9, 2e-9 + 1e-15, 2e-4, 4e-4])
FAR_BESIDE = 0.5004 + np.array([0.0, 1e-15])


@pytest.mark.parametrize(
    ("scores", "passes"),
    [
        ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0, *CLOSER_AND_CLOSER], 3),
        ([0.0, 0.9, 1.0, 0.1, 0.1001, 0.2, 0.2001, 0.3, 0.3001, *[0.5] * 20, *FAR_BESIDE], 2),
    ],
    ids=["for all at first", "for none but a frequent one"],
)
def test_bins_take_no_pass_for_what_there_is_no_room(scores, passes):
    """Ten bins; a cell that is not divided holds two scores at least, which are not alone."""
    rows, told = EntryRows(tally_of(np.array(scores)), 0), []
    assert len(adaptive_bins(rows, 0.0, 1.0, 10, lambda: told.append(1))) <= 10
    assert len(told) == passes


def tally_of(scores):
    """Return the tally of a positive and a negative case at each of some scores."""
    labels = np.repeat([True, False], scores.size)
    return Tally.of_cases(np.tile(scores, 2), labels)


@pytest.mark.parametrize(
    ("positive", "negative", "divided"),
    [
        (np.repeat([3.0, 1 / 7], [30, 70]), np.repeat([3.0, 1 / 7], [30, 70]), 30),
        (np.repeat([3.0, 94 / 98], [2, 98]), np.repeat([3.0, 94 / 98], [2, 98]), 0),
        (np.repeat([9.0, 3.0, 85 / 97], [1, 2, 97]), np.repeat([9.0, 3.0, 85 / 97], [1, 2, 97]), 3),
        (np.repeat([20 / 3, 0.0], [15, 85]), np.ones(100), 0),
        (np.repeat([8.0, 6.0, 0.0], [2, 14, 84]), np.ones(100), 2),
        (np.repeat([0.0, 50.0], [98, 2]), np.repeat([6.0, 10 / 85], [15, 85]), 15),
        (np.repeat([3.0, 1.0, 0.0], [20, 40, 40]), np.repeat([3.0, 1.0, 0.0], [20, 40, 40]), 0),
        (np.repeat([3.0, 1 / 7], [30, 70]), np.repeat([1.2, 64 / 70], [30, 70]), 30),
        (np.repeat([3.0, 1 / 7], [30, 70]), np.repeat([0.9, 73 / 70], [30, 70]), 0),
    ],
)
def test_heavy_cells_are_divided_where_they_hold_much_or_others_are(positive, negative, divided):
    """A single case of a rare class makes any cell heavy, which is left."""
    tally, several = Tally(np.arange(100.0), (positive,), (negative,)), np.ones(100, np.bool_)
    several[98:] = False
    dense = score_bins._dense(several, tally, (100.0, 100.0), 100)
    assert np.flatnonzero(dense).tolist() == list(range(divided))


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
    [
        (2, 8, 2**16),
        (2, 2**17, 3 * 2**16),
        (2**12, 2**13, 2**17),
        (2**15, 2**16, 3 * 2**16),
        (2**17, 2**18, 3 * 2**17),
    ],
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


def test_of_light_cells_the_widest_is_cut_first():
    """Two scores that lie far from each other, not two neighbouring ones of the same weight."""
    scores, ones = np.array([0.1, np.nextafter(0.1, 1.0), 0.5, 0.7]), np.ones(4)
    merged = score_bins._at_most(3, Tally(scores, (ones,), (ones,)), (4.0, 4.0))
    assert merged.scores.tolist() == [0.1, 0.5, 0.7]


def test_bins_do_not_depend_on_the_unit_of_the_weights():
    """Cases that all have the same tiny weight are binned as those that count one each."""
    scores = np.random.default_rng(0).random(2_000) ** 4
    labels, tiny = np.arange(2_000) % 2, np.full(2_000, 2.0**-20)
    plain = ScoreTable.from_arrays(labels, scores, bins=50)
    weighted = ScoreTable.from_arrays(labels, scores, sample_weight=tiny, bins=50)
    assert plain.scores.tolist() == weighted.scores.tolist()
