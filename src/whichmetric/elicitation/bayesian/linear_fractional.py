"""Bayesian elicitation of linear-fractional metrics."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.bayesian.base import BayesianElicitor
from whichmetric.elicitation.bayesian.curve import PLAUSIBLE, PROBABILITIES
from whichmetric.elicitation.level_pairs import DEPTH, Pairs, comparisons
from whichmetric.elicitation.result import Quantiles, Result
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import COST_RATIO, NoisePrior, TilePosterior, linear_posterior
from whichmetric.metrics import Metric, TilePoint
from whichmetric.metrics.tile import order_vectors, tile_to_chart

__all__ = ["BayesianLinearFractional"]

FloatArray = NDArray[np.float64]
CENTRES = 10
"""Metrics, beside the mean one, through whose place cuts are considered."""
PARTICLES = 200
"""Metrics that stand for the posterior in the estimate."""
POOL = 40_000
"""Random pairs on which disagreement is measured."""
METRICS_FOR_REGRET = 30


class BayesianLinearFractional(BayesianElicitor):
    """All of the Tile, uniform before the first answer.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Stop when the expected ordinal disagreement is no larger.
    noise : NoisePrior
    probability, regret, same_threshold, direction, out_of, max_questions, rng
        See `BayesianElicitor`.
    """

    depths = (DEPTH,)
    _posterior: TilePosterior

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float | None = None,
        noise: NoisePrior | None = None,
        **options: Any,
    ) -> None:
        self._noise = NoisePrior() if noise is None else noise
        super().__init__(feasible, tolerance=tolerance, **options)
        rng = np.random.default_rng((self._seed, 2))
        first, second = (feasible.uniform_points(POOL, rng) for _ in range(2))
        self._comparisons = comparisons(Pairs(first, second, np.zeros(POOL, dtype=bool)))

    def _prior(self) -> TilePosterior:
        return TilePosterior(self._noise)

    def _centres(self, rng: np.random.Generator) -> FloatArray:
        particles = self._posterior.particles(2 * CENTRES, rng)
        centres = np.vstack(
            (particles.mean(axis=0), particles[rng.permutation(2 * CENTRES)[:CENTRES]])
        )
        return order_vectors(tile_to_chart(centres, self.feasible.prevalence))

    def _typical(self) -> tuple[FloatArray, float]:
        """The metric of least expected disagreement, and that disagreement."""
        particles = self._posterior.particles(PARTICLES, self._rng(100))
        vectors = order_vectors(tile_to_chart(particles, self.feasible.prevalence))
        verdicts = np.where(self._comparisons @ vectors.T > 0, np.float32(1), np.float32(-1))
        agreement = verdicts.sum(axis=1) @ verdicts / (PARTICLES * POOL)
        best = int(agreement.argmax())
        return particles[best], float(1.0 - agreement[best]) / 2

    def _tolerance_met(self, tolerance: float) -> bool:
        return self._typical()[1] <= tolerance

    def _metrics(self, size: int) -> list[Metric]:
        increasing = self._direction != "decreasing"
        return [
            Metric.from_tile(float(a), float(b), increasing=increasing)
            for a, b in self._posterior.particles(size, self._rng(101))
        ]

    def expected_regret(self) -> float:
        """What the chosen threshold is expected to lose, on ``N / (N + D)``."""
        (a, b), _ = self._typical()
        increasing = self._direction != "decreasing"
        chosen = self.feasible.best(
            Metric.from_tile(float(a), float(b), increasing=increasing)
        ).confusion
        losses = [
            self.feasible.best(m).value - m(chosen) for m in self._metrics(METRICS_FOR_REGRET)
        ]
        return float(np.nanmean(losses))

    def _one_threshold(self) -> bool:
        size = round(1.0 / (1.0 - PLAUSIBLE))
        return len({self.feasible.best(m).threshold for m in self._metrics(size)}) == 1

    def estimate(self) -> Result:
        """The metric of least expected disagreement with the posterior."""
        (a, b), expected = self._typical()
        increasing = self._direction != "decreasing"
        metric = Metric.from_tile(float(a), float(b), increasing=increasing)
        thresholds = sorted(self.feasible.best(m).threshold for m in self._metrics(41))
        return Result(
            metric=metric,
            tile=TilePoint(float(a), float(b), increasing),
            direction="increasing" if increasing else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric),
            regret=self.expected_regret(),
            disagreement=expected,
            probability_linear=self._probability_linear(),
            remaining=self._left(),
            stopped=self.stopped,
            history=self.history,
            intervals={
                "a": Quantiles(
                    tuple(PROBABILITIES), tuple(self._posterior.quantile(0, PROBABILITIES))
                ),
                "b": Quantiles(
                    tuple(PROBABILITIES), tuple(self._posterior.quantile(1, PROBABILITIES))
                ),
                "threshold": Quantiles(tuple(np.linspace(0, 1, 41)), tuple(thresholds)),
            },
        )

    def _probability_linear(self) -> float:
        """By the evidence for the diagonal against all of the Tile, equally probable before."""
        diagonal = linear_posterior(COST_RATIO, self._noise)
        for question, answer in self.history:
            said = answer if self._direction == "increasing" else answer.swapped()
            diagonal.tell(np.array(question.a.cells), np.array(question.b.cells), said)
        lead = diagonal.log_evidence - self._posterior.log_evidence
        return float(1.0 / (1.0 + np.exp(-np.clip(lead, -700, 700))))
