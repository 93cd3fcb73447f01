"""How long a person waits for the next question."""

from __future__ import annotations

import math
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.experts import Expert
from benchmarks.methods import OURS, methods_for
from benchmarks.settings import Setting, population
from benchmarks.statistics import bootstrapped, quantile, ratio_of_medians

__all__ = ["time_methods"]


def time_methods(
    setting: Setting, *, experts: int, questions: int, seed: int
) -> list[dict[str, Any]]:
    """Milliseconds from an answer to the next question (`tell` and `ask`), one core, no company.

    Parameters
    ----------
    setting : Setting
    experts, questions : int
        How many, and how many each.
    seed : int

    Returns
    -------
    list of dict
        One for each method: median and 95th percentile over all questions, and how many times
        ours the median is, with intervals over experts.
    """
    with threadpool_limits(limits=1):
        waits = {
            method.name: np.array(
                [_waits(setting, method.name, questions, seed, index) for index in range(experts)]
            )
            for method in methods_for(setting)
        }
    return [
        {
            "family": setting.family,
            "population": setting.population,
            "habit": setting.habit,
            "method": name,
            "experts": experts,
            "questions": questions,
            "median_ms": bootstrapped(own, partial(quantile, share=0.5)).plain(),
            "p95_ms": bootstrapped(own, partial(quantile, share=0.95)).plain(),
            "times_ours": bootstrapped(
                np.stack((waits[OURS], own), axis=-1), ratio_of_medians
            ).plain(),
        }
        for name, own in waits.items()
    ]


def _waits(setting: Setting, name: str, questions: int, seed: int, index: int) -> list[float]:
    """Milliseconds of each question, NaN where the elicitor was done before."""
    feasible = population(setting.population)
    expert = Expert(setting.family, setting.response, seed, index)
    oracle = expert.oracle()
    (method,) = (known for known in methods_for(setting) if known.name == name)
    elicitor = method.make(feasible, setting.family, questions, expert.for_elicitor())
    waits = [math.nan] * questions
    question = elicitor.ask()
    while question is not None:
        answer = oracle.answer(question)
        start = perf_counter()
        elicitor.tell(question, answer)
        question = elicitor.ask()
        waits[len(elicitor.history) - 1] = 1000.0 * (perf_counter() - start)
    return waits
