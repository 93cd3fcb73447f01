"""One split of the data, met by many experts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from benchmarks.deployment.candidates import DATA, Halves, fitted_halves
from benchmarks.deployment.choices import Choice, best_by, highest_area, rival_choices
from benchmarks.deployment.judge import Judge
from whichmetric.decisions import rank_models
from whichmetric.elicitation import elicit
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.inference import COST_RATIO
from whichmetric.metrics import cost_ratio
from whichmetric.oracles import MetricOracle
from whichmetric.responses import Flip

__all__ = ["FLIPS", "OURS", "QUESTIONS", "TOLD", "run_trials"]

OURS, TOLD = "ours", "the metric itself"
"""Elicited; and what one would choose if the expert's metric were known."""
QUESTIONS = 20
FLIPS = 0.1


def run_trials(
    data: Sequence[str] = DATA,
    *,
    splits: int,
    experts: int,
    seed: int,
    workers: int,
    progress: Callable[[int, int], None],
) -> Iterator[dict[str, Any]]:
    """All experts on all splits of some of the data sets, over some cores.

    Yields
    ------
    dict
        Of one expert: `data`, `split`, `expert`, `cost_ratio`, `regret` by way of choosing, and
        `best`: for each model the probability it was given and the share of the first place that
        it got.
    """
    from joblib import Parallel, delayed

    jobs = [(name, split) for name in data for split in range(splits)]
    pool = Parallel(n_jobs=workers, return_as="generator")
    tasks = (delayed(_split)(name, split, experts, seed) for name, split in jobs)
    for done, trials in enumerate(pool(tasks), start=1):
        yield from trials
        progress(done, len(jobs))


def _split(data: str, split: int, experts: int, seed: int) -> list[dict[str, Any]]:
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        halves = fitted_halves(data, seed=seed, split=split)
        place = (seed, DATA.index(data), split)
        return [
            {"data": data, "split": split, "expert": expert}
            | _trial(halves, np.random.default_rng((*place, expert)))
            for expert in range(experts)
        ]


def _trial(halves: Halves, rng: np.random.Generator) -> dict[str, Any]:
    """One expert: what every way of choosing loses, and how sure we were of each model."""
    tables = {
        name: ScoreTable.from_arrays(halves.chosen_on, scores)
        for name, scores in halves.scores_to_choose.items()
    }
    ratio = COST_RATIO.sample(rng)
    truth = cost_ratio(ratio)
    result = elicit(
        FeasibleSet(tables[highest_area(tables)]),
        MetricOracle(truth, Flip(FLIPS), rng=rng),
        max_questions=QUESTIONS,
        rng=rng,
    )
    ranking = rank_models(tables, result, rng=rng)
    choices = {
        OURS: Choice(ranking.best.name, ranking.best.point.threshold),
        TOLD: best_by(truth, tables),
        **rival_choices(tables, ratio, rng),
    }
    judge = Judge(halves, truth)
    won = judge.winners(Choice(model.name, model.point.threshold) for model in ranking.models)
    return {
        "cost_ratio": ratio,
        "regret": {name: judge.regret(choice) for name, choice in choices.items()},
        "best": [
            {"model": model.name, "probability": model.probability_best, "share": share}
            for model, share in zip(ranking.models, won, strict=True)
        ],
    }
