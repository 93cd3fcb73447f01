"""The paper's elicitation of linear-fractional metrics."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number
from whichmetric.elicitation.binary_search.angle_search import (
    LOWER,
    UPPER,
    AngleSearch,
    Classifiers,
)
from whichmetric.elicitation.binary_search.base import BinarySearchElicitor
from whichmetric.elicitation.binary_search.direction_pair import DirectionQuestion
from whichmetric.elicitation.binary_search.grid_search import both_boundaries, grid_search
from whichmetric.elicitation.binary_search.line import SupportingLine
from whichmetric.elicitation.binary_search.pivot import nearest_tile_point, pivot, share
from whichmetric.elicitation.binary_search.system import solve_system
from whichmetric.elicitation.direction import DirectionOption
from whichmetric.elicitation.display import shown_prevalence
from whichmetric.elicitation.result import DRAWS, Fixed, Result, tile_pairs
from whichmetric.elicitation.version_space import WHOLE_TILE, VersionSpace
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, TilePoint
from whichmetric.metrics.tile import chart_to_tile

__all__ = ["BinarySearchLinearFractional", "Solver"]

Solver = Literal["grid", "pivot"]


class BinarySearchLinearFractional(BinarySearchElicitor):
    """Find the best and the worst classifier (Algorithms 1 and 2), then the metric.

    Parameters
    ----------
    feasible : FeasibleRegion
    solver : {"grid", "pivot"}
        From the two supporting lines to the metric: Algorithm 3 as printed, or its closed form.
        Ignored where `p11` is given.
    p11 : float, optional
        The weight of tp in the numerator, out of p11 + p00 = 1, where it is known; then
        Algorithm 1 alone is run and half the questions are asked.
    tolerance, direction, direction_question, classifiers, out_of, max_questions
        See `BinarySearchElicitor`.
    """

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float,
        solver: Solver = "grid",
        p11: float | None = None,
        direction: DirectionOption = "increasing",
        direction_question: DirectionQuestion = "printed",
        classifiers: Classifiers = "printed",
        out_of: int | None = None,
        max_questions: int | None = None,
    ) -> None:
        if solver not in ("grid", "pivot"):
            raise InvalidInputError(f"solver={solver!r} is unknown: choose 'grid' or 'pivot'.")
        if p11 is not None and not 0.0 <= as_number("p11", p11) <= 1.0:
            raise InvalidInputError(f"p11={p11} is not in [0, 1]; it is taken of p11 + p00 = 1.")
        self._solver = solver
        self._p11 = p11
        super().__init__(
            feasible,
            tolerance=tolerance,
            direction=direction,
            direction_question=direction_question,
            classifiers=classifiers,
            out_of=out_of,
            max_questions=max_questions,
        )

    def _prepare(self) -> None:
        # A decreasing metric is worst where its negative is best.
        self._upper = self._angle_search(UPPER, maximise=self._increasing)
        self._lower = self._angle_search(LOWER, maximise=not self._increasing)

    def _searches(self) -> tuple[AngleSearch, ...]:
        return (self._upper, self._lower) if self._p11 is None else (self._upper,)

    def estimate(self) -> Result:
        """Solve for the metric at the middles of the intervals that are left."""
        upper, lower = self._line(self._upper.middle), self._line(self._lower.middle)
        if self._p11 is None and self._solver == "pivot":
            tile = nearest_tile_point(pivot(upper, lower), self.feasible.prevalence)
            metric = Metric.from_tile(tile.a, tile.b)
        else:
            tile, metric = self._solve(upper, self._numerator_weight(upper, lower))
        fitting = self._fitting()
        reported = np.vstack((fitting, (tile.a, tile.b)))
        low, high = reported.min(axis=0).tolist(), reported.max(axis=0).tolist()
        return Result(
            metric=metric if self._increasing else -metric,
            tile=TilePoint(tile.a, tile.b, self._increasing),
            direction="increasing" if self._increasing else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric if self._increasing else -metric),
            remaining=self._remaining(),
            stopped=self.stopped,
            history=self.history,
            plausible=tile_pairs(*fitting.T),
            intervals={"a": Fixed(low[0], high[0]), "b": Fixed(low[1], high[1])},
        )

    def _numerator_weight(self, upper: SupportingLine, lower: SupportingLine) -> float:
        if self._p11 is not None:
            return self._p11
        return grid_search(upper, lower, self._boundary_points, self.feasible.prevalence)

    @cached_property
    def _boundary_points(self) -> NDArray[np.float64]:
        return both_boundaries(self.feasible, self._classifiers)

    def _solve(self, line: SupportingLine, p11: float) -> tuple[TilePoint, Metric]:
        """The Tile point and the metric of Proposition 4.

        On data a printed line need not support the set, and the solution may then reward errors;
        the metric is then the nearest one that does not.
        """
        z = self.feasible.prevalence
        solution = solve_system(p11, line.normal, line.offset, z)
        p11, p00, q11, q00, q0 = (float(value) for value in solution)
        missed, alarm = p11 - q11, p00 - q00
        if not (math.isfinite(missed) and math.isfinite(alarm)):
            missed = alarm = 0.0
        tile = TilePoint(p11, share(missed, alarm))
        if min(missed, alarm) < 0.0 or missed + alarm == 0.0:
            return tile, Metric.from_tile(tile.a, tile.b)
        return tile, Metric.from_coefficients(p11, p00, q11, q00, q0, prevalence=z)

    def _fitting(self) -> NDArray[np.float64]:
        """Metrics (a, b) that fit all answers: the corners of their polygon and points inside."""
        corners = WHOLE_TILE if self._p11 is None else ((self._p11, 0.0), (self._p11, 1.0))
        # The answers are about the cases that were shown.
        prevalence = shown_prevalence(self.feasible.prevalence, self._out_of)
        space = VersionSpace(corners, prevalence)
        space.learn(self.history, increasing=self._increasing)
        inner = space.particles(DRAWS, np.random.default_rng(0))
        fitting = np.vstack((space.tile_corners(), chart_to_tile(inner, prevalence)))
        return np.clip(fitting, 0.0, 1.0)  # but for rounding they are inside
