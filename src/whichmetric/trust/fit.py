"""How an expert answers, fitted to all answers at once: the metric and the noise together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.result import Direction
from whichmetric.inference import (
    COST_RATIO,
    F_BETA,
    STEADY,
    FBetaPosterior,
    GridPosterior,
    LinearPosterior,
    LogisticPrior,
    NoisePrior,
    TilePosterior,
)
from whichmetric.responses import probability_looking
from whichmetric.studies import StudySpecification
from whichmetric.trust.given_answers import GivenAnswer
from whichmetric.values import Answer

__all__ = [
    "DRAWS",
    "EXPERTS",
    "Fit",
    "family_posterior",
    "learn_all",
    "measure_prior",
    "noise_of",
    "ratio_prior",
]

FloatArray = NDArray[np.float64]
EXPERTS = NoisePrior(
    scales=(1e-6, 0.0005, 0.005, 0.02, 0.08),
    scale_weights=(8.0, 1.0, 1.0, 1.0, 0.5),
    lapses=(0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0),
    lapse_weights=(0.04, 0.08, 0.14, 0.22, 0.2, 0.14, 0.08, 0.04, 0.02, 0.04),
    **STEADY,
)
"""How we suppose that people answer, before anything is known of this one: they say the same again
in 76 to 79% of cases, so that 12 to 14% of answers are wrong, which is a lapse of about a quarter.
The finest scale is below all gaps, which are small where a condition is rare or errors weigh less.
The method that asks doubts more, one expert in five, since a wrong answer would mislead it."""
DRAWS = 400
"""Experts, each a metric with its noise, that stand for the posterior."""


def noise_of(specification: StudySpecification) -> NoisePrior:
    """How experts of a study may err: as it says itself, or as people do."""
    is_stated = specification.options.get("noise") is not None
    return specification.elicitor_options["noise"] if is_stated else EXPERTS


def ratio_prior(specification: StudySpecification) -> LogisticPrior:
    """What a study of linear metrics holds likely of the cost ratio; else what is usual."""
    own = specification.elicitor_options.get("prior")
    return own if own is not None and specification.family == "linear" else COST_RATIO


def measure_prior(specification: StudySpecification) -> LogisticPrior:
    """What a study of F-measures holds likely of beta squared; else what is usual."""
    own = specification.elicitor_options.get("prior")
    return own if own is not None and specification.family == "f-beta" else F_BETA


def family_posterior(specification: StudySpecification) -> GridPosterior:
    """The prior of a study's family, whatever its method."""
    noise = noise_of(specification)
    if specification.family == "linear-fractional":
        return TilePosterior(noise)
    if specification.family == "f-beta":
        return FBetaPosterior(measure_prior(specification), noise)
    return LinearPosterior(ratio_prior(specification), noise)


def learn_all(
    posterior: GridPosterior, answers: Sequence[GivenAnswer], direction: Direction
) -> GridPosterior:
    """Tell a posterior all answers, whatever they were asked for; it is returned."""
    for given in answers:
        said = given.answer if direction == "increasing" else given.answer.swapped()
        posterior.tell(*given.cells, said)
    return posterior


