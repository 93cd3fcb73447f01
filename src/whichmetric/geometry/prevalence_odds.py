"""Calibrated probabilities where another share of the cases is positive."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["at_other_prevalence"]

Probability = TypeVar("Probability", float, NDArray[np.float64])


def at_other_prevalence(
    probability: Probability, calibrated_at: float, prevalence: float
) -> Probability:
    """Probabilities calibrated at one prevalence as they are at another.

    The odds are multiplied by those of `prevalence` over those of `calibrated_at`.

    Examples
    --------
    >>> at_other_prevalence(0.5, 0.5, 0.2)
    0.2
    """
    if calibrated_at == prevalence:
        return probability
    yes = probability * prevalence * (1.0 - calibrated_at)
    no = (1.0 - probability) * calibrated_at * (1.0 - prevalence)
    return yes / (yes + no)
