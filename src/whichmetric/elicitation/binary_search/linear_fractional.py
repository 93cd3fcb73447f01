"""The paper's elicitation of linear-fractional metrics."""

from __future__ import annotations

from itertools import product
from typing import Literal

from whichmetric.elicitation.binary_search.angle_search import (
    LOWER,
    UPPER,
    Classifiers,
)
from whichmetric.elicitation.binary_search.base import BinarySearchElicitor
from whichmetric.elicitation.binary_search.direction import DirectionOption, DirectionQuestion
from whichmetric.elicitation.binary_search.grid_search import both_boundaries, grid_search
from whichmetric.elicitation.binary_search.line import SupportingLine
from whichmetric.elicitation.binary_search.pivot import nearest_tile_point, pivot
from whichmetric.elicitation.binary_search.system import solve_system
from whichmetric.elicitation.elicitor import Search
from whichmetric.elicitation.result import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, TilePoint

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
        if p11 is not None and not 0.0 <= p11 <= 1.0:
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

    def _search(self) -> Search:
        yield from self._ask_direction()
        yield from self._upper.questions()
        if self._p11 is None:
            yield from self._lower.questions()

    def estimate(self) -> Result:
        """Solve for the metric at the middles of the intervals that are left."""
        upper, lower = self._line(self._upper.middle), self._line(self._lower.middle)
        if self._p11 is None and self._solver == "pivot":
            tile = nearest_tile_point(pivot(upper, lower), self.feasible.prevalence)
            metric = Metric.from_tile(tile.a, tile.b)
        else:
            metric = self._metric_of_line(upper, self._numerator_weight(upper, lower))
            tile = _tile_of(metric)
        points = [self._tile_at(high, low) for high, low in self._corners()]
        return Result(
            metric=metric if self._increasing else -metric,
            tile=TilePoint(tile.a, tile.b, self._increasing),
            direction="increasing" if self._increasing else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric if self._increasing else -metric),
            stopped=self.stopped,
            history=self.history,
            intervals={
                "a": (min(point.a for point in points), max(point.a for point in points)),
                "b": (min(point.b for point in points), max(point.b for point in points)),
            },
        )

    def _numerator_weight(self, upper: SupportingLine, lower: SupportingLine) -> float:
        if self._p11 is not None:
            return self._p11
        points = both_boundaries(self.feasible, self._classifiers)
        return grid_search(upper, lower, points, self.feasible.prevalence)

    def _metric_of_line(self, line: SupportingLine, p11: float) -> Metric:
        z = self.feasible.prevalence
        solution = solve_system(p11, line.normal, line.offset, z)
        return Metric.from_coefficients(*(float(value) for value in solution), prevalence=z)

    def _corners(self) -> list[tuple[float, float]]:
        """The ends of both intervals, combined."""
        highs, lows = ((search.low, search.high) for search in (self._upper, self._lower))
        return list(product(highs, lows))

    def _tile_at(self, high: float, low: float) -> TilePoint:
        """The Tile point for given angles on the upper and the lower boundary."""
        if self._p11 is not None:
            return _tile_of(self._metric_of_line(self._line(high), self._p11))
        lines = self._line(high), self._line(low)
        return nearest_tile_point(pivot(*lines), self.feasible.prevalence)


def _tile_of(metric: Metric) -> TilePoint:
    """Read (a, b) off the four cells of a solution, moved onto the Tile where it falls outside."""
    tp, _, _, tn = metric.numerator
    _, fp, fn, _ = metric.denominator
    b = fn / (fn + fp) if fn + fp != 0.0 else 0.5
    return TilePoint(tp / (tp + tn), min(max(b, 0.0), 1.0))
