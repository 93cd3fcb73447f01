"""What was known after each answer of a session, to be looked back at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from whichmetric.elicitation import Result
from whichmetric.reports.conclusion import Conclusion, conclude, conclude_briefly
from whichmetric.studies import Answered, Study
from whichmetric.studies.checked_elicitor import CheckedElicitor
from whichmetric.values import Answer
from whichmetric.web.recently_used import RecentlyUsed

__all__ = ["Finding", "KeptConclusions"]

MOST_RESULTS = 2_000
MOST_CONCLUSIONS = 500


class Finding(NamedTuple):
    """What a session's answers come to, now and before.

    Parameters
    ----------
    now : Conclusion
        From all answers.
    before : callable
        What was known after so many answers.
    answers : int
        How many there are, those to checks among them.
    """

    now: Conclusion
    before: Callable[[int], Conclusion]
    answers: int

    def count(self, after: int | None) -> int:
        """So many answers; all where there are fewer, or for None."""
        return self.answers if after is None else min(after, self.answers)

    def after(self, count: int | None) -> Conclusion:
        """What was known after so many answers; after all where there are fewer, or for None."""
        return self.now if self.count(count) == self.answers else self.before(self.count(count))


class _Moment(NamedTuple):
    """The same answers lead to the same questions, so they say which estimate is meant."""

    study: str
    session: str
    said: tuple[tuple[int, Answer], ...]


class KeptConclusions:
    """Keeps estimates as they were made, and makes those that are missing.

    Live sessions are not touched: what is missing is told to an elicitor of its own.
    """

    def __init__(self) -> None:
        self._results: RecentlyUsed[_Moment, Result] = RecentlyUsed(MOST_RESULTS)
        self._earlier: RecentlyUsed[_Moment, Conclusion] = RecentlyUsed(MOST_CONCLUSIONS)
        self._final: RecentlyUsed[_Moment, Conclusion] = RecentlyUsed(MOST_CONCLUSIONS)

    def keep(self, study: str, session: str, answers: Sequence[Answered], result: Result) -> None:
        """Remember what a live session knows after all of its answers."""
        self._results.put(_moment(study, session, answers), result)

    def conclude(
        self, study: Study, session: str, answers: Sequence[Answered], result: Result
    ) -> Conclusion:
        """What a live session's answers come to, which takes a while the first time.

        Parameters
        ----------
        study : Study
        session : str
            Its name.
        answers : sequence of Answered
            Those that stand, in the order of time; of a crowd, everybody's.
        result : Result
            What they say.
        """
        moment = _moment(study.id, session, answers)
        self._results.put(moment, result)
        known = self._final.get(moment)
        if known is None:
            known = conclude(study.specification, result)
            self._final.put(moment, known)
        return known

    def finding(
        self, study: Study, session: str, answers: Sequence[Answered], result: Result
    ) -> Finding:
        """The same with the way back to what was known before; parameters as of `conclude`."""
        return Finding(
            self.conclude(study, session, answers, result),
            partial(self.after, study, session, answers),
            len(answers),
        )

    def after(
        self, study: Study, session: str, answers: Sequence[Answered], count: int
    ) -> Conclusion:
        """What was known after the first answers, without a threshold, which takes long to find.

        Parameters
        ----------
        study : Study
        session : str
            Its name.
        answers : sequence of Answered
            Those that stand, in the order of time; of a crowd, everybody's.
        count : int
            How many of them to take into account, from 0 to all.
        """
        moment = _moment(study.id, session, answers[:count])
        known = self._earlier.get(moment)
        if known is None:
            result = self._results.get(moment)
            if result is None:
                result = self._replay(study, session, answers)[count]
            known = conclude_briefly(study.specification, result)
            self._earlier.put(moment, known)
        return known

    def _replay(self, study: Study, session: str, answers: Sequence[Answered]) -> list[Result]:
        elicitor = CheckedElicitor(study.specification, session)
        results = [elicitor.estimate()]
        for answered in answers:
            elicitor.hear(answered)
            results.append(elicitor.estimate())
        for count, result in enumerate(results):
            self._results.put(_moment(study.id, session, answers[:count]), result)
        return results


def _moment(study: str, session: str, answers: Sequence[Answered]) -> _Moment:
    said = tuple((answered.number, answered.answer) for answered in answers)
    return _Moment(study, session, said)
