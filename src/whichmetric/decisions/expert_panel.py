"""Several experts: what they have in common, and who differs from whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_generator
from whichmetric.decisions import notebook
from whichmetric.decisions.belief import Belief, central_interval, checked_level
from whichmetric.decisions.expert_results import (
    ROUGH,
    Experts,
    Family,
    common_prevalence,
    deployment_prevalence,
    estimate_of,
    family_of,
    interval_of,
    is_beyond,
    is_heard,
    likelihood_of,
    named_results,
    normal_view,
)
from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.decisions.left_out import LeftOut, doubted_sentences, left_out_sentences
from whichmetric.decisions.misfit import Misfit, misfit_sentences
from whichmetric.decisions.outlook import Asked, Outlook, outlook, width_with_another
from whichmetric.decisions.panel_words import expert_row, panel_sentences
from whichmetric.elicitation import Result
from whichmetric.elicitation.result import TilePairs, tile_pairs
from whichmetric.inference import COST_RATIO, F_BETA, PooledPosterior
from whichmetric.metrics import Metric, TilePoint

__all__ = ["Disagreement", "Panel", "PanelExpert", "panel", "tile_of"]

FloatArray = NDArray[np.float64]
DRAWS = 2_000
"""Of all experts together."""
KEPT = 400
"""Of them that stand for an expert in decisions."""


@dataclass(frozen=True, kw_only=True)
class PanelExpert:
    """One expert in a panel.

    Parameters
    ----------
    name : str
    answered : int
        Answers that were learnt from, those to checks included.
    estimate : float
        The cost ratio, or beta, by own answers alone.
    own : tuple of float
        Its interval (low, high) by own answers alone.
    among : tuple of float
        The same by own answers and by those of the others, who narrow what the own answers leave
        open and do not overrule it. Where nobody else is heard, by own answers alone.
    heedless : float or None
        Probability that the answers follow no metric of the family; None where the method trusts
        all.
    plausible : tuple of (a, b)
        Points of the Tile, equally probable, that stand for what all answers leave open of this
        expert's metric.
    """

    name: str
    answered: int
    estimate: float
    own: tuple[float, float]
    among: tuple[float, float]
    heedless: float | None
    plausible: TilePairs = field(repr=False)

    @property
    def is_heard(self) -> bool:
        """Whether there are answers, which more probably than not follow what was shown."""
        return is_heard(self.answered, self.heedless)


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """How two experts differ.

    Parameters
    ----------
    first, second : str
        The first is the one who probably has the larger cost ratio, or beta.
    factor : float
        By which, as a median.
    interval : tuple of float
        Of the factor, (low, high); below 1 where the second's may be larger.
    probability : float
        That the first's is larger.
    """

    first: str
    second: str
    factor: float
    interval: tuple[float, float]
    probability: float


@dataclass(frozen=True, kw_only=True)
class Panel:
    """Several experts together; ``str`` says it in words.

    Parameters
    ----------
    family : {"linear", "f-beta"}
    experts : tuple of PanelExpert
    level : float
        Probability of the intervals.
    centre : float
        The cost ratio, or beta, about which the experts lie: the median of such experts.
    centre_interval : tuple of float
        (low, high).
    spread : float
        Standard deviation of its logarithm between experts: two in three lie within a factor
        ``exp(spread)`` of the centre.
    spread_interval : tuple of float
    another : tuple of float
        Where one more expert of this kind would lie: (low, high).
    disagreements : tuple of Disagreement
        Of every two experts that are heard, the surest first.
    outlook : Outlook
        What more experts or more questions would change.
    prevalence : float or None
        That the experts were asked about; None where it was not the same for all.
    left_out : tuple of LeftOut
        Experts who are not among these, and why.
    doubted : tuple of LeftOut
        Experts who are among these since everyone was to be, and why they would be left out.
    misfits : tuple of Misfit
        Experts who are among these, and whose answers speak against the family.
    plausible : tuple of (a, b)
        Points of the Tile, equally probable, that stand for one more expert of this kind.
    """

    family: Family
    experts: tuple[PanelExpert, ...]
    level: float
    centre: float
    centre_interval: tuple[float, float]
    spread: float
    spread_interval: tuple[float, float]
    another: tuple[float, float]
    disagreements: tuple[Disagreement, ...]
    outlook: Outlook
    prevalence: float | None
    left_out: tuple[LeftOut, ...] = ()
    doubted: tuple[LeftOut, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    plausible: TilePairs = field(repr=False)

    @property
    def quantity(self) -> str:
        """What experts differ in."""
        return "cost ratio" if self.family == "linear" else "beta"

    @property
    def tile(self) -> TilePoint:
        """The centre as a point of the Tile."""
        a, b = tile_of(self.family, np.log([self.centre]))
        return TilePoint(float(a[0]), float(b[0]))

    @property
    def heard(self) -> tuple[PanelExpert, ...]:
        """Experts whose answers more probably than not follow what was shown."""
        return tuple(expert for expert in self.experts if expert.is_heard)

    @property
    def unheard(self) -> tuple[PanelExpert, ...]:
        """The others, who neither draw the centre to themselves nor confirm it."""
        return tuple(expert for expert in self.experts if not expert.is_heard)

    @property
    def answered(self) -> int:
        """Answers of all experts together that were learnt from, those to checks included."""
        return sum(expert.answered for expert in self.experts)

    def belief(self, prevalence: float | None = None) -> Belief:
        """The centre, and one more expert of this kind, made ready for decisions."""
        a, b = np.array(self.plausible, dtype=np.float64).T
        return Belief(
            metric=Metric.from_tile(self.tile.a, self.tile.b),
            a=a,
            b=b,
            prevalence=deployment_prevalence(self.prevalence, prevalence),
            tile=self.tile,
            answered=self.answered,
            caution=self._caution,
            experts=len(self.heard),
        )

    @property
    def _caution(self) -> str | None:
        """Who is not counted, or not simply, in words; None where all are."""
        doubtful = ", ".join(expert.name for expert in self.unheard)
        views = (f"Not counted as views: {doubtful}.",) if doubtful else ()
        counted = (*self.doubted_texts, *misfit_sentences(self.misfits))
        return " ".join((*views, *left_out_sentences(self.left_out), *counted)) or None

    @property
    def doubted_texts(self) -> tuple[str, ...]:
        """Who is counted since everyone was to be, a sentence each."""
        return doubted_sentences(self.doubted, [expert.name for expert in self.unheard])

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries; None is also an infinite number."""
        return infinity_as_none(
            {
                "family": self.family,
                "quantity": self.quantity,
                "level": self.level,
                "centre": self.centre,
                "centre_interval": self.centre_interval,
                "spread": self.spread,
                "spread_interval": self.spread_interval,
                "another": self.another,
                "answered": self.answered,
                "experts": [
                    {
                        "name": expert.name,
                        "answered": expert.answered,
                        "estimate": expert.estimate,
                        "own": expert.own,
                        "among": expert.among,
                        "heedless": expert.heedless,
                        "heard": expert.is_heard,
                    }
                    for expert in self.experts
                ],
                "disagreements": [vars(pair) for pair in self.disagreements],
                "outlook": vars(self.outlook),
                "left_out": [one._asdict() for one in self.left_out],
                "doubted": [one._asdict() for one in self.doubted],
                "misfits": [one._asdict() for one in self.misfits],
            }
        )

    def __str__(self) -> str:
        return "\n".join(panel_sentences(self))

    def _repr_html_(self) -> str:
        head = ("expert", "answers", self.quantity, "by own answers", "given all answers")
        rows = [expert_row(expert) for expert in self.experts]
        return notebook.paragraphs(panel_sentences(self)) + notebook.table(head, rows)


