"""One panel, or one crowd, compared with what is true of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import NamedTuple

import numpy as np

import whichmetric as wm
from whichmetric.geometry import FeasibleRegion
from whichmetric.geometry.readable_number import readable_number
from whichmetric.responses import Flip, Logistic, Response
from whichmetric.sources import breast_cancer_table

__all__ = [
    "CROWDS",
    "PANELS",
    "Asked",
    "Crowd",
    "PanelDesign",
    "ask_coin",
    "ask_expert",
    "crowd_trial",
    "panel_trial",
    "population",
]

LOWEST, HIGHEST = np.log(0.03), np.log(600.0)
"""Logarithms of the cost ratios of experts that may be drawn."""
CENTRES = np.log(1.0), np.log(20.0)
"""Between which the centre of a panel lies."""
EXPERTS, QUESTIONS = 5, 20
"""In a panel, and to each."""
FLIPS = 0.1
PEOPLE = 200
RATIOS = np.log(1 / 5), np.log(100.0)
"""Logarithms of the cost ratios of crowds."""


class Asked(NamedTuple):
    """One expert who was asked: the truth, and what was learnt."""

    log_ratio: float
    result: wm.Result


@dataclass(frozen=True)
class PanelDesign:
    """Panels that are drawn.

    Parameters
    ----------
    name : str
    spread : float
        Standard deviation of the logarithm of the cost ratio.
    coins : int
        How many of the five toss a coin instead.
    """

    name: str
    spread: float
    coins: int = 0


PANELS = (
    PanelDesign("spread 0.3", 0.3),
    PanelDesign("spread 0.6", 0.6),
    PanelDesign("spread 1.0", 1.0),
    PanelDesign("spread 0.6, one of five tosses a coin", 0.6, 1),
)


@dataclass(frozen=True)
class Crowd:
    """Crowds that are asked.

    Parameters
    ----------
    name : str
    where : str
        The population, for `population`.
    response : Response
        Of every person.
    spread : float
        Between persons.
    """

    name: str
    where: str
    response: Response
    spread: float = 0.0


CROWDS = (
    Crowd("synthetic, 15% flips", "synthetic", Flip(0.15)),
    Crowd("breast cancer, 15% flips", "breast cancer", Flip(0.15)),
    Crowd("breast cancer at 3%, 15% flips", "rare", Flip(0.15)),
    Crowd("breast cancer, people who differ", "breast cancer", Logistic(0.02, lapse=0.2), 0.5),
)


@cache
def population(where: str) -> FeasibleRegion:
    """What is asked about."""
    if where == "synthetic":
        return wm.SigmoidPopulation(5.0).feasible_set()
    return wm.FeasibleSet(breast_cancer_table(), prevalence=0.03 if where == "rare" else None)


def ask_expert(place: int, places: int, seed: int) -> Asked:
    """The expert at one of so many evenly spaced cost ratios."""
    log_ratio = LOWEST + (HIGHEST - LOWEST) * (place + 0.5) / places
    metric = wm.metrics.cost_ratio(float(np.exp(log_ratio)))
    return _ask(log_ratio, wm.MetricOracle(metric, Flip(FLIPS), rng=seed + place), seed + place)


def ask_coin(place: int, seed: int) -> Asked:
    """Somebody who tosses a coin."""
    coin = wm.MetricOracle(wm.metrics.accuracy(), Flip(0.5), rng=(seed + place) * 7 + 1)
    return _ask(np.nan, coin, seed + place)


def _ask(log_ratio: float, expert: wm.MetricOracle, seed: int) -> Asked:
    elicitor = wm.make_elicitor(
        population("breast cancer"), max_questions=QUESTIONS, out_of=1_000, rng=seed
    )
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, expert.answer(question))
    return Asked(log_ratio, elicitor.estimate())


def panel_trial(
    design: PanelDesign, experts: list[Asked], coins: list[Asked], seed: int
) -> dict[str, float]:
    """One panel: whether the truth is held, and what was made of the spread."""
    rng = np.random.default_rng((seed, round(100 * design.spread), design.coins))
    centre = rng.uniform(*CENTRES)
    wanted = centre + design.spread * rng.normal(size=EXPERTS - design.coins)
    known = np.array([asked.log_ratio for asked in experts])
    chosen = [experts[int(np.abs(known - log).argmin())] for log in wanted]
    chosen += [coins[int(place)] for place in rng.choice(len(coins), design.coins)]
    started = perf_counter()
    together = wm.panel([asked.result for asked in chosen])
    seconds = perf_counter() - started
    low, high = np.log(together.centre_interval)
    narrow, wide = together.spread_interval
    return {
        "centre_holds": low <= centre <= high,
        "centre_error": abs(np.log(together.centre) - centre),
        "centre_width": high - low,
        "spread_ratio": together.spread / design.spread,
        "spread_holds": narrow <= design.spread <= wide,
        "seconds": seconds,
    }


def crowd_trial(crowd: Crowd, seed: int, people: int = PEOPLE) -> dict[str, float]:
    """One crowd: by what factor its cost ratio is off, and what asking took."""
    rng = np.random.default_rng(seed)
    log_ratio = rng.uniform(*RATIOS)
    feasible = population(crowd.where)
    oracle = wm.CrowdOracle(
        wm.metrics.cost_ratio(float(np.exp(log_ratio))),
        crowd.response,
        spread=crowd.spread,
        rng=rng,
    )
    elicitor = wm.make_elicitor(
        feasible,
        crowd=True,
        max_questions=people,
        out_of=readable_number(feasible.prevalence),
        rng=seed,
    )
    slowest = 0.0
    while True:
        started = perf_counter()
        question = elicitor.ask()
        if question is None:
            break
        elicitor.tell(question, oracle.answer(question))
        slowest = max(slowest, perf_counter() - started)
    result = elicitor.estimate()
    ends = result.interval("cost_ratio")
    assert result.cost_ratio is not None
    assert ends is not None
    return {
        "factor": float(np.exp(abs(np.log(result.cost_ratio) - log_ratio))),
        "holds": bool(ends[0] <= np.exp(log_ratio) <= ends[1]),
        "slowest": slowest,
    }
