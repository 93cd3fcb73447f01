"""Table 2: linear-fractional metrics on the synthetic population and on Magic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation import Result, elicit
from whichmetric.elicitation.binary_search.angle_search import UPPER
from whichmetric.elicitation.binary_search.grid_search import boundary_sample
from whichmetric.geometry import FeasibleRegion, SigmoidPopulation
from whichmetric.metrics import Metric
from whichmetric.oracles import MetricOracle
from whichmetric.paper.datasets import load, second_half
from whichmetric.paper.printed import TABLE_2, Fraction, PrintedFraction
from whichmetric.paper.table1 import SLOPE

__all__ = [
    "PRINTED_AT",
    "REGULARISATION",
    "Elicitation",
    "Table2Row",
    "magic",
    "magic_elicitations",
    "ratio_to_truth",
    "reduced",
    "run",
    "synthetic_elicitations",
    "true_metric",
    "upper_boundary",
]

FloatArray = NDArray[np.float64]
TOLERANCE = 0.05
"""Radians, for each of the two searches."""
REGULARISATION = 10.0
"""The lambda of the model on Magic; the paper names none for this table."""
P11_KNOWN = (1, 2)
"""Rows whose p11 = 1 is given, so that the upper search alone is run."""
PRINTED_AT = 0.5
"""The prevalence at which the printed true coefficients hold."""


@dataclass(frozen=True)
class Table2Row:
    """One linear-fractional metric: true, printed and elicited coefficients, and Tile points.

    ``elicited_`` is Algorithm 3's grid search as printed, ``pivot_`` its closed form.
    """

    population: str
    row: int
    true_p11: float
    true_p00: float
    true_q11: float
    true_q00: float
    true_q0: float
    paper_p11: float
    paper_p00: float
    paper_q11: float
    paper_q00: float
    paper_q0: float
    elicited_p11: float
    elicited_p00: float
    elicited_q11: float
    elicited_q00: float
    elicited_q0: float
    paper_alpha: float
    paper_sigma: float
    alpha: float
    sigma: float
    true_a: float
    true_b: float
    elicited_a: float
    elicited_b: float
    pivot_a: float
    pivot_b: float
    questions: int


@dataclass(frozen=True, eq=False)
class Elicitation:
    """What was elicited for one row on one population.

    Parameters
    ----------
    population : {"synthetic", "magic"}
    row : int
        From 1 to 6.
    feasible : FeasibleRegion
    truth : Metric
        The oracle's.
    grid, pivot : Result
        From the same answers, by the printed grid search and by its closed form.
    printed : PrintedFraction
    """

    population: str
    row: int
    feasible: FeasibleRegion
    truth: Metric
    grid: Result
    pivot: Result
    printed: PrintedFraction

    def as_row(self) -> Table2Row:
        """The row of the table."""
        z = self.feasible.prevalence
        alpha, sigma = ratio_to_truth(self.grid.metric, self.truth, self.feasible)
        tile = self.truth.tile(z)
        return Table2Row(
            self.population,
            self.row,
            *reduced(self.truth, z),
            *self.printed.elicited,
            *reduced(self.grid.metric, z),
            self.printed.alpha,
            self.printed.sigma,
            alpha,
            sigma,
            tile.a,
            tile.b,
            self.grid.tile.a,
            self.grid.tile.b,
            self.pivot.tile.a,
            self.pivot.tile.b,
            self.grid.questions,
        )


def synthetic_elicitations() -> list[Elicitation]:
    """The six rows on the synthetic population, prevalence 1/2.

    Examples
    --------
    >>> row = synthetic_elicitations()[0].as_row()  # F1
    >>> round(row.elicited_q11, 2), round(row.elicited_q00, 2), row.questions
    (0.26, -0.76, 20)
    """
    feasible = SigmoidPopulation(SLOPE).feasible_set()
    return [
        run("synthetic", number, feasible, true_metric(printed.true), printed.synthetic)
        for number, printed in enumerate(TABLE_2, start=1)
    ]


def magic_elicitations(*, seed: int = 0, split: int = 0) -> list[Elicitation]:
    """The six rows on the second half of Magic.

    The metric of a row is its point (a, b) with its scale c, whatever the prevalence; only its
    coefficient q0 is another one here than at prevalence 1/2.
    """
    feasible = magic(seed=seed, split=split)
    return [
        run("magic", number, feasible, true_metric(printed.true), printed.magic)
        for number, printed in enumerate(TABLE_2, start=1)
    ]


def magic(*, seed: int = 0, split: int = 0) -> FeasibleRegion:
    """The feasible set of the second half of Magic."""
    half = second_half(load("magic"), regularisation=REGULARISATION, seed=seed, split=split)
    return half.observed()


def true_metric(true: Fraction) -> Metric:
    """The metric of printed coefficients, free of the prevalence at which they hold."""
    metric = Metric.from_coefficients(*true, prevalence=PRINTED_AT)
    tile, scale = metric.tile(PRINTED_AT), metric.scale(PRINTED_AT)
    assert scale is not None  # all six rows satisfy the paper's Assumption at prevalence 1/2
    return Metric.from_tile(tile.a, tile.b, scale=scale)


def run(
    population: str, row: int, feasible: FeasibleRegion, truth: Metric, printed: PrintedFraction
) -> Elicitation:
    """Elicit one metric twice from the same answers: by the grid search and by the pivot."""
    grid, pivot = (
        elicit(
            feasible,
            MetricOracle(truth),
            family="linear-fractional",
            method="binary-search",
            tolerance=TOLERANCE,
            solver=solver,
            p11=1.0 if row in P11_KNOWN else None,
        )
        for solver in ("grid", "pivot")
    )
    return Elicitation(population, row, feasible, truth, grid, pivot, printed)


@lru_cache(maxsize=8)
def upper_boundary(feasible: FeasibleRegion) -> FloatArray:
    """Algorithm 3's 1,000 points of the upper boundary, found once for all rows and figures.

    Returns
    -------
    ndarray of shape (1000, 2)
        Rates tp, tn; not to be written to.
    """
    points = boundary_sample(feasible, UPPER)
    points.flags.writeable = False
    return points


def ratio_to_truth(metric: Metric, truth: Metric, feasible: FeasibleRegion) -> tuple[float, float]:
    """The paper's alpha and sigma: mean and standard deviation of ``metric / truth``.

    Taken over the 1,000 confusion matrices of the upper boundary that Algorithm 3 uses; those
    where the ratio is 0/0 are left out.
    """
    points = upper_boundary(feasible)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = metric.values(points, feasible.prevalence) / truth.values(
            points, feasible.prevalence
        )
    ratio = ratio[np.isfinite(ratio)]
    return float(ratio.mean()), float(ratio.std())


def reduced(metric: Metric, prevalence: float) -> Fraction:
    """The coefficients at a prevalence, p11 + p00 = 1."""
    c = metric.coefficients(prevalence)
    size = c.p11 + c.p00
    return Fraction(*(value / size for value in (c.p11, c.p00, c.q11, c.q00, c.q0)))
