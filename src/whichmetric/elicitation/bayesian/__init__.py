"""Elicitation that expects people to err, and says how sure it is."""

from whichmetric.elicitation.bayesian.f_beta import BayesianFBeta
from whichmetric.elicitation.bayesian.linear import BayesianLinear
from whichmetric.elicitation.bayesian.linear_fractional import BayesianLinearFractional

__all__ = ["BayesianFBeta", "BayesianLinear", "BayesianLinearFractional"]
