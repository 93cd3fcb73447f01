"""Where synthetic experts' metrics and habits of answering come from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from whichmetric.elicitation.direction import DirectionOption
from whichmetric.elicitation.run import Family
from whichmetric.inference import COST_RATIO, F_BETA, LogisticPrior, NoisePrior
from whichmetric.metrics import Metric, cost_ratio, f_beta, linear
from whichmetric.responses import Exact, Response

__all__ = [
    "MetricSource",
    "RandomAngle",
    "RandomMetric",
    "RandomResponse",
    "SameMetric",
    "SameResponse",
]


class MetricSource(Protocol):
    """Gives every expert a metric."""

    def sample(self, rng: np.random.Generator) -> Metric:
        """The metric of one expert."""


@dataclass(frozen=True)
class SameMetric:
    """All experts have one metric."""

    metric: Metric

    def sample(self, rng: np.random.Generator) -> Metric:
        """The metric of one expert."""
        return self.metric

    def __str__(self) -> str:
        return str(self.metric)


@dataclass(frozen=True)
class SameResponse:
    """All experts answer by one response model."""

    response: Response

    def sample(self, rng: np.random.Generator) -> Response:
        """The response model of one expert."""
        return self.response

    def __str__(self) -> str:
        return str(self.response)


@dataclass(frozen=True)
class RandomResponse:
    """Every expert has a response model of their own.

    Parameters
    ----------
    noise : NoisePrior
        What it is drawn from.
    equal_within : float
        Gaps up to this are called "about equal", by all of them.

    Examples
    --------
    >>> RandomResponse(NoisePrior(), 0.01).sample(np.random.default_rng(0)).equal_within
    0.01
    """

    noise: NoisePrior
    equal_within: float = 0.0

    def __post_init__(self) -> None:
        Exact(equal_within=self.equal_within)  # refuses what no response model takes

    def sample(self, rng: np.random.Generator) -> Response:
        """The response model of one expert."""
        return self.noise.sample(rng, equal_within=self.equal_within)


@dataclass(frozen=True)
class RandomMetric:
    """Metrics from the prior that the Bayesian method states for a family.

    Parameters
    ----------
    family : {"linear", "f-beta", "linear-fractional"}
        Cost ratio, beta, or a point of the Tile, the last uniform.
    direction : {"increasing", "decreasing", "either"}
        With "either", half of the experts prefer errors.
    prior : LogisticPrior, optional
        Of the cost ratio or of beta, in place of the stated one.

    Examples
    --------
    >>> print(RandomMetric("f-beta").sample(np.random.default_rng(0)))
    F1.56794
    """

    family: Family
    direction: DirectionOption = "increasing"
    prior: LogisticPrior | None = None

    def sample(self, rng: np.random.Generator) -> Metric:
        """The metric of one expert."""
        if self.family == "linear":
            metric = cost_ratio((self.prior or COST_RATIO).sample(rng))
        elif self.family == "f-beta":
            metric = f_beta((self.prior or F_BETA).sample(rng))
        else:
            metric = Metric.from_tile(rng.random(), rng.random())
        return _turned(metric, self.direction, rng)


@dataclass(frozen=True)
class RandomAngle:
    """Linear metrics whose angle is uniform on (0, pi / 2), as in the paper's tables.

    Parameters
    ----------
    direction : {"increasing", "decreasing", "either"}
    """

    direction: DirectionOption = "increasing"

    def sample(self, rng: np.random.Generator) -> Metric:
        """The metric of one expert."""
        angle = rng.uniform(0.0, math.pi / 2)
        return _turned(linear(math.cos(angle), math.sin(angle)), self.direction, rng)


def _turned(metric: Metric, direction: DirectionOption, rng: np.random.Generator) -> Metric:
    if direction == "either":
        return -metric if rng.random() < 0.5 else metric
    return -metric if direction == "decreasing" else metric
