"""Where score tables come from."""

from whichmetric.sources.example import breast_cancer_table

__all__ = ["breast_cancer_table"]
