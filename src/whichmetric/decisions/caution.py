"""What makes answers themselves doubtful, in words."""

from __future__ import annotations

from whichmetric.decisions.one_sided import one_sided_caution
from whichmetric.decisions.percent import percent
from whichmetric.elicitation import Result

__all__ = ["NO_ANSWERS", "TELLING", "caution_of"]

NO_ANSWERS = "Nothing was answered: these are the assumptions before the first question."
DOUBTFUL = 0.3
"""Probability that the answers do not follow what was shown, above which that is said.

Before the first answer it is 0.21: answers must speak for it, not only be too few to speak against
it. ``make bench-coverage`` counts who is cautioned.
"""
TELLING = 5
"""Answers before which nobody is told so: one or two "about equal" alone would do for it."""


def caution_of(result: Result) -> str | None:
    """That nearly all answers go one way, or may not follow what was shown; None for neither."""
    said = [caution for caution in (one_sided_caution(result), _heedless(result)) if caution]
    return " ".join(said) or None


def _heedless(result: Result) -> str | None:
    p = result.heedless
    if p is None or p <= DOUBTFUL or result.learnt < TELLING:
        return None
    return (
        f"The answers may not follow what was shown (probability {percent(p)}): given without "
        "looking, always for the same side, or in turn. Ask again before you rely on them."
    )
