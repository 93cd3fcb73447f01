"""A panel of experts in plain words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from whichmetric.decisions.expert_results import speaks_alone
from whichmetric.decisions.left_out import left_out_sentences
from whichmetric.decisions.misfit import misfit_sentences
from whichmetric.decisions.outlook import MORE_QUESTIONS
from whichmetric.elicitation.plain_numbers import (
    VAGUE,
    probability_in_words,
    range_in_words,
    two_digits,
)

if TYPE_CHECKING:
    from whichmetric.decisions.expert_panel import Disagreement, Panel, PanelExpert

__all__ = ["PanelTexts", "expert_row", "leaning", "panel_sentences", "panel_texts"]

SURE, PROBABLE = 0.9, 0.7
"""Probabilities from which it is said that two experts differ, and that they probably do."""
MOST_PAIRS, MOST_NAMED = 5, 20
"""Pairs of whom it is told how they differ, and of whom it is told that they do."""
ENOUGH = 15
ROUGH = (
    f"After fewer than {ENOUGH} answers of an expert this is rough: of forecasts of more questions "
    "one in ten was off by a factor of 1.6 or more."
)
"""As ``make bench-panel`` measures it of panels of two."""
FEW = 8
"""Answers below which nothing is said of whether they follow what was shown."""
NO_VIEW = "No expert's answers can be taken for a view: ask again."
NO_VIEW_YET = "No expert has answered enough yet to be taken for a view: go on asking."


class PanelTexts(NamedTuple):
    """What several experts say, a sentence each.

    Parameters
    ----------
    middle : tuple of str
        What they have in common, and how far they lie apart.
    experts, unheard, left_out : tuple of str
        Each of them; then those whose answers are no view, and those who are not counted, or
        only since everyone is.
    misfits : tuple of str
        Whose answers speak against the kind of metric that is supposed of all.
    disagreements : tuple of str
        Who differs from whom.
    outlook : tuple of str
        What more experts or questions would change.
    """

    middle: tuple[str, ...] = ()
    experts: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    misfits: tuple[str, ...] = ()
    disagreements: tuple[str, ...] = ()
    outlook: tuple[str, ...] = ()


def panel_texts(panel: Panel, missed: str = "one missed positive") -> PanelTexts:
    """What several experts have in common, how they differ, and what more would change.

    Parameters
    ----------
    panel : Panel
    missed : str
        What a miss is called.
    """
    unheard = tuple(_unheard(panel))
    left_out = (*left_out_sentences(panel.left_out), *panel.doubted_texts)
    if not panel.heard:
        few = all(expert.answered < FEW for expert in panel.unheard)
        no_view = NO_VIEW_YET if few else NO_VIEW
        return PanelTexts(unheard=(*unheard, no_view), left_out=left_out)
    return PanelTexts(
        middle=(_centre(panel, missed), _spread(panel)),
        experts=tuple(_expert(panel, expert) for expert in panel.heard),
        unheard=unheard,
        left_out=left_out,
        misfits=misfit_sentences(panel.misfits),
        disagreements=tuple(_disagreements(panel)),
        outlook=(_outlook(panel),),
    )


def panel_sentences(panel: Panel, missed: str = "one missed positive") -> list[str]:
    """The same, one after the other."""
    return [sentence for part in panel_texts(panel, missed) for sentence in part]


def expert_row(expert: PanelExpert) -> tuple[str, str, str, str, str]:
    """One expert for a table."""
    own, among = (range_in_words(*ends) for ends in (expert.own, expert.among))
    return expert.name, str(expert.answered), two_digits(expert.estimate), own, among


def _centre(panel: Panel, missed: str) -> str:
    who = _how_many(len(panel.heard) or len(panel.experts))
    sure = f"{panel.level:.0%} interval: {range_in_words(*panel.centre_interval)}"
    if panel.family == "linear":
        return (
            f"{who}: for the one in the middle, {missed} weighs as much as about "
            f"{two_digits(panel.centre)} false alarms ({sure})."
        )
    return f"{who}: beta of the one in the middle is about {two_digits(panel.centre)} ({sure})."


def _spread(panel: Panel) -> str:
    factor, low, high = (math.exp(end) for end in (panel.spread, *panel.spread_interval))
    span = f"{panel.level:.0%} interval: {range_in_words(low, high)}"
    another = range_in_words(*panel.another)
    if len(panel.heard) == 1:
        return (
            "One expert does not tell how far experts differ: by what is assumed, another one "
            f"would lie {another}."
        )
    return (
        f"Two in three such experts lie within a factor of {two_digits(factor)} of that ({span}); "
        f"another one would lie {another} ({panel.level:.0%} interval)."
    )


def _expert(panel: Panel, expert: PanelExpert) -> str:
    low, high = expert.own
    own = range_in_words(low, high)
    if (low <= 0.0) != (high == math.inf):
        told = f"{own}, it is open how much"
    elif low <= 0.0 or high > VAGUE * low:
        told = f"{own}, which says little"
    else:
        told = f"about {two_digits(expert.estimate)} ({own})"
    said = f"; with what the others said{leaning(expert.heedless)}, "
    others = f"{said}{range_in_words(*expert.among)}" if len(panel.heard) > 1 else ""
    return f"{expert.name}, by {_answers(expert.answered)}: {told}{others}."


def leaning(heedless: float | None) -> str:
    """Why the others count for more in what is said of an expert; empty where they do not.

    Examples
    --------
    >>> leaning(0.35), leaning(0.1)
    (' (which counts for more, since with probability 35% the own answers follow nothing)', '')
    """
    if heedless is None or speaks_alone(heedless):
        return ""
    chance = probability_in_words(heedless)
    return (
        f" (which counts for more, since with probability {chance} the own answers follow nothing)"
    )


def _unheard(panel: Panel) -> list[str]:
    texts = []
    supposed = "cost ratio" if panel.family == "linear" else "F-measure"
    for expert in panel.unheard:
        if expert.answered == 0:
            texts.append(f"{expert.name} has answered nothing.")
            continue
        if expert.answered < FEW:
            texts.append(
                f"{expert.name} has answered {expert.answered} "
                f"{'question' if expert.answered == 1 else 'questions'}, too few to tell whether "
                "the answers follow what was shown."
            )
            continue
        assert expert.heedless is not None
        low, high = expert.own
        if low <= 0.0 or high > VAGUE * low:
            others = ", and are no view for or against the others" if len(panel.experts) > 1 else ""
            weight = f"they count for next to nothing here{others}"
        else:  # such as A and B in turn, which by chance can look like a view
            weight = (
                "yet they look like a view and count as one in what the experts share; leave them "
                "out"
            )
        texts.append(
            f"The answers of {expert.name} probably follow no {supposed} (probability "
            f"{probability_in_words(expert.heedless)}): {weight}."
        )
    return texts


def _disagreements(panel: Panel) -> list[str]:
    pairs = panel.disagreements
    if not pairs:
        return []
    told = [pair for pair in pairs if pair.probability >= SURE or _are_apart(panel, pair)]
    told = told or [pair for pair in pairs if pair.probability >= PROBABLE]
    if not told:
        return [
            "Of no two experts can it be told who weighs a miss more."
            if panel.family == "linear"
            else "Of no two experts can it be told whose beta is larger."
        ]
    told = sorted(told, key=lambda pair: -pair.factor)
    return [*(_pair(panel, pair) for pair in told[:MOST_PAIRS]), *_further(told[MOST_PAIRS:])]


def _further(pairs: list[Disagreement]) -> list[str]:
    if not pairs:
        return []
    named = "; ".join(f"{pair.first} and {pair.second}" for pair in pairs[:MOST_NAMED])
    left = len(pairs) - MOST_NAMED
    return [f"Further pairs that differ: {named}{f'; and {left} more' if left > 0 else ''}."]


def _pair(panel: Panel, pair: Disagreement) -> str:
    if pair.probability < SURE and _are_apart(panel, pair):
        return _apart(panel, pair)
    times, surely = two_digits(pair.factor), "" if pair.probability >= SURE else "probably "
    what = (
        f"{pair.first} {surely}weighs a miss about {times} times as much as {pair.second}"
        if panel.family == "linear"
        else f"{pair.first} {surely}has a beta about {times} times that of {pair.second}"
    )
    return (
        f"{what} ({range_in_words(*pair.interval)} times); that it is more at all has probability "
        f"{probability_in_words(pair.probability)}."
    )


def _apart(panel: Panel, pair: Disagreement) -> str:
    """Of two whose own answers say that they differ, which is not sure given all answers."""
    more, less = sorted(_own(panel, pair), key=lambda expert: -expert.own[0])
    what = "weighs a miss more than" if panel.family == "linear" else "has a larger beta than"
    given_all = pair.probability if more.name == pair.first else 1.0 - pair.probability
    return (
        f"By their own answers {more.name} {what} {less.name} ({range_in_words(*more.own)}, "
        f"against {range_in_words(*less.own)}); with what the others said that has probability "
        f"{probability_in_words(given_all)}."
    )


def _are_apart(panel: Panel, pair: Disagreement) -> bool:
    """Whether the two experts' own intervals have nothing in common."""
    one, other = (expert.own for expert in _own(panel, pair))
    return one[0] > other[1] or other[0] > one[1]


def _own(panel: Panel, pair: Disagreement) -> list[PanelExpert]:
    return [expert for expert in panel.experts if expert.name in (pair.first, pair.second)]


def _outlook(panel: Panel) -> str:
    ahead = panel.outlook
    now, expert, questions, endless = (
        two_digits(factor)
        for factor in (
            ahead.now,
            ahead.one_more_expert,
            ahead.more_questions,
            ahead.endless_questions,
        )
    )
    rough = f" {ROUGH}" if any(one.answered < ENOUGH for one in panel.heard) else ""
    to_whom = "this one" if len(panel.experts) == 1 else "each of these"
    them = "" if len(panel.experts) == 1 else " to them"
    return (
        f"The ends of the middle's interval are a factor of {now} apart. Expect one more expert to "
        f"make that {expert}, {MORE_QUESTIONS} more questions to {to_whom} (in a new study, where "
        f"none are left) {questions}, and endless questions{them} {endless}.{rough}"
    )


def _how_many(experts: int) -> str:
    return "One expert" if experts == 1 else f"{experts} experts together"


def _answers(number: int) -> str:
    return "1 answer" if number == 1 else f"{number} answers"
