"""What experts' answers come to so far."""

from __future__ import annotations

from collections.abc import Sequence

from whichmetric.errors import UnknownStudyError
from whichmetric.reports.study_text import warning_text, weight_text
from whichmetric.studies import SessionSummary, Study
from whichmetric.web.kept_conclusions import Finding, KeptConclusions
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.recently_used import RecentlyUsed
from whichmetric.web.session_state import SessionState, session_state
from whichmetric.web.texts import say
from whichmetric.web.trials import whom

__all__ = ["AT_ONCE", "Findings"]

AT_ONCE = 6
"""Sessions that one page may wait for; the next has them, and waits for others."""
MOST_SENTENCES = 10_000


class Findings:
    """Works out what sessions say, each time something was answered.

    Parameters
    ----------
    open_studies : OpenStudies
    conclusions : KeptConclusions
        Keeps what was worked out.
    """

    def __init__(self, open_studies: OpenStudies, conclusions: KeptConclusions) -> None:
        self._open_studies = open_studies
        self._conclusions = conclusions
        self._told: RecentlyUsed[SessionState, str] = RecentlyUsed(MOST_SENTENCES)

    def in_a_sentence(self, study: Study, sessions: Sequence[SessionSummary]) -> dict[str, str]:
        """What sessions say, by their id; those that are missing are worked out another time.

        Parameters
        ----------
        study : Study
        sessions : sequence of SessionSummary
            Those that come first are worked out first.
        """
        told = {}
        left = AT_ONCE
        for summary in sessions:
            state = session_state(study, summary)
            text = self._told.get(state)
            if text is None and left and summary.answered and not summary.problem:
                left -= 1
                text = self._sentence(study, summary)
                self._told.put(state, text)
            if text is not None:
                told[summary.id] = text
        return told

    def _sentence(self, study: Study, summary: SessionSummary) -> str:
        with self._open_studies.session(study.id, summary.id) as opened:
            answers, result = opened.heard, opened.estimate()
        self._conclusions.keep(study.id, summary.id, answers, result)
        known = self._conclusions.after(study, summary.id, answers, len(answers))
        return " ".join(filter(None, (warning_text(known), weight_text(known, whom(summary)))))

    def of(self, study: str, session: str) -> Finding | None:
        """What a session's answers come to; None before the first."""
        with self._open_studies.session(study, session) as opened:
            answers = opened.heard
            if not answers:
                return None
            result = opened.estimate()
        found = self._open_studies.study(study)
        return self._conclusions.finding(found, session, answers, result)

    def demanded(self, study: str, session: str) -> Finding:
        """The same, refused before the first answer."""
        found = self.of(study, session)
        if found is None:
            raise UnknownStudyError(say("study.nothing_yet"))
        return found
