"""The options of an elicitor as JSON keeps them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from numbers import Integral
from typing import Any

from whichmetric.elicitation.run import has_idle_probability
from whichmetric.errors import InvalidInputError
from whichmetric.inference import LogisticPrior, NoisePrior
from whichmetric.studies.checks import Checks

__all__ = ["elicitor_options", "plain_options"]

_VALUES: dict[str, type[LogisticPrior | NoisePrior]] = {"prior": LogisticPrior, "noise": NoisePrior}
"""Options that are values of their own."""
_RESERVED = {
    "family": "give it to the specification",
    "method": "give it to the specification",
    "out_of": "give it to the specification",
    "rng": "give `seed` to the specification",
    "feasible": "it follows from the table and the prevalence",
}


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Texts, numbers, truth values, lists and None; refused where JSON would not keep one exactly.

    Examples
    --------
    >>> plain_options({"factor": 2, "prior": LogisticPrior(5.0, 1.6)})
    {'factor': 2, 'prior': {'centre': 5.0, 'spread': 1.6}}
    """
    if not isinstance(options, Mapping):
        raise InvalidInputError(f"options is {options!r}: give a mapping from names to values.")
    for name in options:
        if name in _RESERVED:
            raise InvalidInputError(f"options holds {name!r}: {_RESERVED[name]}.")
    checks = Checks.from_options(options).as_options()
    return {
        str(name): _plain(name, value)
        for name, value in options.items()
        if name not in Checks.names() or name in checks  # what is not chosen is not stored
    }


def elicitor_options(plain: Mapping[str, Any]) -> dict[str, Any]:
    """What `make_elicitor` takes, from what `plain_options` gave.

    Checks are no business of an elicitor, but they use up a part of the budget.

    Examples
    --------
    >>> elicitor_options({"max_questions": 25, "repeats": 4, "held_out": 6})
    {'max_questions': 15}
    """
    options = {
        name: _value(name, value) if name in _VALUES and isinstance(value, Mapping) else value
        for name, value in plain.items()
        if name not in Checks.names()
    }
    if has_idle_probability(options):  # of studies from when it was not refused: it did nothing
        del options["probability"]
    budget, checks = options.get("max_questions"), Checks.from_options(plain)
    if checks.questions and isinstance(budget, int):
        if budget <= checks.questions:
            raise InvalidInputError(
                f"max_questions={budget} leaves none to learn from, since {checks.questions} are "
                f"checks: give {checks.questions + 1} or more, or fewer checks."
            )
        options["max_questions"] = budget - checks.questions
    return options


def _value(name: str, parts: Mapping[str, Any]) -> LogisticPrior | NoisePrior:
    try:
        return _VALUES[name](**parts)
    except TypeError as failure:
        raise InvalidInputError(
            f"{name}={dict(parts)!r} makes no {_VALUES[name].__name__}: {failure}."
        ) from None


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, LogisticPrior | NoisePrior):
        return {key: _plain(f"{name}.{key}", part) for key, part in asdict(value).items()}
    if isinstance(value, Mapping) and name in _VALUES:
        known = _VALUES[name].__dataclass_fields__
        for key in value:
            if key not in known:
                raise InvalidInputError(
                    f"{name} holds {key!r}, which {_VALUES[name].__name__} does not take; "
                    f"it takes {', '.join(known)}."
                )
        return {key: _plain(f"{name}.{key}", part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(name, part) for part in value]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, float) and math.isfinite(value):
        return float(value)
    raise InvalidInputError(
        f"{name}={value!r} cannot be stored: give a text, a finite number, a truth value or None."
    )
