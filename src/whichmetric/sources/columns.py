"""Which columns of a source are meant."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Columns"]


class Columns(NamedTuple):
    """The names of the columns to read."""

    label: str
    score: str
    weight: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Those that were given."""
        return tuple(name for name in self if name is not None)

    @property
    def roles(self) -> dict[str, str]:
        """What each is for, with its name."""
        return {role: name for role, name in self._asdict().items() if name is not None}

    @property
    def number_roles(self) -> tuple[str, ...]:
        """What those of numbers are for."""
        return tuple(role for role in self.roles if role != "label")
