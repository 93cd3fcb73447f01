"""One sample, or one ranking, compared with what is true of its population."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

import whichmetric as wm
from whichmetric.geometry import SigmoidPopulation
from whichmetric.sources import breast_cancer_table

__all__ = [
    "ANSWERS",
    "DESIGNS",
    "EXPERTS",
    "HABITS",
    "SIZES",
    "Design",
    "Stated",
    "caution_trial",
    "habit_trial",
    "ranking_trial",
    "recommendation_trial",
]

PREVALENCE, COST_RATIO, GAP = 0.2, 4.0, 1.5
SIZES = ((15, 60), (30, 120), (100, 400), (1_000, 4_000))
"""Positive and negative cases, for `recommend`."""
SHARED_SIZE = (100, 400)
"""The same, for `rank_models` with many models."""


@dataclass(frozen=True, kw_only=True)
class Design:
    """Models that are ranked.

    Parameters
    ----------
    name : str
    models : int
    spread : float
        Standard deviation of their gaps.
    shared : float or None
        Correlation of two models' scores within a class; None where each has cases of its own.
    few : bool
        Whether a model has 15 to 60 positive and 40 to 300 negative cases, not 100 and 400.
    """

    name: str
    models: int
    spread: float
    shared: float | None = None
    few: bool = False


DESIGNS = (
    Design(name="three models, few cases of their own", models=3, spread=0.25, few=True),
    Design(name="ten models, cases of their own", models=10, spread=0.15),
    Design(name="ten models on the same cases", models=10, spread=0.15, shared=0.8),
    Design(name="ten near copies on the same cases", models=10, spread=0.0, shared=0.99),
)

EXPERTS: dict[str, wm.responses.Response] = {
    "never err": wm.responses.Flip(0.0),
    "err in 5% of their answers": wm.responses.Flip(0.05),
    "err in 10%": wm.responses.Flip(0.1),
    "err in 20%": wm.responses.Flip(0.2),
    "toss a coin": wm.responses.Flip(0.5),
}
HABITS: dict[str, tuple[str, ...]] = {
    "always say A": ("A",),
    "say A and B in turn": ("A", "B"),
    "say A, B and about equal in turn": ("A", "B", "EQUAL"),
    "always say about equal": ("EQUAL",),
    "toss a coin": (),
}
"""Answers that go round, whatever is shown; none where they are drawn."""
ANSWERS = (10, 20, 30)
"""After which it is seen whether an expert is cautioned."""


class Stated(NamedTuple):
    """A model in one ranking: what was stated of it, and whether it came true."""

    probability: float
    is_best: bool
    holds: bool


@cache
def known_result() -> wm.Result:
    """The answers of an expert who never errs, about many cases of the population."""
    table = sample(GAP, 2_000, 8_000, np.random.default_rng(0))
    expert = wm.MetricOracle(wm.metrics.cost_ratio(COST_RATIO))
    feasible = wm.FeasibleSet(table, prevalence=PREVALENCE)
    return wm.elicit(feasible, expert, method="bisection", tolerance=1e-3)


def sample(gap: float, positive: int, negative: int, rng: np.random.Generator) -> wm.ScoreTable:
    """Cases drawn from the population."""
    labels = np.arange(positive + negative) < positive
    return wm.ScoreTable.from_arrays(labels, rng.normal(size=len(labels)) + gap * (labels - 0.5))


def rates(gap: float, threshold: float) -> tuple[float, float]:
    """Of new cases, the share of positive ones found and of negative ones left alone."""
    return float(ndtr(gap / 2 - threshold)), float(ndtr(gap / 2 + threshold))


def value(result: wm.Result, gap: float, threshold: float) -> float:
    """What a threshold is worth on new cases, on the scale of `rank_models`."""
    found, spared = rates(gap, threshold)
    tp, tn = PREVALENCE * found, (1 - PREVALENCE) * spared
    a, b = result.tile.a, result.tile.b
    right = a * tp + (1 - a) * tn
    return right / (right + b * (PREVALENCE - tp) + (1 - b) * (1 - PREVALENCE - tn))


def recommendation_trial(size: tuple[int, int], seed: int) -> dict[str, float]:
    """One sample: which intervals hold what is true, and how far counts are off, out of 1,000."""
    result = known_result()
    advice = wm.recommend(result, sample(GAP, *size, np.random.default_rng(seed)))
    best = np.log((1 - PREVALENCE) / PREVALENCE / COST_RATIO) / GAP
    found, spared = rates(GAP, advice.threshold)
    per = advice.out_of
    missed, alarms = per * PREVALENCE * (1 - found), per * (1 - PREVALENCE) * (1 - spared)

    def holds(interval: tuple[float, float], truth: float) -> bool:
        return interval[0] <= truth <= interval[1]

    return {
        "sample": holds(advice.sample, best),
        "missed": holds(advice.missed, missed),
        "false_alarms": holds(advice.false_alarms, alarms),
        "missed_off": (advice.expected.fn - missed) * 1_000 / per,
        "false_alarms_off": (advice.expected.fp - alarms) * 1_000 / per,
        "missed_off_on_the_sample": (advice.counts.fn - missed) * 1_000 / per,
        "false_alarms_off_on_the_sample": (advice.counts.fp - alarms) * 1_000 / per,
    }


def own_size(design: Design, rng: np.random.Generator) -> tuple[int, int]:
    """How many positive and negative cases a model has."""
    if not design.few:
        return SHARED_SIZE
    return int(rng.integers(15, 61)), int(rng.integers(40, 301))


def drawn_models(
    design: Design, rng: np.random.Generator
) -> tuple[dict[str, wm.ScoreTable], dict[str, float]]:
    """Models by name, and the gap of each."""
    gaps = {f"m{i}": GAP + design.spread * rng.normal() for i in range(design.models)}
    if design.shared is None:
        return {name: sample(gap, *own_size(design, rng), rng) for name, gap in gaps.items()}, gaps
    positive, negative = SHARED_SIZE
    labels = np.arange(positive + negative) < positive
    common, shared = rng.normal(size=len(labels)), design.shared
    tables = {
        name: wm.ScoreTable.from_arrays(
            labels,
            np.sqrt(shared) * common
            + np.sqrt(1 - shared) * rng.normal(size=len(labels))
            + gap * (labels - 0.5),
        )
        for name, gap in gaps.items()
    }
    return tables, gaps


def ranking_trial(design: Design, seed: int) -> list[Stated]:
    """One ranking."""
    result, rng = known_result(), np.random.default_rng(seed)
    tables, gaps = drawn_models(design, rng)
    ranking = wm.rank_models(tables, result, prevalence=PREVALENCE)
    truth = {
        model.name: value(result, gaps[model.name], model.point.threshold)
        for model in ranking.models
    }
    best = max(truth.values())
    return [
        Stated(
            probability=model.probability_best,
            is_best=truth[model.name] == best,
            holds=model.interval[0] <= truth[model.name] <= model.interval[1],
        )
        for model in ranking.models
    ]


def caution_trial(kind: str, seed: int) -> dict[str, bool]:
    """One expert: whether the advice cautions of the answers, after so many."""
    rng = np.random.default_rng(seed)
    ratio = float(np.exp(rng.uniform(np.log(0.2), np.log(50.0))))
    expert = wm.MetricOracle(wm.metrics.cost_ratio(ratio), EXPERTS[kind], rng=rng)
    table = breast_cancer_table()
    elicitor = wm.make_elicitor(wm.FeasibleSet(table), out_of=1_000, rng=seed)
    cautioned = {}
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question))
        if len(elicitor.history) in ANSWERS:
            advice = wm.recommend(elicitor.estimate(), table)
            cautioned[str(len(elicitor.history))] = advice.caution is not None
    return cautioned


def habit_trial(kind: str, seed: int) -> dict[str, bool]:
    """One person who does not look: whether a tolerance of 0.05 seems met, and what is left open.

    Wide is a 90% interval of the cost ratio over at least half of the prior's, by its logarithm.
    """
    population = SigmoidPopulation(5.0).feasible_set() if seed % 2 else _breast_cancer()
    elicitor = wm.make_elicitor(population, out_of=1_000, tolerance=0.05, rng=seed)
    before = elicitor.estimate().interval("cost_ratio")
    rng, round_ = np.random.default_rng(seed), HABITS[kind]
    while (question := elicitor.ask()) is not None:
        said = len(elicitor.history)
        answer = round_[said % len(round_)] if round_ else str(rng.choice(("A", "B")))
        elicitor.tell(question, answer)
    after = elicitor.estimate().interval("cost_ratio")
    assert before is not None
    assert after is not None
    with np.errstate(divide="ignore"):  # an open interval is infinitely wide
        width, whole = (np.log(high) - np.log(low) for low, high in (after, before))
    return {"believed": elicitor.stopped == "tolerance", "wide": bool(width >= whole / 2)}


def _breast_cancer() -> wm.FeasibleSet:
    return wm.FeasibleSet(breast_cancer_table())
