"""The paper's general form: the optimum of any quasiconcave or quasiconvex metric."""

from __future__ import annotations

from dataclasses import dataclass

from whichmetric.elicitation.binary_search.angle_search import (
    LOWER,
    UPPER,
    AngleSearch,
    Classifiers,
    classifier_at,
)
from whichmetric.elicitation.binary_search.line import SupportingLine, line_at
from whichmetric.elicitation.elicitor import expect_feasible
from whichmetric.geometry import FeasibleRegion
from whichmetric.oracles import Oracle, expect_oracle
from whichmetric.values import as_answer

__all__ = ["Extremum", "maximise", "minimise"]


@dataclass(frozen=True, kw_only=True)
class Extremum(SupportingLine):
    """The line that touches the feasible set at an optimum, and what it took to find it.

    Parameters
    ----------
    normal, point, offset
        See `SupportingLine`.
    questions : int
        How many were asked.
    """

    questions: int


def maximise(
    feasible: FeasibleRegion,
    oracle: Oracle,
    *,
    tolerance: float = 0.02,
    classifiers: Classifiers = "printed",
) -> Extremum:
    """Algorithm 1: the best classifier of a quasiconcave metric that likes correct decisions.

    Parameters
    ----------
    feasible : FeasibleRegion
    oracle : Oracle
        Knows the metric; asked four times per halving of the angle.
    tolerance : float
        Radians.
    classifiers : {"printed", "support"}
        How an angle becomes a classifier.

    Returns
    -------
    Extremum
        Normal, touching point, offset, and the number of questions.

    Examples
    --------
    >>> from whichmetric.geometry import SigmoidPopulation
    >>> from whichmetric.oracles import CallableOracle
    >>> feasible = SigmoidPopulation(5.0).feasible_set()
    >>> geometric_mean = CallableOracle(lambda a, b: a.tp * a.tn > b.tp * b.tn)
    >>> line = maximise(feasible, geometric_mean)
    >>> round(line.point.tp, 2), round(line.point.tn, 2)
    (0.43, 0.43)
    """
    return _extremum(feasible, oracle, tolerance, classifiers, start=UPPER)


def minimise(
    feasible: FeasibleRegion,
    oracle: Oracle,
    *,
    tolerance: float = 0.02,
    classifiers: Classifiers = "printed",
) -> Extremum:
    """Algorithm 2: the worst classifier of a quasiconvex metric that likes correct decisions.

    Parameters and return value are those of `maximise`; the line touches the lower boundary.
    """
    return _extremum(feasible, oracle, tolerance, classifiers, start=LOWER)


def _extremum(
    feasible: FeasibleRegion,
    oracle: Oracle,
    tolerance: float,
    classifiers: Classifiers,
    *,
    start: float,
) -> Extremum:
    expect_feasible(feasible)
    expect_oracle(oracle)
    search = AngleSearch(
        lambda angle: classifier_at(feasible, angle, classifiers),
        start=start,
        tolerance=tolerance,
        maximise=start == UPPER,
    )
    asking, count = search.questions(), 0
    question = next(asking, None)
    while question is not None:
        count += 1
        answer = as_answer(oracle.answer(question))
        try:
            question = asking.send(answer)
        except StopIteration:
            question = None
    line = line_at(feasible, search.middle, classifiers)
    return Extremum(normal=line.normal, point=line.point, offset=line.offset, questions=count)
