"""Answers of a crowd, which cannot be judged as those of one person."""

from __future__ import annotations

from whichmetric.errors import InvalidInputError
from whichmetric.studies import Session

__all__ = ["refuse_crowd"]


def refuse_crowd(session: Session) -> None:
    """Refuse to judge answers of many people, one a person, as if one had given them."""
    if session.specification.is_crowd:
        raise InvalidInputError(
            f"Session {session.id!r} is of a crowd, whose answers, one a person, cannot hang "
            "together or fit a metric as those of one expert do: take session.estimate(), and read "
            "in the study's report how many answers go with it."
        )
