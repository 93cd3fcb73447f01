"""How far the printed numbers are from ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

import numpy as np

from whichmetric.paper.table1 import Table1Row
from whichmetric.paper.table2 import Table2Row
from whichmetric.paper.table3 import Table3Row

__all__ = [
    "COEFFICIENTS",
    "Distance",
    "bound",
    "table1_distance",
    "table2_distance",
    "table3_distance",
]

COEFFICIENTS = ("p11", "p00", "q11", "q00", "q0")
EXACT_DIGITS = 9
"""What lies beyond is rounding: 0.67 - 0.6 is 0.07, not 0.08 as a bound."""


def bound(largest: float, digits: int = 2) -> str:
    """What a distance is said to be within or at most: rounded up, so that it is true.

    Examples
    --------
    >>> bound(0.0115, 3), bound(0.67 - 0.6), bound(0.641)
    ('0.012', '0.07', '0.65')
    """
    exact = Decimal(f"{largest:.{EXACT_DIGITS}f}")
    return str(exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_CEILING))


@dataclass(frozen=True)
class Distance:
    """Mean and largest absolute difference."""

    mean: float
    largest: float

    @classmethod
    def of(cls, differences: Iterable[float]) -> Distance:
        """Summarise differences of any sign.

        Examples
        --------
        >>> Distance.of([-0.5, 0.25])
        Distance(mean=0.375, largest=0.5)
        """
        sizes = np.abs(np.fromiter(differences, dtype=np.float64))
        return cls(float(sizes.mean()), float(sizes.max()))


def table1_distance(rows: Sequence[Table1Row]) -> Distance:
    """Of the elicited weights."""
    return Distance.of(
        difference
        for row in rows
        for difference in (row.elicited_m11 - row.paper_m11, row.elicited_m00 - row.paper_m00)
    )


def table2_distance(rows: Sequence[Table2Row], *names: str) -> Distance:
    """Of the named coefficients (all five where none is named)."""
    return Distance.of(
        getattr(row, f"elicited_{name}") - getattr(row, f"paper_{name}")
        for row in rows
        for name in names or COEFFICIENTS
    )


def table3_distance(rows: Sequence[Table3Row], column: str = "failure") -> Distance:
    """Of a column of failure shares."""
    return Distance.of(getattr(row, column) - row.paper_failure for row in rows)
