"""Ask, be told, estimate."""

from whichmetric.elicitation.binary_search import (
    BinarySearchFBeta,
    BinarySearchLinear,
    BinarySearchLinearFractional,
    Extremum,
    maximise,
    minimise,
)
from whichmetric.elicitation.elicitor import Elicitor
from whichmetric.elicitation.result import Result
from whichmetric.elicitation.run import elicit, make_elicitor

__all__ = [
    "BinarySearchFBeta",
    "BinarySearchLinear",
    "BinarySearchLinearFractional",
    "Elicitor",
    "Extremum",
    "Result",
    "elicit",
    "make_elicitor",
    "maximise",
    "minimise",
]
