"""Ask, be told, estimate."""

from whichmetric.elicitation.bayesian import (
    BayesianFBeta,
    BayesianLinear,
    BayesianLinearFractional,
)
from whichmetric.elicitation.binary_search import (
    BinarySearchFBeta,
    BinarySearchLinear,
    BinarySearchLinearFractional,
    Extremum,
    maximise,
    minimise,
)
from whichmetric.elicitation.bisection import (
    BisectionFBeta,
    BisectionLinear,
    BisectionLinearFractional,
)
from whichmetric.elicitation.elicitor import Elicitor
from whichmetric.elicitation.pooled_answers import PooledAnswers, Tally, pooled_answers, tally
from whichmetric.elicitation.result import Result
from whichmetric.elicitation.run import elicit, make_elicitor

__all__ = [
    "BayesianFBeta",
    "BayesianLinear",
    "BayesianLinearFractional",
    "BinarySearchFBeta",
    "BinarySearchLinear",
    "BinarySearchLinearFractional",
    "BisectionFBeta",
    "BisectionLinear",
    "BisectionLinearFractional",
    "Elicitor",
    "Extremum",
    "PooledAnswers",
    "Result",
    "Tally",
    "elicit",
    "make_elicitor",
    "maximise",
    "minimise",
    "pooled_answers",
    "tally",
]
