"""What Table 2 leaves open on Magic: which q0 was meant, and how much hangs on the split."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric
from whichmetric.paper.printed import TABLE_2, Fraction
from whichmetric.paper.table2 import (
    Elicitation,
    Table2Row,
    magic_elicitations,
    ratio_to_truth,
    run,
    true_metric,
)

__all__ = ["PrintedRatio", "SplitRow", "literal_rows", "printed_ratios", "split_rows"]


@dataclass(frozen=True)
class PrintedRatio:
    """The printed elicited metric over the true one, for two readings of the true q0.

    Whichever reading comes near the printed alpha and sigma is the one that was used.
    """

    row: int
    paper_alpha: float
    paper_sigma: float
    recomputed_alpha: float
    recomputed_sigma: float
    literal_alpha: float
    literal_sigma: float


@dataclass(frozen=True)
class SplitRow:
    """What one random half split of Magic leads to."""

    row: int
    split: int
    elicited_p11: float
    elicited_a: float
    elicited_b: float
    pivot_a: float
    pivot_b: float


def literal_rows(feasible: FeasibleRegion) -> list[Table2Row]:
    """Table 2 on Magic with the printed q0 taken at its word.

    At Magic's prevalence that q0 breaks the paper's own Assumption in rows 2, 3, 5 and 6: the
    metric is then another one than at prevalence 1/2, and no longer 1 for a perfect classifier.
    """
    return [
        run("magic", number, feasible, _literal(printed.true, feasible), printed.magic).as_row()
        for number, printed in enumerate(TABLE_2, start=1)
    ]


def printed_ratios(feasible: FeasibleRegion) -> list[PrintedRatio]:
    """Mean and spread of printed over true metric on the upper boundary, for both readings."""
    rows = []
    for number, printed in enumerate(TABLE_2, start=1):
        elicited = _literal(printed.magic.elicited, feasible)
        rows.append(
            PrintedRatio(
                number,
                printed.magic.alpha,
                printed.magic.sigma,
                *ratio_to_truth(elicited, true_metric(printed.true), feasible),
                *ratio_to_truth(elicited, _literal(printed.true, feasible), feasible),
            )
        )
    return rows


def split_rows(*, seed: int, split: int) -> list[SplitRow]:
    """The six rows on another random half."""
    return [_split_row(split, done) for done in magic_elicitations(seed=seed, split=split)]


def _split_row(split: int, done: Elicitation) -> SplitRow:
    row = done.as_row()
    return SplitRow(
        row.row, split, row.elicited_p11, row.elicited_a, row.elicited_b, row.pivot_a, row.pivot_b
    )


def _literal(coefficients: Fraction, feasible: FeasibleRegion) -> Metric:
    return Metric.from_coefficients(*coefficients, prevalence=feasible.prevalence)
