"""What was learnt in a study, in the study's own words."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR

import numpy as np

from whichmetric.decisions.expert_results import HEEDLESS
from whichmetric.decisions.one_sided import one_sided_text
from whichmetric.decisions.threshold_words import rule
from whichmetric.elicitation.plain_numbers import (
    VAGUE,
    counts_in_brackets,
    range_in_words,
    two_digits,
)
from whichmetric.elicitation.result import TELLING
from whichmetric.elicitation.result_words import (
    BECAUSE,
    IF_RIGHT,
    IF_SUPPOSED,
    IF_USED_RIGHT,
)
from whichmetric.reports.conclusion import Conclusion
from whichmetric.reports.crowd_text import crowd_state_text
from whichmetric.studies import SessionSummary, Wording
from whichmetric.studies.crowds import is_crowd
from whichmetric.studies.sentences import (
    answered_text,
    comparison_text,
    how_many,
    option_sentences,
    population_text,
)
from whichmetric.trust import Consistency, ModelCheck
from whichmetric.values import Answer

__all__ = [
    "conclusion_texts",
    "contradiction_text",
    "doubt_text",
    "effect_text",
    "expected_text",
    "missed_text",
    "rule_text",
    "state_text",
    "usual_difference",
    "usual_text",
    "warning_text",
    "weight_text",
]

ARTICLES = ("a", "an", "the")
SUPPOSED = {
    "linear": "weighing of the mistakes",
    "f-beta": "F-measure",
    "linear-fractional": "linear-fractional metric",
}
"""What a study looks for, by its family."""
MOST = 1_000
"""Number of mistakes beyond which another one makes no difference to anybody."""
AGAINST_ALL = (
    "The answers prefer wrong decisions to right ones, so no threshold follows from them. Perhaps "
    "the positive label is the wrong one, or the options were read the wrong way round."
)
STATED_AGAINST_ALL = (
    "The study states that wrong decisions are preferred to right ones, so no threshold follows "
    "from the answers."
)
UNDECIDED = (
    "No question was decided, so the answers do not tell which mistakes weigh more, and no "
    "threshold follows from them."
)


def missed_text(wording: Wording) -> str:
    """One case that has the condition and is not flagged.

    Examples
    --------
    >>> missed_text(Wording(condition="cancer")), missed_text(Wording())
    ('one missed cancer', 'one miss')
    """
    if wording.condition.split()[0].lower() in ARTICLES:
        return "one miss"
    return f"one missed {wording.condition}"


def weight_text(conclusion: Conclusion, whom: str = "you") -> str:
    """How much a miss weighs beside a false alarm, how well that is known, and who agrees.

    Parameters
    ----------
    conclusion : Conclusion
    whom : str
        Whose answers they are.
    """
    words, explanation = conclusion.specification.wording, conclusion.explanation
    if explanation is None and not conclusion.result.answered:
        return UNDECIDED
    if explanation is None:
        stated = conclusion.specification.options.get("direction") == "decreasing"
        return STATED_AGAINST_ALL if stated else AGAINST_ALL
    ratio = explanation.cost_ratio
    # The result's own interval is finer than that of the few metrics that stand for all.
    own = conclusion.result.interval("cost_ratio")
    low, high = explanation.cost_ratio_interval if own is None else own
    one, many = missed_text(words), "false alarms"
    if ratio < 1.0:  # people think in numbers above 1
        one, many = "one false alarm", "misses"
        ratio, low, high = (_inverse(number) for number in (ratio, high, low))
    everywhere = explanation.linearity == "assumed"
    where = f"For {whom}" if everywhere else f"For {whom}, at the best threshold"
    # Methods that trust every answer know no probabilities.
    trusting = conclusion.specification.method != "bayesian"
    right = IF_USED_RIGHT if conclusion.result.contradictions else IF_RIGHT
    right = IF_SUPPOSED if conclusion.result.supposed else right
    sure = right if trusting else "90% interval"
    weight = f"{where}, {_weight(one, many, ratio, (low, high), sure)}"
    agreed = conclusion.agreement
    return weight if agreed is None or not agreed.text else f"{weight} {agreed.text}"


def contradiction_text(conclusion: Conclusion) -> str:
    """That the answers do not fit together, where they do not; else empty."""
    if _is_guess(conclusion):
        said = [answer for _, answer in conclusion.result.history if answer is not Answer.SKIP]
        equal = sum(answer is Answer.EQUAL for answer in said)
        if 2 * equal > len(said):
            return (
                f"Of {how_many(len(said), 'answer', 'answers')} to learn from, {equal} found the "
                "options about equal, which tells of no weighing of the mistakes, and the options "
                "may not have been looked at. What follows is little more than a guess."
            )
        return (
            f"No {SUPPOSED[conclusion.specification.family]} explains the answers well: they "
            "contradict each other, were given without a look at the options, or follow another "
            "kind of metric. What follows is little more than a guess."
        )
    left_out = len(conclusion.result.contradictions)
    if left_out == 0:
        return ""
    unused = how_many(left_out, "of them was", "of them were")
    return (
        f"The answers do not fit together: {unused} not used, since no metric that fits the others "
        f"gives {'it' if left_out == 1 else 'them'}."
    )


def warning_text(
    conclusion: Conclusion, judged: Consistency | None = None, checked: ModelCheck | None = None
) -> str:
    """What speaks against using the result, to stand before it; empty where nothing does.

    Parameters
    ----------
    conclusion : Conclusion
    judged : Consistency, optional
        Whether the answers hang together, where that is known and to be told.
    checked : ModelCheck, optional
        What kind of metric they fit, likewise.
    """
    against = contradiction_text(conclusion)
    if conclusion.explanation is None:
        return against
    doubt = one_sided_text(conclusion.result) if judged is None else judged.warning
    told = judged is not None and judged.misfit is not None
    misfit = "" if checked is None or told else checked.warning
    agreed = conclusion.agreement
    caution = "" if agreed is None else agreed.caution
    return " ".join(filter(None, (against, doubt, misfit, caution)))


def rule_text(conclusion: Conclusion) -> str:
    """The threshold to use, as an order; empty where there is none."""
    if conclusion.advice is None:
        return ""
    if _is_guess(conclusion):
        best = "The best guess at a rule"
    elif _is_open(conclusion):
        best = "As far as these answers go, the best rule"
    else:
        best = "So the best rule"
    return f"{best} for this model is to {rule(conclusion.advice.threshold)}."


def effect_text(conclusion: Conclusion) -> str:
    """What the threshold does to the cases of the study; empty where there is none."""
    if conclusion.counts is None:
        return ""
    words = conclusion.specification.wording
    branches = option_sentences(words, "it", conclusion.counts)
    return (
        f"{population_text(words, conclusion.counts)}: {branches.positives}; {branches.negatives}."
    )


def expected_text(conclusion: Conclusion) -> str:
    """What to expect of cases that did not choose the threshold; empty where there is none."""
    advice = conclusion.advice
    if advice is None:
        return ""
    words, expected = conclusion.specification.wording, advice.expected
    share = conclusion.out_of / advice.out_of
    alarms = how_many(round(expected.fp * share), "false alarm", "false alarms")
    missed, false_alarms = (
        counts_in_brackets(math.floor(low * share), math.ceil(high * share))
        for low, high in (advice.missed, advice.false_alarms)
    )
    intervals = ", 90% intervals" if missed or false_alarms else ""
    return (
        f"Of {conclusion.out_of:,} new {words.cases}, expect the best rule to miss "
        f"{round(expected.fn * share):,}{missed} and to raise {alarms}{false_alarms}{intervals}: "
        "the scores that chose it flatter it."
    )


def usual_text(conclusion: Conclusion) -> str:
    """The same beside the threshold 0.5, or why not; empty where there is no threshold."""
    if conclusion.usual is None:
        return usual_difference(conclusion)
    if conclusion.counts is None:
        return ""
    branches = option_sentences(
        conclusion.specification.wording,
        "it",
        conclusion.usual,
        about=conclusion.usual_at_most is not None,
    )
    return (
        f"At the usual 0.5 {branches.positives}; {branches.negatives}. "
        f"{usual_difference(conclusion)}"
    )


def usual_difference(conclusion: Conclusion) -> str:
    """How the threshold differs from 0.5, or why that is no comparison; empty without one."""
    if conclusion.counts is None:
        return ""
    if conclusion.usual is None:
        low, high = conclusion.specification.table.score_range
        return (
            f"These scores, from {low:g} to {high:g}, are no probabilities, so 0.5 is no usual "
            "threshold to compare with."
        )
    usual, most = conclusion.usual, conclusion.usual_at_most
    told = comparison_text(
        conclusion.counts, usual, names=("The best rule", "0.5"), about=most is not None
    )
    if most is None:
        return told
    return (
        f"{told} What 0.5 does is not known exactly, since it lies inside a bin of scores: it may "
        f"find up to {most.tp - usual.tp:,} more and raise up to "
        f"{how_many(most.fp - usual.fp, 'more false alarm', 'more false alarms')}."
    )


def doubt_text(conclusion: Conclusion) -> str:
    """How well the threshold is known; empty where there is none."""
    advice = conclusion.advice
    if advice is None:
        return ""
    if advice.few:
        positive = how_many(advice.positives, "positive", "positives")
        negative = how_many(advice.negatives, "negative", "negatives")
        return f"So few cases ({positive}, {negative}) leave the best threshold open."
    low, high = (f"{end:.3g}" if end < math.inf else "infinity" for end in advice.both)
    sample = _sample_text(conclusion, advice.cases)
    if low == high:
        return f"Neither the answers nor {sample} leave another threshold open."
    return (
        f"The best threshold may lie anywhere from {low} to {high}: that is what the answers and "
        f"{sample} leave open (90% interval)."
    )


def _sample_text(conclusion: Conclusion, cases: int) -> str:
    """How many cases the scores stand for; with weights, that is no count."""
    words, table = conclusion.specification.wording, conclusion.specification.table
    told = how_many(cases, words.case, words.cases)
    counted = all(np.all(column % 1.0 == 0.0) for column in (table.positive, table.negative))
    return f"a sample of {told}" if counted else f"a weighted sample worth about {told}"


def binning_text(conclusion: Conclusion) -> str:
    """What score bins leave open; empty where the table is exact or nothing was decided."""
    advice = conclusion.advice
    return "" if advice is None or advice.binning is None else str(advice.binning)


def conclusion_texts(
    conclusion: Conclusion,
    whom: str = "you",
    judged: Consistency | None = None,
    checked: ModelCheck | None = None,
) -> tuple[str, ...]:
    """All that was learnt, a paragraph each; what speaks against using it comes first."""
    texts = (
        warning_text(conclusion, judged, checked),
        weight_text(conclusion, whom),
        rule_text(conclusion),
        effect_text(conclusion),
        usual_text(conclusion),
        expected_text(conclusion),
        doubt_text(conclusion),
        binning_text(conclusion),
    )
    return tuple(text for text in texts if text)


def state_text(summary: SessionSummary) -> str:
    """Where a session stands.

    Examples
    --------
    >>> from whichmetric.studies.moments import utc_now
    >>> now = utc_now()
    >>> state_text(
    ...     SessionSummary(
    ...         id="dr-lee",
    ...         expert="Dr Lee",
    ...         created=now,
    ...         answered=7,
    ...         undecided=0,
    ...         ended="budget",
    ...         last=now,
    ...     )
    ... )
    'Dr Lee: 7 questions answered; finished, since the questions are used up.'
    """
    if summary.problem:
        return f"{summary.name}: cannot be read. {summary.problem}"
    if is_crowd(summary.expert):
        return crowd_state_text(summary)
    state = answered_text(summary.answered, summary.undecided).removesuffix(".")
    end = f"; finished, since {BECAUSE[summary.ended]}" if summary.ended else ""
    return f"{summary.name}: {state[0].lower()}{state[1:]}{end}."


def _is_guess(conclusion: Conclusion) -> bool:
    result = conclusion.result
    return (result.heedless or 0.0) > HEEDLESS and result.learnt >= TELLING


def _is_open(conclusion: Conclusion) -> bool:
    """Whether the answers leave open how much one mistake weighs."""
    interval = conclusion.result.interval("cost_ratio")
    return interval is not None and interval[1] > VAGUE * interval[0]


def _weight(one: str, many: str, ratio: float, interval: tuple[float, float], sure: str) -> str:
    """How much one mistake weighs in the other, as far as it is known."""
    low, high = interval
    if low <= 0.0 and high == math.inf:
        return f"{one} may weigh as much as any number of {many}: the answers leave open how much."
    if low >= MOST:
        return f"{one} weighs as much as more than {MOST:,} {many}."
    if high == math.inf or ratio > MOST:
        least = two_digits(low, ROUND_FLOOR)
        more = f"{one} weighs as much as more than {least} {many} ({sure})"
        return f"{more}: the answers leave open how many more."
    if low <= 0.0 or high > VAGUE * low:
        ends = range_in_words(low, high).replace("between", "anything from").replace("and", "to")
        return f"{one} weighs as much as {ends} {many} ({sure}): the answers leave open how much."
    about = f"{one} weighs as much as about {two_digits(ratio)} {many}"
    if math.isclose(low, high):
        return f"{about}."
    span = range_in_words(low, high)
    return f"{about} ({span} {sure})." if sure.startswith("if") else f"{about} ({sure}: {span})."


def _inverse(number: float) -> float:
    return 1.0 / number if number > 0.0 else math.inf
