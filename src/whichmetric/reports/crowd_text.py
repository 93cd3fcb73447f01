"""What is said of a crowd: of people who answered one question each, and not of one expert."""

from __future__ import annotations

from whichmetric.elicitation.result_words import BECAUSE
from whichmetric.studies import SessionSummary
from whichmetric.studies.sentences import how_many

__all__ = ["IN_THE_MIDDLE", "NOT_JUDGED", "crowd_state_text"]

IN_THE_MIDDLE = "the person in the middle of the crowd"
"""Whose metric is found; how far people differ is not told."""
NOT_JUDGED = (
    "Whether answers hang together, and whether one metric fits them, can be told of one person's "
    "answers. Here everybody gave one, so neither is judged."
)
ENDED = BECAUSE | {
    "budget": "as many as were wanted have answered",
    "skipped": "too many in a row could not decide",
}


def crowd_state_text(summary: SessionSummary) -> str:
    """Where a crowd stands.

    Examples
    --------
    >>> from whichmetric.studies.moments import utc_now
    >>> now = utc_now()
    >>> crowd_state_text(
    ...     SessionSummary(
    ...         id="the-crowd",
    ...         expert="The crowd",
    ...         created=now,
    ...         answered=200,
    ...         undecided=3,
    ...         ended="budget",
    ...         last=now,
    ...     )
    ... )
    'The crowd: 200 people have answered, 3 of them with “cannot decide”; finished, since as many as
     were wanted have answered.'
    """
    if summary.answered == 0:
        return f"{summary.expert}: nobody has answered yet."
    has = how_many(summary.answered, "person has", "people have")
    doubts = f", {summary.undecided:,} of them with “cannot decide”" if summary.undecided else ""
    end = f"; finished, since {ENDED[summary.ended]}" if summary.ended else ""
    return f"{summary.expert}: {has} answered{doubts}{end}."
