"""Supporting lines of the feasible set."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.binary_search.angle_search import Classifiers, classifier_at
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import ConfusionMatrix

__all__ = ["SupportingLine", "line_at"]


@dataclass(frozen=True, kw_only=True)
class SupportingLine:
    """The line ``normal . (tp, tn) = offset`` through a boundary point.

    Parameters
    ----------
    normal : tuple of float
        Unit vector (m11, m00).
    point : ConfusionMatrix
        Where the line touches.
    offset : float
        The paper's C0.
    """

    normal: tuple[float, float]
    point: ConfusionMatrix
    offset: float

    @property
    def homogeneous(self) -> NDArray[np.float64]:
        """The line as a projective vector; ndarray of shape (3,)."""
        return np.array([*self.normal, -self.offset])


def line_at(
    feasible: FeasibleRegion, angle: float, classifiers: Classifiers = "printed"
) -> SupportingLine:
    """The line with the normal of an angle through that angle's classifier."""
    normal = (math.cos(angle), math.sin(angle))
    point = classifier_at(feasible, angle, classifiers)
    return SupportingLine(
        normal=normal, point=point, offset=normal[0] * point.tp + normal[1] * point.tn
    )
