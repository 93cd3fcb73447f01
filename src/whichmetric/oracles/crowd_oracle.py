"""Many people, of whom each answers one question."""

from __future__ import annotations

from typing import Any

import numpy as np

from whichmetric.arguments import as_generator, as_number, expect
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import Metric, cost_ratio, f_beta
from whichmetric.oracles.metric_oracle import MetricOracle
from whichmetric.responses import Exact, Response, ResponseSource
from whichmetric.values import Answer, Question

__all__ = ["CrowdOracle"]


class CrowdOracle:
    """Puts every question to another person, as an A/B test on a web page does.

    Parameters
    ----------
    metric : Metric
        The median person's.
    response : Response, or anything that can `sample` one
        How a person answers: one model for all, or drawn anew for each.
    spread : float
        How far persons differ: standard deviation of the logarithm of their cost ratio, for a
        linear metric, or of their beta, for an F-beta. 0 where all have the same metric.
    rng : int or Generator
        Source of persons and noise.

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> crowd = CrowdOracle(wm.metrics.cost_ratio(7), wm.responses.Flip(0.15), rng=1)
    >>> result = wm.elicit(feasible, crowd, crowd=True, max_questions=60)
    >>> crowd.people, round(result.cost_ratio, 1)
    (60, 7.0)
    """

    def __init__(
        self,
        metric: Metric,
        response: Response | ResponseSource | None = None,
        *,
        spread: float = 0.0,
        rng: int | np.random.Generator = 0,
    ) -> None:
        expect("metric", metric, Metric, "give one, for example metrics.cost_ratio(5)")
        if not 0.0 <= as_number("spread", spread) < np.inf:
            raise InvalidInputError(f"spread={spread} is not a standard deviation: give 0 or more.")
        self.metric = metric
        self.spread = float(spread)
        self.response: Response | ResponseSource = Exact() if response is None else response
        if not isinstance(self.response, Response) and not _can_sample(self.response):
            raise InvalidInputError(
                f"response is {response!r}, by which nobody can answer: give one, for example "
                "responses.Flip(0.1), or what can sample one, such as inference.NoisePrior()."
            )
        self._quantity = None if self.spread == 0.0 else _quantity_of(metric)
        self._rng = as_generator(rng)
        self._people = 0

    @property
    def people(self) -> int:
        """How many have answered."""
        return self._people

    def answer(self, question: Question) -> Answer:
        """The answer of the next person."""
        metric = self.metric
        if self._quantity is not None:
            make, x = self._quantity
            metric = make(x * float(np.exp(self.spread * self._rng.normal())))
        response = (
            self.response
            if isinstance(self.response, Response)
            else self.response.sample(self._rng)
        )
        self._people += 1
        return MetricOracle(metric, response, rng=self._rng).answer(question)

    def __repr__(self) -> str:
        return f"CrowdOracle({self.metric}, {self.response}, spread={self.spread:g})"


def _can_sample(response: Any) -> bool:
    return callable(getattr(response, "sample", None))


def _quantity_of(metric: Metric) -> tuple[Any, float]:
    """What persons differ in: how to make a metric of it, and the median person's."""
    tile = metric.tile(0.5)
    a, b = tile.a, tile.b
    if tile.increasing and 0.0 < a < 1.0 and np.isclose(a, b):
        return cost_ratio, a / (1.0 - a)
    if tile.increasing and np.isclose(a, 1.0) and 0.0 < b < 1.0:
        return f_beta, float(np.sqrt(b / (1.0 - b)))
    raise InvalidInputError(
        f"spread is of the cost ratio of linear metrics or the beta of F-beta, and {metric} has "
        "neither: give spread=0, or such a metric."
    )
