"""Many people who answer one question each, in one session."""

from __future__ import annotations

from whichmetric.errors import InvalidInputError
from whichmetric.studies.trials import is_trial

__all__ = ["CROWD", "crowd_name", "is_crowd", "own_name"]

CROWD = "The crowd"
"""Under this name its one session is stored, so it is the same in every language."""


def is_crowd(expert: str) -> bool:
    """Whether a session under this name holds the answers of many people."""
    return expert == CROWD


def own_name(expert: str) -> str:
    """Under which name an expert answers: any but the one that stands for many people."""
    if is_crowd(expert):
        raise InvalidInputError(
            f"expert={expert!r} stands for the people of a crowd, and this study asks experts: "
            "give another name."
        )
    return expert


def crowd_name(expert: str) -> str:
    """Under which name somebody answers in a crowd: nobody has one of their own but a trial."""
    if is_trial(expert):
        return expert
    if expert not in ("", CROWD):
        raise InvalidInputError(
            f"expert={expert!r} has no session of their own, since this study asks a crowd: leave "
            "the name out."
        )
    return CROWD
