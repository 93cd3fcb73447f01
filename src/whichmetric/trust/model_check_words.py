"""What the model check found, and what to do about it, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whichmetric.trust.consistency_words import whole_percent

if TYPE_CHECKING:
    from whichmetric.trust.model_check import ModelCheck

__all__ = ["model_check_texts"]

FOUND = {
    "linear": "The answers fit a linear metric: as far as they tell, a miss weighs as much as a "
    "fixed number of false alarms, wherever the threshold is.",
    "fractional": "The answers {surely}fit a fractional metric, such as an F-measure, better than "
    "a linear one: how many false alarms a miss outweighs depends on where the threshold is.",
    "neither": "The answers {surely}fit neither a linear nor a fractional metric: the worse one of "
    "the two rates, of cases found and of cases spared, counts for more than its share.",
    "unclear": "The answers do not tell whether a linear metric fits.",
}
HEEDLESS = "The answers tell of no metric: they probably do not follow what was shown."
TALK_FIRST = (
    "More questions would not help as long as that is so: talk with the expert about what the "
    "options mean, and ask again."
)
NOT_TO_BE_USED = (
    "As long as the answers are not to be used, it does not matter what they fit: talk with the "
    "expert about what the options mean, and ask again."
)
SURE = 0.9
"""Probability from which a kind other than linear is named without reserve. Linear metrics are
among the fractional ones, so that the answers of a linear expert hardly speak against those."""


def model_check_texts(found: ModelCheck) -> tuple[str, ...]:
    """What the answers fit, and what to do next."""
    if found.is_heedless:
        return HEEDLESS, TALK_FIRST
    chances = (
        f"Probabilities, given the answers: linear {whole_percent(found.linear)}, fractional "
        f"{whole_percent(found.fractional)}, neither {whole_percent(found.neither)}."
    )
    following = NOT_TO_BE_USED if found.verdict == "poor" else _next(found)
    surely = "" if _probability(found) >= SURE else "probably "
    return (f"{FOUND[found.kind].format(surely=surely)} {chances}", following)


def _probability(found: ModelCheck) -> float:
    """Of the kind that is named; what is linear or unclear is said as it is."""
    return {"fractional": found.fractional, "neither": found.neither}.get(found.kind, 1.0)


def _next(found: ModelCheck) -> str:
    supposed = "linear" if found.family == "linear" else "fractional"
    if found.kind == "unclear":
        return (
            "To find out, ask more, with 15 held-out pairs or so: they lie all over the frontier, "
            "where the kinds of metrics differ."
        )
    if found.is_flagged and _probability(found) < SURE:
        return (
            "Before anything is changed for it, ask more, with 15 held-out pairs or so: some "
            "experts with a metric of the study's family answer like this."
        )
    if found.kind == "neither":
        return (
            "The threshold above is the best for the nearest metric of the study's family. Compare "
            "it with its neighbours before it is used, and ask the expert why both rates matter."
        )
    if found.kind == "fractional" and supposed == "linear":
        return "To use that, begin a study with the family linear-fractional."
    if found.kind == "linear" and supposed == "fractional":
        return "A study of the family linear would need fewer questions."
    return "The study supposes just that: nothing needs to be done."
