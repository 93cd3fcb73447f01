"""Which confusion matrices a score can reach, and nothing about rows or metrics.

Bibliography
------------
Hiranandani, Boodaghians, Mehta, Koyejo (2019), Performance Metric Elicitation from Pairwise
Classifier Comparisons, section 3. Provost and Fawcett (2001), Robust Classification for Imprecise
Environments, for the convex hull of the ROC curve.
"""

from whichmetric.geometry.feasible_region import FeasibleRegion
from whichmetric.geometry.feasible_set import FeasibleSet
from whichmetric.geometry.score_table import ScoreTable
from whichmetric.geometry.sigmoid import SigmoidPopulation

__all__ = ["FeasibleRegion", "FeasibleSet", "ScoreTable", "SigmoidPopulation"]
