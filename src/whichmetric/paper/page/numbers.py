"""Every number in the page's prose, computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whichmetric.elicitation.angles import rounds_needed
from whichmetric.paper.distances import bound, table1_distance, table2_distance, table3_distance
from whichmetric.paper.page.elements import number
from whichmetric.paper.page.tables import COEFFICIENT
from whichmetric.paper.results import Results
from whichmetric.paper.table1 import TOLERANCE
from whichmetric.paper.table2 import PRINTED_AT, REGULARISATION, Table2Row
from whichmetric.paper.table2_notes import PrintedRatio
from whichmetric.paper.table3 import EPSILONS, Table3Row

__all__ = ["prose_numbers"]


def prose_numbers(results: Results) -> dict[str, str]:
    """What the template's placeholders stand for, tables and figures apart."""
    return {
        **_table1(results),
        **_synthetic(results),
        **_magic(results),
        **_table3(results),
        "regularisation": f"{REGULARISATION:g}",
        "seed": str(results.seed),
        "splits": str(results.splits),
    }


def _table1(results: Results) -> dict[str, str]:
    exact = sum(
        round(row.elicited_m11, 2) == row.paper_m11 and round(row.elicited_m00, 2) == row.paper_m00
        for row in results.table1
    )
    return {
        "table1_largest": bound(table1_distance(results.table1).largest, 3),
        "table1_exact": str(exact),
        "table1_rows": str(len(results.table1)),
        "table1_questions": str(results.table1[0].questions),
        "table1_halvings": str(rounds_needed(TOLERANCE)),
    }


def _synthetic(results: Results) -> dict[str, str]:
    rows = results.table2_on("synthetic")
    near = [row for row in rows if table2_distance([row]).largest < COEFFICIENT]
    far = [row for row in rows if row not in near]
    searched = rows[2:]  # in the first two p11 is given
    return {
        "near_rows": _join(row.row for row in near),
        "near_largest": bound(table2_distance(near).largest, 3),
        "far_rows": _join(row.row for row in far),
        "far_p11": bound(table2_distance(far, "p11").largest),
        "pivot_error": bound(max(abs(row.pivot_a - row.true_a) for row in searched), 3),
        "grid_error": bound(max(abs(row.elicited_a - row.true_a) for row in searched)),
        "print_error": bound(max(abs(row.paper_p11 - row.true_a) for row in searched)),
        "f1_scale": number(_scale(rows[0])),
        "apart_synthetic": bound(_apart(results, "synthetic")),
    }


def _magic(results: Results) -> dict[str, str]:
    rows = results.table2_on("magic")
    changed = [
        row.row
        for row, literal in zip(rows, results.literal, strict=True)
        if abs(row.true_q0 - literal.true_q0) > 0.005
    ]
    literally = [ratio.row for ratio in results.ratios if ratio.row in changed and _literal(ratio)]
    return {
        "magic_p11": bound(table2_distance(rows, "p11").largest),
        "magic_prevalence": number(results.magic_prevalence, 3),
        "changed_rows": _join(changed),
        "literal_rows": _join(literally),
        "recomputed_rows": _join(row for row in changed if row not in literally),
        "apart_magic": bound(_apart(results, "magic")),
    }


def _table3(results: Results) -> dict[str, str]:
    rows = results.table3
    distance = table3_distance(rows)
    columns = {"as printed": "failure", "best classifier": "failure_support"}
    columns["plug-in"] = "failure_plugin"
    listed = ", ".join(
        f"{name} {number(table3_distance(rows, column).mean)} "
        f"(at most {bound(table3_distance(rows, column).largest)})"
        for name, column in columns.items()
    )
    return {
        "table3_mean": number(distance.mean),
        "table3_largest": bound(distance.largest),
        "table3_distances": listed,
        "table3_cells": str(len(rows)),
        "averaged": _averaged(results),
        "between": str(sum(_between(row) for row in rows)),
        "beyond_chance": _beyond_chance(results),
        "conclusions": _conclusions(rows),
    }


def _averaged(results: Results) -> str:
    """What the shares are means of."""
    if results.splits < 2:
        return "Each of our shares comes from one random half split, so it has no standard error."
    largest = bound(max(row.standard_error for row in results.table3))
    return (
        f"Each of our shares is the mean over {results.splits} random half splits, with its "
        f"standard error (at most {largest})."
    )


def _beyond_chance(results: Results) -> str:
    """How often the print is further away than the chance of one split would carry it."""
    if results.splits < 2:
        return "One split alone does not show how much is chance."
    far = sum(
        abs(row.failure - row.paper_failure) > 2.0 * row.standard_error * results.splits**0.5
        for row in results.table3
    )
    return (
        f"Chance does not explain the distance: in {far} of {len(results.table3)} cells it is "
        "more than two standard deviations of a single split."
    )


def _conclusions(rows: Sequence[Table3Row]) -> str:
    """Whether what the paper concludes from the table is true of ours."""
    cell = {(row.dataset, row.lambda_, row.epsilon): row.failure for row in rows}
    columns = {(row.dataset, row.lambda_) for row in rows}
    tightest, widest = EPSILONS[0], EPSILONS[-1]
    wider = all(cell[*column, widest] < cell[*column, tightest] for column in columns)
    larger = all(
        row.failure < cell["breast-cancer", row.lambda_, row.epsilon]
        for row in rows
        if row.dataset == "magic" and row.epsilon > tightest
    )
    return (
        "The paper concludes that a wider tolerance fails less often, and that the larger data set "
        f"does (we look from ε = {EPSILONS[1]} on): that "
        f"{'holds' if wider and larger else 'does not hold in every cell'} here."
    )


def _between(row: Table3Row) -> bool:
    readings = (row.failure, row.failure_support, row.failure_plugin)
    return min(readings) <= row.paper_failure <= max(readings)


def _literal(ratio: PrintedRatio) -> bool:
    """Whether the literal q0 brings alpha nearer the print than the recomputed one."""
    return abs(ratio.literal_alpha - ratio.paper_alpha) < abs(
        ratio.recomputed_alpha - ratio.paper_alpha
    )


def _scale(row: Table2Row) -> float:
    """The c of the elicited metric, from ``q0 = c (b z + (1 - b) (1 - z))``."""
    b = row.elicited_b
    return row.elicited_q0 / (b * PRINTED_AT + (1.0 - b) * (1.0 - PRINTED_AT))


def _apart(results: Results, population: str) -> float:
    """The largest distance between true and elicited maximiser, radians."""
    return max(abs(true - elicited) for true, elicited in results.maximisers[population])


def _join(numbers: Iterable[int]) -> str:
    """Numbers as a person lists them.

    Examples
    --------
    >>> _join([1, 2, 5]), _join([4]), _join([])
    ('1, 2 and 5', '4', 'none')
    """
    *most, last = [*map(str, numbers)] or ["none"]
    return f"{', '.join(most)} and {last}" if most else last
