"""The paper's corollary for F-beta."""

from __future__ import annotations

from dataclasses import replace

from whichmetric.elicitation.betas import beta_at
from whichmetric.elicitation.binary_search.angle_search import Classifiers
from whichmetric.elicitation.binary_search.direction_pair import DirectionQuestion
from whichmetric.elicitation.binary_search.linear_fractional import BinarySearchLinearFractional
from whichmetric.elicitation.direction import DirectionOption
from whichmetric.elicitation.result import Fixed, Result
from whichmetric.geometry import FeasibleRegion

__all__ = ["BinarySearchFBeta"]


class BinarySearchFBeta(BinarySearchLinearFractional):
    """A linear-fractional metric whose numerator is tp alone, so that Algorithm 1 suffices.

    Parameters are those of `BinarySearchElicitor`.
    """

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float,
        direction: DirectionOption = "increasing",
        direction_question: DirectionQuestion = "printed",
        classifiers: Classifiers = "printed",
        out_of: int | None = None,
        max_questions: int | None = None,
    ) -> None:
        super().__init__(
            feasible,
            tolerance=tolerance,
            p11=1.0,
            direction=direction,
            direction_question=direction_question,
            classifiers=classifiers,
            out_of=out_of,
            max_questions=max_questions,
        )

    def estimate(self) -> Result:
        """Beta, from how a missed positive weighs against a false alarm."""
        result = super().estimate()
        low, high = (beta_at(b) for b in result.intervals["b"].at(0.9))
        return replace(
            result,
            beta=beta_at(result.tile.b),
            intervals={**result.intervals, "beta": Fixed(low, high)},
        )
