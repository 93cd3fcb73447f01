"""What several experts could live with, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from whichmetric.decisions.left_out import doubted_sentences, left_out_sentences
from whichmetric.decisions.misfit import misfit_sentences
from whichmetric.decisions.panel_words import leaning
from whichmetric.decisions.threshold_words import LOSS_DIGITS, rule, shown_threshold

if TYPE_CHECKING:
    from whichmetric.decisions.shared_threshold import Compromise, ExpertView

__all__ = ["CaseWords", "compromise_sentences", "spans_text", "view_sentences"]


LEAST_ALARMS = 0.05
"""Below which a loss in false alarms would be told as none."""


class CaseWords(NamedTuple):
    """What cases are called.

    Parameters
    ----------
    cases : str
        After a number: "patients".
    have : str
        What the positive ones do: "have cancer".
    without : str
        The others, after a number: "without cancer".
    """

    cases: str = "cases"
    have: str = "are positive"
    without: str = "that are not"


def compromise_sentences(agreed: Compromise, words: CaseWords | None = None) -> tuple[str, ...]:
    """What all could live with, and where whoever loses most loses least; before it who misfits."""
    named = words or CaseWords()
    unheard = (
        (f"Left out here, since their answers say next to nothing: {', '.join(agreed.unheard)}.",)
        if agreed.unheard
        else ()
    )
    best = _of_one if len(agreed.views) == 1 else _of_several
    doubted = doubted_sentences(agreed.doubted, agreed.unheard)
    return (
        *misfit_sentences(agreed.misfits),
        *best(agreed, named),
        *unheard,
        *left_out_sentences(agreed.left_out),
        *doubted,
    )


def _of_several(agreed: Compromise, words: CaseWords) -> tuple[str, str]:
    everyone, everybody = ("All", "everybody")
    if agreed.unheard or agreed.left_out:
        everyone, everybody = ("All who are counted", "everybody who is counted")
    live = (
        f"{everyone} could live with thresholds of {spans_text(agreed.accepted)}: nobody is "
        f"expected to lose more than {agreed.acceptable:g} there."
        if agreed.accepted
        else f"There is no threshold at which {everybody} is expected to lose "
        f"{agreed.acceptable:g} or less: somebody has to give way."
    )
    best = (
        f"Where whoever loses most loses least: {rule(agreed.threshold)}. {_deeds(agreed, words)} "
        f"{_displeased(agreed, words)}"
    )
    return live, best


def _displeased(agreed: Compromise, words: CaseWords) -> str:
    worst, least = agreed.most_displeased, 10.0**-LOSS_DIGITS
    if agreed.loss < least / 2:
        return f"Nobody is expected to lose {least:g} or more there."
    return (
        f"Most displeased is {worst.name}, with an expected loss of "
        f"{agreed.loss:.{LOSS_DIGITS}f}{_in_alarms(worst, agreed, words)}."
    )


def _of_one(agreed: Compromise, words: CaseWords) -> tuple[str, str]:
    """There is nobody to meet half-way; the estimate's own rule stands in the expert's part."""
    (view,) = agreed.views
    live = (
        f"{view.name} could live with thresholds of {spans_text(agreed.accepted)}: the expected "
        f"loss is no more than {agreed.acceptable:g} there."
    )
    best = (
        f"Best for {view.name} on average over all that the answers leave open, which need not be "
        f"the rule for the estimate alone: {rule(agreed.threshold)}."
    )
    return live, f"{best} {_deeds(agreed, words)}"


def _deeds(agreed: Compromise, words: CaseWords) -> str:
    tp, fp, fn, tn = agreed.counts
    return (
        f"Of {agreed.out_of:,} {words.cases} it finds {tp:,} of the {tp + fn:,} that {words.have} "
        f"and flags {fp:,} of the {fp + tn:,} {words.without}."
    )


def view_sentences(agreed: Compromise, words: CaseWords | None = None) -> tuple[str, ...]:
    """What each expert would do, and loses at the compromise; of one, that is all said above."""
    if len(agreed.views) == 1:
        return ()
    return tuple(_view(agreed, view, words or CaseWords()) for view in agreed.views)


def spans_text(spans: Sequence[tuple[float, float]]) -> str:
    """Thresholds in words.

    Examples
    --------
    >>> spans_text([(0.2, 0.35), (0.5, 0.5)]), spans_text([])
    ('0.2 to 0.35, or 0.5', 'none')
    >>> spans_text([(0.2, 0.25), (0.3, 0.3), (0.4, 0.5)])
    '0.2 to 0.5, with gaps'
    """
    if len(spans) > 2:  # thresholds of which each does hardly better or worse than the next
        return f"{spans_text([(spans[0][0], spans[-1][1])])}, with gaps"
    told = []
    for low, high in spans:
        ends = [shown_threshold(end) for end in (low, high)]
        told.append(ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}")
    return ", or ".join(told) or "none"


def _view(agreed: Compromise, view: ExpertView, words: CaseWords) -> str:
    found, flagged = view.counts.tp - agreed.counts.tp, view.counts.fp - agreed.counts.fp
    alarms = _in_alarms(view, agreed, words)
    pooled = f"With what the others said{leaning(view.heedless)}, " if agreed.is_pooled else ""
    return (
        f"{pooled}{view.name} would {rule(view.threshold)}, which finds {_more(found)} and flags "
        f"{_more(flagged)} {words.without}; could live with {spans_text(view.accepted)}; loses "
        f"{view.loss:.{LOSS_DIGITS}f} at the compromise{alarms}."
    )


def _more(number: int) -> str:
    if number == 0:
        return "as many"
    return f"{abs(number):,} {'more' if number > 0 else 'fewer'}"


def _in_alarms(view: ExpertView, agreed: Compromise, words: CaseWords) -> str:
    if view.alarms is None or view.alarms < LEAST_ALARMS:
        return ""
    negatives = agreed.counts.fp + agreed.counts.tn
    if view.alarms > negatives:
        return f" (worse than a false alarm for every one of the {negatives:,} {words.without})"
    return (
        f" (as bad as {view.alarms:,.1f} more false alarms among {agreed.out_of:,} {words.cases})"
    )
