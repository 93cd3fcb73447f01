"""The built-in example is what its maker makes."""

import runpy
from pathlib import Path

import numpy as np

from whichmetric.geometry import ScoreTable
from whichmetric.sources import breast_cancer_table

MAKER = Path(__file__).parents[2] / "tools" / "make_example.py"


def test_breast_cancer_table_is_what_the_tool_makes():
    """The shipped scores are the out-of-fold scores of the script, to their last digit or so."""
    rows = runpy.run_path(str(MAKER))["example_rows"]()
    labels, scores = zip(*rows, strict=True)
    fresh = ScoreTable.from_arrays(labels, scores)
    shipped = breast_cancer_table()
    assert shipped.positive.sum() == fresh.positive.sum() == 212
    grid = np.linspace(0, 1, 101)
    for table_class in ("positive", "negative"):
        ours = np.cumsum(getattr(shipped, table_class))[np.searchsorted(shipped.scores, grid) - 1]
        theirs = np.cumsum(getattr(fresh, table_class))[np.searchsorted(fresh.scores, grid) - 1]
        assert np.abs(ours - theirs)[1:].max() <= 2
