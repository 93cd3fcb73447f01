"""One synthetic expert, asked from beginning to end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from whichmetric.elicitation import make_elicitor
from whichmetric.elicitation.result import Stopped
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, TilePoint
from whichmetric.metrics.ordinal import RandomPairs
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Response, ResponseSource
from whichmetric.simulation.experts import MetricSource
from whichmetric.simulation.judge import Checkpoint, Judge

__all__ = ["EVERY", "Plan", "Run", "run_expert"]

EVERY = 5
"""Questions between checkpoints, where none are named."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """What became of one expert.

    Parameters
    ----------
    index : int
        Which of the experts, from 0.
    metric : Metric
        The true one.
    tile : TilePoint or None
        What answers can identify of it; None where it neither increases nor decreases.
    response : Response
        How the expert answered.
    questions : int
        How many were answered in all.
    stopped : {"tolerance", "regret", "threshold", "budget", "exhausted", "skipped"}
        Why no more were asked.
    checkpoints : tuple of Checkpoint
        In order; the last is the end.
    """

    index: int
    metric: Metric
    tile: TilePoint | None
    response: Response
    questions: int
    stopped: Stopped
    checkpoints: tuple[Checkpoint, ...]

    def after(self, questions: int) -> Checkpoint | None:
        """The last checkpoint within this many questions; None where the first comes later."""
        within = [seen for seen in self.checkpoints if seen.questions <= questions]
        return within[-1] if within else None


class Plan(NamedTuple):
    """What all experts of a simulation share.

    Parameters
    ----------
    feasible : FeasibleRegion
    pairs : RandomPairs
    metrics : MetricSource
    responses : ResponseSource
    seed : int
    checkpoints : sequence of int, or None
        Numbers of questions; every `EVERY` where None.
    arguments : mapping
        Of `make_elicitor`.
    """

    feasible: FeasibleRegion
    pairs: RandomPairs
    metrics: MetricSource
    responses: ResponseSource
    seed: int
    checkpoints: Sequence[int] | None
    arguments: Mapping[str, Any]

    def is_checkpoint(self, questions: int) -> bool:
        """Whether to look at the estimate after this many questions."""
        if self.checkpoints is None:
            return questions > 0 and questions % EVERY == 0
        return questions in self.checkpoints


def run_expert(plan: Plan, index: int) -> Run:
    """Draw an expert, ask until the elicitor stops, and compare with the truth on the way.

    The seeds depend on the simulation's seed and the index alone, and the metric, the habits of
    answering, the answers and the elicitor have one each. So runs can be done in any order, and
    two simulations that differ in method ask the same experts.
    """
    for_metric, for_response, for_answers, for_elicitor = _generators(plan.seed, index)
    metric = plan.metrics.sample(for_metric)
    response = plan.responses.sample(for_response)
    judge = Judge(metric, plan.feasible, plan.pairs)
    expert = MetricOracle(metric, response, rng=for_answers)
    elicitor = make_elicitor(plan.feasible, rng=for_elicitor, **plan.arguments)
    checkpoints = []
    while (question := elicitor.ask()) is not None:
        if plan.is_checkpoint(len(elicitor.history)):
            checkpoints.append(judge.checkpoint(elicitor.estimate()))
        elicitor.tell(question, expert.answer(question))
    result = elicitor.estimate()
    assert result.stopped is not None
    return Run(
        index=index,
        metric=metric,
        tile=judge.tile,
        response=response,
        questions=result.questions,
        stopped=result.stopped,
        checkpoints=(*checkpoints, judge.checkpoint(result)),
    )


def _generators(seed: int, index: int) -> Iterator[np.random.Generator]:
    """Four independent generators for one run."""
    children = np.random.SeedSequence(seed, spawn_key=(index,)).spawn(4)
    return (np.random.default_rng(child) for child in children)
