"""Results of several experts, and what a panel has to know of each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from whichmetric.arguments import expect
from whichmetric.decisions.belief import refuse_decreasing
from whichmetric.elicitation import Result
from whichmetric.elicitation.result import WIDE, Quantiles
from whichmetric.errors import InvalidInputError
from whichmetric.inference import (
    COST_RATIO,
    Likelihood,
    flat_likelihood,
    likelihood_from_quantiles,
)
from whichmetric.values import checked_prevalence

__all__ = [
    "HEEDLESS",
    "ROUGH",
    "Experts",
    "Family",
    "common_prevalence",
    "deployment_prevalence",
    "estimate_of",
    "family_name",
    "family_of",
    "interval_of",
    "is_beyond",
    "is_heard",
    "likelihood_of",
    "named_results",
    "normal_view",
    "speaks_alone",
]

Experts = Sequence[Result] | Mapping[str, Result]
"""Results of several experts, in an order or by name."""
Family = Literal["linear", "f-beta"]
"""Of the metrics that are told by one number: the cost ratio, or beta."""
HEEDLESS = 0.5
"""Probability that answers do not follow what was shown, above which they are not counted as an
expert's view."""
DOUBTFUL = 0.2
"""The same, above which the others' answers have a say in whether they do. Up to this, who differs
from the others is not taken for somebody who does not look; ``make bench-panel`` measures what that
does to the spread, where somebody tosses a coin and where nobody does."""
FINE, ROUGH = 2, 8
"""Every other quantile of a posterior is fine enough beside the differences between experts, and
every eighth for a forecast."""
MANY = 10
"""Answers by which an expert has been asked about the farthest that whole counts can show."""
WIDTH_OF_HALF = 1.349
"""Of the middle half of a normal distribution, in standard deviations."""
SURE = 1e-4
"""Below this, a standard deviation of a logarithm is as good as none."""


def named_results(experts: Experts) -> dict[str, Result]:
    """Results by the names of their experts, refused where something else is among them."""
    remedy = "give several results, as a list or as a dictionary by name"
    given: Any = experts
    if isinstance(given, Mapping):
        named: dict[Any, Any] = dict(given)
    elif isinstance(given, Sequence) and not isinstance(given, str | bytes):
        named = {f"expert {place}": result for place, result in enumerate(given, start=1)}
    else:
        raise InvalidInputError(f"experts is {given!r}: {remedy}.")
    if not named:
        raise InvalidInputError(f"experts is empty: {remedy}.")
    for name, result in named.items():
        if not isinstance(name, str) or not name.strip():
            raise InvalidInputError(f"{name!r} is not an expert's name: give a text.")
        expect(f"the result of {name!r}", result, Result, "give what elicit(...) returns")
        refuse_decreasing(result, name)
    return named


def is_heard(answered: int, heedless: float | None) -> bool:
    """Whether there are answers, which more probably than not follow what was shown."""
    return answered > 0 and (heedless is None or heedless <= HEEDLESS)


def speaks_alone(heedless: float | None) -> bool:
    """Whether the own answers alone decide if they follow what was shown."""
    return heedless is None or heedless <= DOUBTFUL


def family_name(result: Result) -> Family | None:
    """The family of a metric that is told by one number; None of one with two."""
    if result.cost_ratio is not None:
        return "linear"
    return None if result.beta is None else "f-beta"


def family_of(results: Mapping[str, Result]) -> Family:
    """The family of all results, refused where they differ or have no such number."""
    kinds = {name: family_name(result) for name, result in results.items()}
    for name, kind in kinds.items():
        if kind is None:
            raise InvalidInputError(
                f"The metric of {name!r} is linear-fractional, with two numbers, which are not "
                'pooled: ask for family="linear" or "f-beta", or call compromise(...), which takes '
                "experts of every family."
            )
    families = {kind for kind in kinds.values() if kind is not None}
    if len(families) > 1:
        told = ", ".join(f"{name}: {kind}" for name, kind in kinds.items())
        raise InvalidInputError(
            f"The experts' metrics are of different families ({told}): pool one family at a time, "
            "or call compromise(...), which takes experts of every family."
        )
    return families.pop()


def likelihood_of(family: Family, result: Result, every: int = FINE) -> Likelihood:
    """What the answers say, without what was believed before.

    Where they hardly leave open that they say nothing, that is told apart, and the own answers
    decide about it. Else it is left in the likelihood, and the others decide about it, too.

    Parameters
    ----------
    family : {"linear", "f-beta"}
    result : Result
    every : int
        One of so many quantiles is used.
    """
    spread = result.intervals["cost_ratio" if family == "linear" else "beta"]
    if isinstance(spread, Quantiles) and result.prior is not None:
        p, x = (np.array(column)[::every] for column in (spread.probabilities, spread.values))
        alone = result.heedless if speaks_alone(result.heedless) else None
        return likelihood_from_quantiles(p, x, result.prior, alone)
    low, high = spread.at(0.9)
    return flat_likelihood(low, high)


def estimate_of(result: Result) -> float:
    """The cost ratio, or beta."""
    x = result.cost_ratio if result.cost_ratio is not None else result.beta
    assert x is not None
    return x


def interval_of(result: Result, level: float) -> tuple[float, float]:
    """That of the cost ratio, or of beta: (low, high)."""
    own = result.interval("cost_ratio" if result.cost_ratio is not None else "beta", level)
    assert own is not None
    return own


def is_beyond(result: Result) -> bool:
    """Whether many answers have not come to an end of what may weigh as much: nothing asks more."""
    low, high = interval_of(result, WIDE)
    return result.learnt >= MANY and (low <= 0.0 or high == np.inf)


def normal_view(result: Result) -> tuple[float, float]:
    """Where the answers put the logarithm if the expert looks, and a standard deviation."""
    # The middle half: beyond it lies the possibility that the expert does not look.
    low, high = interval_of(result, 0.5)
    if low <= 0.0 or high == np.inf:
        prior = result.prior or COST_RATIO
        return float(np.log(prior.centre)), prior.spread * float(np.pi / np.sqrt(3.0))
    return float(np.log(high * low)) / 2, max(float(np.log(high / low)) / WIDTH_OF_HALF, SURE)


def common_prevalence(results: Mapping[str, Result]) -> float | None:
    """The share of positive cases that all experts were asked about; None where it differs."""
    shares = [result.prevalence for result in results.values()]
    return shares[0] if np.allclose(shares, shares[0], rtol=1e-9, atol=0.0) else None


def deployment_prevalence(asked: float | None, given: float | None) -> float:
    """Where the model will work: as given, else where all experts were asked about."""
    share = asked if given is None else checked_prevalence(given)
    if share is None:
        raise InvalidInputError(
            "The experts were asked about different shares of positive cases: "
            "give prevalence, the share where the model will work."
        )
    return share
