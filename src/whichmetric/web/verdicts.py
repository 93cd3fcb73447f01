"""Whether an expert's answers can be trusted, for owners; experts are not told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from whichmetric.elicitation.plain_numbers import two_digits
from whichmetric.studies import Session, SessionSummary, Study
from whichmetric.trust import Consistency, ModelCheck, check_model, consistency
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.recently_used import RecentlyUsed
from whichmetric.web.session_state import SessionState, session_state
from whichmetric.web.texts import say

__all__ = ["Verdict", "Verdicts"]

MOST = 500
MOST_WORDS = 10_000


class Verdict(NamedTuple):
    """What is to be thought of a session's answers.

    Parameters
    ----------
    consistency : Consistency
        Whether they hang together.
    model_check : ModelCheck
        What kind of metric they fit.
    guess : float or None
        The cost ratio that the expert guessed outright.
    """

    consistency: Consistency
    model_check: ModelCheck
    guess: float | None

    @property
    def word(self) -> str:
        """Whether they hang together, and if so, whether in a kind of metric not supposed."""
        verdict = self.consistency.verdict
        against = verdict == "good" and self.model_check.against
        return "misfit" if against or self.consistency.finding == "misfit" else verdict

    @property
    def guess_text(self) -> str:
        """The guess in a sentence; empty where there is none."""
        return "" if self.guess is None else say("trust.guess", guess=two_digits(self.guess))

    @property
    def texts(self) -> tuple[str, ...]:
        """All of it, a paragraph each."""
        said = (self.guess_text, *self.consistency.texts, *self.model_check.texts)
        return tuple(text for text in said if text)


class Verdicts:
    """Works out what is to be thought of sessions, each time something was answered.

    Parameters
    ----------
    open_studies : OpenStudies
    """

    def __init__(self, open_studies: OpenStudies) -> None:
        self._open_studies = open_studies
        self._words: RecentlyUsed[SessionState, str] = RecentlyUsed(MOST_WORDS)
        self._known: RecentlyUsed[tuple[str, str, int], Verdict] = RecentlyUsed(MOST)

    def of(self, study: str, session: str) -> Verdict | None:
        """The verdict on a session's answers; None before the first, and on a crowd's."""
        with self._open_studies.session(study, session) as opened:
            if not opened.answers or opened.specification.is_crowd:
                return None
            return self.of_opened(study, opened)

    def judgements(self, study: str, session: str) -> tuple[Consistency | None, ModelCheck | None]:
        """What is to be said before the result of a session, as far as something is."""
        known = self.of(study, session)
        return (None, None) if known is None else (known.consistency, known.model_check)

    def of_opened(self, study: str, opened: Session) -> Verdict:
        """The verdict on the answers of a session that is open, and is no crowd's."""
        moment = (study, opened.id, opened.position)
        known = self._known.get(moment)
        if known is None:
            together = consistency(opened)
            known = Verdict(together, check_model(opened, together), opened.guessed)
            self._known.put(moment, known)
        return known

    def in_a_word(self, study: Study, sessions: Sequence[SessionSummary]) -> dict[str, str]:
        """What to think of answers, by the id of the session that they were given in."""
        told = {}
        for summary in sessions:
            state = session_state(study, summary)
            word = self._words.get(state)
            if word is None:
                with self._open_studies.session(study.id, summary.id) as opened:
                    word = self.of_opened(study.id, opened).word
                self._words.put(state, word)
            told[summary.id] = word
        return told
