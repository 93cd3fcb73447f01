"""The one extra question, whether the expert likes correct decisions."""

from __future__ import annotations

from collections.abc import Generator
from typing import Literal, get_args

from whichmetric.elicitation.display import shown
from whichmetric.elicitation.result import Direction
from whichmetric.errors import InvalidInputError
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["DirectionOption", "ask_direction", "known_direction"]

DirectionOption = Literal["increasing", "decreasing", "either"]


def known_direction(direction: DirectionOption) -> Direction | None:
    """The direction that was given; None where it is to be asked."""
    if direction not in get_args(DirectionOption):
        raise InvalidInputError(
            f"direction={direction!r} is unknown: choose 'increasing', 'decreasing' or 'either'."
        )
    return None if direction == "either" else direction


def ask_direction(
    better: ConfusionMatrix, worse: ConfusionMatrix, out_of: int | None
) -> Generator[Question, Answer, Direction]:
    """Ask about a pair whose first option is better for all who like correct decisions.

    Without a preference, correct decisions are taken to be liked.
    """
    answer = yield Question(shown(better, out_of), shown(worse, out_of))
    return "decreasing" if answer is Answer.B else "increasing"
