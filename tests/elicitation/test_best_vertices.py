"""The best vertices of many metrics are those that looking at every vertex finds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichmetric.elicitation.bayesian.best_vertices import BestVertices
from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation

SIGMOID = SigmoidPopulation(5.0).feasible_set()
ENDS = (0.0, 1e-12, 0.5, 1.0 - 1e-12, 1.0)


@st.composite
def sets(draw):
    """Draw a smooth set of thousands of vertices, or a table's of few."""
    if draw(st.booleans()):
        return SIGMOID
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    score = rng.integers(0, draw(st.integers(2, 60)), 200) / 60
    label = rng.random(200) < 0.1 + 0.8 * score
    label[:2] = False, True
    return FeasibleSet(ScoreTable.from_arrays(label.astype(int), score))


def values_everywhere(feasible, a, b, *, increasing):
    """What every vertex of the boundary is worth to each metric, ``N / (N + D)``."""
    tp, tn = feasible.boundary.points.T
    z = feasible.prevalence
    correct = a[:, None] * tp + (1 - a)[:, None] * tn
    wrong = b[:, None] * np.maximum(z - tp, 0) + (1 - b)[:, None] * np.maximum(1 - z - tn, 0)
    total = correct + wrong
    value = np.divide(correct, total, out=np.zeros_like(correct), where=total > 0)
    return value if increasing else 1 - value


@pytest.mark.parametrize("increasing", [True, False])
@given(feasible=sets(), seed=st.integers(0, 2**32 - 1))
def test_best_vertices_are_those_of_a_look_at_all(increasing, feasible, seed):
    """Thresholds and regret are those of the best, also at the Tile's ends and corners."""
    rng = np.random.default_rng(seed)
    a, b = np.vstack((rng.random((20, 2)), np.stack(np.meshgrid(ENDS, ENDS), -1).reshape(-1, 2))).T
    best = BestVertices(feasible)
    values = values_everywhere(feasible, a, b, increasing=increasing)
    most = values.max(axis=1)
    found = best.thresholds(a, b, increasing=increasing)
    ties = values >= most[:, None] - 1e-14  # vertices may be equally good but for rounding
    assert all(
        threshold in feasible.boundary.thresholds[tied]
        for threshold, tied in zip(found, ties, strict=True)
    )
    lost = most - values[:, values[0].argmax()]
    chosen = np.array([a[0], b[0]])
    assert best.regret(chosen, a, b, increasing=increasing) == pytest.approx(lost.mean(), abs=1e-14)
