"""The fewest questions where answers carry no noise: one per bit.

A comparison tells on which side of its cut the metric lies. The paper asks four questions to halve
what is left; here every question is a cut through the middle of it.
"""

from whichmetric.elicitation.bisection.f_beta import BisectionFBeta
from whichmetric.elicitation.bisection.linear import BisectionLinear
from whichmetric.elicitation.bisection.linear_fractional import BisectionLinearFractional

__all__ = ["BisectionFBeta", "BisectionLinear", "BisectionLinearFractional"]
