"""How far an estimate is from the truth that only a simulation knows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from whichmetric.elicitation import Result
from whichmetric.elicitation.result import IntervalName
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, TilePoint
from whichmetric.metrics.ordinal import RandomPairs

__all__ = ["LEVEL", "Checkpoint", "Judge"]

LEVEL = 0.9
"""Of the intervals whose coverage is counted."""
ON_EDGE = 1e-9
"""A Tile point this close to the edge a = 1 is an F-beta."""
ROUNDING = 1e-9
"""How far, relative to its size, rounding may carry the truth out of an interval that it ends."""


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """What had been learnt of an expert after some questions; None where it does not apply.

    The errors of an angle, a cost ratio, b and beta, and their coverage, need a true metric of
    the family that is elicited; disagreement and regret do not.

    Parameters
    ----------
    questions : int
        How many had been answered.
    disagreement : float
        Share of feasible pairs that the estimate orders wrongly.
    regret : float or None
        What the true metric loses at the chosen threshold, on ``N / (N + D)``; None where the
        true metric is 0/0 there or neither increases nor decreases.
    angle_error : float or None
        Radians, 0 to pi; linear family.
    cost_ratio_factor : float or None
        The larger of true and estimated cost ratio over the smaller, so 1 is exact; infinite
        where the direction is wrong. Linear family.
    b_error : float or None
        ``|b - true b|``; F-beta family.
    beta_factor : float or None
        As for the cost ratio; F-beta family.
    cost_ratio_covered, beta_covered, a_covered, b_covered : bool or None
        Whether the truth lay in the 90% interval: the cost ratio's for linear metrics, beta's for
        F-beta, those of both Tile coordinates for linear-fractional metrics.
    """

    questions: int
    disagreement: float
    regret: float | None = None
    angle_error: float | None = None
    cost_ratio_factor: float | None = None
    b_error: float | None = None
    beta_factor: float | None = None
    cost_ratio_covered: bool | None = None
    beta_covered: bool | None = None
    a_covered: bool | None = None
    b_covered: bool | None = None


class Judge:
    """Compares estimates with a true metric.

    Parameters
    ----------
    truth : Metric
    feasible : FeasibleRegion
    pairs : RandomPairs
        On which disagreement is measured.

    Attributes
    ----------
    tile : TilePoint or None
        Of the true metric; None where it neither increases nor decreases.
    """

    def __init__(self, truth: Metric, feasible: FeasibleRegion, pairs: RandomPairs) -> None:
        self._truth = truth
        self._pairs = pairs
        self._angle = truth.angle(feasible.prevalence) if truth.is_linear else None
        try:
            self.tile: TilePoint | None = truth.tile(feasible.prevalence)
        except InvalidInputError:
            self.tile = None
        else:
            a, b, increasing = self.tile.a, self.tile.b, self.tile.increasing
            self._scaled = Metric.from_tile(a, b, increasing=increasing)
            self._best = feasible.best(self._scaled).value

    def checkpoint(self, result: Result) -> Checkpoint:
        """The errors of an estimate."""
        seen = Checkpoint(
            questions=result.questions,
            disagreement=self._pairs.disagreement(self._truth, result.metric),
            regret=self._regret(result),
        )
        if result.angle is not None and self._angle is not None:
            turn = (result.angle - self._angle + math.pi) % (2 * math.pi) - math.pi
            seen = replace(seen, angle_error=abs(turn))
        if self.tile is None:
            return seen
        a, b = self.tile.a, self.tile.b
        if result.angle is not None:
            if self._angle is None:
                return seen
            ratio = _odds(a)
            return replace(
                seen,
                cost_ratio_factor=self._factor(result, result.cost_ratio, ratio),
                cost_ratio_covered=self._covered(result, "cost_ratio", ratio),
            )
        if result.beta is not None:
            if a < 1.0 - ON_EDGE:
                return seen
            beta = math.sqrt(_odds(b))
            return replace(
                seen,
                b_error=abs(result.tile.b - b),
                beta_factor=self._factor(result, result.beta, beta),
                beta_covered=self._covered(result, "beta", beta),
            )
        return replace(
            seen,
            a_covered=self._covered(result, "a", a),
            b_covered=self._covered(result, "b", b),
        )

    def _regret(self, result: Result) -> float | None:
        if self.tile is None:
            return None
        loss = self._best - self._scaled(result.operating_point.confusion)
        return None if math.isnan(loss) else max(loss, 0.0)  # rounding may leave less than 0

    def _factor(self, result: Result, found: float | None, true: float) -> float | None:
        if found is None:
            return None
        if not self._right_way(result):
            return math.inf
        if found == true:
            return 1.0
        small, large = sorted((found, true))
        return large / small if small > 0.0 else math.inf

    def _covered(self, result: Result, name: IntervalName, true: float) -> bool | None:
        interval = result.interval(name, LEVEL)
        if interval is None:
            return None
        low, high = interval
        inside = low <= true <= high or any(
            math.isclose(true, end, rel_tol=ROUNDING, abs_tol=ROUNDING) for end in interval
        )
        return inside and self._right_way(result)

    def _right_way(self, result: Result) -> bool:
        """Whether the estimate likes correct decisions if and only if the truth does."""
        assert self.tile is not None
        return self.tile.increasing == (result.direction == "increasing")


def _odds(share: float) -> float:
    return share / (1.0 - share) if share < 1.0 else math.inf
