"""All experts of a study together, as far as they have answered."""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.elicitation import Result
from whichmetric.errors import DocumentError, ReplayError
from whichmetric.reports.several_experts import SeveralExperts, several_experts
from whichmetric.studies import SessionSummary, Study
from whichmetric.studies.crowds import is_crowd
from whichmetric.web.findings import AT_ONCE
from whichmetric.web.open_studies import OpenStudies
from whichmetric.web.recently_used import RecentlyUsed
from whichmetric.web.session_state import SessionState, session_state
from whichmetric.web.trials import experts_among
from whichmetric.web.verdicts import Verdicts

__all__ = ["Gathering", "Gatherings"]

MOST_RESULTS = 2_000
MOST_GATHERINGS = 100


class Gathering(NamedTuple):
    """What the experts of a study say together.

    Parameters
    ----------
    experts : int
        Who have answered; what the owner tried is nobody's.
    found : SeveralExperts or None
        None where fewer than two have answered, and where it is not worked out yet.
    is_late : bool
        Whether some experts' answers are not worked out yet.
    """

    experts: int
    found: SeveralExperts | None
    is_late: bool = False


class _Said(NamedTuple):
    """What an expert's answers come to.

    Why they are not to be used, and that they speak against the study's family, is empty where it
    is not so.
    """

    result: Result
    distrust: str
    against: str


class Gatherings:
    """Takes experts together, each time something was answered.

    Parameters
    ----------
    open_studies : OpenStudies
    verdicts : Verdicts
        Tell whose answers are not to be used, or speak against the study's family.
    """

    def __init__(self, open_studies: OpenStudies, verdicts: Verdicts) -> None:
        self._open_studies = open_studies
        self._verdicts = verdicts
        self._said: RecentlyUsed[SessionState, _Said] = RecentlyUsed(MOST_RESULTS)
        self._known: RecentlyUsed[tuple[bool, tuple[SessionState, ...]], Gathering] = RecentlyUsed(
            MOST_GATHERINGS
        )

    def of(
        self, study: Study, *, at_once: int | None = AT_ONCE, everyone: bool = False
    ) -> Gathering:
        """All who have answered, each by the latest session.

        Parameters
        ----------
        study : Study
        at_once : int or None
            Sessions that may be worked out now; None for all.
        everyone : bool
            Whether those count whose answers are not to be used.
        """
        latest = _latest(study)
        states = {name: session_state(study, summary) for name, summary in latest.items()}
        if len(states) < 2:
            return Gathering(len(states), None)
        key = everyone, tuple(states.values())
        known = self._known.get(key)
        if known is not None:
            return known
        missing = [state for state in states.values() if self._said.get(state) is None]
        damaged = {state for state in missing[:at_once] if not self._work_out(state)}
        said = {
            name: self._said.get(state) for name, state in states.items() if state not in damaged
        }
        complete = {name: one for name, one in said.items() if one is not None}
        if len(complete) < len(said):
            return Gathering(len(states), None, is_late=True)
        results = {name: one.result for name, one in complete.items()}
        distrusted = {name: one.distrust for name, one in complete.items()}
        against = {name: one.against for name, one in complete.items()}
        found = several_experts(
            study.specification, results, distrusted, everyone=everyone, against=against
        )
        known = Gathering(len(states), found)
        self._known.put(key, known)
        return known

    def _work_out(self, state: SessionState) -> bool:
        """Whether a session's log can be replayed; one that cannot must not hide the others."""
        try:
            with self._open_studies.session(state.study, state.session) as opened:
                found = self._verdicts.of_opened(state.study, opened)
                distrust, against = found.consistency.distrust, found.model_check.against
                self._said.put(state, _Said(opened.estimate(), distrust, against))
        except (DocumentError, ReplayError):
            return False
        return True


def _latest(study: Study) -> dict[str, SessionSummary]:
    """By the experts' names; whoever has several sessions counts by the latest."""
    return {
        summary.name: summary
        for summary in experts_among(study.sessions)
        if summary.answered and not summary.problem and not is_crowd(summary.expert)
    }
