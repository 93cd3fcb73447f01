"""Metrics at work in scikit-learn, which is loaded when one of these is called."""

from whichmetric.interop.cross_validation import cross_validated_table
from whichmetric.interop.scorer import scorer
from whichmetric.interop.threshold_classifier import threshold_classifier

__all__ = ["cross_validated_table", "scorer", "threshold_classifier"]
