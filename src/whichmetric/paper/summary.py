"""A run in two lines."""

from __future__ import annotations

from whichmetric.paper.distances import bound, table1_distance, table2_distance, table3_distance
from whichmetric.paper.page.tables import COEFFICIENT
from whichmetric.paper.results import Results

__all__ = ["summary"]


def summary(results: Results) -> list[str]:
    """How near the print the three tables came, one line for what agrees, one for what does not."""
    rows = ", ".join(
        str(row.row)
        for row in results.table2_on("synthetic")
        if table2_distance([row]).largest < COEFFICIENT
    )
    third = table3_distance(results.table3)
    return [
        (
            f"Table 1 is within {bound(table1_distance(results.table1).largest, 3)} of the print; "
            f"Table 2 (synthetic) within {COEFFICIENT} in rows {rows}."
        ),
        (
            f"Table 3 is {third.mean:.2f} off on average ({bound(third.largest)} at most): "
            "the paper leaves out what would fix it. The page says why."
        ),
    ]
