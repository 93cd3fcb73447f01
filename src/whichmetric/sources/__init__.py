"""Where score tables come from."""

from whichmetric.sources.csv_file import read_csv_scores
from whichmetric.sources.example import breast_cancer_table

__all__ = ["breast_cancer_table", "read_csv_scores"]
