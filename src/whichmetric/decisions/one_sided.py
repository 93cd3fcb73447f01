"""Answers that all go one way, which an ordinary preference hardly gives.

Questions are put near where the estimate would be torn, so that one who weighs both kinds of error
says now this, now that. Whoever always takes the option that finds more positives either does not
mind false alarms at all or prefers errors to right decisions: on trade-offs the two answer alike,
and only a question with ``direction="either"`` tells them apart.
"""

from __future__ import annotations

from whichmetric.elicitation import Result
from whichmetric.values import Answer

__all__ = ["one_sided_caution", "one_sided_text"]

LEAST = 10
"""Answers; of fewer, those of an ordinary preference often go one way."""
SHARE = 0.9
"""Of them that go the same way; measured: an ordinary preference has 0.5 to 0.8 of 20."""
LIKED = {
    True: "finds more positives, however many false alarms it raises",
    False: "raises fewer false alarms, however many positives it misses",
}


ASKED = {
    "increasing": "Were errors preferred to right decisions?",
    "decreasing": "Were right decisions preferred to errors?",
}


def one_sided_caution(result: Result) -> str | None:
    """What to make of answers that go one way, and how to ask; None where they do not."""
    told = one_sided_text(result)
    return f'{told} direction="either" asks.' if told else None


def one_sided_text(result: Result) -> str:
    """What to make of answers that go one way, in words; empty where they do not."""
    ways, torn = [], 0
    for question, answer in result.history:
        torn += answer is Answer.EQUAL  # where a limit is: beyond it, the other option is preferred
        if answer not in (Answer.A, Answer.B):
            continue
        liked, other = question.a, question.b
        if answer is Answer.B:
            liked, other = other, liked
        found = liked.true_positive_rate - other.true_positive_rate
        spared = liked.true_negative_rate - other.true_negative_rate
        if found * spared > 0:  # the direction was asked for
            return ""
        if found != 0 or spared != 0:
            ways.append(found > 0 or spared < 0)
    finds = 2 * sum(ways) >= len(ways)
    same = sum(ways) if finds else len(ways) - sum(ways)
    answers = len(ways) + torn
    if len(ways) < LEAST or same < SHARE * answers:
        return ""
    return (
        f"{same} of {answers} answers prefer the option that {LIKED[finds]}: they fit no "
        f"ordinary preference. {ASKED[result.direction]}"
    )