def panel(
    experts: Experts | Panel,
    *,
    level: float = 0.9,
    left_out: Sequence[LeftOut] = (),
    rng: int | np.random.Generator = 0,
) -> Panel:
    """What several experts have in common, and how they differ.

    The logarithms of their cost ratios (or betas) are taken to be normally distributed between
    experts, with a centre and a spread that are found from all answers. Each expert counts by what
    the own answers say, with the possibility that they do not follow what was shown. Up to a
    probability of 0.2 the own answers alone decide about that: who differs from all others is not
    taken for somebody who does not look.

    Parameters
    ----------
    experts : sequence of Result, or mapping of names to results
        All of the family "linear", or all "f-beta". A panel is given back as it is.
    level : float
        Probability of the intervals.
    left_out : sequence of LeftOut
        Experts who are not among them, to be named with the reason.
    rng : int or Generator
        Seed of the draws.

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> results = {
    ...     name: wm.elicit(
    ...         feasible,
    ...         wm.MetricOracle(wm.metrics.cost_ratio(x), wm.responses.Flip(0.1), rng=3),
    ...         max_questions=30,
    ...     )
    ...     for name, x in {"Lee": 4, "Ito": 6, "Abel": 30}.items()
    ... }
    >>> together = panel(results)
    >>> low, high = together.centre_interval
    >>> low < 9 < high
    True
    >>> widest = max(together.disagreements, key=lambda pair: pair.factor)
    >>> widest.first, widest.second, widest.probability > 0.8
    ('Abel', 'Lee', True)
    """
    if isinstance(experts, Panel):
        return experts
    results = named_results(experts)
    level, generator = checked_level(level), as_generator(rng)
    family = family_of(results)
    likelihoods = [likelihood_of(family, result) for result in results.values()]
    prior = COST_RATIO if family == "linear" else F_BETA
    posterior = PooledPosterior(likelihoods, prior)
    draws = posterior.draws(DRAWS, generator)
    tails = np.array([0.5, (1.0 - level) / 2, (1.0 + level) / 2])
    centre, *ends = np.exp(posterior.centre_quantile(tails)).tolist()
    spread, *spread_ends = posterior.spread_quantile(tails).tolist()
    members = [
        _expert(family, name, result, logs, level)
        for (name, result), logs in zip(results.items(), draws.experts.T, strict=True)
    ]
    places = [place for place, member in enumerate(members) if member.is_heard]
    if len(places) == 1:
        members[places[0]] = _alone(members[places[0]], results)
    pairs = [
        _disagreement(members[i].name, members[j].name, draws.experts[:, [i, j]], level)
        for i, j in combinations(places, 2)
    ]
    asked = [
        Asked(
            *normal_view(result),
            result.learnt,
            result.heedless or 0.0,
            likelihood_of(family, result, ROUGH),
            member.is_heard and not is_beyond(result),
        )
        for result, member in zip(results.values(), members, strict=True)
    ]
    alike = [
        (one.y, one.said)
        for one, member in zip(asked, members, strict=True)
        if member.is_heard or not places
    ]
    widths = (
        float(np.log(ends[1] / ends[0])),
        width_with_another(posterior, alike, draws.another, level),
    )
    return Panel(
        family=family,
        experts=tuple(members),
        level=level,
        centre=centre,
        centre_interval=(ends[0], ends[1]),
        spread=spread,
        spread_interval=(spread_ends[0], spread_ends[1]),
        another=central_interval(np.exp(draws.another), level),
        disagreements=tuple(sorted(pairs, key=lambda pair: (-pair.probability, -pair.factor))),
        outlook=outlook(asked, draws, prior, widths, level, generator),
        prevalence=common_prevalence(results),
        left_out=tuple(left_out),
        plausible=tile_pairs(*tile_of(family, draws.another[:KEPT])),
    )


