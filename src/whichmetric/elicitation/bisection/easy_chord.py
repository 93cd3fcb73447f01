"""Of all pairs that ask the same of a linear metric, the one that is easiest to answer."""

from __future__ import annotations

import math

from whichmetric.elicitation.elicitor import no_trade_offs
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import ConfusionMatrix

__all__ = ["LIFT", "easy_chord"]

LIFT = 0.1
"""How far to move off the longest frontier chord, which ends at a classifier that flags nobody or
everybody; the chord keeps at least nine tenths of its length."""
SHORT = 0.25
"""A frontier chord below this share of the longest one above chance gives way to that one."""


def easy_chord(
    feasible: FeasibleRegion, angle: float, *, shorter: int = 0
) -> tuple[ConfusionMatrix, ConfusionMatrix]:
    """A long pair, above the chance line, that the metric of this angle finds equal.

    Both ends are on the frontier where that leaves them far enough apart.

    Parameters
    ----------
    feasible : FeasibleRegion
    angle : float
        Radians, inside (0, pi / 2).
    shorter : int
        How many times to take off a tenth: a parallel pair, where the longer ones were skipped.
    """
    kept = (1.0 - LIFT) ** shorter
    frontier = feasible.chord(angle, ends="frontier", lift=1.0 - (1.0 - LIFT) * kept)
    inner = feasible.chord(angle, ends="above-chance")
    if inner is None:
        raise InvalidInputError(no_trade_offs(feasible))
    if frontier is not None and _length(frontier) >= SHORT * _length(inner):
        return frontier
    return _shortened(feasible, inner, kept) if shorter else inner


def _shortened(
    feasible: FeasibleRegion, chord: tuple[ConfusionMatrix, ConfusionMatrix], kept: float
) -> tuple[ConfusionMatrix, ConfusionMatrix]:
    """The middle part of a chord."""
    far, near = (1.0 + kept) / 2, (1.0 - kept) / 2
    first, second = chord
    one, other = (
        feasible.realise(here * a.tp + there * b.tp, here * a.tn + there * b.tn)
        for a, b, here, there in ((first, second, far, near), (first, second, near, far))
    )
    return one, other


def _length(chord: tuple[ConfusionMatrix, ConfusionMatrix]) -> float:
    return math.hypot(chord[0].tp - chord[1].tp, chord[0].tn - chord[1].tn)
