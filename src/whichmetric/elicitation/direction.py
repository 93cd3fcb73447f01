"""Whether the expert likes correct decisions: questions of which all who do answer alike."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Literal, get_args

from whichmetric.elicitation.display import shown
from whichmetric.elicitation.result import Direction
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = [
    "DirectionOption",
    "DominatedPair",
    "ask_direction",
    "direction_lead",
    "direction_pairs",
    "known_direction",
]

DirectionOption = Literal["increasing", "decreasing", "either"]
DominatedPair = tuple[ConfusionMatrix, ConfusionMatrix]
"""Two options, the first better for all who like correct decisions."""
MOST_PAIRS = 10
"""Asked about the direction, before it is given up."""


def known_direction(direction: DirectionOption) -> Direction | None:
    """The direction that was given; None where it is to be asked."""
    if direction not in get_args(DirectionOption):
        raise InvalidInputError(
            f"direction={direction!r} is unknown: choose 'increasing', 'decreasing' or 'either'."
        )
    return None if direction == "either" else direction


def direction_pairs(feasible: FeasibleRegion, out_of: int | None) -> list[DominatedPair]:
    """The fairest classifier, its mirror image, and a coin between them: two at a time.

    Those that look alike out of so many cases are left out, and refused where all do.
    """
    best = feasible.balanced()
    worst = best.mirrored()
    coin = best.mix(worst, 0.5)
    pairs = [
        (shown(better, out_of), shown(worse, out_of))
        for better, worse in ((best, worst), (best, coin), (coin, worst))
    ]
    visible = [(better, worse) for better, worse in pairs if better.cells != worse.cells]
    if not visible:
        raise InvalidInputError(
            f"out_of={out_of} shows no difference between the best classifier and its opposite, so "
            'direction="either" has nothing to ask: show more cases, or give the direction.'
        )
    return [visible[place % len(visible)] for place in range(MOST_PAIRS)]


def ask_direction(
    questions: Iterable[Question], *, lead: int
) -> Generator[Question, Answer, Direction | None]:
    """Ask until one direction has so many answers more than the other.

    Parameters
    ----------
    questions : iterable of Question
        One option of each better for all who like correct decisions.
    lead : int
        1 where every answer is right; with 3, of experts who err in a fifth of their answers one in
        65 is taken the wrong way.

    Returns
    -------
    {"increasing", "decreasing"} or None
        None where neither leads in the end: "about equal" and "cannot decide" count for none.
    """
    said: list[tuple[Question, Answer]] = []
    for question in questions:
        said.append((question, (yield question)))
        if abs(direction_lead(said)) == lead:
            break
    ahead = direction_lead(said)
    return "increasing" if ahead > 0 else "decreasing" if ahead < 0 else None


def direction_lead(said: Sequence[tuple[Question, Answer]]) -> int:
    """How many answers more prefer the option that decides more cases right."""
    ahead = 0
    for question, answer in said:
        a, b = (option.tp + option.tn for option in (question.a, question.b))
        if answer in (Answer.A, Answer.B):
            ahead += 1 if (answer is Answer.A) == (a > b) else -1
    return ahead
