"""Whether answers can be trusted: whether they hang together, and which metrics fit them.

Bibliography
------------
Kass and Raftery (1995), Bayes factors, for weighing families of metrics by their evidence.
"""

from whichmetric.trust.consistency import Consistency, ResponseTimes, StandingOut, consistency
from whichmetric.trust.held_out import HeldOut, Share
from whichmetric.trust.model_check import ModelCheck, check_model

__all__ = [
    "Consistency",
    "HeldOut",
    "ModelCheck",
    "ResponseTimes",
    "Share",
    "StandingOut",
    "check_model",
    "consistency",
]
