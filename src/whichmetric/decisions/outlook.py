"""What one more expert, or more questions, would change: a forecast.

One more expert is taken to answer as one of those who were asked, from where one more of this kind
may lie, with the possibility that such answers say nothing. For more questions, what each expert's
answers say is taken for a normal likelihood: then the centre can be integrated out by formula for
every spread. What might come is played through many times.

=======  ==============================================
symbol   meaning
=======  ==============================================
``y``    where an expert's answers put the logarithm
``s``    how surely, a standard deviation
``tau``  spread of the experts
=======  ==============================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference import Likelihood, PooledDraws, PooledPosterior
from whichmetric.inference.pooling import SPREAD, SPREADS

__all__ = ["MORE_QUESTIONS", "Outlook", "outlook", "width_with_another"]

FloatArray = NDArray[np.float64]
MORE_QUESTIONS = 5
"""To each expert, in the forecast."""
SHRINKAGE = 0.45
"""What five more questions, after 15, leave of the width of an expert's own interval, as a median;
``make bench-panel`` measures it."""
PLAYED = 64
"""How often more questions are played through."""
OTHERS = 16
"""Experts who might come next, evenly among all."""
EXACT = 1e-3
"""Standard deviation of an expert who was asked for ever."""


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """How well the centre would be known: the upper end of its interval over the lower one.

    Parameters
    ----------
    now : float
    one_more_expert : float
        Expected after as many questions to one more expert, who answers as they do.
    more_questions : float
        Expected after five more questions to each of them.
    endless_questions : float
        Expected if they were asked for ever: what is left is that they are so few.
    """

    now: float
    one_more_expert: float
    more_questions: float
    endless_questions: float


def outlook(
    y: FloatArray,
    s: FloatArray,
    draws: PooledDraws,
    widths: tuple[float, float],
    rng: np.random.Generator,
) -> Outlook:
    """The forecast.

    Parameters
    ----------
    y, s : ndarray of shape (experts,)
    draws : PooledDraws
        What all answers leave open.
    widths : tuple of float
        Of the centre's interval, a logarithm: at present, and after one more expert.
    rng : Generator
    """
    views = draws.experts[rng.choice(len(draws.centre), PLAYED)]

    def seen(error: FloatArray) -> FloatArray:
        return np.asarray(views + error * rng.normal(size=views.shape))

    before = _deviation(y[None, :], s)
    sharper, exact = SHRINKAGE * s, np.full_like(s, EXACT)
    # More is known by more answers: a forecast by chance that says otherwise is not one.
    now, grown = widths[0], min(widths)
    more = min(_deviation(seen(sharper), sharper) / before, 1.0)
    endless = min(_deviation(seen(exact), exact) / before, more)
    return Outlook(
        now=float(np.exp(now)),
        one_more_expert=float(np.exp(grown)),
        more_questions=float(np.exp(now * more)),
        endless_questions=float(np.exp(now * endless)),
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


def _deviation(y: FloatArray, s: FloatArray) -> float:
    """Standard deviation of the centre on average over cases; y of shape (cases, experts)."""
    weights = 1.0 / (s**2 + SPREADS[:, None] ** 2)  # of shape (spreads, experts)
    total = weights.sum(axis=1)
    centre = y @ weights.T / total  # of shape (cases, spreads)
    apart = np.einsum("je,cje->cj", weights, (y[:, None, :] - centre[..., None]) ** 2)
    logs = 0.5 * (np.log(weights).sum(axis=1) - np.log(total) - apart)
    logs = logs + np.log(SPREADS / (1.0 + (SPREADS / SPREAD) ** 2))
    chances = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    mean = (chances * centre).sum(axis=1, keepdims=True)
    variance = (chances * (1.0 / total + (centre - mean) ** 2)).sum(axis=1)
    return float(np.sqrt(variance).mean())
