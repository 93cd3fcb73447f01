"""An expert with a metric in mind."""

from __future__ import annotations

import math

import numpy as np

from whichmetric.arguments import as_generator, expect
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import Metric
from whichmetric.responses import Exact, Response
from whichmetric.values import Answer, Question

__all__ = ["MetricOracle"]


class MetricOracle:
    """Answers by a metric, through a model of human noise.

    Parameters
    ----------
    metric : Metric
    response : Response
        How the answer depends on the gap; without noise where left out.
    rng : int or Generator
        Source of the noise.

    Notes
    -----
    Which option is better is decided by the cross product of the two ratios, never by the ratios,
    so that a metric that is 0/0 for one option finds the two equal.

    Examples
    --------
    >>> from whichmetric.metrics import recall
    >>> from whichmetric.values import ConfusionMatrix
    >>> more = ConfusionMatrix(tp=0.5, fp=0.3, fn=0.0, tn=0.2)
    >>> less = ConfusionMatrix(tp=0.4, fp=0.1, fn=0.1, tn=0.4)
    >>> MetricOracle(recall()).answer(Question(less, more))
    <Answer.B: 'B'>
    """

    def __init__(
        self,
        metric: Metric,
        response: Response | None = None,
        rng: int | np.random.Generator = 0,
    ) -> None:
        expect("metric", metric, Metric, "give one, for example metrics.accuracy()")
        self.metric = metric
        self.response = Exact() if response is None else response
        expect("response", self.response, Response, "give one, for example responses.Flip(0.1)")
        self._rng = as_generator(rng)
        self._on_tile: dict[float, Metric] = {}

    def answer(self, question: Question) -> Answer:
        """Sample an answer."""
        return self.response.sample(self.gap(question), self._rng)

    def gap(self, question: Question) -> float:
        """How much better option A is, on the scale that the response model asks for."""
        expect("question", question, Question, "give Question(a, b)")
        own = self.metric.gap(question.a, question.b)
        if own == 0.0 or self.response.gap_scale == "value":
            return own
        metric = self._tile_metric(question.a.prevalence)
        return math.copysign(metric.gap(question.a, question.b), own)

    def _tile_metric(self, prevalence: float) -> Metric:
        """The metric ``N / (N + D)`` that orders alike; the metric itself where there is none."""
        prevalence = round(prevalence, 12)  # a sum of two rates carries rounding
        if prevalence not in self._on_tile:
            try:
                point = self.metric.tile(prevalence)
            except InvalidInputError:
                self._on_tile[prevalence] = self.metric
            else:
                self._on_tile[prevalence] = Metric.from_tile(
                    point.a, point.b, increasing=point.increasing
                )
        return self._on_tile[prevalence]

    def __repr__(self) -> str:
        return f"MetricOracle({self.metric}, {self.response})"
