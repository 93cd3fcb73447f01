"""Tallies add up, whether their entries are scores or bins."""

from functools import partial

import numpy as np
import pytest

from whichmetric.geometry import tally as tally_module
from whichmetric.geometry.cores import blocks
from whichmetric.geometry.number_of_cases import cases_of_rows
from whichmetric.geometry.tally import Tally, added_up, end_to_end, in_a_row


def tally(scores, highest=None):
    """Return a tally with a positive and two negative cases at each score, or in each bin."""
    ones = np.ones(len(scores))
    tops = None if highest is None else np.array(highest)
    return Tally(np.array(scores), (ones,), (2 * ones,), tops)


@pytest.mark.parametrize("other", [[0.3, 0.4], [0.2, 0.3]])
def test_sum_of_exact_tallies_is_exact(other):
    """Whether they overlap or follow one another, no entry holds several scores."""
    total = tally([0.1, 0.2]) + tally(other)
    assert total.highest is None
    assert total.scores.tolist() == sorted({0.1, 0.2, *other})
    assert (total.positive[0].sum(), total.negative[0].sum()) == (4, 8)


@pytest.mark.parametrize(
    ("one", "other", "scores", "tops"),
    [
        (tally([0.1], [0.3]), tally([0.2, 0.5]), [0.1, 0.5], [0.3, 0.5]),
        (tally([0.1], [0.3]), tally([0.3], [0.4]), [0.1], [0.4]),
        (tally([0.1], [0.3]), tally([0.4], [0.5]), [0.1, 0.4], [0.3, 0.5]),
        (tally([0.1], [0.3]), tally([0.4]), [0.1, 0.4], [0.3, 0.4]),
        (tally([0.1, 0.5], [0.3, 0.9]), tally([0.2, 0.6], [0.4, 0.7]), [0.1, 0.5], [0.4, 0.9]),
    ],
)
def test_bins_that_overlap_become_one(one, other, scores, tops):
    """Those that share a score do; nothing is lost, and the order makes no difference."""
    for total in (one + other, other + one):
        assert total.scores.tolist() == scores
        assert total.tops.tolist() == tops
        assert total.positive[0].sum() == len(one) + len(other)


EXACT = [tally([0.1, 0.2]), tally([0.2, 0.3]), tally([0.4]), tally([0.6, 0.7])]
BINNED = [tally([0.1, 0.2], [0.15, 0.25]), tally([0.3], [0.4]), tally([0.6, 0.7], [0.6, 0.9])]


@pytest.mark.parametrize("parts", [EXACT, BINNED, EXACT[:2] + BINNED[1:], EXACT[:1], BINNED[:1]])
def test_tallies_in_a_row_are_their_sum(parts):
    """Of scores and of bins, where some overlap and where none does."""
    row, total = in_a_row(iter(parts)), added_up(iter(parts))
    assert row.scores.tolist() == total.scores.tolist()
    assert row.tops.tolist() == total.tops.tolist()
    for mine, theirs in ((row.positive, total.positive), (row.negative, total.negative)):
        assert [part.tolist() for part in mine] == [part.tolist() for part in theirs]
    cases = sum(map(len, parts))
    assert (row.positive[0].sum(), row.negative[0].sum()) == (cases, 2 * cases)


def test_what_rounding_left_off_stays_with_its_scores():
    """In a row and end to end, also where others have nothing left off."""
    left_off = Tally(np.array([0.5]), (np.ones(1), np.full(1, 1e-20)), (np.ones(1),))
    for total in (in_a_row([tally([0.1, 0.2]), left_off]), tally([0.1, 0.2]) + left_off):
        assert [part.tolist() for part in total.positive] == [[1.0, 1.0, 1.0], [0.0, 0.0, 1e-20]]
        assert [part.tolist() for part in total.negative] == [[2.0, 2.0, 1.0]]
    first, second = end_to_end([left_off.positive, left_off.negative])
    assert (first.tolist(), second.tolist()) == ([1.0, 1.0], [1e-20, 0.0])


@pytest.mark.parametrize("empty", [0, 1, 2])
def test_entry_without_any_case_is_left_out(empty):
    """Wherever it stands. A case of either class is enough to stay, and bins keep their ends."""
    cells = [(0.1, 0.1, 1.0, 0.0), (0.3, 0.4, 0.0, 2.0)]
    cells.insert(empty, (0.2, 0.2, 0.0, 0.0))
    scores, tops, positive, negative = np.array(cells).T
    kept = Tally(scores, (positive,), (negative,), tops).without_empty()
    assert (kept.scores.tolist(), kept.tops.tolist()) == ([0.1, 0.3], [0.1, 0.4])
    assert (kept.positive[0].tolist(), kept.negative[0].tolist()) == ([1.0, 0.0], [0.0, 2.0])


def test_weights_are_summed_in_blocks(monkeypatch):
    """The same parts of each score's weights come of it as of all scores at once."""
    rng = np.random.default_rng(0)
    scores, is_positive, weights = rng.integers(0, 7, 60) / 7, rng.random(60) < 0.5, rng.random(60)
    whole = Tally.of_cases(scores, is_positive, weights)
    monkeypatch.setattr(tally_module, "blocks", partial(blocks, size=2))
    in_blocks = Tally.of_cases(scores, is_positive, weights)
    for one, other in ((whole.positive, in_blocks.positive), (whole.negative, in_blocks.negative)):
        assert [part.tolist() for part in one] == [part.tolist() for part in other]


def test_weights_of_one_class_alone_leave_nothing_for_the_other():
    """Zeros, as many as there are scores."""
    scores, weights = np.array([0.1, 0.1, 0.2, 0.3]), np.array([0.5, 0.25, 1.0, 2.0])
    counted = Tally.of_cases(scores, np.ones(4, dtype=bool), weights)
    assert counted.positive[0].tolist() == [0.75, 1.0, 2.0]
    assert counted.negative[0].tolist() == [0.0, 0.0, 0.0]


SCORES, LABELS = np.array([0.1, 0.1, 0.2, 0.3]), np.array([True, False, True, False])
CUTS = slice(0, 2), slice(2, None)


@pytest.mark.parametrize("weights", [[0.5, 0.25, 1.0, 2.0], [2.0, 1.0, 5.0, 3.0]])
def test_tallies_know_the_cases_of_their_rows(weights):
    """Of one by one, of groups, and of parts that are added up, put together or in a row."""
    weights, counts = np.array(weights), np.array([3.0, 1.0, 1.0, 2.0])
    cases = cases_of_rows(weights, LABELS)
    whole = Tally.of_cases(SCORES, LABELS, weights)
    assert whole.cases == whole.merged(np.array([0, 2])).cases == cases
    groups = Tally.of_cases(SCORES, LABELS, weights, counts)
    assert groups.cases == cases_of_rows(weights, LABELS, counts)
    parts = [Tally.of_cases(*(x[some] for x in (SCORES, LABELS, weights))) for some in CUTS]
    for total in (in_a_row(parts), added_up(parts)):
        for found, truth in zip(total.cases, cases, strict=True):
            assert found.effective == pytest.approx(truth.effective)
            assert found.are_counts is truth.are_counts
    weights[0] = weights[1] = 0.0
    kept = Tally.of_cases(SCORES, LABELS, weights).without_empty()
    assert (kept.scores.tolist(), kept.cases) == ([0.2, 0.3], cases_of_rows(weights, LABELS))


def test_tally_without_empty_entries_is_itself():
    """Also where an entry has as much of one class as of the other."""
    full = Tally(np.array([0.1, 0.2]), (np.ones(2),), (np.ones(2),))
    assert full.without_empty() is full
