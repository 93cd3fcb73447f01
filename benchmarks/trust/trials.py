"""One simulated expert in a study with checks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import whichmetric as wm
from whichmetric.elicitation.run import Family
from whichmetric.geometry import ScoreTable
from whichmetric.sources import breast_cancer_table
from whichmetric.studies import MemoryStore, Session
from whichmetric.trust import check_model, consistency
from whichmetric.trust.held_out import fresh_pairs
from whichmetric.values import ConfusionMatrix

__all__ = [
    "EXPERTS",
    "HELD_OUT",
    "MODELS",
    "OTHERS",
    "Foretold",
    "Modelled",
    "held_out_trial",
    "model_trial",
    "score_trial",
]

EXPERTS = {"careful": 0.05, "careless": 0.25, "always A": None, "random": 0.5}
"""Flips; None for somebody who says A whatever is shown."""


class Modelled(NamedTuple):
    """What a study supposes, the metric that its experts have in mind, and how often they err."""

    family: Family
    metric: str
    flips: float
    questions: int = 40


class Foretold(NamedTuple):
    """How long a study is, a name in `CHECKED`, and the metric that its experts have in mind."""

    length: str
    metric: str = "linear"


METRICS = ("linear", "balanced accuracy", "F-measure", "G-mean", "MCC")
FLIPS = 0.05
MODELS = (
    *(Modelled("linear", metric, FLIPS) for metric in METRICS),
    *(Modelled("linear", metric, 0.0) for metric in METRICS[:2]),
    *(Modelled("f-beta", metric, FLIPS) for metric in METRICS),
    Modelled("f-beta", "F-measure", 0.0),
    *(Modelled("linear", metric, FLIPS, 20) for metric in METRICS),
)
"""Experts of the model check; those without an error have a metric that the study supposes.
Balanced accuracy is the linear metric that the G-mean is closest to."""
SHORT = {"max_questions": 25, "repeats": 4, "dominated": 2, "held_out": 7}
CHECKS = {"repeats": 4, "dominated": 2, "held_out": 15}
CHECKED = {"usual": CHECKS, "short": CHECKS | {"max_questions": 36}}
"""By how many questions the estimate may learn from: 30, as usual, or the 15 that checks leave."""
HELD_OUT = tuple(Foretold(length) for length in CHECKED)
OTHERS = tuple(Foretold(length, metric) for metric in ("F1", "G-mean", "MCC") for length in CHECKED)
"""Experts whose metric is not of the family that the study supposes, which is linear."""
LONG = {"max_questions": 40, "repeats": 3, "dominated": 2, "held_out": 20}
BRIEF = {"max_questions": 20, "repeats": 2, "dominated": 1, "held_out": 4}
MODELLED = {40: LONG, 20: BRIEF}
"""Studies of the model check by their questions."""
MOST_FLIPS = 0.3
"""Of the experts whose held-out accuracy is foretold; the least is none."""
RATIOS = (0.5, 20.0)
"""Of the cost, drawn evenly by their logarithm."""
PREVALENCES = (0.1, 0.2, 0.35, 0.5)
FRESH = 300
"""Pairs on which the true agreement is counted."""
Gap = Callable[[ConfusionMatrix, ConfusionMatrix], float]


def score_trial(kind: str, seed: int) -> dict[str, Any]:
    """The consistency of an expert's answers to 25 questions."""
    rng = np.random.default_rng((seed, 1))
    flips = EXPERTS[kind]
    session = answered(SHORT, seed, _linear(rng).gap, flips, rng)
    found = consistency(session)
    return {"score": found.score, "verdict": found.verdict}


