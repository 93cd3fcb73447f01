"""Bayesian elicitation of linear-fractional metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.bayesian.base import BayesianElicitor
from whichmetric.elicitation.bayesian.curve import PLAUSIBLE, PROBABILITIES, table
from whichmetric.elicitation.level_pairs import DEPTH, comparisons
from whichmetric.elicitation.result import Quantiles, Result
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import COST_RATIO, LinearPosterior, TilePosterior
from whichmetric.metrics import Metric
from whichmetric.metrics.tile import order_vectors, tile_to_chart

__all__ = ["BayesianLinearFractional"]

FloatArray = NDArray[np.float64]
CENTRES = 10
"""Metrics, beside the mean one, through whose place cuts are considered."""
PARTICLES = 200
"""Metrics that stand for the posterior in the estimate."""
OPEN_PAIRS = 1_500
"""Pairs whose order is in doubt that a question is judged by."""
POOL = 40_000
"""Random pairs on which disagreement is measured."""


class BayesianLinearFractional(BayesianElicitor):
    """All of the Tile, uniform before the first answer.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Stop when the expected ordinal disagreement is no larger.
    noise, probability, regret, same_threshold, direction, out_of, max_questions, rng
        See `BayesianElicitor`.
    """

    depths = (DEPTH,)
    anchors = 40
    short_list = 100
    dimensions = 2
    _posterior: TilePosterior

    def __init__(self, feasible: FeasibleRegion, **options: Any) -> None:
        super().__init__(feasible, **options)
        rng = np.random.default_rng((self._seed, 2))
        first, second = (feasible.uniform_points(POOL, rng) for _ in range(2))
        self._comparisons = comparisons(first, second)
        self._diagonal = LinearPosterior(COST_RATIO, self._noise)
        self._learnt_by_diagonal = 0
        self._typical_at = -1  # number of answers for which `_typical_now` holds

    def _prior(self) -> TilePosterior:
        return TilePosterior(self._noise)

    def _centres(self, rng: np.random.Generator) -> FloatArray:
        particles = self._posterior.particles(2 * CENTRES, rng)
        centres = np.vstack(
            (particles.mean(axis=0), particles[rng.permutation(2 * CENTRES)[:CENTRES]])
        )
        return self._vectors(centres)

    def _vectors(self, tiles: FloatArray) -> FloatArray:
        return order_vectors(tile_to_chart(tiles, self.feasible.prevalence))

    def _worth(self, nodes: NDArray[np.intp], chances: FloatArray) -> FloatArray:
        """By how much the expected disagreement falls."""
        tiles = np.column_stack((self._posterior.a[nodes], self._posterior.b[nodes]))
        votes = self._open_pairs(tiles).T
        left = np.zeros(chances.shape[1])
        for chance in chances:
            share = chance.sum(axis=1)
            in_favour = chance @ votes
            split = np.einsum("kp,kp->k", in_favour, share[:, None] - in_favour)
            left += split / np.maximum(share, 1e-30)
        now = votes.mean(axis=0)
        return np.asarray(len(votes) * float(now @ (1.0 - now)) - left)

    def _open_pairs(self, tiles: FloatArray) -> NDArray[np.float32]:
        """1 where a metric prefers the first of a pair that not all order alike, else 0.

        Returns
        -------
        ndarray of shape (at most OPEN_PAIRS, m)
        """
        vectors = self._vectors(tiles)
        few = self._comparisons @ vectors[::6].T > 0
        undecided = np.flatnonzero(few.any(axis=1) != few.all(axis=1))[:OPEN_PAIRS]
        return (self._comparisons[undecided] @ vectors.T > 0).astype(np.float32)

    def _typical(self) -> tuple[FloatArray, float]:
        """The metric of least expected disagreement, and that disagreement."""
        if self._typical_at != len(self.history):
            self._typical_at, self._typical_now = len(self.history), self._find_typical()
        return self._typical_now

    def _find_typical(self) -> tuple[FloatArray, float]:
        particles = self._posterior.particles(PARTICLES, self._rng(100))
        verdicts = self._verdicts(particles)
        agreement = verdicts.sum(axis=1) @ verdicts / (PARTICLES * POOL)
        best = int(agreement.argmax())
        return particles[best], float(1.0 - agreement[best]) / 2

    def _verdicts(self, tiles: FloatArray) -> NDArray[np.float32]:
        """1 where a metric prefers the first of a random pair, else -1; shape (POOL, m)."""
        leads = self._comparisons @ self._vectors(tiles).T
        return np.where(leads > 0, np.float32(1), np.float32(-1))

    def _excess(self) -> Iterator[float]:
        if self._tolerance is not None:
            yield self._typical()[1] / self._tolerance

    def _plausible(self, size: int) -> tuple[FloatArray, FloatArray]:
        """Metrics drawn from the posterior: their a and b."""
        a, b = self._posterior.particles(size, self._rng(101)).T
        return a, b

    def expected_regret(self) -> float:
        """What the chosen threshold is expected to lose, on ``N / (N + D)``."""
        chosen, _ = self._typical()
        return self._best.regret(chosen, *self._plausible(41), increasing=self._increasing())

    def _one_threshold(self) -> bool:
        judges = self._plausible(round(1.0 / (1.0 - PLAUSIBLE)))
        return len(set(self._best.thresholds(*judges, increasing=self._increasing()))) == 1

    def estimate(self) -> Result:
        """The metric of least expected disagreement with the posterior."""
        (a, b), expected = self._typical()
        thresholds = self._best.thresholds(*self._plausible(201), increasing=self._increasing())
        return self._result(
            Metric.from_tile(float(a), float(b), increasing=self._increasing()),
            {
                "a": table(self._posterior.quantile(0, PROBABILITIES)),
                "b": table(self._posterior.quantile(1, PROBABILITIES)),
                "threshold": Quantiles(
                    tuple(np.linspace(0, 1, 201)), tuple(np.sort(thresholds).tolist())
                ),
            },
            disagreement=expected,
            probability_linear=self._probability_linear(),
        )

    def _probability_linear(self) -> float:
        """By the evidence for the diagonal against all of the Tile, equally probable before."""
        for question, answer in self.history[self._learnt_by_diagonal :]:
            said = answer if self._increasing() else answer.swapped()
            self._diagonal.tell(np.array(question.a.cells), np.array(question.b.cells), said)
        self._learnt_by_diagonal = len(self.history)
        lead = self._diagonal.log_evidence - self._posterior.log_evidence
        return float(1.0 / (1.0 + np.exp(-np.clip(lead, -700, 700))))
