"""Bayesian elicitation of families with one parameter."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.bayesian.base import BayesianElicitor
from whichmetric.elicitation.result import Quantiles
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import CurvePosterior, LogisticPrior, information_gain
from whichmetric.metrics.tile import order_vectors, tile_to_chart

__all__ = ["PROBABILITIES", "BayesianCurve", "table"]

FloatArray = NDArray[np.float64]
CUTS = 12
"""Posterior quantiles through which cuts are considered."""
PROBABILITIES = np.concatenate(([0.0005, 0.0025], np.arange(1, 200) / 200, [0.9975, 0.9995]))
"""Where the posterior is tabulated for `Result.interval`."""
PLAUSIBLE = 0.98
"""Probability of the metrics that count as plausible."""


class BayesianCurve(BayesianElicitor):
    """A positive quantity x, each x a point of the Tile.

    Parameters
    ----------
    feasible : FeasibleRegion
    prior : LogisticPrior, optional
        Of x; the family's own by default.
    **options
        See `BayesianElicitor`.
    """

    depths = (0.05, 0.1, 0.2, 0.4)
    anchors = 16  # parallel chords ask the same of a linear metric
    short_list = 48
    dimensions = 1
    usual_prior: ClassVar[LogisticPrior]
    posterior: ClassVar[type[CurvePosterior]]
    _posterior: CurvePosterior

    def __init__(
        self, feasible: FeasibleRegion, *, prior: LogisticPrior | None = None, **options: Any
    ) -> None:
        self._prior_of_x = self.usual_prior if prior is None else prior
        super().__init__(feasible, **options)

    def _prior(self) -> CurvePosterior:
        return self.posterior(self._prior_of_x, self._noise)

    def _centres(self, rng: np.random.Generator) -> FloatArray:
        cuts = self._posterior.quantile((np.arange(CUTS) + rng.random()) / CUTS)
        tiles = np.column_stack(self._posterior.tile_at(cuts))
        return order_vectors(tile_to_chart(tiles, self.feasible.prevalence))

    def _worth(self, nodes: NDArray[np.intp], chances: FloatArray) -> FloatArray:
        return information_gain(chances)

    def expected_regret(self) -> float:
        """What the chosen threshold is expected to lose, on ``N / (N + D)``."""
        chosen = np.concatenate(self._posterior.tile_at(np.array([self._posterior.typical()])))
        judges = self._posterior.tile_at(self._spread(0.999, 41))
        return self._best.regret(chosen, *judges, increasing=self._increasing())

    def _one_threshold(self) -> bool:
        low, high = self._thresholds_of(self._spread(PLAUSIBLE, 2))
        return bool(low == high)

    def _spread(self, level: float, size: int = 2) -> FloatArray:
        """Evenly spaced quantiles of x inside the interval of a level, its ends included."""
        return self._posterior.quantile(np.linspace((1 - level) / 2, (1 + level) / 2, size))

    def _thresholds_of(self, x: FloatArray) -> FloatArray:
        return self._best.thresholds(*self._posterior.tile_at(x), increasing=self._increasing())

    def _thresholds(self) -> Quantiles:
        """The best threshold's posterior."""
        return table(self._thresholds_of(self._posterior.quantile(PROBABILITIES)))


def table(values: FloatArray) -> Quantiles:
    """Quantiles at `PROBABILITIES`, put into rising order."""
    return Quantiles(tuple(PROBABILITIES), tuple(np.sort(values).tolist()))
