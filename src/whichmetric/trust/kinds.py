"""Kinds of metrics that compete to have foretold the answers, whatever the study supposes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from whichmetric.elicitation.display import shown_prevalence
from whichmetric.elicitation.result import Direction
from whichmetric.elicitation.run import Family
from whichmetric.inference import (
    FBetaPosterior,
    GridPosterior,
    LinearPosterior,
    PowerMeanPosterior,
    TilePosterior,
)
from whichmetric.studies import StudySpecification
from whichmetric.trust.fit import learn_all, measure_prior, noise_of, ratio_prior
from whichmetric.trust.given_answers import GivenAnswer

__all__ = ["EXCLUDED", "OWN", "Kind", "Kinds", "Rival", "compared_kinds"]

Kind = Literal["linear", "fractional", "neither", "unclear"]
Rival = Literal["linear", "fractional", "f-beta", "neither"]
PRIOR: Mapping[Rival, float] = {
    "linear": 0.5,
    "fractional": 0.125,
    "f-beta": 0.125,
    "neither": 0.25,
}
"""Probabilities before the first answer of linear metrics, of fractional ones all over the Tile and
of F-measures, which are an edge of it and most of those in use, and of neither."""
SUPPOSED: Mapping[Family, frozenset[Rival]] = {
    "linear": frozenset({"linear"}),
    "f-beta": frozenset({"f-beta"}),
    "linear-fractional": frozenset({"linear", "fractional", "f-beta"}),
}
"""What each family holds."""
OWN: Mapping[Family, Rival] = {
    "linear": "linear",
    "f-beta": "f-beta",
    "linear-fractional": "fractional",
}
"""The kind whose prior is the family's own."""
DOUBTFUL = 0.25
"""Probability of the linear metrics below which they are given up: odds of three to one."""
CLEARLY = math.log(3.0)
"""By how much the logarithm of a fit has to be ahead, the same odds: a kind of which more metrics
fit the answers is more probable, but says nothing against the best metric of another."""
EXCLUDED = 0.1
"""Probability of a study's family below which the answers speak against it."""
STATED = 1.0 / EXCLUDED
"""Times by which a study's family counts for more in what to expect of an expert, since somebody
who knows the matter chose it; so answers that begin to speak against it outweigh that."""


@dataclass(frozen=True)
class Kinds:
    """What each kind has learnt from the answers.

    Parameters
    ----------
    shares : mapping of Rival to float
        Probabilities of the kinds, given the answers.
    fits : mapping of Rival to float
        Logarithms of the probability of the answers by each kind's best metric.
    family : {"linear", "f-beta", "linear-fractional"}
        What the study supposes.
    heedless : float
        Probability that the answers do not follow what was shown, by the kind that fits best.
    power : float
        Of the power mean that fits, on average.
    """

    shares: Mapping[Rival, float]
    fits: Mapping[Rival, float]
    family: Family
    heedless: float
    power: float

    @property
    def best(self) -> Rival:
        """The most probable kind."""
        return max(self.shares, key=lambda rival: self.shares[rival])

    @property
    def kind(self) -> Kind:
        """What the answers fit, as far as they tell."""
        linear, neither = self.shares["linear"], self.shares["neither"]
        fractional = self.shares["fractional"] + self.shares["f-beta"]
        if linear >= 0.5:
            return "linear"
        if linear >= DOUBTFUL or max(fractional, neither) < 0.5:
            return "unclear"
        if neither > fractional:
            return "neither" if self._is_ahead({"neither"}) else "unclear"
        return "fractional" if self._is_ahead({"fractional", "f-beta"}) else "unclear"

    @property
    def expected(self) -> Mapping[Rival, float]:
        """The same for what to expect of the expert, the word of the study counted in."""
        weights = {
            rival: share * (STATED if rival in SUPPOSED[self.family] else 1.0)
            for rival, share in self.shares.items()
        }
        total = sum(weights.values())
        return {rival: weight / total for rival, weight in weights.items()}

    def _is_ahead(self, named: Set[Rival]) -> bool:
        """Whether one of these fits clearly better than linear metrics and what is supposed."""
        return self._lead(named, (SUPPOSED[self.family] | SUPPOSED["linear"]) - named) >= CLEARLY

    @property
    def is_outdone(self) -> bool:
        """Whether the study's family fits the answers clearly worse than another kind does."""
        supposed = SUPPOSED[self.family]
        return self._lead(self.fits.keys() - supposed, supposed) >= CLEARLY

    def _lead(self, some: Set[Rival], others: Set[Rival]) -> float:
        return max(self.fits[one] for one in some) - max(self.fits[one] for one in others)

    @property
    def speak_against_family(self) -> bool:
        """Whether the answers do, and are not only fitted by more metrics of another kind."""
        supposed = sum(self.shares[rival] for rival in SUPPOSED[self.family])
        return supposed < EXCLUDED and self.is_outdone


def compared_kinds(
    specification: StudySpecification, answers: Sequence[GivenAnswer], direction: Direction
) -> tuple[Kinds, Mapping[Rival, GridPosterior]]:
    """Tell every kind all answers; what that comes to, and what has learnt them.

    Each is judged by how probable it made every answer before that was given, its parameters and
    the noise integrated out.

    Parameters
    ----------
    specification : StudySpecification
    answers : sequence of GivenAnswer
    direction : {"increasing", "decreasing"}
        Whether correct decisions are liked.
    """
    prior, noise = ratio_prior(specification), noise_of(specification)
    shown = shown_prevalence(specification.prevalence, specification.out_of)
    posteriors: dict[Rival, GridPosterior] = {
        "linear": LinearPosterior(prior, noise),
        "fractional": TilePosterior(noise),
        "f-beta": FBetaPosterior(measure_prior(specification), noise),
        "neither": PowerMeanPosterior(prior, noise, shown),
    }
    evidence = {
        rival: math.log(PRIOR[rival]) + learn_all(posterior, answers, direction).log_evidence
        for rival, posterior in posteriors.items()
    }
    most = max(evidence.values())
    odds = {rival: math.exp(one - most) for rival, one in evidence.items()}
    total = sum(odds.values())
    shares = {rival: one / total for rival, one in odds.items()}
    fits = {rival: posterior.log_best_fit for rival, posterior in posteriors.items()}
    heedless, means = min(one.heedless for one in posteriors.values()), posteriors["neither"]
    power = float(means.mass @ means.b / means.mass.sum())
    return Kinds(shares, fits, specification.family, heedless, power), posteriors
