"""When a new study stops asking, where nothing is said about it."""

from __future__ import annotations

from typing import Any

from whichmetric.elicitation.run import Family, Method

__all__ = ["usual_stop"]

_KNOWN_WELL: dict[Family, dict[str, Any]] = {
    "linear": {"factor": 1.2},
    "f-beta": {"tolerance": 0.05},
    "linear-fractional": {"tolerance": 0.01},
}
"""Chosen by simulation: docs/how-to/terminal.md has what they cost and what they leave open."""


def usual_stop(family: Family, method: Method, questions: int | None) -> dict[str, Any]:
    """Options of a study that end it when the metric is known well, with probability .9.

    Empty where a budget was given, which is then used up, and for methods that stop by themselves.

    Examples
    --------
    >>> usual_stop("linear", "bayesian", None), usual_stop("linear", "bayesian", 12)
    ({'factor': 1.2}, {})
    """
    if method != "bayesian" or questions is not None:
        return {}
    return _KNOWN_WELL[family]
