"""What more questions would change, as foretold and as it came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import whichmetric as wm
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import COST_RATIO, PooledPosterior, flat_likelihood
from whichmetric.responses import Flip
from whichmetric.sources import breast_cancer_table

__all__ = [
    "ANSWERS",
    "EXPERTS",
    "SIZES",
    "STARTS",
    "Stepwise",
    "ask_stepwise",
    "forecast_row",
    "growth_row",
]

EXPERTS = 180
"""Who are asked step by step, to draw from."""
LOWEST, HIGHEST = np.log(0.3), np.log(150.0)
"""Logarithms of their cost ratios."""
CENTRES = np.log(2.0), np.log(15.0)
SPREAD = 0.5
"""Of the experts of a panel: centres between these, and a standard deviation."""
SIZES, STARTS = (2, 3, 5), (5, 10, 25)
"""Experts in a panel, and their answers when the forecast is made."""
STEP, STEPS = 5, 6
ANSWERS = tuple(range(STEP, STEP * STEPS, STEP))
FLIPS = 0.05


class Stepwise(NamedTuple):
    """One expert who was asked: the truth, and what was known after every five answers."""

    log_ratio: float
    after: Mapping[int, wm.Result]


@cache
def _population() -> FeasibleRegion:
    return wm.FeasibleSet(breast_cancer_table(), prevalence=0.08)


def ask_stepwise(place: int, places: int, seed: int) -> Stepwise:
    """The expert at one of so many evenly spaced cost ratios."""
    log_ratio = LOWEST + (HIGHEST - LOWEST) * (place + 0.5) / places
    metric = wm.metrics.cost_ratio(float(np.exp(log_ratio)))
    expert = wm.MetricOracle(metric, Flip(FLIPS), rng=seed + place)
    elicitor = wm.make_elicitor(
        _population(), max_questions=STEP * STEPS, out_of=1_000, rng=seed + place
    )
    after = {}
    for number in range(1, STEP * STEPS + 1):
        question = elicitor.ask()
        if question is not None:
            elicitor.tell(question, expert.answer(question))
        if number % STEP == 0:
            after[number] = elicitor.estimate()
    return Stepwise(log_ratio, after)


def growth_row(answers: int, experts: Sequence[Stepwise]) -> dict[str, Any]:
    """What five more answers leave of an expert's interval, and of the doubt; medians."""
    pairs = [(one.after[answers], one.after[answers + STEP]) for one in experts]
    widths = [_half(later) / _half(now) for now, later in pairs]
    doubts = [_odds(later) / _odds(now) for now, later in pairs]
    return {
        "answers": answers,
        "width_left": float(np.median(widths)),
        "doubt_left": float(np.median(doubts)),
    }


def forecast_row(
    size: int, answers: int, experts: Sequence[Stepwise], panels: int, seed: int
) -> dict[str, Any]:
    """Forecasts of panels beside what came; factors between the ends of an interval."""
    told = [_forecast(size, answers, experts, seed + number) for number in range(panels)]
    now, more, came, endless, at_last = (np.array(column) for column in zip(*told, strict=True))
    off_more, off_endless = (
        np.exp(np.quantile(np.abs(np.log(foretold / true)), (0.5, 0.9))).tolist()
        for foretold, true in ((more, came), (endless, at_last))
    )
    return {
        "experts": size,
        "answers": answers,
        "now": float(np.median(now)),
        "more": float(np.median(more)),
        "came": float(np.median(came)),
        "more_off": off_more,
        "endless": float(np.median(endless)),
        "came_at_last": float(np.median(at_last)),
        "endless_off": off_endless,
    }


def _forecast(
    size: int, answers: int, experts: Sequence[Stepwise], seed: int
) -> tuple[float, float, float, float, float]:
    rng = np.random.default_rng((seed, size))
    centre = rng.uniform(*CENTRES)
    left = list(experts)
    chosen: list[Stepwise] = []
    for wanted in centre + SPREAD * rng.normal(size=size):
        away = [abs(one.log_ratio - wanted) for one in left]
        chosen.append(left.pop(int(np.argmin(away))))
    ahead = wm.panel([one.after[answers] for one in chosen]).outlook
    came = wm.panel([one.after[answers + STEP] for one in chosen]).outlook.now
    truths = [float(np.exp(one.log_ratio)) for one in chosen]
    exact = PooledPosterior([flat_likelihood(x, x) for x in truths], COST_RATIO)
    low, high = exact.centre_quantile((0.05, 0.95))
    return (
        ahead.now,
        ahead.more_questions,
        came,
        ahead.endless_questions,
        float(np.exp(high - low)),
    )


def _half(result: wm.Result) -> float:
    ends = result.interval("cost_ratio", 0.5)
    assert ends is not None
    return float(np.log(ends[1] / ends[0]))


def _odds(result: wm.Result) -> float:
    assert result.heedless is not None
    return result.heedless / (1.0 - result.heedless)
