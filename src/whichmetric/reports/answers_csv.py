"""All answers of a study as a table."""

from __future__ import annotations

import csv
import io

from whichmetric.studies import Asked, Study
from whichmetric.studies.moments import moment_text
from whichmetric.values import Counts

__all__ = ["answers_csv"]

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would compute instead of showing."""


def answers_csv(study: Study) -> str:
    """The answers that stand, a line each, with what was shown and why; A stood on the left.

    Names that a spreadsheet would take for a formula have an apostrophe before them.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    cells = [f"{side}_{cell}" for side in "ab" for cell in Counts._fields]
    writer.writerow(["session", "expert", "question", "answer", "at", "seconds", *cells, "purpose"])
    for record in study.store.sessions(study.id):
        session = study.session(record.id)
        asked = {event.number: event for event in session.events if isinstance(event, Asked)}
        for answer in session.heard:
            shown = asked[answer.number]
            writer.writerow(
                [
                    record.id,
                    _safe(record.expert),
                    answer.number,
                    answer.answer.value,
                    moment_text(answer.at),
                    "" if answer.seconds is None else answer.seconds,
                    *shown.a.counts,
                    *shown.b.counts,
                    shown.purpose,
                ]
            )
    return file.getvalue()


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
