"""Synthetic experts, the same for every method."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.settings import Family
from whichmetric.metrics import Metric
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Response
from whichmetric.simulation import RandomAngle, RandomMetric

__all__ = ["Expert"]


@dataclass(frozen=True)
class Expert:
    """One expert of a seed, made anew for every method that asks.

    Parameters
    ----------
    family : {"linear", "linear-fractional"}
        Angles are uniform on (0, pi / 2); other metrics uniform on the Tile.
    response : Response
    seed, index : int
        Which expert. Metric, answers and elicitor have a generator each, which depend on these
        alone, so that all methods meet the same metric and the same lapses.
    """

    family: Family
    response: Response
    seed: int
    index: int

    @property
    def metric(self) -> Metric:
        """What the expert has in mind."""
        source = RandomAngle() if self.family == "linear" else RandomMetric("linear-fractional")
        return source.sample(self._generator(0))

    def oracle(self) -> MetricOracle:
        """The expert, fresh."""
        return MetricOracle(self.metric, self.response, rng=self._generator(1))

    def for_elicitor(self) -> np.random.Generator:
        """The generator of whoever asks."""
        return self._generator(2)

    def _generator(self, purpose: int) -> np.random.Generator:
        return np.random.default_rng((self.seed, self.index, purpose))
