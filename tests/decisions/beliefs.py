"""Results with a belief of the test's choice, and tables to decide on."""

import numpy as np

from whichmetric.elicitation import Result
from whichmetric.geometry import ScoreTable
from whichmetric.metrics import Metric, TilePoint
from whichmetric.values import ConfusionMatrix, OperatingPoint


def believed(estimate, plausible=None, *, prevalence=0.3, **given) -> Result:
    """Return a result whose estimate and plausible metrics are these points (a, b)."""
    a, b = estimate
    nobody = ConfusionMatrix.at(0.0, 1.0 - prevalence, prevalence)
    return Result(
        metric=Metric.from_tile(a, b),
        tile=TilePoint(a, b),
        direction="increasing",
        questions=10,
        operating_point=OperatingPoint(threshold=np.inf, confusion=nobody, value=0.0),
        stopped="budget",
        history=(),
        plausible=tuple(plausible or [estimate]),
        **given,
    )


def binormal(n: int, gap: float, *, share: float = 0.3, seed: int = 0) -> ScoreTable:
    """Return scores in [0, 1] of n cases whose classes lie `gap` standard deviations apart."""
    rng = np.random.default_rng(seed)
    labels = np.arange(n) < round(share * n)
    scores = rng.normal(size=n) + gap * (labels - 0.5)
    return ScoreTable.from_arrays(labels, 1 / (1 + np.exp(-scores)))
