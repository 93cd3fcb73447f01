"""The name that somebody types for a study."""

from __future__ import annotations

from whichmetric.errors import InvalidInputError
from whichmetric.studies.identifiers import IDENTIFIER_RULE, is_identifier
from whichmetric.studies.short_repr import short_repr

__all__ = ["refuse_unfit_name"]


def refuse_unfit_name(option: str, name: str) -> None:
    """Refuse what no study can be called, by the option that it was given to."""
    if not is_identifier(name):
        raise InvalidInputError(
            f"{option} {short_repr(name)} is no name for a study: {IDENTIFIER_RULE}."
        )
