"""The same preference where the condition is rarer: what stays and what moves.

A metric of this package weighs single cases: under ``cost_ratio(x)`` one missed positive is worth x
false alarms, here and anywhere. Write ``g1`` and ``g0`` for what a correct decision on a positive
and on a negative case is worth. A case with probability p of being positive should be flagged where
``g1 p >= g0 (1 - p)``, so from ``p = g0 / (g0 + g1) = 1 / (1 + x)`` on.

Linear metrics
    g1 and g0 are constants. The threshold on a probability stays, provided that the probability is
    calibrated where it is used. A score from elsewhere is not: the odds that it stands for have to
    be multiplied by the ratio of the two prevalences' odds, so its threshold moves, up where the
    condition is rarer.
Ratios such as F-beta
    g1 and g0 depend on the value at the optimum, which falls with the prevalence. Both thresholds
    move.

A preference may also be about rates within each class: "one point of sensitivity is worth y points
of specificity", as balanced accuracy has it with y = 1. Per case that is a cost ratio of
``y (1 - z) / z`` at prevalence z, so another metric at each prevalence. Then it is the score's
threshold that stays and the probability's that moves: build the metric anew for the new prevalence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.arguments import expect
from whichmetric.decisions import notebook
from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.decisions.probability_threshold import probability_threshold
from whichmetric.decisions.threshold_words import shown_threshold
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.geometry.columns import as_numbers
from whichmetric.geometry.prevalence_odds import at_other_prevalence
from whichmetric.geometry.readable_number import readable_number
from whichmetric.metrics import Metric
from whichmetric.values import OperatingPoint, checked_prevalence

__all__ = ["Deployment", "PrevalenceShift", "prevalence_shift", "shifted_probability"]

ROUNDING = 1e-9
"""Thresholds closer than this are the same."""


@dataclass(frozen=True, kw_only=True)
class Deployment:
    """The best decision for a metric at one prevalence.

    Parameters
    ----------
    prevalence : float
        Share of positive cases, a rate.
    probability : float
        Best threshold on a probability that is calibrated at this prevalence.
    point : OperatingPoint
        Best threshold on the score as it is, and what happens there.
    """

    prevalence: float
    probability: float
    point: OperatingPoint

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and dictionaries; None is an infinite threshold."""
        return {
            "prevalence": self.prevalence,
            "probability": self.probability,
            **_point_as_dict(self.point),
        }


