"""A score table in words."""

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
