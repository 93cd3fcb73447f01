"""What is read back from JSON, refused by the place where it is damaged."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from whichmetric.errors import DocumentError, InvalidInputError
from whichmetric.studies.short_repr import short_repr

__all__ = ["Fields", "plain_number"]

LONGEST = 40
"""Characters of a value that an error shows."""
ENDLESS = {"inf": math.inf, "-inf": -math.inf}
"""JSON has no infinity, and a threshold may be one."""
_KINDS = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "an object",
}


def plain_number(value: float) -> float | str:
    """A number as JSON keeps it to the last digit.

    Examples
    --------
    >>> plain_number(0.1), plain_number(math.inf)
    (0.1, 'inf')
    """
    return float(value) if math.isfinite(value) else str(float(value))


class Fields:
    """The fields of a JSON object, each to be read once, by its kind.

    Parameters
    ----------
    where : str
        The object's place in the document, for errors.
    values : object
        As `json.loads` has read it.

    Examples
    --------
    >>> Fields("event 3", {"number": "x"}).whole("number")
    Traceback (most recent call last):
        ...
    whichmetric.errors.DocumentError: event 3: 'number' is 'x', not a whole number.
    """

    def __init__(self, where: str, values: Any) -> None:
        if not isinstance(values, dict):
            raise DocumentError(f"{where} is {_short(values)}, not an object.")
        self.where = where
        self._values: Mapping[str, Any] = values
        self._unread = set(values)

    def text(self, name: str) -> str:
        """A text."""
        return str(self._read(name, str))

    def truth(self, name: str) -> bool:
        """True or false."""
        return bool(self._read(name, bool))

    def whole(self, name: str) -> int:
        """A whole number."""
        return int(self._read(name, int))

    def number(self, name: str) -> float:
        """A number, also an infinite one."""
        return self._number(name, self._read(name, None))

    def numbers(self, name: str) -> tuple[float, ...]:
        """A list of numbers."""
        values = self._read(name, list)
        # A score table has hundreds of thousands, nearly always just these.
        if set(map(type, values)) <= {float} and all(map(math.isfinite, values)):
            return tuple(values)
        return tuple(self._number(name, value) for value in values)

    def items(self, name: str) -> list[Any]:
        """A list of anything."""
        return list(self._read(name, list))

    def inner(self, name: str) -> Fields:
        """An object inside this one."""
        return Fields(f"{self.where}, {name}", self._read(name, dict))

    def mapping(self, name: str) -> dict[str, Any]:
        """An object as it is."""
        return dict(self._read(name, dict))

    def has(self, name: str) -> bool:
        """Whether there is such a field."""
        return name in self._values

    def is_none(self, name: str) -> bool:
        """Whether there is nothing under that name; then it counts as read."""
        if name in self._values and self._values[name] is None:
            self._unread.discard(name)
            return True
        return False

    def skip(self, name: str) -> None:
        """Count a field as read that was looked at elsewhere."""
        self._unread.discard(name)

    @contextmanager
    def reading(self) -> Iterator[Fields]:
        """Read fields into a value: what the value refuses is damage, and so are fields left."""
        try:
            yield self
        except InvalidInputError as refusal:
            raise DocumentError(f"{self.where}: {refusal}") from None
        if self._unread:
            unknown = ", ".join(map(repr, sorted(self._unread)))
            raise DocumentError(f"{self.where} has the unknown field {unknown}.")

    def _read(self, name: str, kind: type | None) -> Any:
        if name not in self._values:
            raise DocumentError(f"{self.where}: {name!r} is missing.")
        value = self._values[name]
        # JSON's true is no number, though Python's is.
        if kind is not None and (
            not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        ):
            raise DocumentError(f"{self.where}: {name!r} is {_short(value)}, not {_KINDS[kind]}.")
        self._unread.discard(name)
        return value

    def _number(self, name: str, value: Any) -> float:
        if isinstance(value, str) and value in ENDLESS:
            return ENDLESS[value]
        if not isinstance(value, int | float) or isinstance(value, bool) or not _fits(value):
            raise DocumentError(f"{self.where}: {name!r} holds {_short(value)}, not a number.")
        return float(value)


def _fits(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def _short(value: Any) -> str:
    return short_repr(value, LONGEST)
