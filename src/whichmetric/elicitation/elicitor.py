"""Ask and tell: how every elicitation is driven."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import ClassVar

from whichmetric.arguments import as_whole_number, expect
from whichmetric.elicitation.result import Result, Stopped
from whichmetric.errors import ElicitationError, InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import Answer, Question, as_answer

__all__ = ["Elicitor", "Search", "expect_feasible"]

Search = Generator[Question, Answer, Stopped | None]
"""A search as a generator: it yields questions, is sent their answers, and may return why it
ends (by default because its tolerance is met)."""


def expect_feasible(feasible: FeasibleRegion) -> None:
    """Refuse what is no feasible set."""
    remedy = "give FeasibleSet(table), or SigmoidPopulation(a).feasible_set()"
    expect("feasible", feasible, FeasibleRegion, remedy)


class Elicitor(ABC):
    """Asks questions, is told answers, and can be asked for its estimate at any time.

    A person, a simulation, a web page and a test drive the same object; it never calls them.

    Obligations
    -----------
    ask
        Returns the same question until it is told, and None once it has stopped.
    tell
        Takes the answer to the question that `ask` returns (asked for or not, so that a log can be
        replayed); refuses any other and then changes nothing.
    estimate
        Works before the first answer, between answers and after the last, and changes nothing.
    determinism
        The same arguments and answers lead to the same questions and the same estimate.
    honesty
        The questions are feasible, their number is exact, and `stopped` says why there are no more.

    Parameters
    ----------
    feasible : FeasibleRegion
    max_questions : int, optional
        Budget; None for no limit.
    """

    takes_seed: ClassVar[bool] = False
    """Whether the constructor takes `rng`, since the method draws at random."""

    def __init__(self, feasible: FeasibleRegion, *, max_questions: int | None = None) -> None:
        expect_feasible(feasible)
        if max_questions is not None and as_whole_number("max_questions", max_questions) < 0:
            raise InvalidInputError(
                f"max_questions={max_questions} is not a budget: give 0 or more, or None."
            )
        self.feasible = feasible
        self.max_questions = max_questions
        self._history: list[tuple[Question, Answer]] = []
        self._running: Search | None = None
        self._pending: Question | None = None
        self._ended: Stopped | None = None

    @abstractmethod
    def _search(self) -> Search:
        """The questions, in the shape of the algorithm."""

    @abstractmethod
    def estimate(self) -> Result:
        """What the answers so far say about the metric."""

    def ask(self) -> Question | None:
        """The next question, or None when there is none."""
        return self._pending if self.stopped is None else None

    def tell(self, question: Question, answer: Answer | str) -> None:
        """Record the answer to the question that `ask` returns."""
        expected = self.ask()
        if expected is None:
            raise ElicitationError(
                f"Nothing is being asked (stopped by {self.stopped}); the answer was not recorded."
            )
        if question != expected:
            raise ElicitationError(
                f"The answer is to another question than the one asked: {question} was answered, "
                f"{expected} was asked. Answer what ask() returns."
            )
        said = as_answer(answer)
        self._history.append((question, said))
        self._advance(said)

    def __repr__(self) -> str:
        state = "still asking" if self.stopped is None else f"stopped by {self.stopped}"
        return f"{type(self).__name__}({len(self._history)} answers, {state})"

    @property
    def history(self) -> tuple[tuple[Question, Answer], ...]:
        """The questions that were answered, with their answers, in order."""
        return tuple(self._history)

    @property
    def stopped(self) -> Stopped | None:
        """Why nothing more is asked; None while there is more to ask."""
        if self._running is None:
            self._running = self._search()
            self._advance(None)
        if self._ended is not None:
            return self._ended
        if self.max_questions is not None and len(self._history) >= self.max_questions:
            return "budget"
        return None

    def _advance(self, answer: Answer | None) -> None:
        assert self._running is not None
        try:
            self._pending = next(self._running) if answer is None else self._running.send(answer)
        except StopIteration as end:
            self._ended, self._pending = end.value or "tolerance", None
