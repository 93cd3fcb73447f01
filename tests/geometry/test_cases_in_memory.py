"""Rows in memory are counted block by block, whatever the blocks."""

import numpy as np
import pytest

from whichmetric.geometry import ScoreTable, cases_in_memory
from whichmetric.geometry.cases_in_memory import binned_tally
from whichmetric.geometry.tally import Tally


@pytest.mark.parametrize("cores", [1, 3])
def test_blocks_of_any_size_give_one_table(monkeypatch, cores):
    """Also where crowded cells are divided again, on any number of cores."""
    rng = np.random.default_rng(4)
    scores = np.concatenate((rng.random(4_000), 0.3 + 1e-7 * rng.random(6_000)))
    labels = rng.random(10_000) < scores
    monkeypatch.setattr(cases_in_memory, "usable_cores", lambda: cores)
    whole = ScoreTable.from_arrays(labels, scores, bins=64)
    monkeypatch.setattr(cases_in_memory, "BLOCK", 700)
    assert ScoreTable.from_arrays(labels, scores, bins=64) == whole


def test_bins_of_whole_numbers_hold_floats():
    """Counts are weights, with or without any."""
    table = ScoreTable.from_arrays([0, 1, 1], [0.1, 0.2, 0.3], bins=2)
    assert table.positive.dtype == table.negative.dtype == np.float64


def test_a_score_of_minus_zero_is_zero():
    """As it is where there are no bins, with weights and without."""
    for weights in (None, [1.0, 2.0, 0.5]):
        table = ScoreTable.from_arrays([0, 1, 1], [-0.0, 0.5, 1.0], sample_weight=weights, bins=9)
        assert not np.signbit(table.scores).any()


def test_binned_tally_of_one_entry_and_of_none():
    """One is a bin of its own; entries without weight are none."""
    one = Tally(np.array([0.5]), (np.array([2.0]),), (np.array([1.0]),))
    assert len(binned_tally(one, 4)) == 1
    assert binned_tally(one, 4).positive[0].tolist() == [2.0]
    none = Tally(np.array([0.5, 0.7]), (np.array([0.0, 1.0]),), (np.zeros(2),))
    assert binned_tally(none, 4).scores.tolist() == [0.7]
    assert len(binned_tally(none[:1], 4)) == 0
