"""Which thresholds several experts could live with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_number, expect
from whichmetric.decisions import notebook
from whichmetric.decisions.belief import tile_values
from whichmetric.decisions.compromise_words import (
    compromise_sentences,
    spans_text,
    view_sentences,
)
from whichmetric.decisions.expert_panel import Panel, panel
from whichmetric.decisions.expert_results import (
    Experts,
    common_prevalence,
    deployment_prevalence,
    family_name,
    is_heard,
    named_results,
)
from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.decisions.left_out import LeftOut
from whichmetric.decisions.misfit import Misfit
from whichmetric.decisions.threshold_words import LOSS_DIGITS, rule
from whichmetric.elicitation import Result
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import ScoreTable
from whichmetric.geometry.readable_number import readable_number
from whichmetric.values import ConfusionMatrix, Counts

__all__ = ["Compromise", "ExpertView", "compromise"]

FloatArray = NDArray[np.float64]
ACCEPTABLE = 0.01
"""Expected loss that is, of a value from 0 (nothing right) to 1 (nothing wrong)."""
MOST_THRESHOLDS = 4_000
"""That are looked at one by one; of more, as many, evenly spaced among the scores."""

Spans = tuple[tuple[float, float], ...]
"""Thresholds from one to another, each with all between."""


@dataclass(frozen=True, kw_only=True)
class ExpertView:
    """What one expert makes of the thresholds.

    Parameters
    ----------
    name : str
    threshold : float
        That is expected to be best for the expert: with what the others said where the experts
        are pooled, else by own answers alone.
    counts : Counts
        What happens there, out of as many cases as are readable.
    loss : float
        Expected at the compromise, against the own threshold.
    alarms : float or None
        The same in false alarms, out of as many cases; None where the metric is not linear.
    accepted : tuple of (low, high)
        Thresholds at which the expected loss is acceptable.
    heedless : float or None
        Probability that the answers do not follow what was shown; where the experts are pooled and
        it is large, the others' answers have a say in all this.
    """

    name: str
    threshold: float
    counts: Counts
    loss: float
    alarms: float | None
    accepted: Spans
    heedless: float | None = None


@dataclass(frozen=True, kw_only=True)
class Compromise:
    """Thresholds that several experts could live with; ``str`` says it in words.

    Parameters
    ----------
    threshold : float
        Where the expert who loses most is expected to lose least.
    counts : Counts
        What happens there, out of `out_of` cases.
    loss : float
        That expert's expected loss, of a value from 0 (nothing right) to 1 (nothing wrong).
    average : float
        The threshold at which the experts lose least on average.
    accepted : tuple of (low, high)
        Thresholds at which every expert's expected loss is acceptable; empty where there is none.
    acceptable : float
        The expected loss up to which it is.
    views : tuple of ExpertView
    unheard : tuple of str
        Experts left out, whose answers probably do not follow what was shown.
    left_out : tuple of LeftOut
        Experts who are not among these, and why.
    doubted : tuple of LeftOut
        Experts who are among these since everyone was to be, and why they would be left out.
    misfits : tuple of Misfit
        Experts who are among these, and whose answers speak against the kind of metric supposed.
    is_pooled : bool
        Whether each view holds what the others said, too.
    prevalence : float
        Share of positive cases where the model will work, a rate.
    """

    threshold: float
    counts: Counts
    loss: float
    average: float
    accepted: Spans
    acceptable: float
    views: tuple[ExpertView, ...]
    unheard: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    doubted: tuple[LeftOut, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    is_pooled: bool
    prevalence: float

    @property
    def out_of(self) -> int:
        """Cases that `counts` are told of."""
        return readable_number(self.prevalence)

    @property
    def most_displeased(self) -> ExpertView:
        """Who is expected to lose most at the compromise."""
        return max(self.views, key=lambda view: view.loss)

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries; None is also an infinite threshold."""
        return infinity_as_none(
            {
                "threshold": self.threshold,
                "out_of": self.out_of,
                "counts": self.counts._asdict(),
                "loss": self.loss,
                "average": self.average,
                "acceptable": self.acceptable,
                "accepted": self.accepted,
                "prevalence": self.prevalence,
                "views": [vars(view) | {"counts": view.counts._asdict()} for view in self.views],
                "unheard": self.unheard,
                "left_out": [one._asdict() for one in self.left_out],
                "doubted": [one._asdict() for one in self.doubted],
                "misfits": [one._asdict() for one in self.misfits],
                "pooled": self.is_pooled,
            }
        )

    def __str__(self) -> str:
        return "\n".join((*compromise_sentences(self), *view_sentences(self)))

    def _repr_html_(self) -> str:
        rows = [
            (
                view.name,
                rule(view.threshold),
                f"{view.loss:.{LOSS_DIGITS}f}",
                spans_text(view.accepted),
            )
            for view in self.views
        ]
        own = "best rule, given all answers" if self.is_pooled else "own best rule"
        head = ("expert", own, "expected loss at the compromise", "could live with")
        return notebook.paragraphs(compromise_sentences(self)) + notebook.table(head, rows)


