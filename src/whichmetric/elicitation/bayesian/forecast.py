"""How many questions are probably left."""

from __future__ import annotations

import math

__all__ = ["until_believed", "until_known"]


def until_known(excess: float, dimensions: int, gain: float) -> float:
    """Questions until a tolerance is met, if each goes on to tell as much as the last.

    Parameters
    ----------
    excess : float
        By what factor the tolerance is exceeded.
    dimensions : int
        Of the family: all that is plausible shrinks by the factor in each of them.
    gain : float
        Bits about the metric that the last question was expected to tell.

    Examples
    --------
    >>> until_known(8.0, dimensions=2, gain=0.75)
    8.0
    """
    return dimensions * math.log2(max(excess, 1.0)) / max(gain, 1e-9)


def until_believed(doubt: float, allowed: float, gain: float) -> float:
    """Questions with answers that can be foretold, until the expert is believed to look.

    Parameters
    ----------
    doubt, allowed : float
        Probability that the expert does not look, now and at the end.
    gain : float
        Bits about it that such an answer tells.

    Examples
    --------
    >>> round(until_believed(0.2, allowed=0.05, gain=1.0), 2)
    2.25
    """
    if doubt <= allowed:
        return 0.0
    return math.log2(doubt / (1.0 - doubt) * (1.0 - allowed) / allowed) / gain
