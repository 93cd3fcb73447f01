"""What the paper's elicitors have in common."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import get_args

from whichmetric.elicitation.binary_search.angle_search import (
    AngleSearch,
    Classifiers,
    classifier_at,
)
from whichmetric.elicitation.binary_search.direction_pair import DirectionQuestion, direction_pair
from whichmetric.elicitation.binary_search.line import SupportingLine, line_at
from whichmetric.elicitation.direction import DirectionOption, known_direction
from whichmetric.elicitation.display import checked_out_of, shown
from whichmetric.elicitation.elicitor import Elicitor, Search
from whichmetric.elicitation.result import Direction
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["BinarySearchElicitor"]


class BinarySearchElicitor(Elicitor):
    """Options and steps that the paper's elicitors share.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float
        Radians: width of the final interval of each search.
    direction : {"increasing", "decreasing", "either"}
        Whether the metric likes correct decisions; "either" asks one question more.
    direction_question : {"printed", "balanced"}
        Which pair that question shows; see `direction_pair`.
    classifiers : {"printed", "support"}
        How an angle becomes a classifier; see `classifier_at`.
    out_of : int, optional
        Show whole cases out of this many instead of exact rates.
    max_questions : int, optional
    """

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float,
        direction: DirectionOption = "increasing",
        direction_question: DirectionQuestion = "printed",
        classifiers: Classifiers = "printed",
        out_of: int | None = None,
        max_questions: int | None = None,
    ) -> None:
        super().__init__(feasible, max_questions=max_questions)
        for name, value, choices in (
            ("direction_question", direction_question, get_args(DirectionQuestion)),
            ("classifiers", classifiers, get_args(Classifiers)),
        ):
            if value not in choices:
                raise InvalidInputError(
                    f"{name}={value!r} is unknown: choose {' or '.join(map(repr, choices))}."
                )
        classifier_at(feasible, math.pi / 4, classifiers)  # refuse scores that are not fit now
        self._tolerance = tolerance
        self._direction: Direction | None = known_direction(direction)
        self._classifiers = classifiers
        self._out_of = checked_out_of(out_of, feasible.prevalence)
        self._direction_pair = (
            direction_pair(feasible, direction_question, classifiers)
            if self._direction is None
            else None
        )
        self._prepare()

    @property
    def _increasing(self) -> bool:
        return self._direction != "decreasing"

    @abstractmethod
    def _prepare(self) -> None:
        """Set the searches up for the direction; called again once that is known."""

    @abstractmethod
    def _searches(self) -> tuple[AngleSearch, ...]:
        """The searches, in the order in which they are run."""

    def _search(self) -> Search:
        yield from self._ask_direction()
        for search in self._searches():
            yield from search.questions()
        said = {answer for _, answer in self.history}
        return "skipped" if said == {Answer.SKIP} else None

    def _remaining(self) -> int:
        """The questions left: so many follow from the tolerance, unless the budget ends it."""
        if self.stopped is not None:
            return 0
        most = sum(search.length for search in self._searches())
        most += self._direction_pair is not None
        if self.max_questions is not None:
            most = min(most, self.max_questions)
        return most - len(self.history)

    def _ask_direction(self) -> Search:
        if self._direction_pair is not None:
            first, second = (shown(option, self._out_of) for option in self._direction_pair)
            answer = yield Question(first, second)
            # Without a preference, correct decisions are taken to be liked.
            self._direction = "decreasing" if answer is Answer.B else "increasing"
            self._prepare()
        return None

    def _angle_search(self, start: float, *, maximise: bool) -> AngleSearch:
        return AngleSearch(
            self._shown_at, start=start, tolerance=self._tolerance, maximise=maximise
        )

    def _shown_at(self, angle: float) -> ConfusionMatrix:
        return shown(classifier_at(self.feasible, angle, self._classifiers), self._out_of)

    def _line(self, angle: float) -> SupportingLine:
        return line_at(self.feasible, angle, self._classifiers)