def tile_of(family: Family, logs: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The Tile points (a, b) of logarithms of cost ratios, or of betas; shape (n,) each."""
    share = 1.0 / (1.0 + np.exp(-np.asarray(logs) * (1.0 if family == "linear" else 2.0)))
    return (share if family == "linear" else np.ones_like(share)), share


def _expert(
    family: Family, name: str, result: Result, logs: FloatArray, level: float
) -> PanelExpert:
    return PanelExpert(
        name=name,
        answered=result.learnt,
        estimate=estimate_of(result),
        own=interval_of(result, level),
        among=central_interval(np.exp(logs), level),
        heedless=result.heedless,
        plausible=tile_pairs(*tile_of(family, logs[:KEPT])),
    )


def _alone(expert: PanelExpert, results: Mapping[str, Result]) -> PanelExpert:
    """An expert among whom there is nobody else."""
    return replace(expert, among=expert.own, plausible=results[expert.name].plausible)


def _disagreement(first: str, second: str, logs: FloatArray, level: float) -> Disagreement:
    """Of two experts whose logarithms were drawn together, of shape (n, 2)."""
    lead = logs[:, 0] - logs[:, 1]
    if np.median(lead) < 0:
        first, second, lead = second, first, -lead
    return Disagreement(
        first=first,
        second=second,
        factor=float(np.exp(np.median(lead))),
        interval=central_interval(np.exp(lead), level),
        probability=float(np.mean(lead > 0)),
    )
