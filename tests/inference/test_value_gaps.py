"""How much better one option is than another."""

import numpy as np

from whichmetric.inference import gaps


def test_gap_is_0_where_a_metric_has_no_value():
    """The precision of who flags nobody is 0/0: to it that is as good as anything."""
    nobody, somebody = np.array([0.0, 0.0, 0.3, 0.7]), np.array([0.15, 0.07, 0.15, 0.63])
    precision = np.ones(500), np.zeros(500)
    assert not gaps(*precision, nobody, somebody).any()
    assert not gaps(*precision, somebody, nobody).any()
