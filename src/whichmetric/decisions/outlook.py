"""What one more expert, or more questions, would change: a forecast by normal distributions.

What each expert's answers say is taken for a normal likelihood. Then the centre can be integrated
out by formula for every spread, and what might come is played through many times.

=======  ==============================================
symbol   meaning
=======  ==============================================
``y``    where an expert's answers put the logarithm
``s``    how surely, a standard deviation
``tau``  spread of the experts
=======  ==============================================
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference import PooledDraws
from whichmetric.inference.pooling import SPREAD, SPREADS

__all__ = ["MORE_QUESTIONS", "Outlook", "outlook"]

FloatArray = NDArray[np.float64]
MORE_QUESTIONS = 5
"""To each expert, in the forecast."""
SHRINKAGE = 0.45
"""What five more questions, after 15, leave of the width of an expert's own interval, as a median;
``make bench-panel`` measures it."""
PLAYED = 64
"""How often what might come is played through."""
EXACT = 1e-3
"""Standard deviation of an expert who was asked for ever."""


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """How well the centre would be known: the upper end of its interval over the lower one.

    Parameters
    ----------
    now : float
    one_more_expert : float
        Expected after as many questions to one more expert as to those who were asked.
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
    y: FloatArray, s: FloatArray, draws: PooledDraws, now: float, rng: np.random.Generator
) -> Outlook:
    """The forecast.

    Parameters
    ----------
    y, s : ndarray of shape (experts,)
    draws : PooledDraws
        What all answers leave open.
    now : float
        Ratio of the ends of the centre's interval at present.
    rng : Generator
    """
    picked = rng.choice(len(draws.centre), PLAYED)
    views, another = draws.experts[picked], draws.another[picked, None]
    usual = float(np.median(s))

    def seen(theta: FloatArray, error: FloatArray) -> FloatArray:
        return np.asarray(theta + error * rng.normal(size=theta.shape))

    before = _deviation(y[None, :], s)
    grown = _deviation(
        np.hstack((np.broadcast_to(y, (PLAYED, len(y))), seen(another, np.array([usual])))),
        np.append(s, usual),
    )
    sharper, exact = SHRINKAGE * s, np.full_like(s, EXACT)
    widths = {
        "one_more_expert": grown,
        "more_questions": _deviation(seen(views, sharper), sharper),
        "endless_questions": _deviation(seen(views, exact), exact),
    }
    # More is known by more answers: a forecast by chance that says otherwise is not one.
    shares = {name: min(width / before, 1.0) for name, width in widths.items()}
    shares["endless_questions"] = min(shares["endless_questions"], shares["more_questions"])
    return Outlook(now=now, **{name: float(now**share) for name, share in shares.items()})


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
