"""Many runs in a few numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from whichmetric.simulation.judge import Checkpoint
from whichmetric.simulation.run import Run

__all__ = ["ERRORS", "Coverage", "Distribution", "SummaryRow", "summarise"]

ERRORS = (
    "disagreement",
    "regret",
    "angle_error",
    "cost_ratio_factor",
    "b_error",
    "beta_factor",
)
"""What a row gives the distribution of."""
Z_95 = 1.959964
"""Standard normal quantile of a two-sided 95% interval."""


@dataclass(frozen=True)
class Distribution:
    """An error over the runs that have it.

    Parameters
    ----------
    mean, median : float
    p90 : float
        The smallest value that nine in ten runs do not exceed.
    runs : int
        How many runs have it.
    """

    mean: float
    median: float
    p90: float
    runs: int


@dataclass(frozen=True)
class Coverage:
    """How often the 90% interval held the truth.

    Parameters
    ----------
    share : float
        Of the runs to which it applies.
    low, high : float
        Wilson's 95% interval of that share, had there been ever more runs.
    runs : int
    """

    share: float
    low: float
    high: float
    runs: int


@dataclass(frozen=True, kw_only=True)
class SummaryRow:
    """All runs after at most so many questions; a run that has stopped stays as it was.

    Parameters
    ----------
    questions : int
    mean_questions : float
        That were really answered.
    asking : float
        Share of the runs that go on after this.
    stopped : mapping of str to float
        Share of the runs that have stopped, by reason.
    disagreement, regret : Distribution or None
        See `Checkpoint`; None where it applies to no run.
    angle_error, cost_ratio_factor, b_error, beta_factor : Distribution or None
    cost_ratio_coverage, beta_coverage, a_coverage, b_coverage : Coverage or None
    """

    questions: int
    mean_questions: float
    asking: float
    stopped: Mapping[str, float]
    disagreement: Distribution | None
    regret: Distribution | None
    angle_error: Distribution | None
    cost_ratio_factor: Distribution | None
    b_error: Distribution | None
    beta_factor: Distribution | None
    cost_ratio_coverage: Coverage | None
    beta_coverage: Coverage | None
    a_coverage: Coverage | None
    b_coverage: Coverage | None


def summarise(runs: Sequence[Run], questions: int) -> SummaryRow:
    """One row: every run as it was after at most this many questions."""
    states = [state for run in runs if (state := run.after(questions)) is not None]
    ended = Counter(run.stopped for run in runs if run.questions <= questions)
    return SummaryRow(
        questions=questions,
        mean_questions=float(np.mean([min(run.questions, questions) for run in runs])),
        asking=1.0 - ended.total() / len(runs),
        stopped=MappingProxyType(
            {reason: count / len(runs) for reason, count in sorted(ended.items())}
        ),
        cost_ratio_coverage=_coverage(states, "cost_ratio_covered"),
        beta_coverage=_coverage(states, "beta_covered"),
        a_coverage=_coverage(states, "a_covered"),
        b_coverage=_coverage(states, "b_covered"),
        **{name: _distribution(states, name) for name in ERRORS},
    )


def _distribution(states: Sequence[Checkpoint], name: str) -> Distribution | None:
    values = [value for state in states if (value := getattr(state, name)) is not None]
    if not values:
        return None
    # Not interpolated: an infinite factor has no place half way to it.
    median, p90 = np.quantile(values, (0.5, 0.9), method="inverted_cdf")
    return Distribution(float(np.mean(values)), float(median), float(p90), len(values))


def _coverage(states: Sequence[Checkpoint], name: str) -> Coverage | None:
    held = [value for state in states if (value := getattr(state, name)) is not None]
    if not held:
        return None
    n, share = len(held), sum(held) / len(held)
    centre = (share + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    reach = Z_95 / (1 + Z_95**2 / n) * math.sqrt(share * (1 - share) / n + (Z_95 / (2 * n)) ** 2)
    return Coverage(share, max(centre - reach, 0.0), min(centre + reach, 1.0), n)
