"""What was known after each answer of a session, to be looked back at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from whichmetric.elicitation import Result
from whichmetric.studies import Answered, Study
from whichmetric.studies.sided_elicitor import SidedElicitor
from whichmetric.values import Answer

__all__ = ["Trails"]

MOST_RESULTS = 2_000

Said = tuple[Answer, ...]


class Trails:
    """Keeps estimates as they were made, and makes those that are missing.

    The same answers lead to the same questions, so an estimate belongs to the answers before it.
    Live sessions are not touched: what is missing is told to an elicitor of its own.
    """

    def __init__(self) -> None:
        self._results: OrderedDict[tuple[str, str, Said], Result] = OrderedDict()
        self._lock = Lock()

    def keep(self, study: str, session: str, answers: Sequence[Answered], result: Result) -> None:
        """Remember what a live session knows after all of its answers."""
        self._keep(study, session, _said(answers), result)

    def after(self, study: Study, session: str, answers: Sequence[Answered], count: int) -> Result:
        """What was known after the first answers.

        Parameters
        ----------
        study : Study
        session : str
            Its name.
        answers : sequence of Answered
            Those that stand.
        count : int
            How many of them to take into account, from 0 to all.
        """
        said = _said(answers)
        with self._lock:
            known = self._results.get((study.id, session, said[:count]))
        if known is not None:
            return known
        elicitor = SidedElicitor(study.specification, session)
        results = [elicitor.estimate()]
        for answer in said:
            elicitor.tell(answer)
            results.append(elicitor.estimate())
        for number, result in enumerate(results):
            self._keep(study.id, session, said[:number], result)
        return results[count]

    def _keep(self, study: str, session: str, said: Said, result: Result) -> None:
        with self._lock:
            self._results[study, session, said] = result
            self._results.move_to_end((study, session, said))
            while len(self._results) > MOST_RESULTS:
                self._results.popitem(last=False)


def _said(answers: Sequence[Answered]) -> Said:
    return tuple(answered.answer for answered in answers)