class _Judge(NamedTuple):
    """Plausible metrics of one expert, as points (a, b) of shape (m, 2)."""

    name: str
    tiles: FloatArray
    is_heard: bool
    is_linear: bool
    heedless: float | None


class _Bench(NamedTuple):
    """All who judge, where the model will work, and who is not among them."""

    judges: list[_Judge]
    prevalence: float
    is_pooled: bool
    left_out: tuple[LeftOut, ...]
    doubted: tuple[LeftOut, ...] = ()
    misfits: tuple[Misfit, ...] = ()


def compromise(
    experts: Panel | Experts,
    table: ScoreTable,
    *,
    acceptable: float = ACCEPTABLE,
    prevalence: float | None = None,
    left_out: Sequence[LeftOut] = (),
) -> Compromise:
    """The thresholds of a model that several experts could live with, and the best of them.

    Parameters
    ----------
    experts : Panel, or several results
        As a list, or by name. Of experts who all have linear metrics, or all F-beta, who are taken
        together as `panel` does, what little some say is filled up by the others; those with
        linear-fractional metrics, or of several families, stand each for themselves.
    table : ScoreTable
        The model's scores on cases that it has not seen.
    acceptable : float
        Expected loss that counts as acceptable, of a value from 0 (nothing right) to 1 (nothing
        wrong).
    prevalence : float, optional
        Share of positive cases where the model will work; by default what the experts were asked
        about.
    left_out : sequence of LeftOut
        Experts who are not among them, to be named with the reason; a panel knows its own.

    Examples
    --------
    >>> import whichmetric as wm
    >>> table = wm.ScoreTable.from_arrays([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9])
    >>> results = {
    ...     name: wm.elicit(
    ...         wm.FeasibleSet(table), wm.MetricOracle(wm.metrics.cost_ratio(x)), method="bisection"
    ...     )
    ...     for name, x in {"Lee": 4, "Ito": 0.3}.items()
    ... }
    >>> found = compromise(results, table)
    >>> [view.threshold for view in found.views], found.accepted
    ([0.3, 0.6], ())
    """
    expect("table", table, ScoreTable, "build one with ScoreTable.from_arrays(y_true, y_score)")
    if not 0.0 < as_number("acceptable", acceptable) < 1.0:
        raise InvalidInputError(f"acceptable={acceptable} is not a loss inside (0, 1).")
    bench = _bench(experts, prevalence, tuple(left_out))
    share, heard = bench.prevalence, [judge for judge in bench.judges if judge.is_heard]
    if not heard:
        raise InvalidInputError(
            "No expert's answers more probably than not follow what was shown, so there is nothing "
            "to find a compromise between: ask again."
        )
    thresholds, tp, tn = _choices(table, share)
    losses = np.array([_losses(judge, tp, tn, share) for judge in heard])
    largest = losses.max(axis=0)
    # Among equals, where the others lose least.
    best = int(np.lexsort((losses.mean(axis=0), np.round(largest, 12)))[0])
    out_of = readable_number(share)

    def counts(place: int) -> Counts:
        return ConfusionMatrix.at(tp[place], tn[place], share).counts(out_of)

    own = losses.argmin(axis=1)
    return Compromise(
        threshold=float(thresholds[best]),
        counts=counts(best),
        loss=float(largest[best]),
        average=float(thresholds[int(losses.mean(axis=0).argmin())]),
        accepted=_spans(thresholds, largest <= acceptable),
        acceptable=float(acceptable),
        views=tuple(
            ExpertView(
                name=judge.name,
                threshold=float(thresholds[place]),
                counts=counts(place),
                loss=float(row[best]),
                alarms=_alarms(judge, float(row[best]), share) * out_of
                if judge.is_linear
                else None,
                accepted=_spans(thresholds, row <= acceptable),
                heedless=judge.heedless,
            )
            for judge, row, place in zip(heard, losses, own.tolist(), strict=True)
        ),
        unheard=tuple(judge.name for judge in bench.judges if not judge.is_heard),
        left_out=bench.left_out,
        doubted=bench.doubted,
        misfits=bench.misfits,
        is_pooled=bench.is_pooled and len(heard) > 1,
        prevalence=share,
    )


