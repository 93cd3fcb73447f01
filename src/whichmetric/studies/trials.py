"""What somebody answers only to try a study out: it is no expert's."""

from __future__ import annotations

__all__ = ["TRIAL", "is_trial"]

TRIAL = "Your own trial"
"""Under this name its owner tries a study; it is stored, so it is the same in every language."""


def is_trial(expert: str) -> bool:
    """Whether a session under this name is the owner's own."""
    return expert == TRIAL
