"""Questions and errors of every method in every setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.comparison import SHOWN
from benchmarks.grid import Grid

__all__ = ["HEADERS", "NOTES", "WIDTHS", "grids"]

HEADERS = (
    "method",
    "to coarse",
    "to fine",
    *(f"at {questions}" for questions in SHOWN),
    "ms",
    "95%",
)
WIDTHS = (18, 12, 12, *(7 for _ in SHOWN), 6, 6)
"""Characters of the columns, the same in all parts."""
NOTES = (
    "To coarse, to fine: questions until nine in ten experts are known within an interval of 0.05, "
    "0.02 rad (linear: an error of half as much), or with 1%, 0.3% of feasible pairs ordered "
    "wrongly (linear-fractional); in brackets what other experts might make of it (95%); - is not "
    "reached. At 5, 10, ...: the error after so many questions that nine in ten experts do not "
    "exceed, rad or % of pairs. ms: from an answer to the next question, median and 95th "
    "percentile. Limit: no method can do better, even one that knows how often answers are wrong; "
    "in brackets Gu and Xu's figure for searches that stop when sure."
)


def grids(results: Mapping[str, Any]) -> Iterator[Grid]:
    """The table, a part for each setting."""
    for setting in results["settings"]:
        waits = {
            row["method"]: [_milliseconds(row[name]["value"]) for name in ("median_ms", "p95_ms")]
            for row in results["timing"]
            if (row["family"], row["population"]) == (setting["family"], setting["population"])
        }
        scale = 1.0 if setting["family"] == "linear" else 100.0
        rows = [
            [
                method["method"],
                *(_reached(goal["questions"]) for goal in method["reached"]),
                *_errors(method["errors"], scale),
                *waits.get(method["method"], ("", "")),
            ]
            for method in setting["methods"]
        ]
        limit = setting["limit"]
        if limit is not None:
            reached = [f"{goal['questions']} ({goal['gu_xu']})" for goal in limit["reached"]]
            rows.append(["limit", *reached, *_errors(limit["errors"], scale), "", ""])
        title = f"{setting['family']}, {setting['habit']}, {setting['population']}"
        yield Grid(f"{title} ({'rad' if scale == 1.0 else '% of pairs'})", HEADERS, rows)


def _milliseconds(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 10.0 else f"{value:.2g}"


def _reached(questions: Mapping[str, float | None]) -> str:
    value, low, high = (
        "-" if number is None else f"{number:.0f}"
        for number in (questions["value"], questions["low"], questions["high"])
    )
    return value if low == value == high else f"{value} ({low}..{high})"


def _errors(errors: Sequence[Mapping[str, Any]], scale: float) -> Iterator[str]:
    by_questions = {seen["questions"]: seen["p90"] for seen in errors}
    for questions in SHOWN:
        if questions not in by_questions:
            yield ""
            continue
        p90 = by_questions[questions]
        yield _number(scale * (p90["value"] if isinstance(p90, Mapping) else p90))


def _number(value: float) -> str:
    return f"{value:.2g}" if value >= 1e-3 else f"{value:.0e}".replace("e-0", "e-")
