"""The two calls that choose an elicitor by family and method."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from whichmetric.arguments import as_generator
from whichmetric.elicitation.binary_search import (
    BinarySearchFBeta,
    BinarySearchLinear,
    BinarySearchLinearFractional,
)
from whichmetric.elicitation.binary_search.direction import DirectionOption
from whichmetric.elicitation.elicitor import Elicitor
from whichmetric.elicitation.result import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.oracles import Oracle, expect_oracle

__all__ = ["elicit", "make_elicitor"]

Family = Literal["linear", "f-beta", "linear-fractional"]
Method = Literal["binary-search"]

_ELICITORS: dict[tuple[str, str], Callable[..., Elicitor]] = {
    ("linear", "binary-search"): BinarySearchLinear,
    ("f-beta", "binary-search"): BinarySearchFBeta,
    ("linear-fractional", "binary-search"): BinarySearchLinearFractional,
}
_TOLERANCES = {"linear": 0.02, "f-beta": 0.05, "linear-fractional": 0.05}
"""The paper's, in radians."""


def make_elicitor(
    feasible: FeasibleRegion,
    *,
    family: Family = "linear",
    method: Method = "binary-search",
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
    method : {"binary-search"}
        The paper's.
    tolerance : float, optional
        Radians: width of the final interval of each search. By default the paper's 0.02 for
        linear metrics and 0.05 for the others.
    max_questions : int, optional
        Budget.
    direction : {"increasing", "decreasing", "either"}
        Whether correct decisions are liked; "either" finds out with one question more.
    out_of : int, optional
        Show whole cases out of this many instead of exact rates.
    rng : int or Generator
        Seed of methods that draw at random; the paper's method does not.
    **options
        ``direction_question`` and ``classifiers`` for all; ``solver`` and ``p11`` for the
        linear-fractional family. See the elicitor's own documentation.

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
        ("method", method, {method for _, method in _ELICITORS}),
    ):
        if str(value) not in known:
            raise InvalidInputError(
                f"{name}={value!r} is unknown: choose {' or '.join(map(repr, sorted(known)))}."
            )
    as_generator(rng)  # refuse a bad seed now, whatever the method
    elicitor = _ELICITORS[family, method]
    known_options = inspect.signature(elicitor).parameters
    for name, value in options.items():
        if name not in known_options:
            raise InvalidInputError(
                f"{name}={value!r} does not fit family={family!r} and method={method!r}; "
                f"options there: {', '.join(sorted(set(known_options) - {'feasible'}))}."
            )
    options["tolerance"] = _TOLERANCES[family] if tolerance is None else tolerance
    return elicitor(
        feasible, max_questions=max_questions, direction=direction, out_of=out_of, **options
    )


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
    >>> result = elicit(feasible, wm.MetricOracle(wm.metrics.f_beta(2)), family="f-beta")
    >>> result.questions, round(result.beta, 1)
    (20, 2.0)
    """
    expect_oracle(oracle)
    elicitor = make_elicitor(feasible, **arguments)
    while (question := elicitor.ask()) is not None:
        elicitor.tell(question, oracle.answer(question))
    return elicitor.estimate()
