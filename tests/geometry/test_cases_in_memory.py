"""Rows in memory are counted block by block, whatever the blocks."""

import tracemalloc

import numpy as np
import pytest

from whichmetric.geometry import ScoreTable, cases_in_memory
from whichmetric.geometry.cases_in_memory import binned_cases, binned_tally
from whichmetric.geometry.number_of_cases import cases_of_rows
from whichmetric.geometry.tally import Tally

SCORES = {
    "even": lambda rng, n: rng.random(n),
    "log-odds": lambda rng, n: rng.normal(-3.0, 2.0, n),
    "heavy in the tail": lambda rng, n: rng.standard_cauchy(n),
    "crowded": lambda rng, n: np.where(
        rng.random(n) < 0.4, rng.random(n), 0.3 + rng.random(n) / 1e7
    ),
}
WEIGHTS = {
    "none": lambda rng, n: None,
    "one to three": lambda rng, n: rng.integers(1, 4, n),
    "even": lambda rng, n: rng.random(n),
    "amounts": lambda rng, n: rng.lognormal(3.0, 1.5, n),
    "some of them 0": lambda rng, n: rng.random(n) * (rng.random(n) < 0.7),
    "of all sizes": lambda rng, n: 10.0 ** rng.uniform(-320, 300, n),
}


@pytest.mark.parametrize("cores", [1, 9])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_blocks_of_any_size_give_one_table(monkeypatch, cores, weights):
    """Also where crowded cells are divided again, on any number of cores."""
    rng = np.random.default_rng(4)
    scores, weights = SCORES["crowded"](rng, 10_000), WEIGHTS[weights](rng, 10_000)
    labels = rng.random(10_000) < scores
    monkeypatch.setattr(cases_in_memory, "usable_cores", lambda: cores)
    whole = ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=64)
    monkeypatch.setattr(cases_in_memory, "BLOCK", 300)
    table = ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=64)
    assert table == whole
    assert same_parts(table.tally, whole.tally)


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("weights", [name for name in WEIGHTS if name != "none"])
def test_bins_of_cases_are_those_of_their_tally(scores, weights):
    """Entries that are weighed one by one, and summed up all at once, give the same bins."""
    rng = np.random.default_rng(5)
    scores, weights = SCORES[scores](rng, 5_000), WEIGHTS[weights](rng, 5_000) + 0.0
    labels = rng.random(5_000) < 0.3
    found = binned_cases(scores, labels, weights, 125)
    entries = Tally(scores, (weights * labels,), (weights * ~labels,))
    assert same_parts(found, binned_tally(entries, 125))


def test_scores_without_weight_are_in_no_bin():
    """Neither at the ends nor between others."""
    weights = [0.0, 1.0, 0.0, 2.0, 0.0]
    table = ScoreTable.from_arrays(
        [0, 1, 1, 0, 1], [-9.0, 0.2, 0.5, 0.7, 9.0], sample_weight=weights, bins=9
    )
    assert table.scores.tolist() == [0.2, 0.7]


@pytest.mark.parametrize(
    ("weights", "scores"),
    [("none", scores) for scores in SCORES]
    + [("even", "even"), ("amounts", "crowded"), ("amounts", "heavy in the tail")],
)
def test_bins_need_less_than_thirty_bytes_a_row(scores, weights):
    """Of which 5 are for each row; what comes of a block takes the others."""
    rng = np.random.default_rng(0)
    size = 2_500_000
    scores, weights = SCORES[scores](rng, size), WEIGHTS[weights](rng, size)
    weights = None if weights is None else weights + 0.0
    labels = (rng.random(size) < 0.3).astype(np.int64)
    tracemalloc.start()
    try:
        table = ScoreTable.from_arrays(labels, scores, sample_weight=weights, bins=65_536)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(table) <= 65_536
    assert peak < 30 * size


def same_parts(one, other):
    """Whether two tallies agree in all columns and in what their rounding left off."""
    return all(
        len(mine) == len(theirs) and all(map(np.array_equal, mine, theirs))
        for mine, theirs in (
            ((one.scores, one.tops), (other.scores, other.tops)),
            (one.positive, other.positive),
            (one.negative, other.negative),
        )
    )


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


def test_bins_of_cases_say_how_many_rows_they_hold():
    """Of weights that are no counts; counts say it themselves."""
    scores, labels = np.array([0.1, 0.1, 0.2, 0.3]), np.array([True, False, True, True])
    weights = np.array([0.5, 2.0, 0.5, 0.5])
    assert binned_cases(scores, labels, weights, 1).cases == cases_of_rows(weights, labels)
    assert binned_cases(scores, labels, None, 1).cases is None
