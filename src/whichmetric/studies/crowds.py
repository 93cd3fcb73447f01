"""Many people who answer one question each, in one session."""

from __future__ import annotations

from whichmetric.errors import InvalidInputError
from whichmetric.studies.trials import is_trial

__all__ = ["CROWD", "crowd_name"]

CROWD = "The crowd"
"""Under this name its one session is stored, so it is the same in every language."""


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