def held_out_trial(kind: Foretold, seed: int) -> dict[str, float]:
    """The held-out accuracy that is reported, and the true one on fresh pairs.

    The truth is the share of fresh pairs, drawn as held-out ones are, in which the expert's next
    answer, noise and all, would be the elicited metric's.
    """
    rng = np.random.default_rng((seed, 2))
    flips, linear = float(rng.uniform(0.0, MOST_FLIPS)), _linear(rng)
    gap = linear.gap if kind.metric == "linear" else GAPS[kind.metric]
    session = answered(CHECKED[kind.length], seed, gap, flips, rng)
    found = consistency(session).held_out
    assert found is not None
    result = session.estimate()
    pairs = fresh_pairs(session.specification, result, size=FRESH, seed=seed + 1)
    same = []
    for first, second in zip(*pairs, strict=True):
        options = _matrix(first), _matrix(second)
        same.append((gap(*options) > 0) == (result.metric.gap(*options) > 0))
    true = float(np.mean(np.where(same, 1.0 - flips, flips)))
    low, high = found.interval
    return {
        "true": true,
        "reported": found.expected,
        "counted": found.elicited.rate,
        "held_out": found.elicited.out_of,
        "holds": low <= true <= high,
    }


def model_trial(kind: Modelled, seed: int) -> dict[str, Any]:
    """What kind of metric the check takes an expert's to be."""
    rng = np.random.default_rng((seed, 3))
    gap: Gap = _linear(rng).gap
    if kind.metric == "F-measure":
        gap = wm.metrics.f_beta(float(np.exp(rng.uniform(math.log(0.5), math.log(2.0))))).gap
    elif kind.metric == "balanced accuracy":
        gap = wm.metrics.balanced_accuracy(_prevalence(seed)).gap
    elif kind.metric != "linear":
        gap = GAPS[kind.metric]
    found = check_model(answered(MODELLED[kind.questions], seed, gap, kind.flips, rng, kind.family))
    return {"kind": found.kind, "flagged": found.is_flagged}


def answered(
    options: dict[str, Any],
    seed: int,
    gap: Gap,
    flips: float | None,
    rng: np.random.Generator,
    family: Family = "linear",
) -> Session:
    """A session that an expert has answered to its end."""
    table = breast_cancer_table() if seed % 2 else _sample(seed)
    asks = wm.StudySpecification(
        table=table, prevalence=_prevalence(seed), family=family, options=options, seed=seed
    )
    session = wm.Study.create(MemoryStore(), asks, id="trial").start("expert")
    while (asked := session.ask()) is not None:
        a, b = (
            ConfusionMatrix.from_counts(**option.counts._asdict()) for option in (asked.a, asked.b)
        )
        says_a = flips is None or (gap(a, b) > 0) != (rng.random() < flips)
        session.answer(asked.number, "A" if says_a else "B")
    return session


def _prevalence(seed: int) -> float:
    return PREVALENCES[seed // 2 % len(PREVALENCES)]


def _linear(rng: np.random.Generator) -> wm.Metric:
    low, high = RATIOS
    return wm.metrics.cost_ratio(float(np.exp(rng.uniform(math.log(low), math.log(high)))))


def _sample(seed: int) -> ScoreTable:
    rng = np.random.default_rng((seed, 4))
    labels = np.arange(2_000) < 800
    apart = rng.uniform(1.2, 2.5)
    return ScoreTable.from_arrays(labels, rng.normal(size=2_000) + apart * (labels - 0.5))


def _matrix(cells: np.ndarray[Any, Any]) -> ConfusionMatrix:
    tp, fp, fn, tn = (float(cell) for cell in cells)
    return ConfusionMatrix(tp=tp, fp=fp, fn=fn, tn=tn)


def _g_mean_gap(first: ConfusionMatrix, second: ConfusionMatrix) -> float:
    one, other = (math.sqrt(c.true_positive_rate * c.true_negative_rate) for c in (first, second))
    return one - other


def _mcc_gap(first: ConfusionMatrix, second: ConfusionMatrix) -> float:
    return _mcc(first) - _mcc(second)


def _mcc(c: ConfusionMatrix) -> float:
    below = math.sqrt((c.tp + c.fp) * (c.tp + c.fn) * (c.tn + c.fp) * (c.tn + c.fn))
    return (c.tp * c.tn - c.fp * c.fn) / below if below > 0.0 else 0.0


GAPS: dict[str, Gap] = {
    "F1": wm.metrics.f_beta(1).gap,
    "G-mean": _g_mean_gap,
    "MCC": _mcc_gap,
}
"""Of metrics that have no weights to be drawn."""
