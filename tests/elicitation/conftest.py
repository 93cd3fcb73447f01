"""Feasible sets to elicit on."""

import numpy as np
import pytest

from whichmetric.geometry import FeasibleSet, ScoreTable, SigmoidPopulation
from whichmetric.sources import breast_cancer_table


@pytest.fixture(scope="class", params=["sigmoid", "breast-cancer", "rare", "separable"])
def feasible(request):
    """A closed-form population, real data, a rare class, and classes that do not overlap."""
    if request.param == "sigmoid":
        return SigmoidPopulation(5.0).feasible_set()
    if request.param == "breast-cancer":
        return FeasibleSet(breast_cancer_table())
    if request.param == "rare":
        return FeasibleSet(breast_cancer_table(), prevalence=0.03)
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], 50)
    return FeasibleSet(ScoreTable.from_arrays(labels, (labels + rng.random(100)) / 2))
