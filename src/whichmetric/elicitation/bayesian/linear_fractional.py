"""Bayesian elicitation of linear-fractional metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.bayesian.base import BayesianElicitor
from whichmetric.elicitation.bayesian.curve import PROBABILITIES, table
from whichmetric.elicitation.bayesian.open_pairs import OpenPairs
from whichmetric.elicitation.bayesian.stopping import PLAUSIBLE
from whichmetric.elicitation.level_pairs import DEPTH
from whichmetric.elicitation.result import Result, tile_pairs
from whichmetric.elicitation.version_space import WHOLE_TILE
from whichmetric.geometry import FeasibleRegion
from whichmetric.geometry.cores import one_core_gram, one_core_product
from whichmetric.inference import COST_RATIO, LinearPosterior, TilePosterior
from whichmetric.metrics import Metric
from whichmetric.metrics.tile import order_vectors, tile_to_chart

__all__ = ["BayesianLinearFractional"]

FloatArray = NDArray[np.float64]
CENTRES = 10
"""Metrics, beside the mean one, through whose place cuts are considered."""
FAR_CENTRES = 12
"""More of them, anywhere on the Tile, once "about equal" is in use; see `curve.FAR_CUTS`."""
FURTHEST = 60
"""The same where nothing nearer can be shown."""
PARTICLES = 200
"""Metrics that stand for the posterior in the estimate."""
JUDGES = 400
"""Metrics whose disagreement with it is looked at, for a tolerance."""
PLAUSIBLES = 201
"""Metrics that stand for the posterior in the result and in the expected regret."""
OTHERS = 101
"""Of a and of b: where metrics that tie as the estimate does are sought."""
OPEN_PAIRS = 1_500
"""Pairs whose order is in doubt that a question is judged by."""


class BayesianLinearFractional(BayesianElicitor[TilePosterior]):
    """All of the Tile, uniform before the first answer.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Stop when the ordinal disagreement with the expert's metric is no larger, with the asked
        probability.
    noise, crowd, probability, regret, same_threshold, direction, out_of, max_questions, rng
        See `BayesianElicitor`.
    """

    corners = WHOLE_TILE
    depths = (DEPTH,)
    to_chance = False
    anchors = 40
    short_list = 100
    dimensions = 2
    attention = 0.2

    def __init__(self, feasible: FeasibleRegion, **options: Any) -> None:
        super().__init__(feasible, **options)
        rng = np.random.default_rng((self._seed, 2))
        self._open_pairs = OpenPairs(feasible, rng)
        self._diagonal = LinearPosterior(COST_RATIO, self._noise)
        self._typical_at = (-1, -1)  # answers given, and learnt, for which `_typical_now` holds

    def _prior(self) -> TilePosterior:
        return TilePosterior(self._noise)

    def _centres(self, rng: np.random.Generator) -> FloatArray:
        particles = self._attentive.particles(2 * CENTRES, rng)
        near = np.vstack(
            (particles.mean(axis=0), particles[rng.permutation(2 * CENTRES)[:CENTRES]])
        )
        centres = order_vectors(tile_to_chart(near, self.feasible.prevalence))
        if not self._posterior.has_ties:
            return centres
        return np.vstack((centres, self._far_centres(rng, FAR_CENTRES)))

    def _far_centres(self, rng: np.random.Generator, number: int = FURTHEST) -> FloatArray:
        anywhere = rng.random((number, 2))
        return order_vectors(tile_to_chart(anywhere, self.feasible.prevalence))

    def _worth(self, nodes: NDArray[np.intp], chances: FloatArray) -> FloatArray:
        """By how much the expected disagreement falls."""
        tiles = np.column_stack((self._attentive.a[nodes], self._attentive.b[nodes]))
        votes = self._open_pairs.votes(tiles, tiles[::6], OPEN_PAIRS)
        # After an answer, yes (share - yes) / share disagree about a pair. All yes together are as
        # many before as after, so what counts is their squares, summed over pairs.
        both = one_core_gram(votes).astype(np.float64)  # pairs that two metrics are in favour of
        in_favour = [one_core_product(chance, both) for chance in chances[:-1]]
        in_favour.append(both.sum(axis=0) - sum(in_favour))  # one of the answers is given
        worth = np.full(chances.shape[1], -both.sum() / len(votes))
        for share, chance, yes in zip(chances.sum(axis=2), chances, in_favour, strict=True):
            worth += np.einsum("km,km->k", chance, yes) / np.maximum(share, 1e-30)
        return worth

    def _others(self, around: FloatArray | None = None) -> FloatArray:
        found = np.array(self.corners) if around is None else around
        step = 1.0 / (OTHERS - 1)
        low, high = np.maximum(found.min(0) - step, 0.0), np.minimum(found.max(0) + step, 1.0)
        axes = np.linspace(low, high, OTHERS).T
        return np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)

    def _typical(self) -> FloatArray:
        """The metric of least expected disagreement with what is believed; shape (2,)."""
        now = len(self.history), len(self._posterior.answers)
        if self._typical_at != now:
            particles = self._believed().particles(PARTICLES, self._rng(100))
            self._typical_now: FloatArray = particles[self._open_pairs.typical(particles)]
            self._typical_at = now
        return self._typical_now

    def _disagreements(self, posterior: TilePosterior) -> FloatArray:
        """Ordinal disagreement of the typical metric with each of those that are plausible."""
        judges = posterior.scattered_particles(JUDGES, self._rng(102))
        return self._open_pairs.disagreements(self._typical(), judges)

    def _excess(self, posterior: TilePosterior) -> Iterator[float]:
        if self._tolerance is not None:
            most = np.quantile(self._disagreements(posterior), self._probability, method="higher")
            yield float(most) / self._tolerance

    def _drawn(self, posterior: TilePosterior, size: int) -> tuple[FloatArray, FloatArray]:
        """Metrics drawn from a posterior: their a and b."""
        a, b = posterior.particles(size, self._rng(101)).T
        return a, b

    def _expected_regret(self, posterior: TilePosterior) -> float:
        judges = self._drawn(posterior, PLAUSIBLES)
        return self._best.regret(self._typical(), *judges, increasing=self._increasing())

    def _one_threshold(self, posterior: TilePosterior) -> bool:
        return self._threshold_excess(posterior) == 1

    def _threshold_excess(self, posterior: TilePosterior) -> float:
        judges = self._drawn(posterior, round(1.0 / (1.0 - PLAUSIBLE)))
        return len(set(self._best.thresholds(*judges, increasing=self._increasing())))

    def estimate(self) -> Result:
        """The metric of least expected disagreement with the posterior."""
        a, b = self._typical().tolist()
        metric = Metric.from_tile(a, b, increasing=self._increasing())
        own = metric.tile(self.feasible.prevalence)
        posterior = self._reported()
        judges = self._drawn(posterior, PLAUSIBLES)
        # Answers that may follow nothing leave the prior's intervals: the estimate is in them, too.
        alike = np.vstack(((own.a, own.b), self._alike(self._typical())))
        thresholds = self._best.thresholds(*judges, increasing=self._increasing())
        chosen = self.feasible.best(metric).threshold
        return self._result(
            metric,
            {
                "a": table(posterior.quantile(0, PROBABILITIES), alike[:, 0]),
                "b": table(posterior.quantile(1, PROBABILITIES), alike[:, 1]),
                "threshold": table(
                    thresholds,
                    np.append(self._thresholds_besides(alike), chosen),
                    np.linspace(0, 1, PLAUSIBLES),
                ),
            },
            plausible=tile_pairs(*judges),
            disagreement=float(self._disagreements(posterior).mean()),
            probability_linear=self._probability_linear(),
        )

    def _probability_linear(self) -> float:
        """By the evidence for the diagonal against all of the Tile, equally probable before.

        Both have learnt the same answers, also those that were overheard.
        """
        for learnt in self._posterior.answers[len(self._diagonal.answers) :]:
            self._diagonal.tell(*learnt)
        lead = self._diagonal.log_evidence - self._posterior.log_evidence
        return float(1.0 / (1.0 + np.exp(-np.clip(lead, -700, 700))))
