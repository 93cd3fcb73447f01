"""What an expert says who never looks, learnt from what was said before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import exp, lgamma, log
from typing import NamedTuple

from whichmetric.values import Answer

__all__ = [
    "COIN",
    "EVENLY",
    "Guess",
    "guess_after",
    "log_probability_in_turn",
    "probability_in_turn",
]

LEANING = 0.1
"""Prior probability of a leaning to one side; else a fair coin decides between A and B."""
IN_TURN = 0.5
"""Of those who never look, how many are supposed to let each answer follow from the one before."""
EQUAL_BEFORE, CHOICE_BEFORE = 0.5, 1.0
"""Answers that the prior of the rate of "about equal" is worth: one in three, but hardly known."""


class Guess(NamedTuple):
    """Probabilities of the answers."""

    a: float
    b: float
    equal: float

    def of(self, answer: Answer) -> float:
        """The probability of one answer."""
        return {Answer.A: self.a, Answer.B: self.b, Answer.EQUAL: self.equal}[answer]


COIN, EVENLY = Guess(0.5, 0.5, 0.0), Guess(1 / 3, 1 / 3, 1 / 3)
"""Lapses before anybody says "about equal", when sides are ways of looking, and after."""


def guess_after(said: Sequence[Answer]) -> Guess:
    """The next answer of an expert who never looks.

    "About equal" comes at some rate. Otherwise it is A or B by a fair coin, or by a leaning of the
    expert's own. Multiplied over all answers, this is the exact probability of all that was said
    with the rate and the leaning integrated out, so that neither one "about equal" nor a favourite
    button makes somebody look attentive.

    Parameters
    ----------
    said : sequence of Answer
        A, B or EQUAL, in any order.

    Examples
    --------
    >>> [round(p, 3) for p in guess_after([])]
    [0.333, 0.333, 0.333]
    >>> [round(p, 3) for p in guess_after([Answer.A] * 20 + [Answer.EQUAL])]
    [0.911, 0.022, 0.067]
    """
    a, b, equal = (
        sum(one is answer for one in said) for answer in (Answer.A, Answer.B, Answer.EQUAL)
    )
    fair = log(1.0 - LEANING) - (a + b) * log(2.0)
    leaning = log(LEANING) + _log_beta(a + 0.5, b + 0.5) - _log_beta(0.5, 0.5)
    leans = 1.0 / (1.0 + exp(min(fair - leaning, 700.0)))
    first = (1.0 - leans) / 2 + leans * (a + 0.5) / (a + b + 1.0)
    rate = (equal + EQUAL_BEFORE) / (len(said) + EQUAL_BEFORE + CHOICE_BEFORE)
    return Guess((1.0 - rate) * first, (1.0 - rate) * (1.0 - first), rate)


def probability_in_turn(said: Sequence[Answer], never: float, log_evidence: float) -> float:
    """Probability that each answer follows from the one before, not from what is shown.

    Parameters
    ----------
    said : sequence of Answer
        A, B or EQUAL, in order.
    never : float
        Probability that the expert never looks, before the first answer.
    log_evidence : float
        Logarithm of the probability of all answers, if they do not follow from one another.

    Examples
    --------
    >>> round(probability_in_turn([Answer.A, Answer.B] * 6, 0.2, log_evidence=12 * log(0.5)), 2)
    0.92
    """
    if never == 0.0:
        return 0.0
    lead = log(IN_TURN * never) + log_probability_in_turn(said) - log_evidence
    return 1.0 / (1.0 + exp(min(max(-lead, -700.0), 700.0)))


def log_probability_in_turn(said: Sequence[Answer]) -> float:
    """Logarithm of the probability of all answers, if each follows from the one before alone.

    Which answer follows which is a habit of the expert's own, such as A and B in turn, and is
    integrated out: each answer in use is as probable as the others before anything is known.

    Parameters
    ----------
    said : sequence of Answer
        A, B or EQUAL, in order.

    Examples
    --------
    A coin says any twelve answers with probability 2 ** -12; who takes turns, these:

    >>> round(exp(log_probability_in_turn([Answer.A, Answer.B] * 6)) * 2**12)
    114
    """
    if not said:
        return 0.0
    in_use = 3 if Answer.EQUAL in said else 2
    logarithm = -log(in_use)
    following = Counter(pairwise(said))
    for first, times in Counter(said[:-1]).items():
        counts = [following[first, then] for then in Answer]
        logarithm += lgamma(in_use / 2) - lgamma(times + in_use / 2)
        logarithm += sum(lgamma(count + 0.5) - lgamma(0.5) for count in counts)
    return logarithm


def _log_beta(x: float, y: float) -> float:
    return lgamma(x) + lgamma(y) - lgamma(x + y)
