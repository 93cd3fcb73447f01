"""What one expert's answers come to: the weight of a miss, the threshold, and what is left open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from whichmetric.decisions import explain, recommend
from whichmetric.decisions.explanation import Explanation, NamedMetric
from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.decisions.recommendation import Recommendation
from whichmetric.elicitation import Result
from whichmetric.geometry.readable_number import READABLE
from whichmetric.reports.crowd_agreement import CrowdAgreement, crowd_agreement
from whichmetric.studies import StudySpecification
from whichmetric.values import ConfusionMatrix, Counts

__all__ = ["Conclusion", "conclude", "conclude_briefly"]

FINER = (1, 10, 100)
"""Times as many cases, out of which smaller differences show."""
CLOSE = 0.01
"""How far a share of whole cases may be off: half a case of 50, which studies show of each class
where nobody says otherwise."""


@dataclass(frozen=True, kw_only=True)
class Conclusion:
    """A result, and what follows from it for the model that the study is about.

    Parameters
    ----------
    specification : StudySpecification
    result : Result
    advice : Recommendation or None
        The threshold; None, like `explanation`, where the answers prefer mistakes or none was
        decided: what was assumed before them is no advice.
    explanation : Explanation or None
    """

    specification: StudySpecification
    result: Result
    advice: Recommendation | None
    explanation: Explanation | None

    @property
    def is_decided(self) -> bool:
        """Whether any question was decided; else the result is what was assumed before."""
        return self.result.answered > 0

    @property
    def counts(self) -> Counts | None:
        """What the recommended threshold does to `out_of` cases."""
        return self._counts(self.out_of)

    @property
    def usual(self) -> Counts | None:
        """What the threshold 0.5 does to them; None where scores are no probabilities."""
        return self._usual(self.out_of)

    @property
    def usual_at_most(self) -> Counts | None:
        """What 0.5 finds and flags at most, where it lies inside a bin of scores.

        It does something between this and `usual`. None where `usual` is exact, or None itself.
        """
        if self.usual is None:
            return None
        feasible = self.specification.feasible
        most = feasible.at_threshold(feasible.exact_below(0.5)).counts(self.out_of)
        return None if most == self.usual else most

    @property
    def nearest(self) -> NamedMetric | None:
        """The named metric that orders classifiers most as the answers do.

        None where the answers or the scores tell of no metric. On the map another may stand nearer:
        where a condition is rare, metrics that decide alike can lie far apart there.
        """
        if self.explanation is None or not self.explanation.distinguishes:
            return None
        return self.explanation.named[0]

    @property
    def agreement(self) -> CrowdAgreement | None:
        """How many answers go with the result; None but of a crowd whose answers tell of one."""
        if not self.specification.is_crowd or self.explanation is None:
            return None
        return crowd_agreement(self.result)

    @property
    def out_of(self) -> int:
        """As many cases as the study shows; more where whole cases of so many would mislead.

        Where the threshold is better than 0.5 by less, a rare mistake that it avoids could not be
        seen, but the frequent ones that it makes for that could, and it would look worse. And where
        few cases of a class are shown, one that finds most of them would seem to find all.
        """
        shown = self.specification.out_of
        finer = (shown * times for times in FINER)
        fitting = (
            number
            for number in finer
            if not (self._looks_worse(number) or self._is_too_coarse(number))
        )
        return next(fitting, shown)

    def _looks_worse(self, out_of: int) -> bool:
        counts, usual = self._counts(out_of), self._usual(out_of)
        if counts is None or usual is None or counts == usual:
            return False
        return counts.fn >= usual.fn and counts.fp >= usual.fp

    def _is_too_coarse(self, out_of: int) -> bool:
        """Whether a share of whole cases is off, where more cases can be read."""
        if out_of >= READABLE[-1] or self.advice is None:
            return False
        told = (self.advice.point.confusion, self._at_half())
        return any(rule is not None and _rounding(rule, out_of) > CLOSE for rule in told)

    def _counts(self, out_of: int) -> Counts | None:
        return None if self.advice is None else self.advice.point.confusion.counts(out_of)

    def _usual(self, out_of: int) -> Counts | None:
        usual = self._at_half()
        return None if usual is None else usual.counts(out_of)

    def _at_half(self) -> ConfusionMatrix | None:
        if not self.specification.table.holds_probabilities:
            return None
        return self.specification.feasible.at_threshold(0.5)

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries; None is also an infinite number.

        Where nothing was decided there is no metric, and nothing about one.
        """
        result = self.result
        return infinity_as_none(
            {
                "questions": result.questions,
                "stopped": result.stopped,
                "remaining": result.remaining,
                **(self._metric() if self.is_decided else dict.fromkeys(self._metric())),
                "agreement": None if self.agreement is None else self.agreement.as_dict(),
                "out_of": self.out_of,
                "counts": None if self.counts is None else self.counts._asdict(),
                "counts_at_half": None if self.usual is None else self.usual._asdict(),
                "counts_at_half_bounds": self._bounds(),
                "recommendation": None if self.advice is None else self.advice.as_dict(),
                "explanation": None if self.explanation is None else self.explanation.as_dict(),
            }
        )

    def _bounds(self) -> dict[str, list[int]] | None:
        """Between which numbers each of the counts at 0.5 lies; None where they are exact."""
        usual, most = self.usual, self.usual_at_most
        if usual is None or most is None:
            return None
        return {cell: sorted(ends) for cell, *ends in zip(Counts._fields, usual, most, strict=True)}

    def _metric(self) -> dict[str, Any]:
        result = self.result
        return {
            "direction": result.direction,
            "metric": str(result.metric),
            "tile": {"a": result.tile.a, "b": result.tile.b},
            "cost_ratio": result.cost_ratio,
            "cost_ratio_interval": result.interval("cost_ratio"),
            "beta": result.beta,
            "beta_interval": result.interval("beta"),
        }


def _rounding(rule: ConfusionMatrix, out_of: int) -> float:
    """By how much a share of the positives or of the negatives is off, counted in whole cases."""
    tp, fp, fn, tn = rule.counts(out_of)
    found = abs(tp / max(tp + fn, 1) - rule.true_positive_rate)
    return max(found, abs(tn / max(tn + fp, 1) - rule.true_negative_rate))


def conclude(specification: StudySpecification, result: Result) -> Conclusion:
    """What an expert's answers in a study come to.

    Examples
    --------
    >>> from whichmetric.geometry import ScoreTable
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1, 0, 1], [0.1, 0.3, 0.35, 0.8, 0.6, 0.9])
    >>> study = StudySpecification(table=table, prevalence=0.2, method="bisection")
    >>> elicitor = study.elicitor("dr-lee")
    >>> conclude(study, elicitor.estimate()).counts is None
    True
    >>> elicitor.tell(elicitor.ask(), "A")
    >>> conclude(study, elicitor.estimate()).counts
    Counts(tp=133, fp=0, fn=67, tn=800)
    """
    known = conclude_briefly(specification, result)
    if known.explanation is None:
        return known
    return replace(known, advice=recommend(result, specification.table))


def conclude_briefly(specification: StudySpecification, result: Result) -> Conclusion:
    """The same without a threshold, which takes long to find."""
    says_something = result.direction == "increasing" and result.answered > 0
    return Conclusion(
        specification=specification,
        result=result,
        advice=None,
        explanation=explain(result, specification.feasible) if says_something else None,
    )
