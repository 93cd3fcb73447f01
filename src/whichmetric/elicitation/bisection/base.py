"""What the noise-free elicitors have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number
from whichmetric.elicitation.direction import (
    DirectionOption,
    ask_direction,
    direction_pairs,
    known_direction,
)
from whichmetric.elicitation.display import checked_out_of
from whichmetric.elicitation.elicitor import MOST_SKIPS, Elicitor, Search, no_trade_offs
from whichmetric.elicitation.version_space import comparison_of
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics.tile import order_vectors, tile_to_chart
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["ROUNDING", "BisectionElicitor"]

ROUNDING = 1e-12
"""A lead of one option this small is a tie: metrics that are left may lie where a pair cuts."""


class BisectionElicitor(Elicitor):
    """Halve what is left with every question, trusting every answer.

    "About equal" says that the metric lies near the pair, but not how near. It is taken for the
    nearest half of what is left, so that it takes no question more: an assumption, which no answer
    can bear out. `Result.supposed` counts how often it was made.

    Its own questions cut what is left, so that no answer to them contradicts the others. One that
    is overheard may, such as another answer to an earlier question: `Result.contradictions` names
    it, as far as that was known when it was heard.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float or None
        How well the metric is to be known, in the family's unit; None to use the whole budget.
    direction : {"increasing", "decreasing", "either"}
    out_of : int, optional
        Show whole cases out of this many; the cut is then that of the numbers shown.
    max_questions : int, optional
    """

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float | None,
        direction: DirectionOption = "increasing",
        out_of: int | None = None,
        max_questions: int | None = None,
    ) -> None:
        if tolerance is None and max_questions is None:
            raise InvalidInputError("Give a tolerance or max_questions: nothing else would stop.")
        if tolerance is not None:
            self._check_tolerance(as_number("tolerance", tolerance, "give one such as 0.01"))
        super().__init__(feasible, max_questions=max_questions)
        if len(feasible.frontier) < 3:
            raise InvalidInputError(no_trade_offs(feasible))
        self._tolerance = 0.0 if tolerance is None else tolerance
        self._direction = known_direction(direction)
        self._out_of = checked_out_of(out_of, feasible.prevalence)
        self._direction_pairs = (
            direction_pairs(feasible, self._out_of) if self._direction is None else []
        )
        self._supposed = 0
        self.contradictions: list[tuple[Question, Answer]] = []

    @abstractmethod
    def _check_tolerance(self, tolerance: float) -> None:
        """Refuse a tolerance that is none in the family's unit."""

    @abstractmethod
    def _uncertainty(self) -> float:
        """What is compared with the tolerance."""

    @abstractmethod
    def _pairs_to_ask(self, attempt: int) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        """The pairs that would tell more, as shown, the one that best halves what is left first.

        Parameters
        ----------
        attempt : int
            Pairs in a row that were skipped.
        """

    @abstractmethod
    def _corners(self) -> NDArray[np.float64]:
        """Tile points between which all that is left lies; ndarray of shape (k, 2)."""

    @abstractmethod
    def _narrow(self, question: Question, answer: Answer) -> None:
        """Keep what fits the answer of an expert who likes correct decisions."""

    def _search(self) -> Search:
        if self._direction is None:
            questions = (Question(*pair) for pair in self._direction_pairs)
            self._direction = yield from ask_direction(questions, lead=1)
            if self._direction is None:
                none = all(answer is Answer.SKIP for _, answer in self.history)
                return "skipped" if none else "exhausted"
        while self._uncertainty() > self._tolerance:
            skipped: set[frozenset[ConfusionMatrix]] = set()
            for _ in range(MOST_SKIPS):
                question = self._question(skipped)
                if question is None:
                    return "skipped" if skipped else "exhausted"
                answer = yield question
                if answer is not Answer.SKIP:
                    break
                skipped.add(frozenset((question.a, question.b)))
            else:
                return "skipped"
            self._supposed += answer is Answer.EQUAL
            self._narrow(question, answer if self._increasing() else answer.swapped())
        return "tolerance" if self._tolerance else "exhausted"

    def _learn_besides(self, question: Question, answer: Answer) -> None:
        """Name an answer that no metric that is left gives; one that fits is known already.

        What is left rests on other answers alone, as long as nothing was supposed.
        """
        if self._direction is None or self._supposed or answer not in {Answer.A, Answer.B}:
            return
        metrics = order_vectors(tile_to_chart(self._corners(), question.a.prevalence))
        lead = metrics @ comparison_of(question)
        if (answer is Answer.B) == self._increasing():
            lead = -lead
        if lead.max() <= ROUNDING and lead.min() < -ROUNDING:
            self.contradictions.append((question, answer))

    def _question(self, skipped: set[frozenset[ConfusionMatrix]]) -> Question | None:
        """The best pair that was not just skipped; None where no other would tell more."""
        for options in self._pairs_to_ask(len(skipped)):
            if frozenset(options) not in skipped:
                return Question(*options)
        return None

    def _increasing(self) -> bool:
        return self._direction != "decreasing"

    def _halvings(self) -> int | None:
        """Questions until the tolerance is met; None where nobody can tell."""
        return None

    def _remaining(self) -> int | None:
        """Forecast of the questions left: the halvings, or the budget where it is smaller."""
        if self.stopped is not None:
            return 0
        halvings = self._halvings()
        if self.max_questions is None:
            return halvings
        budget = self.max_questions - len(self.history)
        return budget if halvings is None else min(halvings, budget)
