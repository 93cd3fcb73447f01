"""What one more expert, or more questions, would change: a forecast.

One more expert is taken to answer as one of those who were asked, from where one more of this kind
may lie, with the possibility that such answers say nothing. For more questions, each expert who is
heard is taken to look at the options, to lie near where the own answers say, and to be known
afterwards as well as experts were after five more questions when that was measured; but who lies
beyond all that can be asked is known no better by more of it. What might come
is played through several times, and pooled as the answers themselves are.

=======  ======================================================
symbol   meaning
=======  ======================================================
``y``    where an expert's answers put the logarithm
``d``    how surely, a standard deviation, if the expert looks
=======  ======================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference import (
    Likelihood,
    LogisticPrior,
    PooledDraws,
    PooledPosterior,
    flat_likelihood,
)

__all__ = ["MORE_QUESTIONS", "Asked", "Outlook", "outlook", "width_with_another"]

FloatArray = NDArray[np.float64]
MORE_QUESTIONS = 5
"""To each expert, in the forecast."""
ANSWERS = (5.0, 10.0, 15.0, 20.0, 25.0)
SHRINKAGE = (0.15, 0.18, 0.39, 0.53, 0.63)
"""What five more questions, after so many answers, leave of the width of the middle half of an
expert's own interval, as a median; ``make bench-panel`` measures this and the next."""
DOUBT = (0.83, 0.65, 0.28, 0.19, 0.17)
"""The same of the odds that the expert does not look, of one who does."""
PLAYED = 18
"""How often more questions are played through."""
NEAR = 4.0
"""Deviations from where the own answers put an expert, within which one who looks lies."""
STEPS = np.tan(np.pi * (np.arange(1, 24) / 24 - 0.5))
INSIDE = (STEPS[1:] + STEPS[:-1]) / 2
"""Of a Cauchy distribution, between which its density is taken to be level, and in between: what
answers say has shoulders, since each of them may be wrong."""
HALF = 0.6745
"""Of a normal distribution's middle half, in standard deviations."""
OTHERS = 16
"""Experts who might come next, evenly among all."""


class Asked(NamedTuple):
    """What is known of an expert who may be asked more.

    Parameters
    ----------
    y, d : float
        Where the answers put the logarithm, and a standard deviation, if the expert looks.
    answered : int
    heedless : float
        Probability that the expert does not look.
    said : Likelihood
        What the answers say.
    says_more : bool
        Whether more answers are taken to say more.
    """

    y: float
    d: float
    answered: int
    heedless: float
    said: Likelihood
    says_more: bool

    def after_more(self, theta: float, rng: np.random.Generator) -> Likelihood:
        """What answers to five more questions will have said of an expert who is at `theta`."""
        left, doubt = (float(np.interp(self.answered, ANSWERS, of)) for of in (SHRINKAGE, DOUBT))
        middle, half = theta + left * self.d * rng.normal(), left * self.d * HALF
        odds = doubt * self.heedless / (1.0 - self.heedless)
        heights = np.concatenate(([0.0], 1.0 / (1.0 + INSIDE**2), [0.0]))
        return Likelihood(middle + half * STEPS, heights / heights.max(), odds / (1.0 + odds))


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """How well the centre would be known: the upper end of its interval over the lower one.

    Parameters
    ----------
    now : float
    one_more_expert : float
        Expected after as many questions to one more expert, who answers as they do.
    more_questions : float
        Expected after five more questions to each of them, if they look at the options.
    endless_questions : float
        Expected if they were asked for ever: what is left is that they are so few.
    """

    now: float
    one_more_expert: float
    more_questions: float
    endless_questions: float


def outlook(
    experts: Sequence[Asked],
    draws: PooledDraws,
    prior: LogisticPrior,
    widths: tuple[float, float],
    level: float,
    rng: np.random.Generator,
) -> Outlook:
    """The forecast.

    Parameters
    ----------
    experts : sequence of Asked
    draws : PooledDraws
        What all answers leave open.
    prior : LogisticPrior
        Of the centre.
    widths : tuple of float
        Of the centre's interval, a logarithm: at present, and after one more expert.
    level : float
        Probability of the interval.
    rng : Generator
    """
    more, endless = [], []
    for views in _views(experts, draws, rng):
        pairs = list(zip(experts, views.tolist(), strict=True))
        after = [one.after_more(at, rng) if one.says_more else one.said for one, at in pairs]
        exact = [
            flat_likelihood(np.exp(at), np.exp(at)) if one.says_more else one.said
            for one, at in pairs
        ]
        more.append(_width(PooledPosterior(after, prior), level))
        endless.append(_width(PooledPosterior(exact, prior), level))
    # More is known by more answers: a forecast by chance that says otherwise is not one.
    now, grown = widths[0], min(widths)
    expected = min(float(np.median(more)), now)
    return Outlook(
        now=float(np.exp(now)),
        one_more_expert=float(np.exp(grown)),
        more_questions=float(np.exp(expected)),
        endless_questions=float(np.exp(min(float(np.median(endless)), expected))),
    )


def width_with_another(
    posterior: PooledPosterior,
    experts: Sequence[tuple[float, Likelihood]],
    another: FloatArray,
    level: float,
) -> float:
    """Width of the centre's interval that is expected after one more expert, as a median.

    Parameters
    ----------
    posterior : PooledPosterior
    experts : sequence of (y, Likelihood)
        Of whom the one to come answers like one: where the answers put the logarithm, and what
        they say of it.
    another : ndarray of shape (n,)
        Where one more expert may lie, equally probable.
    level : float
        Probability of the interval.
    """
    tails = ((1.0 - level) / 2, (1.0 + level) / 2)
    widths = []
    for place, theta in enumerate(np.quantile(another, (np.arange(OTHERS) + 0.5) / OTHERS)):
        y, likelihood = experts[place % len(experts)]
        low, high = posterior.centre_quantile_with(likelihood.moved(theta - y), tails)
        widths.append(high - low)
    return float(np.median(widths))


def _views(experts: Sequence[Asked], draws: PooledDraws, rng: np.random.Generator) -> FloatArray:
    """Where experts who look may lie, of shape (PLAYED, experts)."""
    asked = np.array([one.says_more for one in experts])
    y, d = (np.array([one[place] for one in experts]) for place in (0, 1))
    away = np.abs(draws.experts - y)[:, asked] / d[asked]
    farthest = away.max(axis=1, initial=0.0)
    near = max(int(np.sum(farthest <= NEAR)), PLAYED)
    return np.asarray(draws.experts[rng.choice(np.argsort(farthest)[:near], PLAYED, replace=False)])


def _width(posterior: PooledPosterior, level: float) -> float:
    low, high = posterior.centre_quantile(((1.0 - level) / 2, (1.0 + level) / 2))
    return float(high - low)
