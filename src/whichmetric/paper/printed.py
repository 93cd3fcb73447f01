"""The numbers of the paper's three tables, as data.

Differences from the paper
--------------------------
Table 2, row 4, synthetic column prints q0 as "76"; the metric it belongs to has q0 = .76.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "TABLE_1",
    "TABLE_2",
    "TABLE_3",
    "Fraction",
    "PrintedFailure",
    "PrintedFraction",
    "PrintedLinear",
    "PrintedRow",
]


class PrintedLinear(NamedTuple):
    """A row of Table 1: the oracle's weights and those elicited, each (m11, m00)."""

    true: tuple[float, float]
    elicited: tuple[float, float]


class Fraction(NamedTuple):
    """Coefficients of ``(p11 tp + p00 tn) / (q11 tp + q00 tn + q0)``."""

    p11: float
    p00: float
    q11: float
    q00: float
    q0: float


class PrintedFraction(NamedTuple):
    """An elicited metric of Table 2, with mean and spread of its ratio to the true one."""

    elicited: Fraction
    alpha: float
    sigma: float


class PrintedRow(NamedTuple):
    """A row of Table 2."""

    true: Fraction
    synthetic: PrintedFraction
    magic: PrintedFraction


class PrintedFailure(NamedTuple):
    """A cell of Table 3: the share of 28 linear metrics missed by more than epsilon."""

    dataset: str
    regularisation: float
    epsilon: float
    failure: float


TABLE_1 = (
    PrintedLinear((0.98, 0.17), (0.99, 0.17)),
    PrintedLinear((0.87, 0.50), (0.87, 0.50)),
    PrintedLinear((0.64, 0.77), (0.64, 0.77)),
    PrintedLinear((0.34, 0.94), (0.34, 0.94)),
    PrintedLinear((-0.94, -0.34), (-0.94, -0.34)),
    PrintedLinear((-0.77, -0.64), (-0.77, -0.64)),
    PrintedLinear((-0.50, -0.87), (-0.50, -0.87)),
    PrintedLinear((-0.17, -0.98), (-0.17, -0.99)),
)

TABLE_2 = (
    PrintedRow(
        Fraction(1.0, 0.0, 0.5, -0.5, 0.5),
        PrintedFraction(Fraction(1.0, 0.0, 0.25, -0.75, 0.75), 0.92, 0.03),
        PrintedFraction(Fraction(1.0, 0.0, 0.25, -0.75, 0.75), 0.90, 0.06),
    ),
    PrintedRow(
        Fraction(1.0, 0.0, 0.8, -0.8, 0.5),
        PrintedFraction(Fraction(1.0, 0.0, 0.73, -1.09, 0.68), 0.94, 0.02),
        PrintedFraction(Fraction(1.0, 0.0, 0.72, -1.13, 0.57), 1.06, 0.05),
    ),
    PrintedRow(
        Fraction(0.8, 0.2, 0.3, 0.1, 0.3),
        PrintedFraction(Fraction(0.86, 0.14, -0.13, -0.07, 0.60), 0.90, 0.06),
        PrintedFraction(Fraction(0.23, 0.77, -0.87, 0.66, 0.76), 0.84, 0.09),
    ),
    PrintedRow(
        Fraction(0.6, 0.4, 0.4, 0.2, 0.2),
        PrintedFraction(Fraction(0.67, 0.33, -0.07, -0.44, 0.76), 0.82, 0.05),
        PrintedFraction(Fraction(0.16, 0.84, -0.89, 0.25, 0.89), 0.65, 0.05),
    ),
    PrintedRow(
        Fraction(0.4, 0.6, -0.1, -0.2, 0.65),
        PrintedFraction(Fraction(0.36, 0.64, -0.21, -0.25, 0.73), 0.97, 0.01),
        PrintedFraction(Fraction(0.08, 0.92, -0.75, 0.12, 0.82), 0.79, 0.08),
    ),
    PrintedRow(
        Fraction(0.2, 0.8, -0.4, -0.2, 0.8),
        PrintedFraction(Fraction(0.12, 0.88, -0.43, 0.002, 0.71), 1.02, 0.006),
        PrintedFraction(Fraction(0.19, 0.81, -0.38, -0.13, 0.70), 1.02, 0.004),
    ),
)
"""The true coefficients hold at prevalence 1/2."""

TABLE_3 = tuple(
    PrintedFailure(dataset, regularisation, epsilon, failure)
    for dataset, regularisation, failures in (
        ("magic", 10.0, (0.57, 0.14, 0.07, 0.00)),
        ("magic", 1.0, (0.54, 0.36, 0.14, 0.07)),
        ("breast-cancer", 10.0, (0.79, 0.43, 0.21, 0.07)),
        ("breast-cancer", 1.0, (0.79, 0.64, 0.57, 0.43)),
    )
    for epsilon, failure in zip((0.02, 0.05, 0.08, 0.11), failures, strict=True)
)