class Fit:
    """Experts drawn from the posterior after all answers, held-out ones included.

    Parameters
    ----------
    posterior : GridPosterior
        That has learnt the answers.
    draws : int
        How many.
    """

    def __init__(self, posterior: GridPosterior, draws: int = DRAWS) -> None:
        cell, look, lapse = posterior.experts(draws)
        self._posterior = posterior
        self._a, self._b = posterior.a[cell], posterior.b[cell]
        noise = posterior.noise
        self._scale, self._side, self._tie = noise.scale[look], noise.side[look], noise.tie[look]
        self._lapse = _spread_out(np.asarray(noise.lapse, dtype=np.float64), lapse)
        self.looks = np.asarray(noise.lapse[lapse] < 1.0)
        """Whether each expert looks at what is shown; ndarray of shape (draws,)."""

    def gaps(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """How much better the first options are to each expert.

        Parameters
        ----------
        first, second : ndarray of shape (k, 4)
            Rates tp, fp, fn, tn.

        Returns
        -------
        ndarray of shape (k, draws)
        """
        return self._posterior.gaps(self._a, self._b, first, second)

    def chances(self, first: FloatArray, second: FloatArray) -> dict[Answer, FloatArray]:
        """Probability that each expert says A, B and "about equal"; shape (k, draws) each."""
        gap = self.gaps(first, second)
        has_ties = self._posterior.has_ties
        chances = {}
        for answer in (Answer.A, Answer.B, Answer.EQUAL):
            looking = probability_looking(answer, gap, self._scale, self._side, self._tie)
            guess = 1 / 3 if has_ties else 0.0 if answer is Answer.EQUAL else 1 / 2
            chances[answer] = (1.0 - self._lapse) * looking + self._lapse * guess
        return chances

    def errors(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """How often each expert's answer goes against the expert's own weighing.

        Who finds both options about equal may choose either: only the one that is liked less goes
        against it. Of options that are not, "about equal" is half an error.

        Parameters
        ----------
        first, second : ndarray of shape (k, 4)
            Rates tp, fp, fn, tn.

        Returns
        -------
        ndarray of shape (draws,)
            Rates, sides averaged out.
        """
        lead = self.gaps(first, second)
        is_equal = np.abs(lead) <= self._tie
        rates = []
        for left, right, gap in ((first, second, lead), (second, first, -lead)):
            chances = self.chances(left, right)
            a, b, equal = (chances[answer] for answer in (Answer.A, Answer.B, Answer.EQUAL))
            worse = np.where(gap > 0, b, np.where(gap < 0, a, (a + b) / 2))
            rates.append((worse + np.where(is_equal, 0.0, equal / 2)).mean(axis=0))
        return np.asarray(np.mean(rates, axis=0))

    def agreement(self, first: FloatArray, second: FloatArray, better: FloatArray) -> FloatArray:
        """How often each expert's answer agrees with a judge; "about equal" counts half.

        Parameters
        ----------
        first, second : ndarray of shape (k, 4)
        better : ndarray of shape (k,) or (k, draws)
            Above 0 where the judge prefers the first option.

        Returns
        -------
        ndarray of shape (draws,)
            Rates, sides averaged out.
        """
        for_first = np.asarray(better > 0, dtype=np.float64)
        for_first[better == 0] = 0.5
        if for_first.ndim == 1:
            for_first = for_first[:, None]
        rates = []
        for left, right, sign in ((first, second, 1.0), (second, first, -1.0)):
            chances = self.chances(left, right)
            lead = chances[Answer.A] + chances[Answer.EQUAL] / 2
            wanted = for_first if sign > 0 else 1.0 - for_first
            rates.append((wanted * lead + (1.0 - wanted) * (1.0 - lead)).mean(axis=0))
        return np.asarray(np.mean(rates, axis=0))


def _spread_out(lapses: FloatArray, chosen: NDArray[np.intp]) -> FloatArray:
    """Lapses between those that were considered, each of which stands for its neighbourhood.

    Parameters
    ----------
    lapses : ndarray of shape (k,)
        Rates that were considered.
    chosen : ndarray of shape (draws,)
        Places among them.

    Returns
    -------
    ndarray of shape (draws,)
        Up to half of the way to the farther neighbour, up or down alike. Intervals would end on the
        rates that were considered otherwise, and leave out experts who err at a rate beside them.
    """
    order = np.argsort(lapses)
    gaps = np.diff(lapses[order])
    reach = np.empty_like(lapses)
    reach[order] = np.maximum(np.append(gaps, 0.0), np.insert(gaps, 0, 0.0)) / 2
    reach[lapses == 1.0] = 0.0  # who never looks is no neighbour of who looks now and then
    even = np.linspace(-1.0, 1.0, len(chosen))
    aside = np.random.default_rng(0).permutation(even)
    return np.asarray(np.clip(lapses[chosen] + aside * reach[chosen], 0.0, 1.0))
