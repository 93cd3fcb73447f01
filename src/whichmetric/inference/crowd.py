"""How a crowd errs, of which every person answers once."""

from __future__ import annotations

from whichmetric.inference.noise import STEADY, NoisePrior

__all__ = ["CROWD"]

CROWD = NoisePrior(
    scales=(1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1),
    scale_weights=(2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    lapses=(0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8),
    lapse_weights=(1.0,) * 13,
    sides=(0.0,),
    side_weights=(1.0,),
    **STEADY,
)
"""Of people who answer one question each.

Who does not look, and who always takes the left one, does so once: over all persons, whose options
change sides by chance, that is a share of lapses, the same for every question. So there is no
expert to be found out: no habit, no preferred side, and a lapse of 1 only if nobody looked at all,
which is left out. People who differ in their metric make the crowd's answers change slowly from one
side of the median person's to the other, as a coarse scale does. Two hundred answers tell finer
differences than thirty, so scales begin at smaller ones.
"""
