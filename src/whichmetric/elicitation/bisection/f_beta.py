"""F-beta at the information limit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.betas import beta_at
from whichmetric.elicitation.bisection.curve import BisectionCurve
from whichmetric.elicitation.result import DRAWS, Fixed, Result, tile_pairs
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import Metric, TilePoint

__all__ = ["BisectionFBeta"]

FloatArray = NDArray[np.float64]


class BisectionFBeta(BisectionCurve):
    """Halve the interval of b on the Tile's edge a = 1, where ``b = beta^2 / (1 + beta^2)``.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float or None
        Width of the final interval of b, in ``ceil(log2(1 / tolerance))`` questions; None to use
        the whole budget.
    direction : {"increasing", "decreasing", "either"}
    out_of : int, optional
        Show whole cases out of this many; the cut is then that of the numbers shown.
    max_questions : int, optional

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> expert = wm.MetricOracle(wm.metrics.f_beta(2))
    >>> result = wm.elicit(feasible, expert, family="f-beta", method="bisection")
    >>> result.questions, round(result.beta, 1)
    (7, 2.0)
    """

    whole = (0.0, 1.0)

    def _check_tolerance(self, tolerance: float) -> None:
        if not 0.0 < tolerance < 1.0:
            raise InvalidInputError(f"tolerance={tolerance} is not a width of b inside (0, 1).")

    def _tiles(self, places: FloatArray) -> FloatArray:
        return np.column_stack((np.ones_like(places), places))

    def _cuts(self, compared: FloatArray, prevalence: float) -> FloatArray:
        _, x2, x3 = compared.T
        slope = x3 - (2.0 * prevalence - 1.0) * x2
        level = (1.0 - prevalence) * x2 + x3
        nowhere = np.full(len(slope), np.nan)
        return np.asarray(np.divide(level, slope, out=nowhere, where=slope != 0.0))

    def estimate(self) -> Result:
        """The middle of the interval that is left."""
        b = (self._low + self._high) / 2
        metric = Metric.from_tile(1.0, b, increasing=self._increasing())
        return Result(
            metric=metric,
            tile=TilePoint(1.0, b, self._increasing()),
            beta=beta_at(b),
            direction="increasing" if self._increasing() else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric),
            stopped=self.stopped,
            remaining=self._remaining(),
            supposed=self._supposed,
            history=self.history,
            plausible=tile_pairs(np.ones(DRAWS), np.linspace(self._low, self._high, DRAWS)),
            intervals={
                "a": Fixed(1.0, 1.0),
                "b": Fixed(self._low, self._high),
                "beta": Fixed(beta_at(self._low), beta_at(self._high)),
            },
        )
