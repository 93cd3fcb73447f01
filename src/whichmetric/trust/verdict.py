"""Whether to trust an expert's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from whichmetric.trust.consistency import Consistency

__all__ = [
    "CARELESS",
    "FEW",
    "HEEDLESS",
    "Finding",
    "Verdict",
    "are_heedless",
    "are_indifferent",
    "are_no_better_than_a_coin",
    "are_one_sided",
    "are_reversed",
    "are_too_fast",
    "are_unchecked",
    "finding_of",
    "verdict_of",
]

Verdict = Literal["good", "mixed", "poor", "unknown"]
Finding = Literal[
    "good",
    "mixed",
    "poor",
    "unknown",
    "reversed",
    "contrary",
    "one-sided",
    "undecided",
    "indifferent",
    "heedless",
    "misfit",
]
"""The verdict, and why it is poor where answers hang together: they prefer the worse option, or the
better one against what the study states, or all go one way, which leaves open what they prefer.
Undecided is who decided nothing, indifferent who found everything about equal, heedless who found
much about equal, whatever was shown. A misfit is of the study: the answers hang together in another
way than its family supposes."""
FEW = 8
"""Answers below which nothing is said."""
LEAST_CHOSEN = 2
"""Options that were preferred below which "about equal" says nothing of what is weighed."""
HEEDLESS = 0.5
"""Probability that the answers do not follow what was shown from which they tell of no metric."""
OFTEN_EQUAL = 1 / 3
"""Share of trade-offs found about equal from which `HEEDLESS` decides: as many as by whoever
presses any of the three buttons. Of fewer, the fitted error rate tells as much."""
CARELESS, LITTLE_MORE_THAN_CHANCE = 0.17, 0.3
"""Error rates: above the first an expert is careless, above the second hardly looks. We suppose
that people who mean it err in 12 to 14% of their answers."""
MANY_WRONG = 2
"""Dominated pairs of which the worse option was chosen that nobody chooses who reads both."""
TOO_FAST = 0.5
"""Share of answers that came too fast for reading above which they are not simply trusted."""
REPEATED = 3
"""Questions that came again; fewer that were answered otherwise may be close ones."""
TELLING = 5
"""Held-out answers that prefer an option; fewer that were not foretold may be bad luck."""


def verdict_of(found: Consistency) -> Verdict:
    """Whether to trust the answers."""
    if found.decided < FEW:
        return "unknown"
    if _are_careless(found) or found.prefers_errors or are_indifferent(found):
        return "poor"
    if are_heedless(found) or are_reversed(found) or are_one_sided(found):
        return "poor"
    doubtful = _are_doubtful(found) or are_no_better_than_a_coin(found)
    return "mixed" if doubtful or found.misfit is not None else "good"


def finding_of(found: Consistency) -> Finding:
    """The verdict, or what else is wrong with answers that hang together."""
    if found.decided == 0 and found.undecided:
        return "undecided"
    if are_indifferent(found):
        return "indifferent"
    if are_heedless(found):
        return "heedless"
    if are_reversed(found):
        return "contrary" if found.expects_errors else "reversed"
    if are_one_sided(found) and not _are_careless(found):
        return "one-sided"
    verdict = verdict_of(found)
    if verdict == "mixed" and found.misfit is not None and not _are_doubtful(found):
        return "misfit"
    return verdict


def are_reversed(found: Consistency) -> bool:
    """Whether the answers hang together but prefer what is worse in every way.

    Whoever answers by chance rarely takes the worse option of every dominated pair and says the
    same again in every repeat, too. A single dominated pair may be a slip, unless the trade-offs
    were all answered the same way, too: then the method went after a preference that is not there.
    A study that asks for the direction has asked for just that.
    """
    if found.decided < FEW or found.error_rate >= LITTLE_MORE_THAN_CHANCE:
        return False
    if are_indifferent(found) or are_heedless(found):
        return False
    alike = found.repeats is None or found.repeats.right == found.repeats.out_of
    if found.dominated is None:
        return alike and found.prefers_errors
    no_slip = found.dominated.out_of >= MANY_WRONG or found.one_sided or found.prefers_errors
    return alike and no_slip and found.dominated.right == 0


def are_indifferent(found: Consistency) -> bool:
    """Whether hardly an option was preferred to the other."""
    return found.decided >= FEW and found.chosen < LEAST_CHOSEN


def are_heedless(found: Consistency) -> bool:
    """Whether much was found about equal, and the answers probably do not follow what was shown.

    Who finds options about equal that differ by little, and chooses where they differ by more, says
    so of the pairs that one metric has close together. Who says it of any pair does not.
    """
    often = found.equal >= OFTEN_EQUAL * (found.equal + found.chosen)
    return found.decided >= FEW and often and found.heedless >= HEEDLESS


def are_one_sided(found: Consistency) -> bool:
    """Whether the answers go one way, and no dominated pair tells an extreme view from a reversed.

    On trade-offs whoever minds one kind of mistake alone and whoever prefers errors answer alike.
    """
    if found.decided < FEW or not found.one_sided:
        return False
    return found.dominated is None or found.dominated.right == 0


def are_too_fast(found: Consistency) -> bool:
    """Whether most answers came faster than anybody reads."""
    return found.times is not None and found.times.hasty > TOO_FAST * found.times.measured


def are_unchecked(found: Consistency) -> bool:
    """Whether checks were asked, and none of them was decided."""
    decided = found.repeats or found.dominated or found.unseen or found.held_out
    return found.unchecked > 0 and not decided


def are_no_better_than_a_coin(found: Consistency) -> bool:
    """Whether the elicited metric foretells held-out answers no better than a coin."""
    if found.held_out is None:
        return False
    right, out_of = found.held_out.elicited
    return found.held_out.chosen >= TELLING and 2 * right <= out_of


def _wrong(found: Consistency) -> float:
    """Dominated pairs of which the worse option was chosen."""
    return 0.0 if found.dominated is None else found.dominated.out_of - found.dominated.right


def _are_seldom_repeated(found: Consistency) -> bool:
    """Whether fewer than half of the questions that came again got the same answer."""
    if found.repeats is None:
        return False
    right, out_of = found.repeats
    return out_of >= REPEATED and 2 * right < out_of


def _are_doubtful(found: Consistency) -> bool:
    """Whether the expert errs too often, or cannot have looked at all, to be simply trusted."""
    saw_nothing = found.dominated is None and found.unseen >= MANY_WRONG
    errs = found.error_rate >= CARELESS or _wrong(found) > 0 or _are_seldom_repeated(found)
    return errs or saw_nothing or are_too_fast(found) or are_unchecked(found)


def _are_careless(found: Consistency) -> bool:
    """Whether the expert hardly looked."""
    return found.error_rate >= LITTLE_MORE_THAN_CHANCE or _wrong(found) >= MANY_WRONG
