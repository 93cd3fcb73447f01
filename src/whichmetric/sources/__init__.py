"""Where score tables come from: frames, files, and the example that ships with the package."""

from whichmetric.sources.example import breast_cancer_table
from whichmetric.sources.read_scores import read_scores

__all__ = ["breast_cancer_table", "read_scores"]
