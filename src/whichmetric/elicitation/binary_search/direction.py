"""The one extra question, whether the expert likes correct decisions."""

from __future__ import annotations

import math
from typing import Literal, get_args

from whichmetric.elicitation.binary_search.angle_search import LOWER, Classifiers, classifier_at
from whichmetric.elicitation.result import Direction
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import Answer, ConfusionMatrix

__all__ = ["DirectionOption", "DirectionQuestion", "direction_of", "direction_pair", "known"]

DirectionOption = Literal["increasing", "decreasing", "either"]
DirectionQuestion = Literal["printed", "balanced"]


def known(direction: DirectionOption) -> Direction | None:
    """The direction that was given; None where it is to be asked."""
    if direction not in get_args(DirectionOption):
        raise InvalidInputError(
            f"direction={direction!r} is unknown: choose 'increasing', 'decreasing' or 'either'."
        )
    return None if direction == "either" else direction


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
        its mirror image, which it always dominates.
    classifiers : {"printed", "support"}
    """
    if question == "printed":
        return (
            classifier_at(feasible, math.pi / 4, classifiers),
            classifier_at(feasible, LOWER + math.pi / 4, classifiers),
        )
    fair = feasible.balanced()
    return fair, fair.mirrored()


def direction_of(answer: Answer) -> Direction:
    """What the answer says; without a preference, correct decisions are taken to be liked."""
    return "decreasing" if answer is Answer.B else "increasing"
