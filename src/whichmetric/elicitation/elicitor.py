"""Ask and tell: how every elicitation is driven."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import ClassVar

import numpy as np

from whichmetric.arguments import as_whole_number, expect
from whichmetric.elicitation.result import Result, Stopped
from whichmetric.errors import ElicitationError, InvalidInputError
from whichmetric.geometry import FeasibleRegion, FeasibleSet
from whichmetric.values import Answer, Question, as_answer

__all__ = ["MOST_SKIPS", "Elicitor", "Search", "expect_feasible", "no_trade_offs"]

Search = Generator[Question | None, Answer, Stopped | None]
"""A search as a generator: it yields questions, is sent their answers, and may return why it
ends (by default because its tolerance is met). Where looking for the next question takes long, it
may yield None once it has learnt an answer: then it looks when somebody asks."""
NO_TRADE_OFFS = (
    "The scores are no better than chance, so there are no trade-offs to ask about. Use scores "
    "that separate the classes (or flip their sign if they are the wrong way round)."
)
WIDE = 0.1
"""Share of a class in one bin that may hide what there is to trade off."""
MOST_SKIPS = 10
"""In a row, before a search gives up."""


def no_trade_offs(feasible: FeasibleRegion) -> str:
    """Why there is nothing to ask about, and what to do."""
    if not isinstance(feasible, FeasibleSet) or feasible.table.certificate.widest < WIDE:
        return NO_TRADE_OFFS
    entries = len(feasible.table)
    bins = "one bin" if entries == 1 else f"{entries} bins"
    return (
        f"The scores are in {bins}, too few to leave trade-offs to ask about. Read them with more "
        "bins, such as 1000, or without any."
    )


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
        replayed); refuses any other and then changes nothing. An answer that is taken is in the
        history once, even where the search fails on it.
    overhear
        Learns what its method can from an answer to a question that it did not ask. The history,
        the number of questions and the question that is being asked stay as they are.
    estimate
        Works before the first answer, between answers and after the last, and changes nothing.
    determinism
        The same arguments and answers lead to the same questions and the same estimate.
    honesty
        The questions are feasible, their number is exact, and `stopped` says why there are no more.
        A search that fails is never taken for one that has ended: asking raises again.
    repr
        Shows the state and changes nothing.

    Parameters
    ----------
    feasible : FeasibleRegion
    max_questions : int, optional
        Budget; None for no limit.
    """

    takes_seed: ClassVar[bool] = False
    """Whether the constructor takes `rng`, since the method draws at random."""
    balances_sides: ClassVar[bool] = False
    """Whether option A of its questions is now the one that catches more, now the other. Where not,
    whoever shows the questions may change the sides, and swaps the answers back."""
    _seed: int
    """Of those that draw at random."""

    def __init__(self, feasible: FeasibleRegion, *, max_questions: int | None = None) -> None:
        expect_feasible(feasible)
        remedy = "give 0 or more, or None"
        if (
            max_questions is not None
            and as_whole_number("max_questions", max_questions, remedy) < 0
        ):
            raise InvalidInputError(f"max_questions={max_questions} is not a budget: {remedy}.")
        self.feasible = feasible
        self.max_questions = max_questions
        self._history: list[tuple[Question, Answer]] = []
        self._running: Search | None = None
        self._pending: Question | None = None
        self._ended: Stopped | None = None
        self._failure: BaseException | None = None

    def _rng(self, purpose: int) -> np.random.Generator:
        """A generator for one purpose at this point of the log, so that a log can be replayed."""
        return np.random.default_rng((self._seed, len(self.history), purpose))

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
        expect("question", question, Question, "give the one that ask() returns")
        if question != expected:
            raise ElicitationError(
                f"The answer is to another question than the one asked: {question} was answered, "
                f"{expected} was asked. Answer what ask() returns."
            )
        said = as_answer(answer)
        assert self._running is not None
        with self._breaking_off():
            self._history.append((question, said))
            self._advance(self._running, said)

    def overhear(self, question: Question, answer: Answer | str) -> None:
        """Learn from an answer to a question that somebody else has asked, such as a repeat.

        Methods that take every answer for right learn nothing here: they know it already, or it
        contradicts what they know, which bisection names in `Result.contradictions`.
        """
        expect("question", question, Question, "give the question that was answered")
        said = as_answer(answer)
        self._look_on()  # so that what is asked next does not depend on when it is asked for
        with self._breaking_off():
            self._learn_besides(question, said)

    def _learn_besides(self, question: Question, answer: Answer) -> None:
        """Nothing, where the method makes no use of it."""
        del question, answer

    def __repr__(self) -> str:
        if self._failure is not None:
            state = "broken off"
        elif self._running is None:
            state = "not started"
        elif self._is_waiting:
            state = "not asked for the next question yet"
        else:
            state = "still asking" if self.stopped is None else f"stopped by {self.stopped}"
        return f"{type(self).__name__}({len(self._history)} answers, {state})"

    @property
    def history(self) -> tuple[tuple[Question, Answer], ...]:
        """The questions that were answered, with their answers, in order."""
        return tuple(self._history)

    @property
    def stopped(self) -> Stopped | None:
        """Why nothing more is asked; None while there is more to ask."""
        if self._failure is not None:
            raise ElicitationError(
                f"The search broke off after answer {len(self._history)}, which is recorded: "
                f"{self._failure!r}. To go on, tell the answers in `history` to a new elicitor."
            ) from self._failure
        if self._running is None:
            search = self._search()
            self._advance(search, None)
            self._running = search  # only now: a search that fails to start has not started
        self._look_on()
        if self._ended is not None:
            return self._ended
        if self.max_questions is not None and len(self._history) >= self.max_questions:
            return "budget"
        return None

    @property
    def _is_waiting(self) -> bool:
        """Whether the search has learnt an answer and not looked for the next question yet."""
        return self._running is not None and self._pending is None and self._ended is None

    def _look_on(self) -> None:
        while self._is_waiting:
            assert self._running is not None
            with self._breaking_off():
                self._advance(self._running, None)

    @contextmanager
    def _breaking_off(self) -> Iterator[None]:
        """Remember what the search fails on; one that is interrupted is as broken."""
        try:
            yield
        except BaseException as failure:
            self._failure = failure
            raise

    def _advance(self, search: Search, answer: Answer | None) -> None:
        try:
            self._pending = next(search) if answer is None else search.send(answer)
        except StopIteration as end:
            self._ended, self._pending = end.value or "tolerance", None
