"""From an interval of angles to a result."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from whichmetric.elicitation.angles import cost_ratio_at, weight_of_positives
from whichmetric.elicitation.elicitor import Elicitor
from whichmetric.elicitation.result import DRAWS, Fixed, Result, tile_pairs
from whichmetric.metrics import linear
from whichmetric.values import Answer, Question

__all__ = ["linear_result"]


def linear_result(
    elicitor: Elicitor,
    angle: float,
    low: float,
    high: float,
    *,
    regret: float | None = None,
    remaining: int | None = None,
    supposed: int = 0,
    contradictions: Sequence[tuple[Question, Answer]] = (),
) -> Result:
    """The result of a search that estimates an angle and knows it to lie between two others.

    Angles, in radians, in [0, pi / 2] are metrics that increase, those in [pi, 3 pi / 2] their
    opposites.
    """
    feasible = elicitor.feasible
    metric = linear(math.cos(angle), math.sin(angle))
    best = feasible.best(metric)
    # A metric and its opposite decide at the same threshold, the other way round, except where one
    # flags nobody: then its threshold is infinite, its opposite's the lowest score.
    turn = math.pi if angle >= math.pi else 0.0
    ends = (feasible.support(end - by).threshold for end in (low, high) for by in {0.0, turn})
    thresholds = sorted((best.threshold, *ends))
    shares = sorted(weight_of_positives(end) for end in (low, high))
    spread = np.linspace(shares[0], shares[1], DRAWS)
    return Result(
        metric=metric,
        tile=metric.tile(feasible.prevalence),
        angle=angle,
        cost_ratio=cost_ratio_at(angle),
        direction="decreasing" if turn else "increasing",
        questions=len(elicitor.history),
        operating_point=best,
        regret=regret,
        remaining=remaining,
        supposed=supposed,
        contradictions=tuple(contradictions),
        stopped=elicitor.stopped,
        history=elicitor.history,
        plausible=tile_pairs(spread, spread),
        intervals={
            "angle": Fixed(low, high),
            "cost_ratio": Fixed(*sorted(cost_ratio_at(end) for end in (low, high))),
            "threshold": Fixed(thresholds[0], thresholds[-1]),
            "a": Fixed(shares[0], shares[1]),
            "b": Fixed(shares[0], shares[1]),
        },
    )
