"""Algorithm 3: the p11 for which the metrics of both supporting lines agree."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.binary_search.angle_search import (
    LOWER,
    UPPER,
    Classifiers,
    classifier_at,
)
from whichmetric.elicitation.binary_search.line import SupportingLine
from whichmetric.elicitation.binary_search.system import solve_system
from whichmetric.geometry import FeasibleRegion

__all__ = ["both_boundaries", "boundary_sample", "grid_search"]

FloatArray = NDArray[np.float64]
POINTS = 1000
"""Confusion matrices on each boundary; the paper's number."""
STEP = 0.01
"""The paper's Delta."""


def grid_search(
    upper: SupportingLine, lower: SupportingLine, points: FloatArray, z: float
) -> float:
    """The p11 with the steadiest ratio of the two metrics.

    Paper's symbols: r is the ratio phi' / phi'' at each of the points, sigma its standard
    deviation. A point where either metric is 0/0 is left out of sigma.

    Sigma is not least at the true p11, not even for exact lines and a fine grid: Proposition 7.5 of
    docs/theory/07-the-pivot.md. The closed form has no such error.

    Parameters
    ----------
    upper, lower : SupportingLine
        At the maximiser and at the minimiser.
    points : ndarray of shape (k, 2)
        Confusion matrices (tp, tn) on both boundaries.
    z : float
        Prevalence.
    """
    grid = np.linspace(0.0, 1.0, round(1.0 / STEP) + 1)
    best = solve_system(grid, upper.normal, upper.offset, z)
    flipped = (-lower.normal[0], -lower.normal[1])
    worst = solve_system(grid, flipped, -lower.offset, z)
    with np.errstate(divide="ignore", invalid="ignore"):
        r = best.values(points) / worst.values(points)
    finite = np.isfinite(r)
    known = finite.sum(axis=1)
    r = np.where(finite, r, 0.0)
    mean = r.sum(axis=1) / np.maximum(known, 1)
    spread = np.where(finite, r - mean[:, None], 0.0)
    sigma = np.sqrt((spread**2).sum(axis=1) / np.maximum(known, 1))
    return float(grid[np.argmin(np.where(known > 0, sigma, np.inf))])


def boundary_sample(
    feasible: FeasibleRegion, start: float, classifiers: Classifiers = "printed"
) -> FloatArray:
    """Confusion matrices of evenly spaced angles on one boundary.

    Parameters
    ----------
    feasible : FeasibleRegion
    start : float
        First angle: 0 for the upper boundary, pi for the lower one.
    classifiers : {"printed", "support"}

    Returns
    -------
    ndarray of shape (1000, 2)
        Rates tp, tn.
    """
    angles = np.linspace(start, start + math.pi / 2, POINTS)
    matrices = [classifier_at(feasible, float(angle), classifiers) for angle in angles]
    return np.array([(matrix.tp, matrix.tn) for matrix in matrices])


def both_boundaries(feasible: FeasibleRegion, classifiers: Classifiers = "printed") -> FloatArray:
    """The paper's 2,000 confusion matrices; ndarray of shape (2000, 2)."""
    return np.concatenate(
        [boundary_sample(feasible, start, classifiers) for start in (UPPER, LOWER)]
    )
