"""What the answers say about the metric, in words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import expect
from whichmetric.decisions import notebook
from whichmetric.decisions.belief import Belief, belief_of, central_interval, checked_level
from whichmetric.decisions.binning import Binning, binning_of
from whichmetric.decisions.caution import NO_ANSWERS, caution_of
from whichmetric.decisions.exchange_rate import exchange_rate
from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.decisions.named_metrics import NamedMetric, named_metrics
from whichmetric.decisions.percent import percent
from whichmetric.decisions.plausible_best import PlausibleBest
from whichmetric.decisions.threshold_words import rule, shown_threshold
from whichmetric.elicitation import Result
from whichmetric.elicitation.plain_numbers import probability_in_words, range_in_words, two_digits
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric
from whichmetric.metrics.ordinal import RandomPairs
from whichmetric.values import OperatingPoint

__all__ = ["Explanation", "Linearity", "NamedMetric", "explain"]

FloatArray = NDArray[np.float64]
Linearity = Literal["assumed", "F-beta assumed", "tested", "fits", "does not fit"]
CLOSE, FAR = 0.02, 0.1
"""Disagreement up to which two metrics are called alike, and beyond which not even near."""
SURE = 0.05
"""Expected disagreement with the expert up to which the estimate is taken for how they rank."""
FEWER_PAIRS = 5_000
"""On which many metrics are compared; a mean disagreement is then known to 0.003 or better."""
SAME = 1e-3
"""Prevalences that differ by no more than this share of themselves are one."""
MENTIONED = 3
"""Named metrics in the text."""
NO_TRADE_OFFS = (
    "These scores do not separate the classes at all, so there are no trade-offs to compare "
    "metrics by."
)


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What the answers say; ``str`` is a paragraph.

    Parameters
    ----------
    named : tuple of NamedMetric
        All named metrics, the nearest first.
    cost_ratio : float
        One missed positive weighs as much as this many false alarms: everywhere for a linear
        metric, at the best threshold for any other.
    cost_ratio_interval : tuple of float
        (low, high): the result's own for a linear metric, over the plausible metrics for any other.
    linearity : {"assumed", "F-beta assumed", "tested", "fits", "does not fit"}
        What is known about the metric being linear, that is, about one cost ratio holding
        everywhere: the family assumes it, or assumes another; the Bayesian method tested it
        (`probability_linear`); or, of methods that trust every answer, whether one that is linear
        fits them all.
    probability_linear : float or None
        Given the answers, with even odds before; None where it was not tested.
    point : OperatingPoint
        Where the elicited metric is best among ``score >= threshold``.
    threshold_interval : tuple of float
        (low, high) of the best thresholds of the plausible metrics, with that of `point`.
    agreement : float
        Share of the plausible metrics whose best threshold is the same.
    prevalence : float
        Share of positive cases that the best threshold is for, a rate: that of the feasible set.
    asked_prevalence : float
        That of the cases the expert was asked about, which `recommend` and `rank_models` decide
        for unless they are given another.
    distinguishes : bool
        Whether there are trade-offs to compare metrics by: not where all cases score alike.
    level : float
        Probability of the intervals.
    disagreement : float
        Expected share of the pairs of feasible classifiers that the elicited metric orders
        otherwise than the expert would, by the plausible metrics.
    answered : int
        Answers that were learnt from, those to checks included; where there is none, all this is
        what was assumed before.
    caution : str or None
        What makes the answers themselves doubtful, in words: that nearly all go one way, or may
        have been given without looking.
    binning : Binning or None
        What a table on score bins leaves open; None where the scores are exact.
    """

    named: tuple[NamedMetric, ...]
    cost_ratio: float
    cost_ratio_interval: tuple[float, float]
    linearity: Linearity
    probability_linear: float | None
    point: OperatingPoint
    threshold_interval: tuple[float, float]
    agreement: float
    prevalence: float
    asked_prevalence: float
    distinguishes: bool
    level: float
    disagreement: float
    answered: int
    caution: str | None
    binning: Binning | None = None

    @property
    def unanimous(self) -> bool:
        """Whether every plausible metric picks the same threshold."""
        return self.agreement == 1.0

    @property
    def moved(self) -> bool:
        """Whether the expert was asked about another prevalence than this is for."""
        return not math.isclose(self.prevalence, self.asked_prevalence, rel_tol=SAME)

    @property
    def bayes_factor(self) -> float | None:
        """How many times more probable the answers are under a linear metric; None if not tested.

        The other possibility is any linear-fractional metric, all points of the Tile alike.
        """
        p = self.probability_linear
        return None if p is None else (p / (1.0 - p) if p < 1.0 else math.inf)

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries; None is also an infinite number."""
        return infinity_as_none(
            {
                "named": [
                    {"name": m.name, "disagreement": m.disagreement, "threshold": m.threshold}
                    for m in self.named
                ],
                "cost_ratio": self.cost_ratio,
                "cost_ratio_interval": self.cost_ratio_interval,
                "level": self.level,
                "linearity": self.linearity,
                "probability_linear": self.probability_linear,
                "bayes_factor": self.bayes_factor,
                "threshold": self.point.threshold,
                "threshold_interval": self.threshold_interval,
                "agreement": self.agreement,
                "prevalence": self.prevalence,
                "asked_prevalence": self.asked_prevalence,
                "distinguishes": self.distinguishes,
                "disagreement": self.disagreement,
                "answered": self.answered,
                "caution": self.caution,
                "binning": None if self.binning is None else self.binning.as_dict(),
            }
        )

    def __str__(self) -> str:
        return " ".join(self._sentences())

    def _repr_html_(self) -> str:
        rows = [
            (metric.name, percent(metric.disagreement), rule(metric.threshold))
            for metric in self.named
        ]
        return notebook.paragraphs([str(self)]) + notebook.table(
            ("metric", "pairs of classifiers ordered differently", "its best rule"), rows
        )

    def _sentences(self) -> list[str]:
        return [
            *([] if self.answered else [NO_ANSWERS]),
            *self._likeness(),
            self._trade(),
            self._shape(),
            self._threshold(),
            *self._elsewhere(),
            *([str(self.binning)] if self.binning else []),
            *([self.caution] if self.caution else []),
        ]

    def _likeness(self) -> list[str]:
        if not self.distinguishes:
            return [NO_TRADE_OFFS]
        nearest, *others = self.named[:MENTIONED]
        apart = f"the two order {percent(nearest.disagreement)} of feasible classifiers differently"
        if self.disagreement > SURE:
            start = self._nearest_so_far(nearest)
        elif nearest.disagreement <= CLOSE:
            start = f"You rank like {nearest.name}: {apart}."
        elif nearest.disagreement <= FAR:
            start = f"Of the named metrics, {nearest.name} is nearest to how you rank: {apart}."
        else:
            start = f"You rank like no named metric; {nearest.name} is nearest, yet {apart}."
        listed = " and ".join(f"{other.name} ({percent(other.disagreement)})" for other in others)
        return [start, f"Next come {listed}."]

    def _nearest_so_far(self, nearest: NamedMetric) -> str:
        """The nearest metric, where the answers leave open how the expert ranks."""
        if self.answered == 0:
            told = "the assumptions tell"
        else:
            told = "1 answer tells" if self.answered == 1 else f"{self.answered} answers tell"
        return (
            f"As far as {told}, nearest is {nearest.name}: it and our estimate order "
            f"{percent(nearest.disagreement)} of feasible classifiers differently, you and our "
            f"estimate about {percent(self.disagreement)}."
        )

    def _trade(self) -> str:
        where = "To you" if self.linearity == "assumed" else "At your best threshold"
        worth = f"{two_digits(self.cost_ratio)} false alarms"
        low, high = self.cost_ratio_interval
        narrow = low == high or math.isclose(low, high)
        span = "" if narrow else f" ({self.level:.0%}: {range_in_words(low, high)})"
        return f"{where}, one missed positive weighs as much as {worth}{span}."

    def _threshold(self) -> str:
        where = f", where {self.prevalence:.3g} of all cases are positive," if self.moved else ""
        best = f"On this model{where} your best rule is to {rule(self.point.threshold)}"
        low, high = self.threshold_interval
        if self.unanimous:
            return f"{best}: every metric that fits {self._given()} picks this same threshold."
        if low == high:
            share = percent(self.agreement)
            return f"{best}; {share} of the metrics that {self._left()} plausible pick it, too."
        ends = f"between {low:.4g} and {shown_threshold(high)}"
        return (
            f"{best}; the metrics that {self._left()} plausible put it {ends} ({self.level:.0%})."
        )

    def _elsewhere(self) -> list[str]:
        """What others say of the threshold: the nearest named metric, and the other prevalence."""
        nearest = self.named[0]
        said = []
        if self.distinguishes and nearest.threshold != self.point.threshold:
            said.append(f"By {nearest.name} it would be to {rule(nearest.threshold)}.")
        if self.moved:
            said.append(
                f"Your answers were about cases of which {self.asked_prevalence:.3g} are positive: "
                "recommend and rank_models speak of those, unless they are given prevalence=."
            )
        return said

    def _left(self) -> str:
        return f"{self._given()} {'leaves' if self.answered == 1 else 'leave'}"

    def _given(self) -> str:
        """What metrics have to fit."""
        if self.answered == 0:
            return "the assumptions"
        return "your answer" if self.answered == 1 else f"your {self.answered} answers"

    def _shape(self) -> str:
        if self.linearity == "assumed":
            return "That this ratio is the same everywhere was assumed, not tested."
        if self.linearity == "F-beta assumed":
            return "That you rank by some F-beta was assumed, not tested."
        if self.answered == 0:
            return "Whether this ratio is the same in all situations is open."
        if self.linearity == "tested":
            return self._evidence()
        if self.linearity == "fits":
            return "One ratio for all situations would fit your answers, too."
        return "No single ratio for all situations fits your answers."

    def _evidence(self) -> str:
        factor, p = self.bayes_factor, self.probability_linear
        assert factor is not None
        assert p is not None
        odds = max(factor, 1.0 / factor if factor > 0.0 else math.inf)
        side = "for" if factor >= 1.0 else "against"
        strength = _strength(odds)
        if strength is None:
            return (
                "Your answers do not tell whether this ratio is the same in all situations "
                f"(probability {probability_in_words(p)})."
            )
        return (
            f"Your answers are {strength} {side} this ratio being the same in all situations "
            f"({_times(odds)} to 1; probability {probability_in_words(p)})."
        )


def explain(result: Result, feasible: FeasibleRegion, *, level: float = 0.9) -> Explanation:
    """What the answers say about the metric, in words.

    Parameters
    ----------
    result : Result
        What an elicitation has learnt.
    feasible : FeasibleRegion
        The classifiers that named metrics are compared on: usually what the expert was asked about.
        The best threshold is the one at its prevalence; where the expert was asked about another,
        the text says so.
    level : float
        Probability of the cost ratio's interval.

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> expert = wm.MetricOracle(wm.metrics.f_beta(2))
    >>> result = wm.elicit(feasible, expert, family="linear-fractional", method="bisection")
    >>> wm.explain(result, feasible).named[0].name
    'F2'
    """
    belief = belief_of(result)
    expect("feasible", feasible, FeasibleRegion, "give FeasibleSet(table)")
    level = checked_level(level)
    point = feasible.best_threshold(belief.metric)
    ratio, interval = exchange_rate(result, point.confusion, level)
    best = PlausibleBest(belief, feasible)
    return Explanation(
        named=named_metrics(belief.metric, feasible),
        cost_ratio=ratio,
        cost_ratio_interval=interval,
        linearity=_linearity(result, belief),
        probability_linear=result.probability_linear,
        point=point,
        threshold_interval=central_interval(best.thresholds, level, point.threshold),
        agreement=best.agreement(point.threshold),
        prevalence=feasible.prevalence,
        asked_prevalence=result.prevalence,
        distinguishes=len(feasible.boundary.points) > 2,
        level=level,
        disagreement=_expected_disagreement(belief, feasible),
        answered=result.learnt,
        caution=caution_of(result),
        binning=binning_of(feasible, belief.metric),
    )


def _expected_disagreement(belief: Belief, feasible: FeasibleRegion) -> float:
    """Of the estimate with the plausible metrics, on average."""
    pairs = RandomPairs(feasible, pairs=FEWER_PAIRS)
    apart = [
        pairs.disagreement(belief.metric, Metric.from_tile(float(a), float(b)))
        for a, b in zip(belief.a, belief.b, strict=True)
    ]
    return float(np.mean(apart))


def _linearity(result: Result, belief: Belief) -> Linearity:
    if result.cost_ratio is not None:
        return "assumed"
    if result.beta is not None:
        return "F-beta assumed"
    if result.probability_linear is not None:
        return "tested"
    # The metrics that fit are a convex part of a chart in which linear ones are a line, and the
    # corners of that part are among the plausible.
    lead = belief.b - belief.a
    return "fits" if lead.min() <= 0.0 <= lead.max() else "does not fit"


def _strength(odds: float) -> str | None:
    """Evidence in the words of Kass and Raftery (1995), Bayes Factors; None below 3 to 1."""
    for least, words in (
        (150, "very strong evidence"),
        (20, "strong evidence"),
        (3, "some evidence"),
    ):
        if odds >= least:
            return words
    return None


def _times(number: float) -> str:
    return "infinitely many" if number == math.inf else f"{number:.3g}"
