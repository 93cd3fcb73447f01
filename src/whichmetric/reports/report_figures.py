"""The numbers that the pictures of a report show."""

from __future__ import annotations

import math
from typing import Any

from whichmetric.reports.crowd_report import CrowdReport
from whichmetric.reports.several_experts import Extent
from whichmetric.reports.study_report import ExpertReport, StudyReport
from whichmetric.studies import StudySpecification

__all__ = ["estimates", "frontier", "operating_points"]

CENTRE_OF: dict[Extent, str] = {
    "all": "All together",
    "some": "Together, who are counted",
    "one": "The middle of such experts",
    "nobody": "All together",
}
COMPROMISE_OF: dict[Extent, str] = {
    "all": "Compromise of all",
    "some": "Compromise of who are counted",
}


def estimates(report: StudyReport) -> dict[str, Any]:
    """What each expert's answers come to in one number, and all experts together.

    Returns
    -------
    dict
        The ``quantity``, the ``level`` of the intervals, and ``rows`` with ``name``, ``kind``
        ("expert", "crowd", "centre" or "another"), ``estimate``, ``interval`` and ``guess``. What
        is not known is None.
    """
    family = report.study.specification.family
    together = None if report.together is None else report.together.panel
    rows = [row for expert in report.experts if (row := _estimate(expert)) is not None]
    if report.together is not None and together is not None and together.heard:
        name = CENTRE_OF[report.together.extent]
        rows.append(_row(name, "centre", together.centre, together.centre_interval))
        rows.append(_row("One more expert", "another", None, together.another))
    quantity = {
        "linear": "cost ratio",
        "f-beta": "beta",
        "linear-fractional": "cost ratio at the best threshold",
    }
    return {"quantity": quantity[family], "level": 0.9, "rows": rows}


def frontier(specification: StudySpecification) -> list[dict[str, Any]]:
    """Every trade-off worth having: a threshold with the shares found and falsely flagged.

    Returns
    -------
    list of dict
        ``threshold``, ``found`` (of the positive cases) and ``flagged`` (of the negative ones), by
        falling threshold. An infinite threshold flags nobody.
    """
    feasible = specification.feasible
    share = feasible.prevalence
    return [
        {
            "threshold": float(threshold),
            "found": float(tp) / share,
            "flagged": max(0.0, 1.0 - float(tn) / (1.0 - share)),
        }
        for threshold, (tp, tn) in zip(feasible.thresholds, feasible.frontier, strict=True)
    ]


def operating_points(report: StudyReport) -> list[dict[str, Any]]:
    """The thresholds that follow, each with what it does to the cases of the study.

    Returns
    -------
    list of dict
        ``name``, ``kind`` ("expert", "crowd", "compromise" or "usual"), ``threshold``, ``found``,
        ``flagged``, ``counts``, ``out_of``, and ``exact``, which is false of a threshold inside a
        bin of scores: the others are then those at the bin's end.
    """
    asks = report.study.specification
    points = [
        _point(asks, expert.summary.name, _kind(expert), expert.conclusion.advice.threshold)
        for expert in report.experts
        if expert.conclusion is not None and expert.conclusion.advice is not None
    ]
    together = report.together
    # That of one is the expert's own, which is there already.
    if together is not None and together.compromise is not None and together.extent != "one":
        name = COMPROMISE_OF[together.extent]
        points.append(_point(asks, name, "compromise", together.compromise.threshold))
    if points and asks.table.holds_probabilities:
        exact = asks.feasible.exact_below(0.5) == 0.5
        name = "The usual 0.5" if exact else "The usual 0.5, about"
        points.append(_point(asks, name, "usual", 0.5))
    return points


def _point(asks: StudySpecification, name: str, kind: str, threshold: float) -> dict[str, Any]:
    confusion = asks.feasible.at_threshold(threshold)
    return {
        "name": name,
        "kind": kind,
        "threshold": threshold,
        "found": confusion.true_positive_rate,
        "flagged": 1.0 - confusion.true_negative_rate,
        "counts": confusion.counts(asks.out_of)._asdict(),
        "out_of": asks.out_of,
        "exact": asks.feasible.exact_below(threshold) == threshold,
    }


def _estimate(expert: ExpertReport | CrowdReport) -> dict[str, Any] | None:
    made = expert.conclusion
    if made is None or made.explanation is None:
        return None
    result = made.result
    if result.beta is not None:
        middle, ends = result.beta, result.interval("beta")
    else:
        middle, ends = made.explanation.cost_ratio, result.interval("cost_ratio")
    if ends is None:
        ends = made.explanation.cost_ratio_interval
    guess = None if result.beta is not None else expert.guess
    return _row(expert.summary.name, _kind(expert), middle, ends, guess)


def _row(
    name: str,
    kind: str,
    estimate: float | None,
    interval: tuple[float, float],
    guess: float | None = None,
) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "estimate": None if estimate is None or math.isinf(estimate) else estimate,
        "interval": interval,
        "guess": guess,
    }


def _kind(expert: ExpertReport | CrowdReport) -> str:
    return "crowd" if isinstance(expert, CrowdReport) else "expert"
