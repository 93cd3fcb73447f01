"""What makes answers themselves doubtful, in words."""

from __future__ import annotations

from whichmetric.decisions.one_sided import one_sided_caution
from whichmetric.elicitation import Result

__all__ = ["caution_of"]

EARLY = 20
"""Answers; of fewer, nobody can tell yet whether somebody looks."""
OPEN, WORTH_SAYING = 0.3, 0.05
"""Probability that the answers do not follow what was shown which is said early: more than is
assumed before the first one; and later: 90% intervals show it."""


def caution_of(result: Result) -> str | None:
    """That nearly all answers go one way, or may be given without looking; None for neither."""
    said = [caution for caution in (one_sided_caution(result), _heedless(result)) if caution]
    return " ".join(said) or None


def _heedless(result: Result) -> str | None:
    p = result.heedless
    if p is None or p <= (OPEN if result.answered < EARLY else WORTH_SAYING):
        return None
    return (
        f"The answers may have been given without looking (probability {p:.0%}), and the intervals "
        "allow for that."
    )
