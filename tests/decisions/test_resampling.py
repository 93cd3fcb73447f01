"""Resampling a score table is resampling its rows."""

import numpy as np
import pytest
from tests.decisions.beliefs import binormal

from whichmetric.decisions import resampling
from whichmetric.decisions.resampling import rates_at, resamples
from whichmetric.geometry import FeasibleSet, ScoreTable

LABELS = np.array([0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1])
SCORES = np.array([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]) / 10
TABLE = ScoreTable.from_arrays(LABELS, SCORES)
SIZE = 4_000


def rows_drawn_anew(rng):
    """Draw rows with replacement, as many of each class; return both true rates of each cut."""
    cuts = np.concatenate(([np.inf], np.unique(SCORES)[::-1]))
    positive = rng.choice(SCORES[LABELS == 1], (LABELS == 1).sum())
    negative = rng.choice(SCORES[LABELS == 0], (LABELS == 0).sum())
    return (positive[:, None] >= cuts).mean(axis=0), (negative[:, None] < cuts).mean(axis=0)


def test_resamples_are_distributed_as_resampled_rows():
    """Rates, their products and the most accurate threshold are, as when rows are drawn anew."""
    rng = np.random.default_rng(0)
    ours = resamples(TABLE, SIZE, rng)
    brute = [
        np.array(side) for side in zip(*(rows_drawn_anew(rng) for _ in range(SIZE)), strict=True)
    ]
    for mine, theirs in zip((ours.tpr, ours.tnr), brute, strict=True):
        assert mine.mean(axis=0) == pytest.approx(theirs.mean(axis=0), abs=0.02)
        assert np.cov(mine.T) == pytest.approx(np.cov(theirs.T), abs=0.004)
    picks = [
        np.bincount((tpr + tnr).argmax(axis=1), minlength=7) / SIZE
        for tpr, tnr in ((ours.tpr, ours.tnr), brute)
    ]
    assert np.abs(picks[0] - picks[1]).sum() / 2 < 0.04  # twice what chance leaves


def test_resamples_put_neighbours_of_a_long_table_together():
    """At most 1,000 steps and the kept threshold, and on average the table's own rates."""
    table = binormal(20_000, 2.0)
    keep = float(table.scores[12_345])
    drawn = resamples(table, 50, np.random.default_rng(0), keep=keep)
    assert len(drawn.thresholds) <= 1_003
    assert keep in drawn.thresholds
    feasible = FeasibleSet(table)
    for place in (0, 10, 500, len(drawn.thresholds) - 1):
        there = feasible.at_threshold(float(drawn.thresholds[place]))
        assert drawn.tpr[:, place].mean() == pytest.approx(there.true_positive_rate, abs=0.01)
        assert drawn.tnr[:, place].mean() == pytest.approx(there.true_negative_rate, abs=0.01)


def test_resamples_of_many_cases_are_distributed_as_a_multinomial(monkeypatch):
    """Drawn from a normal distribution, numbers have the mean, spread and optima of exact ones."""
    counts = np.array([[3.0, 40.0, 90.0, 60.0, 30.0, 5.0], [90.0, 130.0, 80.0, 30.0, 2.0, 1.0]])
    table = ScoreTable(np.arange(6.0), *counts)
    quick = resamples(table, 20_000, np.random.default_rng(0))
    monkeypatch.setattr(resampling, "MANY", np.inf)
    exact = resamples(table, 20_000, np.random.default_rng(1))
    for mine, theirs in ((quick.tpr, exact.tpr), (quick.tnr, exact.tnr)):
        assert mine.mean(axis=0) == pytest.approx(theirs.mean(axis=0), abs=0.002)
        assert np.cov(mine.T) == pytest.approx(np.cov(theirs.T), abs=6e-5)
        assert np.all(np.diff(mine) * np.sign(mine[0, -1] - 0.5) >= 0.0)
    picks = [
        np.bincount((drawn.tpr + drawn.tnr).argmax(axis=1), minlength=7) / 20_000
        for drawn in (quick, exact)
    ]
    assert np.abs(picks[0] - picks[1]).sum() / 2 < 0.02


def test_resamples_of_few_scores_with_many_cases_each():
    """Their shares may add up to a little more than 1."""
    positive = np.array([29.0, 58.0, 25.0])
    assert (positive / positive.sum()).sum() > 1.0
    table = ScoreTable([0.1, 0.2, 0.3], positive, [40, 40, 40])
    drawn = resamples(table, SIZE, np.random.default_rng(0))
    assert drawn.tpr.mean(axis=0) == pytest.approx(drawn.sample_tpr, abs=0.01)


def test_resamples_begin_steps_where_their_share_of_the_weight_begins():
    """Found by halving, the steps are those of a pass over all scores."""
    table = binormal(20_000, 2.0)
    share = (table.positive / table.positive.sum() + table.negative / table.negative.sum()) / 2
    step = np.floor((np.cumsum(share) - share) * 543 + 1e-9)  # 20 times the cube root of 20,000
    plainly = np.flatnonzero(np.concatenate(([True], step[1:] != step[:-1])))
    assert np.array_equal(resampling._steps(table, np.inf), plainly)


def test_resamples_run_from_nobody_to_everybody():
    """In every resample the first threshold flags nobody and the last one everybody."""
    drawn = resamples(TABLE, 20, np.random.default_rng(1))
    assert np.all(drawn.tpr[:, [0, -1]] == [0, 1])
    assert np.all(drawn.tnr[:, [0, -1]] == [1, 0])
    assert np.all(np.diff(drawn.thresholds) < 0)
    assert np.all(np.diff(drawn.tpr) >= 0)
    assert np.all(np.diff(drawn.tnr) <= 0)


def test_rates_at_a_threshold_are_spread_as_resampled_ones():
    """With cases on both sides of the threshold, mean and spread are the bootstrap's."""
    table = binormal(2_000, 2.0)
    rng = np.random.default_rng(0)
    drawn = resamples(table, SIZE, rng, keep=float(table.scores[900]))
    place = int(np.flatnonzero(drawn.thresholds == table.scores[900])[0])
    for ours, brute in zip(
        rates_at(table, float(table.scores[900]), SIZE, rng),
        (drawn.tpr[:, place], drawn.tnr[:, place]),
        strict=True,
    ):
        assert ours.mean() == pytest.approx(brute.mean(), abs=0.003)
        assert ours.std() == pytest.approx(brute.std(), rel=0.06)


def test_rates_leave_room_where_no_case_was_missed():
    """Thirty of thirty caught may be nine tenths in truth; flagging nobody catches nobody."""
    table = ScoreTable([0.0, 1.0], [0.0, 30.0], [10.0, 0.0])
    tpr, _ = rates_at(table, 1.0, SIZE, np.random.default_rng(0))
    assert 0.87 < np.quantile(tpr, 0.01) < 0.92
    tpr, tnr = rates_at(table, np.inf, 5, np.random.default_rng(0))
    assert np.all(tpr == 0)
    assert np.all(tnr == 1)