@dataclass(frozen=True, kw_only=True)
class PrevalenceShift:
    """What stays and what moves where the condition is rarer or more frequent; ``str`` explains.

    Parameters
    ----------
    metric : Metric
        The preference, the same at both places.
    before, after : Deployment
        The best decision at the old and at the new prevalence.
    kept : OperatingPoint
        The old threshold at the new prevalence: what happens if nobody moves it.
    """

    metric: Metric
    before: Deployment
    after: Deployment
    kept: OperatingPoint

    @property
    def regret(self) -> float:
        """What keeping the old threshold loses of the metric's value at the new prevalence."""
        return self.after.point.value - self.kept.value

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts and dictionaries; None is an infinite threshold."""
        return {
            "metric": str(self.metric),
            "before": self.before.as_dict(),
            "after": self.after.as_dict(),
            "kept": _point_as_dict(self.kept),
            "regret": self.regret,
        }

    def __str__(self) -> str:
        here, there = self.before, self.after
        lines = [
            *self._head(),
            f"- A calibrated probability's threshold {_move(here.probability, there.probability)}.",
            f"  {self._why_probability()}",
            f"- This score's threshold {_move(here.point.threshold, there.point.threshold)}.",
            f"  {self._why_score()}",
            *(f"- {deed}" for deed in self._deeds()),
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        here, there = self.before, self.after
        rows = [
            (
                "a calibrated probability",
                _move(here.probability, there.probability),
                self._why_probability(),
            ),
            (
                "this score",
                _move(here.point.threshold, there.point.threshold),
                self._why_score(),
            ),
        ]
        return (
            notebook.paragraphs([" ".join(self._head())])
            + notebook.table(("threshold of", "there", "because"), rows)
            + notebook.paragraphs(self._deeds())
        )

    def _head(self) -> tuple[str, str]:
        here, there = self.before.prevalence, self.after.prevalence
        if f"{here:.3g}" == f"{there:.3g}":
            return f"{self.metric}", f"where {there:.3g} of all cases are positive, as now:"
        return f"{self.metric}", f"where {there:.3g} of all cases are positive, not {here:.3g}:"

    def _deeds(self) -> list[str]:
        out_of = readable_number(self.after.prevalence)
        deeds = [f"Of {out_of:,} it {_deed(self.after.point)}."]
        if not _looks_same(self.before.point.threshold, self.after.point.threshold):
            deeds.append(f"The old threshold {_deed(self.kept)}.")
        return deeds

    def _why_probability(self) -> str:
        if self.metric.is_linear:
            return "The metric weighs single cases, however many there are of each kind."
        return "The metric is a ratio: what one decision is worth depends on all the others."

    def _why_score(self) -> str:
        if _same(self.before.point.threshold, self.after.point.threshold):
            return "No other threshold of this score is better there."
        if _looks_same(self.before.point.threshold, self.after.point.threshold):
            return "In the digits shown here the best one there is the same."
        rarer = self.after.prevalence < self.before.prevalence
        return f"A case with the same score is {'less' if rarer else 'more'} likely positive there."


def prevalence_shift(
    metric: Metric, feasible: FeasibleRegion, prevalence: float
) -> PrevalenceShift:
    """Take a preference to where another share of the cases is positive.

    Parameters
    ----------
    metric : Metric
        Weighs single cases, so that it means the same at both places. Metrics that are made for a
        prevalence, such as balanced accuracy, keep the cost ratio that they have at their own.
    feasible : FeasibleRegion
        What the model can reach where it works now.
    prevalence : float
        Share of positive cases where it shall work. Within each class the scores are taken to be
        distributed as they are now.

    Examples
    --------
    >>> from whichmetric.geometry import SigmoidPopulation
    >>> from whichmetric.metrics import cost_ratio
    >>> feasible = SigmoidPopulation(5.0).feasible_set()  # its score is calibrated at 1/2
    >>> print(prevalence_shift(cost_ratio(4), feasible, 0.2))
    one missed positive = 4 false alarms
    where 0.2 of all cases are positive, not 0.5:
    - A calibrated probability's threshold stays 0.2.
      The metric weighs single cases, however many there are of each kind.
    - This score's threshold moves from 0.2 to 0.5.
      A case with the same score is less likely positive there.
    - Of 1,000 it flags 173 of the 200 positive and 110 of the 800 others, worth 0.2761.
    - The old threshold flags 191 of the 200 positive and 256 of the 800 others, worth 0.2618.
    """
    expect("metric", metric, Metric, "give a metric, for example metrics.cost_ratio(4)")
    expect("feasible", feasible, FeasibleRegion, "give FeasibleSet(table)")
    there = feasible.with_prevalence(prevalence)
    before, after = _deployment(metric, feasible), _deployment(metric, there)
    confusion = there.at_threshold(before.point.threshold)
    return PrevalenceShift(
        metric=metric,
        before=before,
        after=after,
        kept=OperatingPoint(
            threshold=before.point.threshold, confusion=confusion, value=metric(confusion)
        ),
    )


def shifted_probability(
    probability: ArrayLike, *, calibrated_at: float, prevalence: float
) -> NDArray[np.float64]:
    """Probabilities calibrated at one prevalence as they are at another.

    Parameters
    ----------
    probability : array-like of shape (...)
        In [0, 1], calibrated where the share of positive cases is `calibrated_at`.
    calibrated_at, prevalence : float
        Shares of positive cases, there and where the probabilities are wanted.

    Returns
    -------
    ndarray of shape (...)
        The odds are multiplied by those of `prevalence` over those of `calibrated_at`.

    Examples
    --------
    >>> shifted_probability([0.0, 0.5, 1.0], calibrated_at=0.5, prevalence=0.2)
    array([0. , 0.2, 1. ])
    """
    there, here = checked_prevalence(calibrated_at), checked_prevalence(prevalence)
    p = as_numbers("probability", probability)
    if not np.all((p >= 0.0) & (p <= 1.0)):
        wrong = p[~((p >= 0.0) & (p <= 1.0))].flat[0]
        raise InvalidInputError(f"probability holds {wrong}, which is no probability: calibrate.")
    return np.asarray(at_other_prevalence(p, there, here))


def _deployment(metric: Metric, feasible: FeasibleRegion) -> Deployment:
    return Deployment(
        prevalence=feasible.prevalence,
        probability=probability_threshold(metric, feasible),
        point=feasible.best_threshold(metric),
    )


def _same(old: float, new: float) -> bool:
    return old == new or abs(old - new) <= ROUNDING


def _looks_same(old: float, new: float) -> bool:
    return shown_threshold(old) == shown_threshold(new)


def _move(old: float, new: float) -> str:
    if _looks_same(old, new):
        return f"stays {shown_threshold(new)}"
    return f"moves from {shown_threshold(old)} to {shown_threshold(new)}"


def _point_as_dict(point: OperatingPoint) -> dict[str, Any]:
    out_of = readable_number(point.confusion.prevalence)
    return infinity_as_none(
        {
            "threshold": point.threshold,
            "value": point.value,
            "out_of": out_of,
            "counts": point.confusion.counts(out_of)._asdict(),
        }
    )


def _deed(point: OperatingPoint) -> str:
    tp, fp, fn, tn = point.confusion.counts(readable_number(point.confusion.prevalence))
    flags = f"flags {tp:,} of the {tp + fn:,} positive and {fp:,} of the {fp + tn:,} others"
    return f"{flags}, worth {point.value:.4g}"
