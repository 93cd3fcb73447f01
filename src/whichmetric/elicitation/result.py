"""What an elicitation has learnt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number
from whichmetric.elicitation.frozen_mapping import FrozenMapping
from whichmetric.elicitation.result_words import result_html, result_text
from whichmetric.errors import InvalidInputError
from whichmetric.inference import LogisticPrior
from whichmetric.metrics import Metric, TilePoint
from whichmetric.values import Answer, OperatingPoint, Question

__all__ = [
    "DRAWS",
    "TELLING",
    "WIDE",
    "Direction",
    "Fixed",
    "IntervalName",
    "Quantiles",
    "Result",
    "Spread",
    "Stopped",
    "TilePairs",
    "tile_pairs",
]

Direction = Literal["increasing", "decreasing"]
Stopped = Literal["tolerance", "regret", "threshold", "budget", "exhausted", "skipped"]
IntervalName = Literal["angle", "cost_ratio", "threshold", "beta", "a", "b"]
TilePairs = tuple[tuple[float, float], ...]
"""Points (a, b) of the Tile."""
ROUNDING = 1e-9
"""Of a probability."""
DOUBTFUL = 0.3
"""Probability that the answers do not follow what was shown, above which that is said.

Before the first answer it is 0.21: answers must speak for it, not only be too few to speak against
it. ``make bench-coverage`` counts who is cautioned.
"""
TELLING = 5
"""Answers before which nobody is told so: one or two "about equal" alone would do for it."""
WIDE = 0.9
"""Level from which on an interval is to hold what no answer tells from the estimate."""
DRAWS = 200
"""Metrics that stand for what the answers leave open in a family of one parameter."""


class Spread(Protocol):
    """Where a quantity lies."""

    def at(self, level: float) -> tuple[float, float]:
        """The interval, as (low, high), that holds the quantity with this probability."""


class Fixed(NamedTuple):
    """An interval that is certain as far as the method can tell, whatever the level."""

    low: float
    high: float

    def at(self, level: float) -> tuple[float, float]:
        """The interval itself."""
        return self.low, self.high


class Quantiles(NamedTuple):
    """A posterior by its quantiles.

    Parameters
    ----------
    probabilities, values : tuple of float
        Both rising; values between are interpolated.
    besides : tuple of float
        What intervals of `WIDE` and more hold besides, whatever its probability.
    """

    probabilities: tuple[float, ...]
    values: tuple[float, ...]
    besides: tuple[float, ...] = ()

    def at(self, level: float) -> tuple[float, float]:
        """The interval with equal tails."""
        tails = ((1.0 - level) / 2, (1.0 + level) / 2)
        widest = self.probabilities[-1] - self.probabilities[0]
        if level > widest + ROUNDING:
            raise InvalidInputError(
                f"level={level} is more than the posterior is told for: give {widest:.4g} at most."
            )
        ends = np.interp(tails, self.probabilities, self.values).tolist()
        held = (*ends, *self.besides) if level >= WIDE - ROUNDING else ends
        return min(held), max(held)


@dataclass(frozen=True, kw_only=True)
class Result:
    """The elicited metric and what follows from it; None where something does not apply.

    ``str`` says it in words, a notebook shows these as a table.

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
        How many were put, those that were skipped included; `answered` counts the others.
    operating_point : OperatingPoint
        Where the elicited metric is best on the feasible set.
    regret : float or None
        Bound (bisection) or expectation (Bayesian) of what this threshold loses of a value from 0
        (nothing right) to 1 (nothing wrong); None where the method gives none.
    stopped : {"tolerance", "regret", "threshold", "budget", "exhausted", "skipped"} or None
        Why nothing more is asked: the tolerance is met, more questions could not change the
        threshold by more than the asked regret, every plausible metric picks the same threshold,
        the budget is used up, no question that can be shown would tell more, or too many in a row
        were skipped. None for an estimate in between.
    history : tuple of (Question, Answer)
    overheard : int
        Answers to other questions, such as the checks of a study, that were learnt from, too.
    disagreement : float or None
        Bound (bisection) or expectation (Bayesian) of the share of feasible pairs that the
        elicited metric orders wrongly, for linear-fractional metrics.
    probability_linear : float or None
        That the metric is linear, given the answers; where the family leaves it open.
    remaining : int or None
        Forecast of the questions still to come; None where the method makes none. The Bayesian
        method supposes an expert who looks and who goes on to err as the answers so far suggest,
        before the first answer hardly at all: who errs more is asked more. The others suppose that
        every answer decides.
    heedless : float or None
        Probability that the answers do not follow what was shown: that they were given at random,
        or always for the same side, or always "about equal", or, if that is likelier, each by the
        one before, such as A and B in turn; None where the method does not tell.
    supposed : int
        Answers "about equal" that bisection took for more than they say: that the metric lies in
        the half of what was left that is nearest to the pair. Its intervals, `regret` and
        `disagreement` are bounds where this is 0, and else hold only if that was so each time.
    contradictions : tuple of (Question, Answer)
        Answers that no metric gives which fits the others; they were not used. Bisection may have
        overheard them, such as answers to repeats.
    prior : LogisticPrior or None
        What was believed of the cost ratio, or of beta, before the first answer; None where the
        method believes nothing, or the family has two parameters.
    intervals : mapping of str to Spread
        What `interval` reads.
    plausible : tuple of (a, b)
        A few hundred points of the Tile, equally probable, that stand together for what the
        answers leave open. Bayesian: drawn from the posterior that the intervals come from, so
        with the possibility that the expert answers at random. The other methods: spread evenly
        over the metrics that fit all answers, the extreme ones among them.
    """

    metric: Metric
    tile: TilePoint
    direction: Direction
    questions: int
    operating_point: OperatingPoint
    stopped: Stopped | None
    history: tuple[tuple[Question, Answer], ...] = field(repr=False)
    plausible: TilePairs = field(repr=False)
    angle: float | None = None
    cost_ratio: float | None = None
    beta: float | None = None
    regret: float | None = None
    disagreement: float | None = None
    probability_linear: float | None = None
    remaining: int | None = None
    heedless: float | None = None
    overheard: int = 0
    supposed: int = 0
    contradictions: tuple[tuple[Question, Answer], ...] = field(default=(), repr=False)
    prior: LogisticPrior | None = field(default=None, repr=False)
    intervals: Mapping[str, Spread] = field(default_factory=dict, repr=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "intervals", FrozenMapping(self.intervals))

    @property
    def answered(self) -> int:
        """How many questions were answered, not skipped."""
        return self.questions - sum(answer is Answer.SKIP for _, answer in self.history)

    @property
    def is_doubtful(self) -> bool:
        """Whether the answers may not follow what was shown: `heedless` is above 0.3.

        Said from five answers on.
        """
        return (self.heedless or 0.0) > DOUBTFUL and self.learnt >= TELLING

    @property
    def is_unsettled(self) -> bool:
        """Whether the ends of 90% intervals rest on the prior, since `heedless` is above 0.1.

        Said from five answers on.
        """
        return (self.heedless or 0.0) > 1.0 - WIDE and self.learnt >= TELLING

    @property
    def learnt(self) -> int:
        """How many answers the estimate has learnt from, those to checks included.

        None where no question was answered: checks alone tell of no trade-off.
        """
        return self.answered + self.overheard if self.answered else 0

    @property
    def trusting(self) -> bool:
        """Whether the method takes every answer for right, so that it gives bounds."""
        return all(isinstance(spread, Fixed) for spread in self.intervals.values())

    @property
    def prevalence(self) -> float:
        """Share of positive cases, a rate, in the population that the expert was asked about."""
        return self.operating_point.confusion.prevalence

    def interval(self, name: IntervalName, level: float = 0.9) -> tuple[float, float] | None:
        """Where a quantity lies, as (low, high); None where it does not apply.

        Parameters
        ----------
        name : {"angle", "cost_ratio", "threshold", "beta", "a", "b"}
        level : float
            Probability, in (0, 1). The paper's methods assume answers without error; their
            interval holds the search's own and every metric that fits the answers, whatever the
            level. The Bayesian ones are told up to 0.999; where whole counts were shown, those of
            0.9 and more also hold every metric that answers all that was asked as `metric` does,
            whatever its width of "about equal", if that was said.
        """
        remedy = "give one inside (0, 1), such as 0.9"
        if not 0.0 < as_number("level", level, remedy) < 1.0:
            raise InvalidInputError(f"level={level} is not a probability: {remedy}.")
        known = IntervalName.__args__  # type: ignore[attr-defined]
        if name not in known:
            raise InvalidInputError(f"{name!r} has no interval: choose from {', '.join(known)}.")
        spread = self.intervals.get(name)
        return None if spread is None else spread.at(level)

    def __str__(self) -> str:
        return result_text(self)

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return result_html(self)


def tile_pairs(a: NDArray[np.float64], b: NDArray[np.float64]) -> TilePairs:
    """Two columns of shape (m,) as points of the Tile, rounding beyond its edges taken off.

    Examples
    --------
    >>> tile_pairs(np.array([1.0, 1.0]), np.array([0.25, 0.75]))
    ((1.0, 0.25), (1.0, 0.75))
    """
    columns = (np.clip(column, 0.0, 1.0).tolist() for column in (a, b))
    return tuple(zip(*columns, strict=True))
