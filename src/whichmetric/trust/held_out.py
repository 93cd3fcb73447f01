"""How well metrics foretell answers that none of them has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation import Result
from whichmetric.inference import gaps
from whichmetric.metrics import Metric, accuracy, cost_ratio, f_beta
from whichmetric.studies import StudySpecification
from whichmetric.studies.check_pairs import CheckPairs
from whichmetric.trust.fit import Fit
from whichmetric.trust.given_answers import GivenAnswer
from whichmetric.values import Answer

__all__ = ["HeldOut", "Share", "agreeing", "agreement_rates", "fresh_pairs", "held_out"]

FloatArray = NDArray[np.float64]
FRESH = 120
"""Pairs that stand for all that could have been held out: of half as many, intervals of experts who
disagree with the elicited metric would miss the truth for the pairs that happened to be drawn."""
TAILS = (0.05, 0.95)


class Share(NamedTuple):
    """How many of some answers are as they should be.

    Parameters
    ----------
    right : float
        A count; "about equal" counts half where one option should have been chosen.
    out_of : int
        Answers, those that could not decide left out.
    """

    right: float
    out_of: int

    @property
    def rate(self) -> float:
        """Of those that were decided; not a number where there are none."""
        return self.right / self.out_of if self.out_of else float("nan")

    def __str__(self) -> str:
        return f"{self.right:g} of {self.out_of}"


class HeldOut(NamedTuple):
    """Answers to pairs near the estimate that it has not learnt from.

    Parameters
    ----------
    elicited : Share
        Answers that the elicited metric foretells.
    chosen : int
        Answers that prefer an option.
    guess : Share or None
        The same of the cost ratio that the expert guessed outright; None without a guess.
    accuracy, f1 : Share
        The same of metrics in common use.
    expected : float
        The rate at which the elicited metric is expected to foretell answers to fresh pairs of the
        same kind: the mean of what is fitted to all answers, in every kind of metrics by its
        probability, if the expert looks, unless it is likelier that the expert does not. A few
        held-out answers alone would be off by more than a tenth in every fourth study.
    interval : tuple of float
        90% of that, whether the expert looks or not.
    """

    elicited: Share
    chosen: int
    guess: Share | None
    accuracy: Share
    f1: Share
    expected: float
    interval: tuple[float, float]


def agreeing(judge: Metric, answers: Sequence[GivenAnswer]) -> Share:
    """How many of the answers a metric gives, too."""
    decided = [given for given in answers if given.decided]
    right = 0.0
    for given in decided:
        gap = judge.gap(*given.options)
        if given.answer is Answer.EQUAL or gap == 0.0:
            right += 0.5
        else:
            right += (gap > 0) == (given.answer is Answer.A)
    return Share(right, len(decided))


def fresh_pairs(
    specification: StudySpecification, result: Result, *, size: int = FRESH, seed: int = 0
) -> tuple[FloatArray, FloatArray]:
    """Pairs drawn as held-out ones are, near the estimate; each side of shape (k, 4).

    Rates tp, fp, fn, tn. There are none where no pair can be shown.
    """
    asks = specification
    pairs = CheckPairs(asks.feasible, asks.family, asks.out_of, asks.pairs_version)
    rng = np.random.default_rng(seed)
    drawn = (pairs.held_out(result.tile, rng, number) for number in range(size))
    found = [pair for pair in drawn if pair is not None]
    first, second = (
        np.array([pair[side].cells for pair in found]).reshape(-1, 4) for side in (0, 1)
    )
    return first, second


def held_out(
    answers: Sequence[GivenAnswer],
    result: Result,
    guess: float | None,
    experts: Sequence[Fit],
    fresh: tuple[FloatArray, FloatArray],
) -> HeldOut | None:
    """How well metrics foretell the held-out answers; None where there are none.

    Parameters
    ----------
    answers : sequence of GivenAnswer
        Of the whole session.
    result : Result
    guess : float or None
        The cost ratio that was guessed.
    experts : sequence of Fit
        Who fits all answers.
    fresh : tuple of ndarray of shape (k, 4)
        Pairs on which they are to agree with the elicited metric.
    """
    asked = [given for given in answers if given.purpose == "held-out"]
    if not any(given.decided for given in asked):
        return None
    rates = agreement_rates(experts, result, *fresh)
    looks = np.concatenate([fit.looks for fit in experts])
    low, high = (float(end) for end in np.quantile(rates, TAILS))
    believed = rates[looks] if looks.mean() > 0.5 else rates
    return HeldOut(
        elicited=agreeing(result.metric, asked),
        chosen=sum(given.chosen for given in asked),
        guess=None if guess is None else agreeing(cost_ratio(guess), asked),
        accuracy=agreeing(accuracy(), asked),
        f1=agreeing(f_beta(1), asked),
        expected=float(believed.mean()),
        interval=(low, high),
    )


def agreement_rates(
    fits: Sequence[Fit], result: Result, first: FloatArray, second: FloatArray
) -> FloatArray:
    """How often experts that fit agree with the elicited metric; ndarray of shape (draws,).

    Both may prefer mistakes: a fit is of answers turned round then, and so is its agreement.
    """
    a, b = (np.array([coordinate]) for coordinate in (result.tile.a, result.tile.b))
    better = gaps(a, b, first, second)[:, 0]
    return np.concatenate([fit.agreement(first, second, better) for fit in fits])
