"""The verdict on answers, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whichmetric.elicitation.plain_numbers import probability_in_words
from whichmetric.studies.sentences import comparison_text, how_many
from whichmetric.trust.misfit_words import REMEDIES, against_text, nearest_text
from whichmetric.trust.verdict import FEW, are_no_better_than_a_coin, are_too_fast, are_unchecked

if TYPE_CHECKING:
    from whichmetric.trust.consistency import Consistency, StandingOut
    from whichmetric.trust.held_out import Share

__all__ = ["consistency_texts", "distrust_of", "reasons_of", "warning_of", "whole_percent"]

MOST = 5
"""Answers that stand out which are told."""
VERDICTS = {
    "good": "The answers hang together: they can be trusted.",
    "mixed": "The answers can be trusted only in part: take the result with care, and ask "
    "again, in a study with more questions, before much depends on it.",
    "poor": "The answers hardly hang together: do not use the result. Ask again, after a talk "
    "about what the options mean.",
    "reversed": "The answers hang together, but they prefer the worse option: do not use the "
    "result. See whether the positive label is the right one and whether the options were read the "
    "right way round, and ask again.",
    "contrary": "The answers hang together, but they prefer the better option, where the study "
    'states that errors are preferred (direction="decreasing"): do not use the result. Begin a '
    "study that states the other direction, or none.",
    "one-sided": "Nearly all answers go one way, which leaves open whether the view is an extreme "
    "one or prefers the worse option: do not use the result as it is. See whether the positive "
    "label is the right one and whether the options were read the right way round, and ask again "
    "in a study with dominated pairs, of which one option is better in every way.",
    "unknown": f"Fewer than {FEW} decided answers do not tell whether they hang together.",
    "indifferent": "Nearly all options were found about equal, so the answers do not tell what "
    "weighs more: do not use the result. Talk with the expert about what the options mean, and ask "
    "again about options that differ by more, such as out of more cases.",
    "heedless": "Many options were found about equal, whatever was shown, so the answers do not "
    "tell what weighs more: do not use the result. Talk with the expert about what the options "
    "mean, and ask again about options that differ by more, such as out of more cases.",
    "misfit": "The answers hang together, but not as the study's family supposes: take the result "
    "with care.",
    "undecided": "No question was decided, so there is nothing that could hang together. Talk with "
    "the expert about what the options mean and what makes it hard to decide, and ask again.",
}
ASKED_FOR = "asked for the direction, the answers prefer wrong decisions to right ones"


def reasons_of(found: Consistency) -> tuple[str, ...]:
    """Why, a sentence each."""
    few = (_decided(found),) if found.undecided > 2 * found.decided else ()
    if found.decided < FEW:
        return few
    low, high = (whole_percent(end) for end in found.error_rate_interval)
    error = whole_percent(found.error_rate)
    against = "of the answers go against the expert's own weighing"
    if found.finding == "heedless":
        texts = [*few, f"{_equal(found)}, which leaves the weighing open.", f"{_heedless(found)}."]
    elif found.finding == "indifferent":
        texts = [*few, f"{_equal(found)}."]
    else:
        texts = [*few, f"About {error} {against} (90% interval: {low} to {high})."]
    if found.misfit is not None:
        texts.append(_misfit(found))
    if one_way := _one_way(found):
        texts.append(one_way)
    if found.repeats is not None:
        texts.append(f"{_repeated(found).capitalize()}.")
    if found.prefers_errors:
        texts.append(f"{ASKED_FOR.capitalize()}.")
    if found.dominated is not None:
        texts.append(f"{_chosen(found).capitalize()}.")
    if found.unseen:
        were = "was" if found.unseen == 1 else "were"
        pairs = how_many(found.unseen, "pair", "pairs").capitalize()
        texts.append(f"{pairs} with one option better in every way {were} found about equal.")
    if are_unchecked(found):
        checks = how_many(found.unchecked, "check", "checks")
        texts.append(f"Of {checks} none was decided, so the other answers stand alone.")
    if found.held_out is not None and are_no_better_than_a_coin(found):
        texts.append(
            f"The elicited metric foretells {found.held_out.elicited} held-out answers: no better "
            "than a coin."
        )
    if found.times is not None and found.times.hasty:
        too_fast = ", too fast to have read both options" if are_too_fast(found) else ""
        texts.append(
            f"{found.times.hasty} of {found.times.measured} answers came in less than a second and "
            f"a half{too_fast}."
        )
    return tuple(texts)


def consistency_texts(found: Consistency) -> tuple[str, ...]:
    """The verdict with its reasons, and what else there is to know, a paragraph each."""
    head = " ".join([VERDICTS[found.finding], *found.reasons])
    texts = [head, _held_out_text(found), _standing_out_text(found), _times_text(found)]
    return tuple(text for text in texts if text)


def distrust_of(found: Consistency) -> str:
    """Why an expert is not counted among several, to stand after a name; empty where one is."""
    if found.verdict != "poor":
        return ""
    asked_for = ASKED_FOR if found.prefers_errors else ""
    chosen = "" if found.dominated is None else _chosen(found)
    if found.is_reversed:
        liked = "better" if found.expects_errors else "worse"
        told = "; ".join(filter(None, (asked_for, chosen)))
        return f"the answers hang together, but prefer the {liked} option ({told})"
    if found.finding == "one-sided":
        told = f" ({chosen})" if chosen else ""
        return (
            "nearly all trade-offs were answered one way, which fits no ordinary preference, and "
            f"no pair with one option better in every way tells that it is meant{told}"
        )
    if found.finding == "indifferent":
        return "nearly all options were found about equal"
    if found.finding == "heedless":
        return f"{_heedless(found)[0].lower()}{_heedless(found)[1:]} ({_equal(found)})"
    errors = f"about {whole_percent(found.error_rate)} go against the expert's own weighing"
    # What speaks for an expert is no reason to leave the expert out.
    repeated = _repeated(found) if _is_partly_wrong(found.repeats) else ""
    chosen = chosen if _is_partly_wrong(found.dominated) else ""
    told = "; ".join(filter(None, (errors, repeated, asked_for, chosen)))
    return f"the answers hardly hang together ({told})"


def warning_of(found: Consistency) -> str:
    """Why not to use the result, or only with care, to stand before it; empty where one may."""
    poor = VERDICTS[found.finding] if found.verdict == "poor" else ""
    other = "" if found.misfit is None else _misfit(found)
    return " ".join(filter(None, (poor, _one_way(found), other)))


def _equal(found: Consistency) -> str:
    """How many trade-offs were found about equal."""
    return f"{found.equal} of {found.equal + found.chosen} trade-offs were found about equal"


def _heedless(found: Consistency) -> str:
    """That the answers do not follow what was shown; never certain."""
    share = probability_in_words(found.heedless)
    return f"With a probability of {share} the answers do not follow what was shown"


def _misfit(found: Consistency) -> str:
    """What the answers fit instead of what the study supposes, and what to do."""
    assert found.misfit is not None
    return nearest_text(against_text(found.family, found.misfit), REMEDIES[found.misfit])


def _one_way(found: Consistency) -> str:
    """That nearly all answers go one way; of a view that is only extreme, as checks tell, empty."""
    return "" if found.verdict == "good" else found.one_sided_text


def _is_partly_wrong(share: Share | None) -> bool:
    return share is not None and share.right < share.out_of


def _repeated(found: Consistency) -> str:
    """How often a question that came again got the same answer."""
    assert found.repeats is not None
    right, out_of = found.repeats
    questions = how_many(out_of, "question", "questions")
    return f"of {questions} that came again with the sides swapped, {right:g} got the same answer"


def _chosen(found: Consistency) -> str:
    """How often the better option was chosen, or the worse one where the study states that.

    "About equal" chooses neither.
    """
    assert found.dominated is not None
    right, out_of = found.dominated
    pairs = how_many(out_of, "pair", "pairs")
    if found.expects_errors:
        return (
            f"of {pairs} with one option worse in every way, that option was chosen in {right:g}, "
            "and the study states that errors are preferred"
        )
    return f"of {pairs} with one option better in every way, that option was chosen in {right:g}"


def _decided(found: Consistency) -> str:
    """How few questions were decided; one that is skipped has no answer."""
    questions = how_many(found.decided + found.undecided, "question", "questions")
    told = {0: "none was decided", 1: "1 was decided"}
    return f"Of {questions}, {told.get(found.decided, f'{found.decided} were decided')}."


def _held_out_text(found: Consistency) -> str:
    known = found.held_out
    if known is None:
        return ""
    rivals = [("accuracy", known.accuracy), ("F1", known.f1)]
    if known.guess is not None:
        rivals.insert(0, ("the expert's first guess", known.guess))
    told = ", ".join(f"{name} {share.right:g}" for name, share in rivals)
    low, high = (whole_percent(end) for end in known.interval)
    interval = f" (90% interval: {low} to {high})" if low != high else ""
    answers = how_many(known.elicited.out_of, "held-out answer", "held-out answers")
    return (
        f"Of {answers}, the elicited metric foretells "
        f"{known.elicited.right:g}; {told}. Of answers to more such pairs it is expected to "
        f"foretell {whole_percent(known.expected)}{interval}."
    )


def _standing_out_text(found: Consistency) -> str:
    if not found.standing_out or found.decided < FEW:
        return ""
    told = [
        f"To question {one.asked.number} ({_choice(one)}) the answer was {one.answer.value}, which "
        f"had a probability of {whole_percent(one.probability)}."
        for one in found.standing_out[:MOST]
    ]
    return " ".join(["These answers do not fit the others.", *told])


def _choice(one: StandingOut) -> str:
    return comparison_text(one.asked.a.counts, one.asked.b.counts).removesuffix(".")


def _times_text(found: Consistency) -> str:
    if found.times is None:
        return ""
    what = "answer" if found.decided else "question"
    return f"The median {what} took {found.times.median:.2g} seconds."


def whole_percent(rate: float) -> str:
    """A rate in whole percent that never says none where some are left, nor all where some are not.

    Examples
    --------
    >>> whole_percent(0.123), whole_percent(0.0), whole_percent(0.001), whole_percent(0.996)
    ('12%', '0%', 'under 1%', 'over 99%')
    """
    return f"{100 * rate:.0f}%" if rate in (0.0, 1.0) else probability_in_words(rate)
