"""A mapping that nobody can change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

__all__ = ["FrozenMapping"]

K = TypeVar("K")
V = TypeVar("V")


class FrozenMapping(Mapping[K, V]):
    """A read-only copy of a mapping that, unlike a mapping proxy, can be copied and sent on.

    Parameters
    ----------
    items : mapping

    Examples
    --------
    >>> import copy
    >>> limits = FrozenMapping({"low": 1, "high": 2})
    >>> copy.deepcopy(limits)
    FrozenMapping({'low': 1, 'high': 2})
    """

    def __init__(self, items: Mapping[K, V]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"FrozenMapping({self._items})"
