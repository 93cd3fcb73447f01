"""What an elicitation has learnt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from whichmetric.arguments import as_number
from whichmetric.errors import InvalidInputError
from whichmetric.metrics import Metric, TilePoint
from whichmetric.values import Answer, OperatingPoint, Question

__all__ = ["Direction", "IntervalName", "Result", "Stopped"]

Direction = Literal["increasing", "decreasing"]
Stopped = Literal["tolerance", "budget"]
IntervalName = Literal["angle", "cost_ratio", "threshold", "beta", "a", "b"]


@dataclass(frozen=True, kw_only=True)
class Result:
    """The elicited metric and what follows from it; None where something does not apply.

    Parameters
    ----------
    metric : Metric
        The elicited metric.
    tile : TilePoint
        What the answers identify of it.
    angle : float or None
        Direction of a linear metric, radians.
    cost_ratio : float or None
        Linear metrics: one missed positive weighs as much as this many false alarms.
    beta : float or None
        Of the F-beta family.
    direction : {"increasing", "decreasing"}
        Whether correct decisions are liked.
    questions : int
        How many were answered.
    operating_point : OperatingPoint
        Where the elicited metric is best on the feasible set.
    regret : float or None
        Bound or expectation of what this threshold loses; None where the method gives none.
    stopped : {"tolerance", "budget"} or None
        Why nothing more is asked; None for an estimate in between.
    history : tuple of (Question, Answer)
    intervals : mapping of str to (float, float)
        What `interval` returns.
    """

    metric: Metric
    tile: TilePoint
    direction: Direction
    questions: int
    operating_point: OperatingPoint
    stopped: Stopped | None
    history: tuple[tuple[Question, Answer], ...] = field(repr=False)
    angle: float | None = None
    cost_ratio: float | None = None
    beta: float | None = None
    regret: float | None = None
    intervals: Mapping[str, tuple[float, float]] = field(
        default_factory=dict, repr=False, hash=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "intervals", MappingProxyType(dict(self.intervals)))

    def interval(self, name: IntervalName, level: float = 0.9) -> tuple[float, float] | None:
        """Where a quantity lies, as (low, high); None where it does not apply.

        Parameters
        ----------
        name : {"angle", "cost_ratio", "threshold", "beta", "a", "b"}
        level : float
            Probability, in (0, 1). The paper's methods assume answers without error; their
            interval holds the search's own and every metric that fits the answers, whatever the
            level.
        """
        if not 0.0 < as_number("level", level) < 1.0:
            raise InvalidInputError(f"level={level} is not a probability inside (0, 1).")
        known = IntervalName.__args__  # type: ignore[attr-defined]
        if name not in known:
            raise InvalidInputError(f"{name!r} has no interval: choose from {', '.join(known)}.")
        return self.intervals.get(name)
