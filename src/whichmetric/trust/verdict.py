"""Whether to trust an expert's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from whichmetric.trust.consistency import Consistency

__all__ = ["FEW", "Verdict", "are_reversed", "are_too_fast", "verdict_of"]

Verdict = Literal["good", "mixed", "poor", "unknown"]
FEW = 8
"""Answers below which nothing is said."""
CARELESS, LITTLE_MORE_THAN_CHANCE = 0.17, 0.3
"""Error rates: above the first an expert is careless, above the second hardly looks. People who
mean it err in 12 to 14% of their answers in choice tasks."""
MANY_WRONG = 2
"""Dominated pairs of which the worse option was chosen that nobody chooses who reads both."""
TOO_FAST = 0.5
"""Share of answers that came too fast for reading above which they are not simply trusted."""


def verdict_of(found: Consistency) -> Verdict:
    """Whether to trust the answers."""
    if found.decided < FEW:
        return "unknown"
    wrong = 0.0 if found.dominated is None else found.dominated.out_of - found.dominated.right
    if found.error_rate >= LITTLE_MORE_THAN_CHANCE or wrong >= MANY_WRONG or are_reversed(found):
        return "poor"
    doubtful = found.error_rate >= CARELESS or wrong or are_too_fast(found)
    return "mixed" if doubtful else "good"


def are_reversed(found: Consistency) -> bool:
    """Whether the answers hang together but prefer what is worse in every way.

    Whoever answers by chance rarely takes the worse option of every dominated pair and says the
    same again in every repeat, too. A single dominated pair may be a slip, unless the trade-offs
    were all answered the same way, too: then the method went after a preference that is not there.
    """
    if found.dominated is None or found.decided < FEW:
        return False
    alike = found.repeats is None or found.repeats.right == found.repeats.out_of
    no_slip = found.dominated.out_of >= MANY_WRONG or found.one_sided
    always_worse = found.dominated.right == 0 and no_slip
    return always_worse and alike and found.error_rate < LITTLE_MORE_THAN_CHANCE


def are_too_fast(found: Consistency) -> bool:
    """Whether most answers came faster than anybody reads."""
    return found.times is not None and found.times.hasty > TOO_FAST * found.times.measured
