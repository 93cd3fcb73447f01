"""F-beta at the information limit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.angles import FINEST
from whichmetric.elicitation.betas import beta_at
from whichmetric.elicitation.bisection.curve import LAST_DIGITS, BisectionCurve
from whichmetric.elicitation.count_pairs import CountPairs
from whichmetric.elicitation.result import DRAWS, Fixed, Result, tile_pairs
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import Metric, TilePoint
from whichmetric.values import ConfusionMatrix

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
        Show whole cases out of this many; the cut is then that of the numbers shown. Where the
        usual pairs do not cut near the middle, all pairs of whole counts are looked at:
        "exhausted" means that none of them cuts what is left, by more than rounding (with more than
        400,000 different options, none of the usual ones).
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
    _count_pairs: CountPairs | None = None

    def _check_tolerance(self, tolerance: float) -> None:
        if not FINEST <= tolerance < 1.0:
            raise InvalidInputError(
                f"tolerance={tolerance:g} is not a width of b inside (0, 1): give {FINEST:g} or "
                "more, such as 0.01."
            )

    def _tiles(self, places: FloatArray) -> FloatArray:
        return np.column_stack((np.ones_like(places), places))

    def _cuts(self, compared: FloatArray, prevalence: float) -> FloatArray:
        _, x2, x3 = compared.T
        slope = x3 - (2.0 * prevalence - 1.0) * x2
        level = (1.0 - prevalence) * x2 + x3
        nowhere = np.full(len(slope), np.nan)
        return np.asarray(np.divide(level, slope, out=nowhere, where=slope != 0.0))

    def _counted_pairs(self) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        """Options that follow each other in the order of the metric where to cut.

        Whatever pair the metrics around it are the first to order differently is among these.
        """
        assert self._out_of is not None
        if self._count_pairs is None:
            self._count_pairs = CountPairs(self.feasible, self._out_of)
        options = self._count_pairs.every_option()
        if options is None:
            return
        aim = self._low + self._uncertainty() * self._aim()
        tp, fp, fn, _ = options.T
        ranked = options[np.argsort(np.arctan2(tp, aim * fn + (1.0 - aim) * fp), kind="stable")]
        first, second = ranked[:-1], ranked[1:]
        tp, fp, fn, tn = first.T
        tp_2, fp_2, fn_2, tn_2 = second.T
        level = tp * fp_2 - tp_2 * fp  # level + b * slope = 0 where the two are equal
        slope = tp * fn_2 - tp_2 * fn - level
        cuts = np.divide(-level, slope, out=np.full(len(level), np.nan), where=slope != 0)
        room = np.minimum(cuts - self._low, self._high - cuts)
        with np.errstate(invalid="ignore"):
            told = room * np.abs(slope) > LAST_DIGITS * self._out_of**2
            inside = np.flatnonzero(told & self._is_inside(cuts))
        apart = np.abs(np.column_stack((tp - tp_2, tn - tn_2)))[inside]
        for chosen in inside[self._easiest_first(cuts[inside], *apart.T)]:
            yield self._count_pairs.pair(first[chosen], second[chosen])

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
            contradictions=tuple(self.contradictions),
            history=self.history,
            plausible=tile_pairs(np.ones(DRAWS), np.linspace(self._low, self._high, DRAWS)),
            intervals={
                "a": Fixed(1.0, 1.0),
                "b": Fixed(self._low, self._high),
                "beta": Fixed(beta_at(self._low), beta_at(self._high)),
            },
        )
