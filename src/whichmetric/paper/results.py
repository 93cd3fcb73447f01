"""All that one run has computed."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.paper.table1 import Table1Row
from whichmetric.paper.table2 import Table2Row
from whichmetric.paper.table2_notes import PrintedRatio, SplitRow
from whichmetric.paper.table3 import Table3Row

__all__ = ["Results"]


@dataclass(frozen=True)
class Results:
    """The tables, the notes on them, and how they were made.

    Parameters
    ----------
    table1, table2, table3 : list of rows
    literal : list of Table2Row
        Table 2 on Magic with the printed q0.
    ratios : list of PrintedRatio
    magic_splits : list of SplitRow
        Table 2 on Magic for every split.
    magic_prevalence : float
        Of the half that Table 2 uses.
    maximisers : dict of str to list of (float, float)
        By population: where the true and the elicited metric of each row are largest, radians.
    seed, splits : int
    """

    table1: list[Table1Row]
    table2: list[Table2Row]
    table3: list[Table3Row]
    literal: list[Table2Row]
    ratios: list[PrintedRatio]
    magic_splits: list[SplitRow]
    magic_prevalence: float
    maximisers: dict[str, list[tuple[float, float]]]
    seed: int
    splits: int

    def table2_on(self, population: str) -> list[Table2Row]:
        """The six rows on "synthetic" or on "magic"."""
        return [row for row in self.table2 if row.population == population]
