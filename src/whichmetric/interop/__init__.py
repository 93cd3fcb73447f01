"""Metrics at work in scikit-learn, which is loaded when one of these is called."""

from whichmetric.interop.cross_validation import cross_validated_table

__all__ = ["cross_validated_table"]
