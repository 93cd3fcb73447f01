"""The cases of the arguments of a score table."""

import numpy as np

from whichmetric.geometry.labelled_cases import labelled_cases


def test_floats_are_taken_as_they_are():
    """Scores and weights of a hundred million rows are not copied."""
    scores, weights = np.array([0.1, 0.8]), np.array([1.0, 2.0])
    found = labelled_cases([0, 1], scores, None, weights)
    assert np.shares_memory(found.scores, scores)
    assert np.shares_memory(found.weights, weights)
