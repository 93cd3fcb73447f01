"""An elicitor whose questions stand on balanced sides, whatever its method."""

from __future__ import annotations

from whichmetric.elicitation import Result
from whichmetric.elicitation.result import Stopped
from whichmetric.elicitation.sides import Sides
from whichmetric.studies.specification import StudySpecification
from whichmetric.values import Answer, Question

__all__ = ["SidedElicitor"]


class SidedElicitor:
    """Shows an elicitor's questions with the option that catches more on either side equally often.

    Bayesian elicitors do that themselves and infer from it whether the expert prefers a side, so
    theirs are shown as they are. The other methods always put the options in the order of their
    algorithm; here these change sides, and the answers are swapped back.

    Parameters
    ----------
    specification : StudySpecification
    session : str
        Name of the session, from which its sides follow.
    """

    def __init__(self, specification: StudySpecification, session: str) -> None:
        self._elicitor = specification.elicitor(session)
        self._sides = (
            None if self._elicitor.balances_sides else Sides(specification.session_seed(session))
        )
        self._own: Question | None = None
        self._shown: Question | None = None
        self._placed = False

    def ask(self) -> Question | None:
        """The question as it is shown, A on the left; None when there is none."""
        if not self._placed:
            own = self._own = self._shown = self._elicitor.ask()
            # Options that catch equally many, which the paper's search may ask about, count for
            # neither side.
            if own is not None and self._sides is not None and own.a.tp != own.b.tp:
                self._shown = self._sides.question(own.a, own.b)
            self._placed = True
        return self._shown

    @property
    def swapped(self) -> bool:
        """Whether what is shown as A is the elicitor's own B."""
        shown, own = self.ask(), self._own
        return shown is not None and own is not None and shown.a is not own.a

    def tell(self, answer: Answer) -> None:
        """Record the answer to the question as it is shown."""
        self.ask()
        assert self._own is not None
        said = answer.swapped() if self.swapped else answer
        self._elicitor.tell(self._own, said)
        self._placed = False

    def overhear(self, question: Question, answer: Answer) -> None:
        """Let the elicitor learn what it can from the answer to a check, as that was shown."""
        self._elicitor.overhear(question, answer)

    @property
    def stopped(self) -> Stopped | None:
        """Why nothing more is asked; None while there is more to ask."""
        return self._elicitor.stopped

    def estimate(self) -> Result:
        """What the answers so far say; in its history, A and B are the elicitor's own."""
        return self._elicitor.estimate()
