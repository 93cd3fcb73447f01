"""Ask, be told, estimate."""

from whichmetric.elicitation.binary_search import (
    BinarySearchFBeta,
    BinarySearchLinear,
    BinarySearchLinearFractional,
    SupportingLine,
    maximise,
    minimise,
)
from whichmetric.elicitation.elicit import elicit, make_elicitor
from whichmetric.elicitation.elicitor import Elicitor
from whichmetric.elicitation.result import Result

__all__ = [
    "BinarySearchFBeta",
    "BinarySearchLinear",
    "BinarySearchLinearFractional",
    "Elicitor",
    "Result",
    "SupportingLine",
    "elicit",
    "make_elicitor",
    "maximise",
    "minimise",
]
