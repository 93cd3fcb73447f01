"""Experts by name: from text such as ``f-beta:2`` or ``flip:0.1`` to objects."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields

from whichmetric.elicitation.direction import DirectionOption
from whichmetric.elicitation.run import Family
from whichmetric.errors import InvalidInputError
from whichmetric.inference import LogisticPrior, NoisePrior
from whichmetric.metrics import Metric, catalogue
from whichmetric.responses import Exact, FeedbackNoise, Flip, Logistic, Response, ResponseSource
from whichmetric.simulation.experts import (
    MetricSource,
    RandomAngle,
    RandomMetric,
    RandomResponse,
    SameMetric,
    SameResponse,
)

__all__ = ["known_metrics", "known_responses", "parse_metric", "parse_response"]


def _tile(a: float, b: float) -> Metric:
    return Metric.from_tile(a, b)


_METRICS: dict[str, Callable[..., Metric]] = {
    name.replace("_", "-"): getattr(catalogue, name) for name in catalogue.__all__
} | {"tile": _tile}
_RESPONSES: dict[str, type[Response]] = {
    "exact": Exact,
    "flip": Flip,
    "logistic": Logistic,
    "feedback": FeedbackNoise,
}

REFUSED = re.compile(r"(\w+)=(\S+) is (.+)")
"""How a metric or a response model refuses one of its numbers."""


def parse_metric(
    text: str,
    *,
    prevalence: float,
    family: Family = "linear",
    direction: DirectionOption = "increasing",
    prior: LogisticPrior | None = None,
) -> MetricSource:
    """The metrics that a text names.

    Parameters
    ----------
    text : str
        A metric of the catalogue with its numbers (``accuracy``, ``f-beta:2``, ``linear:1,3``,
        ``tile:0.8,0.3``), ``random`` for the family's prior, or ``random-angle``.
    prevalence : float
        Share of positives, for the metrics that depend on it.
    family, direction, prior
        What ``random`` draws from; see `RandomMetric`.

    Examples
    --------
    >>> import numpy as np
    >>> print(parse_metric("f-beta:2", prevalence=0.3))
    F2
    """
    name, _, rest = text.strip().partition(":")
    if text.strip() == "random":
        return RandomMetric(family, direction, prior)
    if text.strip() == "random-angle":
        return RandomAngle(direction)
    if name not in _METRICS:
        raise InvalidInputError(
            f"metric {text!r} is unknown. Known are: {', '.join(known_metrics())}."
        )
    values = _numbers("metric", text, rest)
    wanted = _numbers_of(_METRICS[name])
    if len(values) != len(wanted):
        raise InvalidInputError(
            f"metric {text!r} has {len(values)} numbers where {name} takes {len(wanted)}: "
            f"write {_form(name, wanted)}."
        )
    options = {"prevalence": prevalence} if _takes_prevalence(_METRICS[name]) else {}
    with _as_typed("metric", text):
        return SameMetric(_METRICS[name](*values, **options))


def parse_response(text: str, *, noise: NoisePrior | None = None) -> ResponseSource:
    """The response models that a text names.

    Parameters
    ----------
    text : str
        ``exact``, ``flip:0.1``, ``feedback:0.05`` or ``logistic:0.01``, each with options after
        commas (``logistic:0.01,lapse=0.02,side=0.5,equal-within=0.01``), or ``random``, which
        takes ``equal-within`` too. After the name a comma will do as well as a colon.
    noise : NoisePrior, optional
        What ``random`` draws from; the prior of the Bayesian method where left out.

    Examples
    --------
    >>> print(parse_response("logistic:0.01,lapse=0.02"))
    Logistic(equal_within=0.0, scale=0.01, lapse=0.02, side=0.0)
    """
    name, rest = (*re.split("[:,]", text.strip(), maxsplit=1), "")[:2]
    name = name.strip()
    if name not in (*_RESPONSES, "random"):
        raise InvalidInputError(
            f"response {text!r} is unknown. Known are: {', '.join(known_responses())}."
        )
    required, optional = _parameters(_RESPONSES.get(name, Exact))
    parts = [part.strip() for part in rest.split(",")] if rest else []
    plain = [part for part in parts if "=" not in part]
    if len(plain) != len(required):
        raise InvalidInputError(
            f"response {text!r} has {len(plain)} plain numbers where {name} takes "
            f"{len(required)}: write {_form(name, required)}."
        )
    values = dict(zip(required, (_number("response", text, part) for part in plain), strict=True))
    for part in parts:
        option, equals, number = part.partition("=")
        if not equals:
            continue
        if option.strip() not in optional:
            raise InvalidInputError(
                f"response {text!r} has the unknown option {option.strip()!r}: "
                f"{name} takes {', '.join(optional)}."
            )
        if option.strip() in values:
            raise InvalidInputError(f"response {text!r} has {option.strip()} twice: give it once.")
        values[option.strip()] = _number("response", text, number)
    options = {option.replace("-", "_"): value for option, value in values.items()}
    with _as_typed("response", text, optional):
        if name == "random":
            return RandomResponse(NoisePrior() if noise is None else noise, **options)
        return SameResponse(_RESPONSES[name](**options))


def known_metrics() -> list[str]:
    """What `parse_metric` takes, with the names of the numbers."""
    named = [_form(name, _numbers_of(metric)) for name, metric in _METRICS.items()]
    return [*named, "random", "random-angle"]


def known_responses() -> list[str]:
    """What `parse_response` takes, options in brackets."""
    forms = []
    for name, response in _RESPONSES.items():
        required, optional = _parameters(response)
        comma = "," if required else ":"
        forms.append(f"{_form(name, required)}[{comma}{'=,'.join(optional)}=]")
    return [*forms, "random[:equal-within=]"]


@contextmanager
def _as_typed(what: str, text: str, optional: Collection[str] = ()) -> Iterator[None]:
    """Say of a number that is refused where in the text it stands."""
    try:
        yield
    except InvalidInputError as error:
        refused = REFUSED.fullmatch(str(error))
        if refused is None:
            raise InvalidInputError(f"{what} {text!r} cannot be used: {error}") from None
        name, value, why = refused.groups()
        option = name.replace("_", "-")
        place = option if option in optional else name.upper()
        raise InvalidInputError(
            f"{what} {text!r} has {float(value):g} for {place}, which is {why}"
        ) from None


def _numbers(what: str, text: str, rest: str) -> list[float]:
    return [_number(what, text, part) for part in rest.split(",")] if rest else []


def _number(what: str, text: str, part: str) -> float:
    try:
        return float(part)
    except ValueError:
        raise InvalidInputError(f"{what} {text!r} has {part!r} where a number belongs.") from None


def _numbers_of(metric: Callable[..., Metric]) -> list[str]:
    return [name for name in inspect.signature(metric).parameters if name != "prevalence"]


def _takes_prevalence(metric: Callable[..., Metric]) -> bool:
    return "prevalence" in inspect.signature(metric).parameters


def _parameters(response: type[Response]) -> tuple[list[str], list[str]]:
    """The numbers that a response model needs, and those it may have."""
    required = [field.name for field in fields(response) if field.default is MISSING]
    optional = [field.name for field in fields(response) if field.default is not MISSING]
    return required, [name.replace("_", "-") for name in optional]


def _form(name: str, numbers: list[str]) -> str:
    return f"{name}:{','.join(number.upper() for number in numbers)}" if numbers else name
