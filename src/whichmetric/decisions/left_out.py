"""Experts who are not counted among several, by name and with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["LeftOut", "left_out_sentences"]


class LeftOut(NamedTuple):
    """An expert who is not counted.

    Parameters
    ----------
    name : str
    reason : str
        Why, to stand after "since"; without a full stop.
    remedy : str
        How to count the expert all the same, a sentence; empty where that cannot be.
    """

    name: str
    reason: str
    remedy: str = ""


def left_out_sentences(left_out: Iterable[LeftOut]) -> tuple[str, ...]:
    """Who is left out and why, and after them each remedy once.

    Examples
    --------
    >>> left_out_sentences([LeftOut("Lee", "the answers were a test", "Ask again.")])
    ('Lee is left out, since the answers were a test.', 'Ask again.')
    """
    known = tuple(left_out)
    remedies = dict.fromkeys(one.remedy for one in known if one.remedy)
    return (*(f"{one.name} is left out, since {one.reason}." for one in known), *remedies)
