"""Linear-fractional metrics with the fewest questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_generator
from whichmetric.elicitation.bisection.base import ROUNDING, BisectionElicitor
from whichmetric.elicitation.display import is_askable, shown_cells, shown_prevalence
from whichmetric.elicitation.elicitor import MOST_SKIPS
from whichmetric.elicitation.level_pairs import LevelPairs, comparisons
from whichmetric.elicitation.result import Fixed, Result, tile_pairs
from whichmetric.elicitation.version_space import WHOLE_TILE, VersionSpace, comparison_of
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, TilePoint
from whichmetric.metrics.tile import chart_to_tile, order_vectors, tile_to_chart
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["BisectionLinearFractional"]

FloatArray = NDArray[np.float64]
POOL = 400_000
"""Random pairs on which disagreement is measured; those already decided are dropped."""
ROUGH_PAIRS, SHORT_LIST = 400, 150
"""A first look at few undecided pairs picks the candidates that are looked at with more."""
OPEN_PAIRS = 4_000
"""Undecided pairs that a candidate question is scored on."""
PARTICLES = 320
"""Metrics that stand for all that fit the answers."""
CENTRES = 10
"""Metrics, beside the mean one, through whose place candidate cuts go."""
INNER_PENALTY = 1.15
"""Factor on the score of a pair with an option inside the frontier, so that frontier pairs are
asked first."""


class BisectionLinearFractional(BisectionElicitor):
    """Cut the polygon of metrics that fit all answers, so as to leave the least disagreement.

    Every question has one option on the frontier and the other there too or at most 0.05 inside
    it, in true rates; neither is worse than chance and neither dominates. It is the pair, among
    some thousand cuts through the middle of the polygon, that leaves the least expected
    disagreement about still undecided pairs.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float or None
        Ordinal disagreement: stop when the share of feasible pairs that the answers leave
        undecided, a bound on the error of any estimate that fits them, is no larger; None to use
        the whole budget.
    direction : {"increasing", "decreasing", "either"}
    out_of : int, optional
        Show whole cases out of this many; the cut is then that of the numbers shown.
    max_questions : int, optional
    rng : int or Generator
        Seed of the metrics and pairs that stand for all.

    Notes
    -----
    An answer that rounding leaves no metric for is named in ``contradictions``, too, and not used.
    """

    takes_seed = True

    def __init__(
        self, feasible: FeasibleRegion, *, rng: int | np.random.Generator = 0, **options: Any
    ) -> None:
        super().__init__(feasible, **options)
        self._seed = int(as_generator(rng).integers(2**63))
        self._prevalence = shown_prevalence(feasible.prevalence, self._out_of)
        self._space = VersionSpace(WHOLE_TILE, self._prevalence)
        self._pairs = LevelPairs(feasible)
        self._open = self._random_comparisons()

    def _check_tolerance(self, tolerance: float) -> None:
        if not 0.0 < tolerance < 1.0:
            raise InvalidInputError(
                f"tolerance={tolerance:g} is not a share of pairs in (0, 1): "
                "give one such as 0.005."
            )

    def _uncertainty(self) -> float:
        return len(self._open) / POOL

    def _corners(self) -> FloatArray:
        return self._space.tile_corners()

    def _pairs_to_ask(self, attempt: int) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        """The candidates, those that leave the least expected disagreement first."""
        rng = self._rng(attempt)
        particles = self._space.particles(PARTICLES, rng)
        metrics = order_vectors(particles)
        centres = chart_to_tile(
            np.vstack((particles.mean(axis=0), particles[:CENTRES])), self._prevalence
        )
        pairs = self._pairs.of(order_vectors(tile_to_chart(centres, self.feasible.prevalence)))
        first, second = (
            shown_cells(side, self.feasible.prevalence, self._out_of) for side in pairs[:2]
        )
        lead = comparisons(first[:, [0, 3]], second[:, [0, 3]]) @ metrics.T
        prefers_first = lead > 0
        verdicts = self._open[:OPEN_PAIRS] @ metrics.T > 0
        telling = (lead.max(axis=1) > ROUNDING) & (lead.min(axis=1) < -ROUNDING)
        telling &= is_askable(first, second, self._out_of)
        places = np.flatnonzero(telling)
        for looked_at in (ROUGH_PAIRS, OPEN_PAIRS):
            left = _expected_disagreement(prefers_first[places], verdicts[:looked_at])
            left *= np.where(pairs.on_frontier[places], 1.0, INNER_PENALTY)
            places = places[np.argsort(left, kind="stable")[:SHORT_LIST]]
        answered = {frozenset((q.a, q.b)) for q, said in self.history if said is not Answer.SKIP}
        for chosen in places:
            options = pairs.options(int(chosen), self.feasible, self._out_of)
            if frozenset(options) not in answered:  # who found them about equal would do so again
                yield options

    def _narrow(self, question: Question, answer: Answer) -> None:
        comparison = comparison_of(question)
        if answer is Answer.EQUAL:
            kept = self._keep_near(comparison)
        else:
            kept = self._space.cut(comparison if answer is Answer.A else -comparison)
        if not kept:
            said = answer if self._increasing() else answer.swapped()
            self.contradictions.append((question, said))
        self._open = self._open[self._space.undecided(self._open)]

    def estimate(self) -> Result:
        """The metric of least expected disagreement with all that fit the answers."""
        particles = self._space.particles(PARTICLES, self._rng(MOST_SKIPS))
        verdicts = np.where(self._open[:OPEN_PAIRS] @ order_vectors(particles).T > 0, 1.0, -1.0)
        typical = int((verdicts.sum(axis=1) @ verdicts).argmax()) if len(verdicts) else 0
        a, b = chart_to_tile(particles[typical], self._prevalence)
        increasing = self._increasing()
        metric = Metric.from_tile(float(a), float(b), increasing=increasing)
        corners = np.clip(self._corners(), 0.0, 1.0)  # but for rounding they are inside
        low, high = corners.min(axis=0), corners.max(axis=0)
        fitting = np.vstack((corners, chart_to_tile(particles, self._prevalence)))
        return Result(
            metric=metric,
            tile=TilePoint(float(a), float(b), increasing),
            direction="increasing" if increasing else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric),
            disagreement=self._uncertainty(),
            stopped=self.stopped,
            remaining=self._remaining(),
            supposed=self._supposed,
            history=self.history,
            plausible=tile_pairs(*fitting.T),
            contradictions=tuple(self.contradictions),
            intervals={
                "a": Fixed(float(low[0]), float(high[0])),
                "b": Fixed(float(low[1]), float(high[1])),
            },
        )

    def _keep_near(self, comparison: FloatArray) -> bool:
        """For "about equal": keep the half of the metrics that the cut passes closest."""
        particles = self._space.particles(PARTICLES, self._rng(MOST_SKIPS + 1))
        reach = np.median(np.abs(order_vectors(particles) @ comparison))
        # (1 - a) - (-a) = 1 for every metric, so this shifts the cut by `reach` to either side.
        shift = reach * np.array([1.0, -1.0, 0.0])
        return self._space.cut(comparison + shift) and self._space.cut(shift - comparison)

    def _random_comparisons(self) -> FloatArray:
        """Pairs uniform on the feasible set, moved to the prevalence that is shown."""
        z, rng = self.feasible.prevalence, self._rng(MOST_SKIPS + 2)
        scale = np.array([self._prevalence / z, (1.0 - self._prevalence) / (1.0 - z)])
        first, second = (self.feasible.uniform_points(POOL, rng) * scale for _ in range(2))
        return comparisons(first, second)


def _expected_disagreement(
    prefers_first: NDArray[np.bool_], verdicts: NDArray[np.bool_]
) -> FloatArray:
    """Disagreement that each candidate leaves, if some metrics are on either side of it.

    With p the share of the metrics on one side of a candidate that prefer the first of a pair, two
    of them disagree about it with probability 2 p (1 - p).

    Parameters
    ----------
    prefers_first : ndarray of shape (candidates, metrics)
    verdicts : ndarray of shape (pairs, metrics)

    Returns
    -------
    ndarray of shape (candidates,)
    """
    votes = verdicts.T.astype(np.float32)
    left = np.zeros(len(prefers_first))
    yes = prefers_first.astype(np.float32)
    in_favour = yes @ votes
    for size, agreeing in (
        (yes.sum(axis=1), in_favour),
        (len(votes) - yes.sum(axis=1), votes.sum(axis=0) - in_favour),
    ):
        left += np.einsum("ij,ij->i", agreeing, size[:, None] - agreeing) / size
    return left
