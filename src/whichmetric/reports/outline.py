"""The outline of a feasible set, with no more points than can be seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry import FeasibleRegion

__all__ = ["closed_outline"]

ENOUGH = 1000
"""Points of a boundary to keep, about; more would not be seen."""


def closed_outline(feasible: FeasibleRegion) -> NDArray[np.float64]:
    """Points around the set, the last one the first again.

    Flag-nobody and flag-everybody are always among them: with a steep population the boundary is
    straight up to these corners, and has hardly another point near them.

    Returns
    -------
    ndarray of shape (k, 2)
        Rates tp, tn, clockwise from flag-nobody.
    """
    points = feasible.boundary.points
    everybody = len(feasible.upper.points) - 1
    kept = sorted({*range(0, len(points), max(1, len(points) // ENOUGH)), everybody})
    return np.asarray(points[[*kept, 0]])
