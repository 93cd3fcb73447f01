"""A question as it was shown, for reports."""

from __future__ import annotations

from typing import Any

from whichmetric.studies import Asked, Wording
from whichmetric.studies.moments import moment_text
from whichmetric.studies.sentences import option_text
from whichmetric.values import Answer

__all__ = ["SAID", "options_line", "question_as_plain", "question_line"]

SAID = {Answer.A: "A", Answer.B: "B", Answer.EQUAL: "about equal", Answer.SKIP: "cannot decide"}


def question_line(wording: Wording, asked: Asked) -> str:
    """Its number and both options, briefly."""
    return f"{asked.number}. {options_line(wording, asked)}"


def options_line(wording: Wording, asked: Asked) -> str:
    """Both options, briefly."""
    options = "; ".join(
        f"{name} finds {option.counts.tp:,}, misses {option.counts.fn:,}, flags "
        f"{option.counts.fp:,} {wording.without}"
        for name, option in (("A", asked.a), ("B", asked.b))
    )
    return f"{options}."


def question_as_plain(wording: Wording, asked: Asked) -> dict[str, Any]:
    """For JSON, with the sentences that were shown."""
    return {
        "number": asked.number,
        "purpose": asked.purpose,
        "repeats": asked.repeats,
        "a": asked.a.counts._asdict(),
        "b": asked.b.counts._asdict(),
        "shown": {
            name: option_text(wording, name.upper(), option.counts)
            for name, option in (("a", asked.a), ("b", asked.b))
        },
        "asked_at": moment_text(asked.at),
    }