def _bench(
    experts: Panel | Experts, prevalence: float | None, left_out: tuple[LeftOut, ...]
) -> _Bench:
    if not isinstance(experts, Panel):
        results = named_results(experts)
        families = {family_name(result) for result in results.values()}
        if len(families) > 1 or None in families:
            return _apart(results, prevalence, left_out)
        experts = panel(results, left_out=left_out)
    judges = [
        _Judge(
            expert.name,
            np.array(expert.plausible, dtype=np.float64),
            is_heard=expert.is_heard,
            is_linear=experts.family == "linear",
            heedless=expert.heedless,
        )
        for expert in experts.experts
    ]
    share = experts.belief(prevalence).prevalence
    return _Bench(judges, share, True, experts.left_out, experts.doubted, experts.misfits)


def _apart(
    results: dict[str, Result], prevalence: float | None, left_out: tuple[LeftOut, ...]
) -> _Bench:
    """Each expert by own answers alone."""
    judges = [
        _Judge(
            name,
            np.array(result.plausible, dtype=np.float64),
            is_heard=is_heard(result.answered, result.heedless),
            is_linear=False,
            heedless=result.heedless,
        )
        for name, result in results.items()
    ]
    share = deployment_prevalence(common_prevalence(results), prevalence)
    return _Bench(judges, share, False, left_out)


def _choices(table: ScoreTable, prevalence: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Thresholds, rising, with tp and tn of each; the last flags nobody."""
    positive, negative = table.positive, table.negative
    found = np.append(np.cumsum(positive[::-1])[::-1], 0.0) / positive.sum()
    spared = np.append(0.0, np.cumsum(negative)) / negative.sum()
    thresholds = np.append(table.scores, np.inf)
    chosen = np.unique(
        np.linspace(0, len(thresholds) - 1, min(len(thresholds), MOST_THRESHOLDS)).round()
    ).astype(np.intp)
    return thresholds[chosen], prevalence * found[chosen], (1.0 - prevalence) * spared[chosen]


def _losses(judge: _Judge, tp: FloatArray, tn: FloatArray, prevalence: float) -> FloatArray:
    """Expected at every threshold, against the one that is expected to be best; shape (k,)."""
    a, b = judge.tiles[:, :1], judge.tiles[:, 1:]
    means = np.zeros(len(tp))
    for first in range(0, len(tp), 1_000):
        part = slice(first, first + 1_000)
        means[part] = tile_values(a, b, tp[part], tn[part], prevalence).mean(axis=0)
    return np.asarray(means.max() - means)


def _alarms(judge: _Judge, loss: float, prevalence: float) -> float:
    """A loss under the expert's median linear metric in false alarms, as a share of all cases."""
    a = float(np.median(judge.tiles[:, 0]))
    return loss * (a * prevalence + (1.0 - a) * (1.0 - prevalence)) / max(1.0 - a, 1e-12)


def _spans(thresholds: FloatArray, chosen: NDArray[np.bool_]) -> Spans:
    """Runs of thresholds next to each other."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], chosen, [False])).astype(np.int8)))
    return tuple(
        (float(thresholds[first]), float(thresholds[after - 1]))
        for first, after in edges.reshape(-1, 2).tolist()
    )
