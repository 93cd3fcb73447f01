"""Arguments as they come from users, refused by name where they are of the wrong kind."""

from __future__ import annotations

from typing import Any

import numpy as np

from whichmetric.errors import InvalidInputError

__all__ = ["as_generator", "as_number", "as_truth", "as_whole_number", "expect", "with_article"]


def as_number(name: str, value: Any, remedy: str = "") -> float:
    """One real number as a float, no boolean; NaN and infinities are for the caller to judge.

    Parameters
    ----------
    name : str
    value : object
    remedy : str
        What to give instead, such as "give 0 or more".

    Examples
    --------
    >>> as_number("beta", np.float32(2))
    2.0
    """
    if type(value) is float:  # nearly always, and very often: every rate comes through here
        return value
    try:
        if not isinstance(value, str | bytes | bool | np.bool_) and np.ndim(value) == 0:
            return float(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise InvalidInputError(f"{name}={value!r} is not a number{_after_colon(remedy)}.")


def as_whole_number(name: str, value: Any, remedy: str = "") -> int:
    """One whole number, also where it comes as 30.0; booleans are none. See `as_number`.

    Examples
    --------
    >>> as_whole_number("seed", 30.0), as_whole_number("seed", 2**53 + 1)
    (30, 9007199254740993)
    """
    number = np.nan if isinstance(value, bool | np.bool_) else as_number(name, value, remedy)
    if not np.isfinite(number) or number != int(number):
        raise InvalidInputError(f"{name}={value!r} is not a whole number{_after_colon(remedy)}.")
    # A float does not keep the last digits of a large one.
    return int(value) if isinstance(value, int | np.integer) else int(number)


def as_truth(name: str, value: Any) -> bool:
    """True or False; a text, which would count as true whatever it says, is neither."""
    if not isinstance(value, bool | np.bool_):
        raise InvalidInputError(f"{name}={value!r} is not a truth value: give True or False.")
    return bool(value)


def as_generator(rng: Any) -> np.random.Generator:
    """A random generator from a seed or from a generator; None is neither."""
    try:
        if rng is not None and not isinstance(rng, bool | np.bool_):
            return np.random.default_rng(rng)
    except (TypeError, ValueError):
        pass
    raise InvalidInputError(
        f"rng={rng!r} is not a seed: give a whole number of 0 or more, or a numpy Generator."
    )


def _after_colon(remedy: str) -> str:
    return f": {remedy}" if remedy else ""


def expect(name: str, value: Any, kind: type, remedy: str) -> None:
    """Refuse a value of another type than `kind`; one that holds such a value is told where."""
    if isinstance(value, kind):
        return
    for part, held in getattr(value, "__dict__", {}).items():
        if isinstance(held, kind) and not part.startswith("_"):
            raise InvalidInputError(
                f"{name} is {with_article(type(value).__name__)}, not "
                f"{with_article(kind.__name__)}: give its .{part}."
            )
    raise InvalidInputError(f"{name} is {value!r}, not {with_article(kind.__name__)}: {remedy}.")


def with_article(name: str) -> str:
    """The name of a type as it stands in a sentence.

    Examples
    --------
    >>> [with_article(name) for name in ("Result", "OperatingPoint", "ndarray")]
    ['a Result', 'an OperatingPoint', 'an ndarray']
    """
    return f"{'an' if name[0] in 'AEIOaeio' or name == 'ndarray' else 'a'} {name}"
