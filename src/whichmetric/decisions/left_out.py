"""Experts who are not counted among several, by name and with the reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

__all__ = ["LeftOut", "doubted_sentences", "left_out_sentences"]


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
    """Who is left out and why, each remedy once after those whom it helps.

    Examples
    --------
    >>> left_out_sentences([LeftOut("Ito", "it ends"), LeftOut("Lee", "it fails", "Ask again.")])
    ('Lee is left out, since it fails.', 'Ask again.', 'Ito is left out, since it ends.')
    """
    known = tuple(left_out)
    remedies = dict.fromkeys(one.remedy for one in known)
    told = []
    for remedy in sorted(remedies, key=lambda remedy: not remedy):
        told += [
            f"{one.name} is left out, since {one.reason}." for one in known if one.remedy == remedy
        ]
        told += [remedy] if remedy else []
    return tuple(told)


def doubted_sentences(doubted: Iterable[LeftOut], unheard: Collection[str] = ()) -> tuple[str, ...]:
    """Who is counted since everyone was to be, and why they would be left out.

    Parameters
    ----------
    doubted : iterable of LeftOut
    unheard : collection of str
        Experts whose answers say next to nothing, however they count.

    Examples
    --------
    >>> doubted_sentences([LeftOut("Lee", "it was a test")])
    ('Lee is counted, since everyone was to be, although it was a test.',)
    """
    return tuple(
        f"{one.name} was to be counted, as everyone, although {one.reason}; such answers weigh "
        "next to nothing."
        if one.name in unheard
        else f"{one.name} is counted, since everyone was to be, although {one.reason}."
        for one in doubted
    )
