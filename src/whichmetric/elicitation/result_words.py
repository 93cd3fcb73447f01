"""A result in words: lines of text, and a small table for notebooks."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from whichmetric.elicitation.plain_numbers import probability_in_words, range_in_words, two_digits
from whichmetric.geometry.readable_number import readable_number
from whichmetric.values import OperatingPoint

if TYPE_CHECKING:
    from whichmetric.elicitation.result import IntervalName, Result

__all__ = ["IF_RIGHT", "IF_SUPPOSED", "IF_USED_RIGHT", "result_html", "result_text"]

LEVEL = 0.9
IF_RIGHT = "if every answer is right"
IF_USED_RIGHT = "if every answer that was used is right"
IF_SUPPOSED = "if every answer is right and “about equal” meant the nearest half of what was open"
"""What the bounds of methods that trust every answer rest on: without and with answers that were
not used, and with "about equal"."""
BECAUSE = {
    "tolerance": "the tolerance is met",
    "regret": "more answers could hardly improve the threshold",
    "threshold": "every plausible metric picks the same threshold",
    "budget": "the questions are used up",
    "exhausted": "no question would tell more",
    "skipped": "too many in a row were skipped",
    None: "more can be asked",
}


def result_text(result: Result) -> str:
    """A line for each thing learnt."""
    return "\n".join(f"{name}: {text}" for name, text in _rows(result).items())


def result_html(result: Result) -> str:
    """An HTML table with one row for each thing learnt; all texts escaped."""
    rows = "".join(
        f'<tr><th scope="row" style="text-align: left">{escape(name)}</th>'
        f'<td style="text-align: left">{escape(text)}</td></tr>'
        for name, text in _rows(result).items()
    )
    return f"<table><caption>Elicited metric</caption><tbody>{rows}</tbody></table>"


def _rows(result: Result) -> dict[str, str]:
    rows = {"metric": str(result.metric)}
    if result.direction == "decreasing":
        rows["direction"] = "decreasing: errors are preferred to correct decisions"
    if result.cost_ratio is not None:
        one = _with_interval(result, result.cost_ratio, "cost_ratio")
        rows["one missed positive"] = f"weighs as much as {one} false alarms"
    if result.beta is not None:
        one = _with_interval(result, result.beta, "beta")
        rows["beta"] = f"{one}: how much recall counts beside precision"
    if result.cost_ratio is None:
        one = _with_interval(result, result.tile.a, "a")
        rows["a"] = f"{one}: weight of a found positive among correct decisions"
        one = _with_interval(result, result.tile.b, "b")
        rows["b"] = f"{one}: weight of a missed positive among errors"
    point = result.operating_point
    rule = f"flag a score {'<' if point.below else '≥'} {point.threshold:.4g}"
    rows["best decision"] = rule if point.threshold < math.inf else _trivial(point)
    out_of = readable_number(result.prevalence)
    counts = point.confusion.counts(out_of)
    rows[f"there, of {out_of:,} cases"] = (
        f"{counts.tp:,} of {counts.tp + counts.fn:,} positives found, {counts.fp:,} of "
        f"{counts.fp + counts.tn:,} negatives flagged"
    )
    if result.regret is not None:
        name = "largest loss" if result.trusting else "expected loss"
        scale = "of a value from 0 (nothing right) to 1 (nothing wrong)"
        rows[name] = f"{result.regret:.2g}, {scale}{_supposed(result)}"
    if result.disagreement is not None:
        # A bound is rounded up, so that it says no less than it holds.
        most = f"at most {math.ceil(result.disagreement * 1e4) / 1e4:.2%}"
        share = most if result.trusting else f"{result.disagreement:.2%}"
        rows["disagreement"] = f"{share} of pairs ordered differently{_supposed(result)}"
    if result.probability_linear is not None and result.learnt:
        share = probability_in_words(result.probability_linear)
        rows["linear"] = f"with probability {share}; 50% before the first answer"
    skipped = result.questions - result.answered
    asked = f"{result.answered} answered{f', {skipped} skipped' if skipped else ''}"
    asked += f"; {BECAUSE[result.stopped]}"
    if result.stopped == "tolerance":
        asked += _supposed(result)
    rows["questions"] = asked
    if result.contradictions:
        left_out = len(result.contradictions)
        unused, gives = (
            ("1 answer was", "it") if left_out == 1 else (f"{left_out} answers were", "them")
        )
        rows["contradictions"] = f"{unused} not used: no metric that fits the others gives {gives}"
    if result.is_doubtful:
        assert result.heedless is not None
        share = probability_in_words(result.heedless)
        rows["caution"] = f"with probability {share} the answers do not follow what was shown"
    elif result.is_unsettled:
        assert result.heedless is not None
        share = probability_in_words(result.heedless)
        rows["intervals"] = (
            f"allow for a probability of {share} that the answers do not follow what was shown; if "
            "they do, more answers narrow them"
        )
    if result.supposed:
        rows["assumption"] = (
            f"“about equal” ({result.supposed} of the answers) does not say how nearly; each time "
            "it was taken to mean the nearest half of what was open"
        )
    return rows


def _supposed(result: Result) -> str:
    """What else a bound rests on than right answers; empty where on nothing."""
    return ", under the assumption below" if result.supposed else ""


def _trivial(point: OperatingPoint) -> str:
    return "flag everybody" if point.below else "flag nobody"


def _with_interval(result: Result, value: float, name: IntervalName) -> str:
    interval = result.interval(name, LEVEL)
    number = two_digits(value)
    if interval is None or math.isclose(*interval):
        return number
    within = range_in_words(*interval)
    if result.trusting:
        used = " that was used" if result.contradictions else ""
        return f"{number} ({within}, if no answer{used} is wrong{_supposed(result)})"
    return f"{number} ({LEVEL:.0%}: {within})"
