"""The threshold to deploy, and how sure one can be of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_generator, expect
from whichmetric.decisions import notebook
from whichmetric.decisions.belief import central_interval, checked_level
from whichmetric.decisions.binning import Binning, binning_of
from whichmetric.decisions.caution import NO_ANSWERS
from whichmetric.decisions.expert_panel import Panel
from whichmetric.decisions.expert_results import Experts
from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.decisions.new_cases import on_new_cases
from whichmetric.decisions.optimism import Optimism
from whichmetric.decisions.percent import percent
from whichmetric.decisions.plausible_best import PlausibleBest, best_in
from whichmetric.decisions.resampling import resamples
from whichmetric.decisions.shared_belief import shared_belief
from whichmetric.decisions.threshold_words import LOSS_DIGITS, rule, shown_threshold
from whichmetric.elicitation import Result
from whichmetric.elicitation.plain_numbers import counts_in_brackets
from whichmetric.geometry import FeasibleSet, ScoreTable
from whichmetric.geometry.readable_number import readable_number
from whichmetric.metrics import accuracy, f_beta
from whichmetric.values import Counts, OperatingPoint

__all__ = ["Alternative", "Recommendation", "recommend"]

FloatArray = NDArray[np.float64]
RESAMPLES = 1_000
"""Of the table, for the best threshold: 50 in each tail of an interval of 90%."""
FEW = 10
"""With fewer cases of a class, cases drawn anew say nothing about other thresholds."""


@dataclass(frozen=True, kw_only=True)
class Alternative:
    """Another way to choose the threshold.

    Parameters
    ----------
    name : str
    threshold : float
    regret : float
        What it is expected to lose against the best threshold of whatever metric the expert has.
    exact : bool
        False of a threshold inside a bin of scores: the regret is then that at the bin's end.
    """

    name: str
    threshold: float
    regret: float
    exact: bool = True

    @property
    def rule(self) -> str:
        """What to do, in words."""
        return rule(self.threshold, about=not self.exact)


@dataclass(frozen=True, kw_only=True)
class Recommendation:
    """The threshold to deploy; ``str`` says it in words.

    Values are those of ``N / (N + D)`` of the metric's Tile point, with ``N = a tp + (1 - a) tn``
    and ``D = b fn + (1 - b) fp``: 1 where no decision is wrong, 0 where none is right.

    Parameters
    ----------
    point : OperatingPoint
        The best threshold of the elicited metric among ``score >= threshold``, what happens there
        and what it is worth.
    prevalence : float
        Share of positive cases where the classifier will work, a rate.
    positives, negatives : int
        Cases of each class that the sample counts for.
    level : float
        Probability of the intervals.
    expert, sample, both : tuple of float
        Intervals (low, high) of the best threshold: from what the answers leave open, from the
        sample, and from the two together. Each holds the recommended threshold, and `both` holds
        the other two. With fewer than ten cases of a class the sample leaves every threshold open.
    expected : Counts
        What to expect at the recommended threshold out of `out_of` new cases. The sample chose the
        threshold, which flatters it there (`counts`); by how much is taken off.
    missed, false_alarms : tuple of int
        Intervals (low, high) of what happens at the recommended threshold to new cases, counts out
        of `out_of` cases.
    agreement : float
        Share of the plausible metrics whose best threshold is exactly this one.
    regret : float
        What the recommended threshold is expected to lose against the best threshold of whatever
        metric the expert has. It is best for the elicited metric; after few answers, which leave
        very different metrics plausible, an alternative can be expected to lose less.
    alternatives : tuple of Alternative
        What other choices are expected to lose: 0.5 where the scores lie in [0, 1], and the best
        thresholds for accuracy and for F1.
    answered : int
        Answers that were learnt from, those to checks included; where there is none, all this
        follows from what was assumed before.
    caution : str or None
        What makes the answers themselves doubtful, in words: that nearly all go one way, or may
        not follow what was shown.
    experts : int
        Whose answers they are. Of several, the metric is the centre of their panel, and plausible
        is what one more expert of this kind may have: what they differ in is left open, too.
    binning : Binning or None
        What a table on score bins leaves open; None where the table is exact.
    """

    point: OperatingPoint
    prevalence: float
    positives: int
    negatives: int
    level: float
    expert: tuple[float, float]
    sample: tuple[float, float]
    both: tuple[float, float]
    expected: Counts
    missed: tuple[int, int]
    false_alarms: tuple[int, int]
    agreement: float
    regret: float
    alternatives: tuple[Alternative, ...]
    answered: int
    caution: str | None
    experts: int = 1
    binning: Binning | None = None

    @property
    def threshold(self) -> float:
        """On the scale of the scores; ``inf`` flags nobody."""
        return self.point.threshold

    @property
    def out_of(self) -> int:
        """Cases that `counts` are told of: 1,000, or more where one class is rare."""
        return readable_number(self.prevalence)

    @property
    def counts(self) -> Counts:
        """What happens on the sample, which chose the threshold, out of `out_of` cases."""
        return self.point.confusion.counts(self.out_of)

    @property
    def cases(self) -> int:
        """That the sample counts for."""
        return self.positives + self.negatives

    @property
    def few(self) -> bool:
        """Whether a class has so few cases that the sample leaves the threshold open."""
        return min(self.positives, self.negatives) < FEW

    @property
    def unanimous(self) -> bool:
        """Whether every plausible metric picks this same threshold."""
        return self.agreement == 1.0

    @property
    def expected_better(self) -> Alternative | None:
        """The alternative that is expected to lose least, where that is less than `regret`."""
        other = min(self.alternatives, key=lambda other: other.regret)
        return other if round(other.regret, LOSS_DIGITS) < round(self.regret, LOSS_DIGITS) else None

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries; None is an infinite threshold."""
        return infinity_as_none(
            {
                "threshold": self.threshold,
                "value": self.point.value,
                "prevalence": self.prevalence,
                "cases": self.cases,
                "positives": self.positives,
                "negatives": self.negatives,
                "out_of": self.out_of,
                "counts": self.counts._asdict(),
                "expected": self.expected._asdict(),
                "level": self.level,
                "interval": {"expert": self.expert, "sample": self.sample, "both": self.both},
                "missed": self.missed,
                "false_alarms": self.false_alarms,
                "agreement": self.agreement,
                "regret": self.regret,
                "alternatives": [
                    {
                        "name": other.name,
                        "threshold": other.threshold,
                        "regret": other.regret,
                        "exact": other.exact,
                    }
                    for other in self.alternatives
                ],
                "answered": self.answered,
                "caution": self.caution,
                "experts": self.experts,
                "binning": None if self.binning is None else self.binning.as_dict(),
            }
        )

    def __str__(self) -> str:
        return "\n".join((*self._sentences(), self._losses()))

    def _repr_html_(self) -> str:
        here = Alternative(name="recommended", threshold=self.threshold, regret=self.regret)
        rows = [
            (other.name, other.rule, f"{other.regret:.{LOSS_DIGITS}f}")
            for other in (here, *self.alternatives)
        ]
        return notebook.paragraphs(self._sentences()) + notebook.table(
            ("choice", "rule", "expected loss"), rows
        )

    def _sentences(self) -> tuple[str, ...]:
        given = "the answers" if self.answered else "the assumptions"
        if self.experts > 1:
            given = f"the {self.experts} experts"
        return (
            *([] if self.answered else [NO_ANSWERS]),
            *([self.caution] if self.caution else []),
            f"{rule(self.threshold).capitalize()}.",
            self._deeds(),
            self._open(given),
            _agreement(self.agreement, given),
            *self._doubt(given),
            *([str(self.binning)] if self.binning else []),
        )

    def _deeds(self) -> str:
        tp, fp, fn, tn = self.expected
        seen = self.counts
        flattery = (
            ""
            if seen == self.expected
            else f" On the sample, which chose it, it misses {seen.fn:,} and flags {seen.fp:,}."
        )
        missed, flagged = counts_in_brackets(*self.missed), counts_in_brackets(*self.false_alarms)
        return (
            f"Of {self.out_of:,} new cases {tp + fn:,} are positive: expect it to catch {tp:,} and "
            f"to miss {fn:,}{missed}. Of the {fp + tn:,} others expect it to flag "
            f"{fp:,}{flagged}.{flattery}"
        )

    def _open(self, given: str) -> str:
        if self.few:
            return (
                f"So few cases ({self.positives:,} positive, {self.negatives:,} negative) leave "
                f"the threshold open: take at least {FEW} of each class, better hundreds. By what "
                f"{given} leave open it is {_span(self.expert)} on these cases."
            )
        bins = self.binning
        inside = "" if bins is None else f", {_span(bins.threshold)} by what the bins leave open"
        return (
            f"The best threshold could be {_span(self.both)} ({self.level:.0%} interval): "
            f"{_span(self.expert)} by what {given} leave open, {_span(self.sample)} by "
            f"what a sample of {self.cases:,} cases leaves open{inside}."
        )

    def _doubt(self, given: str) -> list[str]:
        other = self.expected_better
        if other is None:
            return []
        instead = f"{other.rule} ({other.name})"
        given = given.capitalize()
        return [f"{given} leave so much open that to {instead} is expected to lose less."]

    def _losses(self) -> str:
        others = "; ".join(
            f"{other.rule} ({other.name}) {other.regret:.{LOSS_DIGITS}f}"
            for other in self.alternatives
        )
        return (
            "Expected loss, of a value from 0 (nothing right) to 1 (nothing wrong): "
            f"{self.regret:.{LOSS_DIGITS}f}; {others}."
        )


