"""Tables on bins that were counted apart add up, with little more left open than each leaves."""

import numpy as np
import pytest
from tests.geometry.test_certificate import METRICS, ROUNDING, adversarial

from whichmetric import FeasibleSet, ScoreTable
from whichmetric.errors import BinnedWarning
from whichmetric.geometry.score_bins import CROWDED

DAYS = {
    "near 0": lambda rng, n, day: rng.beta(0.4, 12.0, n),
    "drifting": lambda rng, n, day: rng.beta(0.4 + 0.02 * day, 12.0 - 0.3 * day, n),
    "even": lambda rng, n, day: rng.random(n),
    "log-odds": lambda rng, n, day: rng.normal(-4.0, 2.0, n),
    "saturated": lambda rng, n, day: 1.0 / (1.0 + np.exp(-rng.normal(0.0, 20.0, n))),
    "tails": lambda rng, n, day: rng.standard_cauchy(n),
    "spikes": lambda rng, n, day: np.where(rng.random(n) < 0.5, 0.37, rng.beta(1.0, 5.0, n)),
    "all powers": lambda rng, n, day: 10.0 ** rng.uniform(-300, 300, n),
}


@pytest.mark.filterwarnings("ignore::whichmetric.errors.BinnedWarning")
@pytest.mark.parametrize("block", range(8))
def test_bound_of_a_sum_holds_on_adversarial_distributions(block):
    """No true rate and no best value is off by more, however the shards were binned."""
    for seed in range(block, 64, 8):
        labels, scores, weights, bins = adversarial(seed)
        shard = np.random.default_rng(seed).integers(0, 3, scores.size)
        labels[:6], shard[:6] = [True, False] * 3, [0, 0, 1, 1, 2, 2]
        weights = np.ones(scores.size) if weights is None else weights
        total = sum(
            ScoreTable.from_arrays(
                labels[shard == i], scores[shard == i], sample_weight=weights[shard == i], bins=n
            )
            for i, n in enumerate((bins, bins + 3, 2 * bins))
        )
        there = FeasibleSet(ScoreTable.from_arrays(labels, scores, sample_weight=weights))
        here, bound = FeasibleSet(total), total.certificate.rates(there.prevalence)
        cuts = np.unique(np.concatenate((scores, np.nextafter(scores, np.inf))))
        for cut in cuts[np.linspace(0, cuts.size - 1, 100).astype(int)]:
            true, told = there.at_threshold(cut), here.at_threshold(cut)
            assert abs(true.tp - told.tp) <= bound[0] + ROUNDING
            assert abs(true.tn - told.tn) <= bound[1] + ROUNDING
        for metric in METRICS:
            true, told = (feasible.best(metric).value for feasible in (there, here))
            assert -ROUNDING <= true - told <= here.value_error(metric) + ROUNDING


@pytest.mark.parametrize("kind", DAYS)
def test_tables_of_ten_days_leave_little_more_open_than_one(kind):
    """Their bins differ, but where they do, one holds the other: no row of them becomes one."""
    days = []
    for day in range(10):
        rng = np.random.default_rng(day)
        scores = DAYS[kind](rng, 20_000, day)
        days.append(ScoreTable.from_arrays(rng.random(20_000) < 0.3, scores, bins=512))
    total = sum(days)
    assert any(day.scores.tolist() != days[0].scores.tolist() for day in days)
    assert total.certificate.widest < 3.0 * CROWDED / 512
    assert len(total) > 100


def test_sum_of_tables_with_bins_in_different_places_warns():
    """A day on which nearly no score lies where all of another lie has wide bins there."""
    tables = []
    for place in (0.1, 0.9):
        rng = np.random.default_rng(0)
        scores = np.where(rng.random(20_000) < 0.98, place + rng.random(20_000) / 100, rng.random())
        scores[:300] = rng.random(300)
        tables.append(ScoreTable.from_arrays(rng.random(20_000) < 0.3, scores, bins=256))
    text = r"^The tables have .* leaves 0\.\d+ of a class open, .* Read all rows at once"
    with pytest.warns(BinnedWarning, match=text):
        total = sum(tables)
    assert total.certificate.widest > 0.01


def test_warning_of_a_sum_names_the_line_that_adds():
    """Where a bin of one table, which has little weight in it, holds all bins of the other."""
    ones, low, high = np.ones(100), np.arange(100.0), np.arange(200.0, 300.0)
    fine = ScoreTable(low, ones, ones, highest=low + 0.5)
    wide = ScoreTable(np.append(0.0, high), np.ones(101), np.ones(101), np.append(150.0, high))
    with pytest.warns(BinnedWarning, match="bins in different places") as told:
        total = fine + wide
    assert len(total) == 101
    assert [warning.filename for warning in told] == [__file__]


def test_sum_that_loses_detail_little_by_little_warns_once():
    """However little is lost with each table; those that were added first count, not their sum."""
    days = []
    for day in range(20):
        rng = np.random.default_rng(day)
        scores = rng.normal(0.0, 2.0**day, 20_000)
        days.append(ScoreTable.from_arrays(rng.random(20_000) < 0.3, scores, bins=2_048))
    with pytest.warns(BinnedWarning, match="with every table more there may be more") as told:
        total = sum(days)
    assert len(told) == 1
    widest = max(day.certificate.widest for day in days)
    assert total.certificate.widest > 10.0 * widest == 10.0 * total.certificate.widest_part
    assert ScoreTable.from_tally(total.tally).certificate == total.certificate
