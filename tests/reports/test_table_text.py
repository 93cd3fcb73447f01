"""A score table in words."""

import re

import numpy as np
import pytest

from whichmetric.geometry import ScoreTable
from whichmetric.reports.table_text import table_texts


@pytest.mark.parametrize(
    ("shift", "told"),
    [(2.0, None), (0.0, "hardly better than chance"), (-2.0, "have the lower scores here")],
)
def test_scores_that_do_not_separate_the_classes_are_doubted(shift, told):
    """Perhaps another column was meant; scores that separate them are not talked down."""
    rng = np.random.default_rng(0)
    labels = np.arange(400) % 2
    *_, last = table_texts(ScoreTable.from_arrays(labels, rng.normal(shift * labels)))
    if told is None:
        assert last.startswith("To find 50% of the positive cases")
    else:
        assert told in last


@pytest.mark.parametrize(("wrong", "warned"), [(0, True), (1, False)])
def test_scores_without_a_single_mistake_are_doubted(wrong, warned):
    """The likeliest accident is a score that was made from the label."""
    labels = np.arange(40) % 2
    scores = labels.astype(float)
    scores[:wrong] = 1.0 - scores[:wrong]
    *_, last = table_texts(ScoreTable.from_arrays(labels, scores))
    assert ("without a single mistake" in last) == warned


@pytest.mark.parametrize("bins", [3, 10, 40])
def test_false_alarms_read_off_bins_are_a_bound(bins):
    """Inside a bin fewer may do; what is said is no less than what the exact table says."""
    rng = np.random.default_rng(0)
    labels = np.arange(5_000) % 2
    scores = rng.normal(1.5 * labels)
    exact, binned = (
        table_texts(ScoreTable.from_arrays(labels, scores, bins=number))[2]
        for number in (None, bins)
    )
    assert "at most" not in exact
    assert binned.count("at most") == 3
    true, bound = (
        [float(share) for share in re.findall(r"([\d.]+)%(?: of the negative|;|\.)", text)]
        for text in (exact, binned)
    )
    assert len(true) == len(bound) == 3
    assert all(a <= b for a, b in zip(true, bound, strict=True))


@pytest.mark.parametrize(
    ("negative", "told"),
    [((1_000_000, 1), "0.1%"), ((876, 124), "13%"), ((9_999, 1), "0.1%"), ((1, 9_999), "100%")],
)
def test_bound_of_false_alarms_is_rounded_up(negative, told):
    """To the digits that are shown."""
    table = ScoreTable([0.1, 0.5], [1, 99], negative, highest=[0.1, 0.6])
    assert f"the model flags at most {told} of the negative ones" in table_texts(table)[2]


def test_false_alarms_at_a_single_score_are_exact_on_bins():
    """Where enough is found at a score that has a bin of its own, nothing is left open."""
    table = ScoreTable([0.1, 0.5], [1, 99], [7, 3], highest=[0.2, 0.5])
    assert "the model flags 30% of the negative ones; to find 80%, 30%" in table_texts(table)[2]
