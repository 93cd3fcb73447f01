"""What the model check found, and what to do about it, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whichmetric.elicitation.plain_numbers import probability_in_words
from whichmetric.trust.kinds import EXCLUDED
from whichmetric.trust.misfit_words import REMEDIES, against_text, nearest_text

if TYPE_CHECKING:
    from whichmetric.trust.model_check import ModelCheck

__all__ = ["against_of", "kind_in_words", "model_check_texts", "warning_of"]

FOUND = {
    "linear": "The answers {surely}fit a linear metric: as far as they tell, a miss weighs as much "
    "as a fixed number of false alarms, wherever the threshold is.",
    "fractional": "The answers {surely}fit a fractional metric, such as an F-measure, better than "
    "a linear one: how many false alarms a miss outweighs depends on where the threshold is.",
    "neither": "The answers {surely}fit neither a linear nor a fractional metric: the {end} one of "
    "the two rates, of cases found and of cases spared, counts for more than its share.",
    "unclear": "The answers do not tell what kind of metric fits.",
}
ALIKE = (
    "The answers do not tell what kind of metric fits: the best one of the study's family fits "
    "them about as well as the best of any other kind. Probabilities also count how many metrics "
    "of a kind fit."
)
NO_MEASURE = (
    "The answers speak against an F-measure, which the study supposes; they do not tell what other "
    "kind of metric fits."
)
NOT_YET = "The answers do not tell yet whether a linear metric fits; they do not speak against it."
UNDECIDED = "No question was decided, so the answers tell of no metric."
HARD = (
    "More questions of this kind would not help: talk with the expert about what makes it hard to "
    "decide, and ask again."
)
MORE = "ask again in a study with more questions, 15 or so of them held out"
MORE_FIRST = (
    f"Before anything is changed for it, {MORE}: some experts with a metric of the study's family "
    "answer like this."
)
HEEDLESS = "The answers tell of no metric: they probably do not follow what was shown."
TALK_FIRST = (
    "More questions would not help as long as that is so: talk with the expert about what the "
    "options mean, and ask again."
)
NOT_TO_BE_USED = (
    "As long as the answers are not to be used, it does not matter what they fit: talk with the "
    "expert about what the options mean, and ask again."
)
LIKE_LINEAR = (
    "The study supposes an F-measure, and one may fit as well: some order nearly all options as a "
    "linear metric does."
)
SIDE_BY_SIDE = (
    "The estimate's own probability of a linear metric is another number: it compares linear "
    "metrics with all fractional ones alike, and held-out answers are kept from it. Here they "
    "count, half of the fractional metrics are supposed to be F-measures, and metrics that are "
    "neither compete, too."
)
SURE, PROBABLE = 0.9, 0.75
"""Probabilities from which a kind is named without reserve, and from which linear metrics, probable
by a half before the first answer, are named at all. Linear metrics are among the fractional ones,
so that the answers of a linear expert hardly speak against those."""


def model_check_texts(found: ModelCheck) -> tuple[str, ...]:
    """What the answers fit, and what to do next."""
    if found.decided == 0 and found.undecided:
        return UNDECIDED, HARD
    if found.is_heedless:
        return HEEDLESS, TALK_FIRST
    linear, fractional, neither, f_measures = (
        probability_in_words(share)
        for share in (found.linear, found.fractional, found.neither, found.measures)
    )
    measures = f" (F-measures {f_measures})" if _wants_measure(found) else ""
    chances = (
        f"Probabilities, given the answers: linear {linear}, fractional {fractional}{measures}, "
        f"neither {neither}."
    )
    if found.family == "linear-fractional" and found.decided:
        chances = f"{chances} {SIDE_BY_SIDE}"
    following = NOT_TO_BE_USED if found.verdict == "poor" else _next(found)
    surely = "" if _probability(found) >= SURE else "probably "
    end = "worse" if found.power < 1.0 else "better"
    said = NOT_YET if _is_open(found) else FOUND[found.kind].format(surely=surely, end=end)
    if found.kind == "unclear" and found.is_flagged:
        said = NO_MEASURE
    elif found.kind == "unclear" and not (found.outdone or found.is_premature):
        said = ALIKE
    return (f"{said} {chances}", following)


def kind_in_words(found: ModelCheck) -> str:
    """The kind with the reserve that the text has."""
    if _is_open(found):
        return "unclear"
    kind = found.kind if _probability(found) >= SURE else f"probably {found.kind}"
    return f"{kind}, against what the study supposes" if found.is_flagged else kind


def against_of(found: ModelCheck) -> str:
    """That the answers speak against the study's family, to stand after "the answers".

    Empty where they do not, and where they are not to be used, whatever they fit.
    """
    if not found.is_flagged or found.verdict == "poor":
        return ""
    held = {
        "linear": found.linear,
        "f-beta": found.measures,
        "linear-fractional": found.linear + found.fractional,
    }
    surely = "" if held[found.family] < EXCLUDED else "probably "
    return f"{surely}{against_text(found.family, found.kind)}"


def warning_of(found: ModelCheck) -> str:
    """The same as sentences with what to do, to stand before the result."""
    against = against_of(found)
    if not against:
        return ""
    remedy = MORE_FIRST if _is_probable(found) else REMEDIES[found.kind]
    return nearest_text(against, remedy)


def _probability(found: ModelCheck) -> float:
    """Of the kind that is named; what is unclear is said as it is."""
    kinds = {"linear": found.linear, "fractional": found.fractional, "neither": found.neither}
    return kinds.get(found.kind, 1.0)


def _is_probable(found: ModelCheck) -> bool:
    """Whether the answers speak against the family, but more of them may yet say otherwise.

    Where F-measures are excluded, other ratios and linear metrics are a study away.
    """
    near = _wants_measure(found) and found.kind in ("linear", "fractional")
    return found.is_flagged and _probability(found) < SURE and not near


def _is_open(found: ModelCheck) -> bool:
    """Whether the answers have said little for linear metrics, and nothing against them.

    Nor for what is left where they speak against the F-measures that the study supposes.
    """
    return found.kind == "linear" and found.linear < PROBABLE and not found.is_flagged


def _wants_measure(found: ModelCheck) -> bool:
    return found.family == "f-beta"


def _next(found: ModelCheck) -> str:
    supposed = "linear" if found.family == "linear" else "fractional"
    if found.kind == "unclear" and found.is_flagged:
        return (
            "The result above is that of the nearest F-measure. To find out, begin a study with "
            "the family linear-fractional and more questions, 15 or so of them held out."
        )
    if found.kind == "unclear" or _is_open(found):
        if found.undecided > 2 * found.decided:
            return HARD
        return (
            f"To find out, {MORE}: these lie all over the frontier, where the kinds of metrics "
            "differ."
        )
    if _wants_measure(found) and found.kind in ("linear", "fractional") and found.is_flagged:
        family = "linear" if found.kind == "linear" else "linear-fractional"
        return (
            "The study supposes an F-measure, which the answers speak against: the result above is "
            "that of the nearest one. To use what they fit, begin a study with the family "
            f"{family}."
        )
    if _is_probable(found):
        return MORE_FIRST
    if found.kind == "neither":
        return (
            "The threshold above is the best for the nearest metric of the study's family. Compare "
            "it with its neighbours before it is used, and ask the expert why both rates matter."
        )
    if found.kind == "fractional" and supposed == "linear":
        return "To use that, begin a study with the family linear-fractional."
    if found.kind == "linear" and _wants_measure(found):
        return LIKE_LINEAR
    if found.kind == "linear" and supposed == "fractional":
        return "A study of the family linear would need fewer questions."
    if found.verdict == "mixed":
        return "The study supposes just that. How far the answers can be trusted matters more."
    if _probability(found) < SURE:
        return "The study supposes just that, and nothing speaks against it."
    return "The study supposes just that: nothing needs to be done."
