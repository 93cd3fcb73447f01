"""Bayesian elicitation of families with one parameter."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import expect
from whichmetric.elicitation.bayesian.alike import shares_around, with_ends
from whichmetric.elicitation.bayesian.base import BayesianElicitor
from whichmetric.elicitation.bayesian.stopping import PLAUSIBLE
from whichmetric.elicitation.result import DRAWS, WIDE, Quantiles, TilePairs, tile_pairs
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import (
    CurvePosterior,
    LogisticPrior,
    TieCells,
    expert_probabilities,
    information_gain,
)
from whichmetric.metrics.tile import order_vectors, tile_to_chart

__all__ = ["PROBABILITIES", "BayesianCurve", "table"]

FloatArray = NDArray[np.float64]
CUTS = 12
"""Posterior quantiles through which cuts are considered."""
FORETOLD = (0.003, 0.015, 0.985, 0.997)
"""Quantiles through which cuts have an answer that can be foretold, if the expert looks."""
PROBABILITIES = np.concatenate(([0.0005, 0.0025], np.arange(1, 200) / 200, [0.9975, 0.9995]))
"""Where the posterior is tabulated for `Result.interval`."""
EVEN = (np.arange(DRAWS) + 0.5) / DRAWS
"""Quantiles that stand for the posterior, each for an equal part of it."""
SETTLED = 1.1
"""Where x is known to such a factor, more is learnt about it only from who is believed to look."""
BELIEVED = 0.02
"""Probability that the expert does not look, below which no more is asked to find out."""
NARROWER = WIDE - 0.001
"""Level of the interval that an estimate lies in, so that rounding leaves it in that of `WIDE`."""
STEPS = 64
"""From the typical metric to either end of the plausible ones, to see where thresholds change."""
CLOSEST = 2.0**-16
"""The first of them, as a share of the way."""
FAR_CUTS = 24
"""Cuts over the whole prior, once "about equal" is in use: where it ends may lie beyond all metrics
that are still plausible, and there is where questions tell most."""

CLOSE_TIES = TieCells(heaviest=0.05, sharpest=0.005, smear=0.16, finest=1e-5)
"""Of who is mostly sure where "about equal" ends, so that it pays to look closely. The smear
spreads as a width anywhere in its cell does."""
WIDTH_WORTH = 0.5
"""Bits about the metric that a bit about the width of "about equal" is worth: what is learnt of it
now, later answers tell the metric by."""


class BayesianCurve(BayesianElicitor[CurvePosterior]):
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
    to_chance = True
    anchors = 16  # parallel chords ask the same of a linear metric
    short_list = 48
    dimensions = 1
    attention = 0.4
    usual_prior: ClassVar[LogisticPrior]
    posterior: ClassVar[type[CurvePosterior]]

    def __init__(
        self, feasible: FeasibleRegion, *, prior: LogisticPrior | None = None, **options: Any
    ) -> None:
        self._prior_of_x = self.usual_prior if prior is None else prior
        expect("prior", self._prior_of_x, LogisticPrior, "give whichmetric.inference.LogisticPrior")
        super().__init__(feasible, **options)

    def _prior(self) -> CurvePosterior:
        posterior = self.posterior(self._prior_of_x, self._noise)
        if self._looks_closely:
            posterior.tie_cells = CLOSE_TIES
        return posterior

    @property
    def _looks_closely(self) -> bool:
        """Whether it pays to look closely at where "about equal" ends."""
        return self._out_of is None or len(self._noise.shares) > 0

    def _centres(self, rng: np.random.Generator) -> FloatArray:
        inner = (np.arange(CUTS) + rng.random()) / CUTS
        cuts = self._attentive.quantile(np.concatenate((inner, FORETOLD)))
        centres = self._order_vectors(cuts)
        if not self._posterior.has_ties:
            return centres
        return np.vstack((centres, self._far_centres(rng)))

    def _far_centres(self, rng: np.random.Generator) -> FloatArray:
        far = (np.arange(FAR_CUTS) + rng.random()) / FAR_CUTS
        return self._order_vectors(self._prior_of_x.quantile(far))

    def _order_vectors(self, cuts: FloatArray) -> FloatArray:
        tiles = np.column_stack(self._posterior.tile_at(cuts))
        return order_vectors(tile_to_chart(tiles, self.feasible.prevalence))

    def _settled_if_attentive(self) -> bool:
        low, high = spread(self._attentive, 0.9)
        believed = self._posterior.careless <= BELIEVED
        return super()._settled_if_attentive() or (high / low <= SETTLED and not believed)

    def _told_besides(
        self, nodes: NDArray[np.intp], first: FloatArray, second: FloatArray, gain: FloatArray
    ) -> FloatArray:
        if not (self._looks_closely and self._posterior.has_ties):
            return np.zeros_like(gain)
        chances = expert_probabilities(self._attentive, nodes, first, second)
        return np.asarray(WIDTH_WORTH * np.maximum(information_gain(chances) - gain, 0.0))

    def _worth(self, nodes: NDArray[np.intp], chances: FloatArray) -> FloatArray:
        return information_gain(chances)

    def _typical(self) -> float:
        """The x of the estimate: what the answers say if they follow what is shown.

        No farther than intervals go: to who finds all rates about equal, no x is too extreme.
        """
        x = self._believed().typical()
        if self._out_of is not None:  # intervals hold it besides
            return x
        return float(np.clip(x, *spread(self._reported(), NARROWER)))

    def _expected_regret(self, posterior: CurvePosterior) -> float:
        chosen = np.concatenate(posterior.tile_at(np.array([self._typical()])))
        judges = posterior.tile_at(posterior.quantile(EVEN))
        return self._best.regret(chosen, *judges, increasing=self._increasing())

    def _one_threshold(self, posterior: CurvePosterior) -> bool:
        low, high = self._thresholds_of(spread(posterior, PLAUSIBLE))
        return bool(low == high)

    def _threshold_excess(self, posterior: CurvePosterior) -> float:
        x = posterior.typical()
        way = np.geomspace(CLOSEST, 1.0, STEPS)
        excess = 1.0
        for end in spread(posterior, PLAUSIBLE):
            picked = self._thresholds_of(np.append(x, x * (end / x) ** way))
            others = np.flatnonzero(picked[1:] != picked[0])
            if len(others):
                excess = max(excess, float(1.0 / way[others[0]]))
        return excess

    def _thresholds_of(self, x: FloatArray) -> FloatArray:
        return self._best.thresholds(*self._posterior.tile_at(x), increasing=self._increasing())

    def _known(self, posterior: CurvePosterior) -> FloatArray:
        """The ends for x of the interval of the asked probability, as far as questions bound it."""
        tails = (1.0 - self._probability) / 2, (1.0 + self._probability) / 2
        alike = self._x_at(self._alike_at(self._typical())).tolist()
        ends = (min(alike), max(alike)) if alike else ()
        inner = tuple(end for end in ends if 0.0 < end < np.inf)
        known = Quantiles(tails, tuple(posterior.quantile(tails)), inner)
        return np.array(known.at(self._probability))

    def _alike_at(self, x: float) -> FloatArray:
        """As `_alike`, of the metric that x stands for."""
        alike = self._alike(np.concatenate(self._posterior.tile_at(np.array([x]))))
        return with_ends(alike)

    def _others(self, around: FloatArray | None = None) -> FloatArray:
        start, end = np.array(self.corners)
        along = 0 if end[0] > start[0] else 1
        found = np.array([0.0, 1.0]) if around is None else around[:, along]
        return np.asarray(start + shares_around(found)[:, None] * (end - start))

    @abstractmethod
    def _x_at(self, tiles: FloatArray) -> FloatArray:
        """The x of Tile points of the family, shape (k, 2); 0 and infinity at its ends."""

    def _plausible(self) -> TilePairs:
        """Evenly spaced quantiles as points of the Tile."""
        return tile_pairs(*self._posterior.tile_at(self._reported().quantile(EVEN)))

    def _thresholds(self, x: FloatArray, alike: FloatArray) -> Quantiles:
        """The best threshold's posterior, given quantiles of x and what `_alike_at` has found."""
        return table(self._thresholds_of(x), self._thresholds_besides(alike))


def spread(posterior: CurvePosterior, level: float) -> FloatArray:
    """The ends of the interval of a level for x."""
    return posterior.quantile(np.array([(1 - level) / 2, (1 + level) / 2]))


def table(
    values: FloatArray, besides: FloatArray, probabilities: FloatArray = PROBABILITIES
) -> Quantiles:
    """Quantiles, put into rising order, and the ends of what else intervals hold."""
    ends = (float(besides.min()), float(besides.max())) if len(besides) else ()
    return Quantiles(tuple(probabilities.tolist()), tuple(np.sort(values).tolist()), ends)
