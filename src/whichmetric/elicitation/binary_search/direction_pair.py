"""Which pair to ask for the direction."""

from __future__ import annotations

import math
from typing import Literal

from whichmetric.elicitation.binary_search.angle_search import LOWER, Classifiers, classifier_at
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import ConfusionMatrix

__all__ = ["DirectionQuestion", "direction_pair"]

DirectionQuestion = Literal["printed", "balanced"]


def direction_pair(
    feasible: FeasibleRegion, question: DirectionQuestion, classifiers: Classifiers
) -> tuple[ConfusionMatrix, ConfusionMatrix]:
    """The pair to ask about; the first is preferred by a metric that likes correct decisions.

    Parameters
    ----------
    feasible : FeasibleRegion
    question : {"printed", "balanced"}
        The paper's pair at pi / 4 and 5 pi / 4, which can mislead where its first point does not
        dominate the second (rare classes); or the frontier point with equal true rates against
        its mirror image, which it always dominates (in exact rates; whole counts out of few cases
        may hide that).
    classifiers : {"printed", "support"}
    """
    if question == "printed":
        return (
            classifier_at(feasible, math.pi / 4, classifiers),
            classifier_at(feasible, LOWER + math.pi / 4, classifiers),
        )
    fair = feasible.balanced()
    return fair, fair.mirrored()
