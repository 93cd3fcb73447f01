"""Table 1: linear metrics on the synthetic population."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.elicitation import elicit
from whichmetric.geometry import SigmoidPopulation
from whichmetric.metrics import linear
from whichmetric.oracles import MetricOracle
from whichmetric.paper.printed import TABLE_1, PrintedLinear

__all__ = ["SLOPE", "TOLERANCE", "Table1Row", "table1"]

SLOPE = 5.0
"""The a of the paper's synthetic population."""
TOLERANCE = 0.02
"""Radians."""


@dataclass(frozen=True)
class Table1Row:
    """One linear metric: the oracle's weights, those in print and ours, and what it took."""

    true_m11: float
    true_m00: float
    paper_m11: float
    paper_m00: float
    elicited_m11: float
    elicited_m00: float
    questions: int


def table1() -> list[Table1Row]:
    """Elicit the eight metrics; whether correct decisions are liked is given, as in the paper.

    Examples
    --------
    >>> [row.questions for row in table1()]
    [28, 28, 28, 28, 28, 28, 28, 28]
    """
    return [_row(printed) for printed in TABLE_1]


def _row(printed: PrintedLinear) -> Table1Row:
    m11, m00 = printed.true
    result = elicit(
        SigmoidPopulation(SLOPE).feasible_set(),
        MetricOracle(linear(m11, m00)),
        family="linear",
        method="binary-search",
        tolerance=TOLERANCE,
        direction="increasing" if m11 > 0 else "decreasing",
    )
    elicited = result.metric.coefficients(0.5)
    return Table1Row(*printed.true, *printed.elicited, elicited.p11, elicited.p00, result.questions)
