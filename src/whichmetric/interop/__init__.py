"""Metrics at work in scikit-learn, which is loaded when one of these is called."""

from whichmetric.interop.scorer import scorer
from whichmetric.interop.threshold_classifier import threshold_classifier

__all__ = ["scorer", "threshold_classifier"]
