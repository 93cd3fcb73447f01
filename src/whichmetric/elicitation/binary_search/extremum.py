"""The paper's general form: the optimum of any quasiconcave or quasiconvex metric."""

from __future__ import annotations

from whichmetric.elicitation.binary_search.angle_search import (
    LOWER,
    UPPER,
    AngleSearch,
    Classifiers,
    classifier_at,
)
from whichmetric.elicitation.binary_search.line import SupportingLine, line_at
from whichmetric.geometry import FeasibleRegion
from whichmetric.oracles import Oracle

__all__ = ["SupportingLine", "maximise", "minimise"]


def maximise(
    feasible: FeasibleRegion,
    oracle: Oracle,
    *,
    tolerance: float = 0.02,
    classifiers: Classifiers = "printed",
) -> SupportingLine:
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
    SupportingLine
        Normal, touching point and offset.

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
) -> SupportingLine:
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
) -> SupportingLine:
    search = AngleSearch(
        lambda angle: classifier_at(feasible, angle, classifiers),
        start=start,
        tolerance=tolerance,
        maximise=start == UPPER,
    )
    questions = search.questions()
    question = next(questions, None)
    while question is not None:
        try:
            question = questions.send(oracle.answer(question))
        except StopIteration:
            question = None
    return line_at(feasible, search.middle, classifiers)
