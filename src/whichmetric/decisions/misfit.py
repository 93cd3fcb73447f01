"""Experts whose answers speak against the kind of metric that is supposed of all, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Misfit", "misfit_sentences"]


class Misfit(NamedTuple):
    """An expert who is counted by the nearest metric of a kind that the answers speak against.

    Parameters
    ----------
    name : str
    against : str
        What the answers speak against, to stand after "the answers"; without a full stop.
    """

    name: str
    against: str


def misfit_sentences(misfits: Iterable[Misfit]) -> tuple[str, ...]:
    """Whose answers they are, and what follows, a sentence each.

    Examples
    --------
    >>> misfit_sentences([Misfit("Lee", "speak against an F-measure")])
    ('The answers of Lee speak against an F-measure: Lee is counted by the nearest one supposed.',)
    """
    return tuple(
        f"The answers of {one.name} {one.against}: {one.name} is counted by the nearest one "
        "supposed."
        for one in misfits
    )
