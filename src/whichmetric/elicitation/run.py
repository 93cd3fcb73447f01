"""The two calls that choose an elicitor by family and method."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from whichmetric.arguments import as_generator
from whichmetric.elicitation.bayesian import (
    BayesianFBeta,
    BayesianLinear,
    BayesianLinearFractional,
)
from whichmetric.elicitation.binary_search import (
    BinarySearchFBeta,
    BinarySearchLinear,
    BinarySearchLinearFractional,
)
from whichmetric.elicitation.bisection import (
    BisectionFBeta,
    BisectionLinear,
    BisectionLinearFractional,
)
from whichmetric.elicitation.direction import DirectionOption
from whichmetric.elicitation.elicitor import Elicitor
from whichmetric.elicitation.result import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.oracles import Oracle, expect_oracle

__all__ = ["elicit", "has_idle_probability", "make_elicitor", "refuse_idle_probability"]

Family = Literal["linear", "f-beta", "linear-fractional"]
Method = Literal["bayesian", "bisection", "binary-search"]

_ELICITORS: dict[tuple[str, str], type[Elicitor]] = {
    ("linear", "binary-search"): BinarySearchLinear,
    ("f-beta", "binary-search"): BinarySearchFBeta,
    ("linear-fractional", "binary-search"): BinarySearchLinearFractional,
    ("linear", "bayesian"): BayesianLinear,
    ("f-beta", "bayesian"): BayesianFBeta,
    ("linear-fractional", "bayesian"): BayesianLinearFractional,
    ("linear", "bisection"): BisectionLinear,
    ("f-beta", "bisection"): BisectionFBeta,
    ("linear-fractional", "bisection"): BisectionLinearFractional,
}
_TOLERANCES = {
    ("linear", "binary-search"): 0.02,
    ("f-beta", "binary-search"): 0.05,
    ("linear-fractional", "binary-search"): 0.05,
    ("linear", "bisection"): 0.02,
    ("f-beta", "bisection"): 0.01,
    ("linear-fractional", "bisection"): 0.005,
}
"""The paper's for its own method, in radians; see each elicitor for its unit."""
ENDS = ("tolerance", "factor", "regret", "same_threshold")
"""Options that end a Bayesian search before its budget."""


def make_elicitor(
    feasible: FeasibleRegion,
    *,
    family: Family = "linear",
    method: Method = "bayesian",
    tolerance: float | None = None,
    max_questions: int | None = None,
    direction: DirectionOption = "increasing",
    out_of: int | None = None,
    rng: int | np.random.Generator = 0,
    **options: Any,
) -> Elicitor:
    """An elicitor to ask and tell.

    Parameters
    ----------
    feasible : FeasibleRegion
        The trade-offs that the expert chooses among.
    family : {"linear", "f-beta", "linear-fractional"}
        The kind of metric that the expert is taken to have.
    method : {"bayesian", "bisection", "binary-search"}
        Robust to wrong answers; the fewest questions where no answer is wrong; the paper's.
    tolerance : float, optional
        How well the metric is to be known, in the elicitor's own unit (radians for linear metrics,
        ordinal disagreement for linear-fractional ones, b for F-beta; the paper's method takes
        radians for all). One as wide as all there is, such as pi / 2 radians, is refused, or met
        before the first question; but the Bayesian method asks until it believes that the
        expert looks. Left out, it uses its whole budget, and so does bisection where it has one.
    max_questions : int, optional
        Budget; where left out, 30 for the Bayesian method, or 200 with ``crowd=True``.
    direction : {"increasing", "decreasing", "either"}
        Whether correct decisions are liked; "either" finds out: with one question more, or
        with three to ten where answers may be wrong (Bayesian). Intervals are then of the
        direction that was found, and do not count the doubt about it.
    out_of : int, optional
        Show whole cases out of this many instead of exact rates.
    rng : int or Generator
        Seed of methods that draw at random.
    **options
        Those of the elicitor, such as ``regret``, ``factor`` or ``crowd`` (Bayesian) or
        ``classifiers`` and ``solver`` (the paper's); see its own documentation.

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> elicitor = make_elicitor(feasible, family="linear", tolerance=0.02)
    >>> expert = wm.MetricOracle(wm.metrics.cost_ratio(3))
    >>> while (question := elicitor.ask()) is not None:
    ...     elicitor.tell(question, expert.answer(question))
    >>> round(elicitor.estimate().cost_ratio, 1)
    3.0
    """
    for name, value, known in (
        ("family", family, {family for family, _ in _ELICITORS}),
        ("method", method, {method for known, method in _ELICITORS if known == family}),
    ):
        if str(value) not in known:
            raise InvalidInputError(
                f"{name}={value!r} is unknown: choose {' or '.join(map(repr, sorted(known)))}."
            )
    as_generator(rng)  # refuse a bad seed now, whatever the method
    elicitor = _ELICITORS[family, method]
    known_options = _options_of(elicitor)
    for name, value in options.items():
        if name not in known_options:
            raise InvalidInputError(
                f"{name}={value!r} does not fit family={family!r} and method={method!r}; "
                f"options there: {', '.join(sorted(known_options))}."
            )
    if elicitor.takes_seed:
        options["rng"] = rng
    budget_decides = method == "bisection" and max_questions is not None
    if tolerance is None and not budget_decides:
        tolerance = _TOLERANCES.get((family, method))
    options["tolerance"] = tolerance
    options |= {"max_questions": max_questions, "direction": direction, "out_of": out_of}
    made = elicitor(feasible, **options)
    refuse_idle_probability(options)
    return made


def elicit(feasible: FeasibleRegion, oracle: Oracle, **arguments: Any) -> Result:
    """Run an elicitation to its end.

    Parameters
    ----------
    feasible : FeasibleRegion
    oracle : Oracle
        Answers the questions.
    **arguments
        Those of `make_elicitor`.

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> expert = wm.MetricOracle(wm.metrics.f_beta(2))
    >>> result = elicit(feasible, expert, family="f-beta", method="bisection")
    >>> result.questions, round(result.beta, 1)
    (7, 2.0)
    """
    expect_oracle(oracle)
    elicitor = make_elicitor(feasible, **arguments)
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, oracle.answer(question))
    return elicitor.estimate()


def has_idle_probability(options: Mapping[str, Any]) -> bool:
    """Whether a probability is asked for though nothing ends the search that could have it."""
    return options.get("probability") is not None and not any(map(options.get, ENDS))


def refuse_idle_probability(options: Mapping[str, Any]) -> None:
    """Refuse a probability that would be ignored, among options of `make_elicitor`."""
    if has_idle_probability(options):
        raise InvalidInputError(
            f"probability={options['probability']!r} is how sure to be of a tolerance or a factor, "
            "and there is none: give one, such as tolerance=0.05, or leave the probability out."
        )


def _options_of(elicitor: type[Elicitor]) -> set[str]:
    """The keyword options of an elicitor, those that it hands on to its base included."""
    names: set[str] = set()
    for kind in elicitor.__mro__:
        parameters = inspect.signature(kind).parameters.values()
        names |= {p.name for p in parameters if p.kind is p.KEYWORD_ONLY}
        if not any(p.kind is p.VAR_KEYWORD for p in parameters):
            break
    return names