def recommend(
    result: Result | Panel | Experts,
    table: ScoreTable,
    *,
    prevalence: float | None = None,
    level: float = 0.9,
    rng: int | np.random.Generator = 0,
) -> Recommendation:
    """The threshold of a model to deploy, given what an expert's answers say.

    Parameters
    ----------
    result : Result, Panel, or several results
        What an elicitation has learnt, on this model or on another. Several experts, as a list or
        by name, are taken together as `panel` does.
    table : ScoreTable
        The model's scores on cases that it has not seen. Whole weights are counts of cases; where
        a weight is not whole, each row is taken for one case.
    prevalence : float, optional
        Share of positive cases where the model will work; by default that of the cases the expert
        was asked about. Within each class the scores are taken to be distributed as in the table.
    level : float
        Probability of the intervals.
    rng : int or Generator
        Seed of the resampling.

    Notes
    -----
    The threshold is the elicited metric's best. After few answers another one can be expected to
    lose less, over all metrics that are still plausible: then the text says so, and
    `Recommendation.expected_better` names it.

    Examples
    --------
    >>> import whichmetric as wm
    >>> table = wm.ScoreTable.from_arrays([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9])
    >>> expert = wm.MetricOracle(wm.metrics.cost_ratio(4))
    >>> result = wm.elicit(wm.FeasibleSet(table), expert, method="bisection")
    >>> advice = wm.recommend(result, table)
    >>> advice.threshold, advice.unanimous, advice.counts
    (0.3, True, Counts(tp=500, fp=167, fn=0, tn=333))
    """
    belief = shared_belief(result, prevalence)
    expect("table", table, ScoreTable, "build one with ScoreTable.from_arrays(y_true, y_score)")
    level, generator = checked_level(level), as_generator(rng)
    feasible = FeasibleSet(table, prevalence=belief.prevalence)
    point = feasible.best_threshold(belief.metric)
    plausible = PlausibleBest(belief, feasible)
    drawn = resamples(table, RESAMPLES, generator, keep=point.threshold)
    optimism = Optimism(drawn, belief.tile, belief.prevalence)
    # However many metrics there are, each goes with as many resamples as the next.
    each = np.arange(RESAMPLES) * len(belief.a) // RESAMPLES
    both = drawn.thresholds[best_in(drawn, belief.a[each], belief.b[each], belief.prevalence)]
    positives, negatives = table.cases
    every = (float(table.scores[0]), np.inf) if min(positives, negatives) < FEW else ()
    expert = central_interval(plausible.thresholds, level, point.threshold)
    sample = central_interval(optimism.thresholds, level, point.threshold, *every)
    binning = binning_of(feasible, belief.metric)
    inside = () if binning is None else binning.threshold
    new = on_new_cases(table, point, optimism, level, generator)
    return Recommendation(
        point=point,
        prevalence=belief.prevalence,
        positives=positives,
        negatives=negatives,
        level=level,
        expert=expert,
        sample=sample,
        # In the tails doubts may cancel; together they leave no less open than one alone.
        both=central_interval(both, level, *expert, *sample, *inside),
        expected=new.expected,
        missed=new.missed,
        false_alarms=new.false_alarms,
        agreement=plausible.agreement(point.threshold),
        regret=plausible.regret(point.threshold),
        alternatives=tuple(
            Alternative(
                name=name,
                threshold=threshold,
                regret=plausible.regret(threshold),
                exact=feasible.exact_below(threshold) == threshold,
            )
            for name, threshold in _other_choices(feasible)
        ),
        answered=belief.answered,
        caution=belief.caution,
        experts=belief.experts,
        binning=binning,
    )


def _other_choices(feasible: FeasibleSet) -> list[tuple[str, float]]:
    return [
        *([("even odds", 0.5)] if feasible.table.holds_probabilities else []),
        ("best accuracy", feasible.best_threshold(accuracy()).threshold),
        ("best F1", feasible.best_threshold(f_beta(1)).threshold),
    ]


def _span(ends: tuple[float, float]) -> str:
    low, high = map(shown_threshold, ends)
    if low == high:
        return low
    return f"{low} up to {high}" if ends[1] == np.inf else f"{low} to {high}"


def _agreement(share: float, given: str) -> str:
    if share == 1.0:
        return f"Every metric that fits {given} picks this same threshold."
    return f"Of the metrics that {given} leave plausible, {percent(share)} pick this threshold."
