"""How far answers go against the expert's own metric, whatever kind of metric that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.result import Direction
from whichmetric.inference import GridPosterior
from whichmetric.studies import StudySpecification
from whichmetric.trust.fit import DRAWS, Fit, family_posterior, learn_all
from whichmetric.trust.given_answers import GivenAnswer
from whichmetric.trust.kinds import OWN, Kind, Kinds, Rival, compared_kinds
from whichmetric.trust.verdict import FEW, HEEDLESS

__all__ = ["OwnMetric", "own_metric"]

FloatArray = NDArray[np.float64]


class OwnMetric(NamedTuple):
    """What is fitted to all answers.

    Parameters
    ----------
    fit : Fit
        In the study's family, or in a kind that fits where the family does not.
    errors : ndarray of shape (draws,)
        How often each expert that fits goes against the own metric.
    experts : tuple of Fit
        For what to expect of answers to come: of every kind as many as it is probable, since one
        that is not told yet from the family may foretell them otherwise.
    heedless : float
        Probability that the answers do not follow what was shown.
    misfit : Kind or None
        What fits, as far as the answers tell, where the study's family does not.
    kinds : Kinds or None
        What each kind has learnt; None where there are too few answers to tell.
    """

    fit: Fit
    errors: FloatArray
    experts: tuple[Fit, ...]
    heedless: float
    misfit: Kind | None = None
    kinds: Kinds | None = None


def own_metric(
    specification: StudySpecification,
    answers: Sequence[GivenAnswer],
    direction: Direction,
    first: FloatArray,
    second: FloatArray,
) -> OwnMetric:
    """Fit the metric and the noise, in the study's family unless the answers speak against it.

    An expert without error whose metric is no F-measure contradicts every F-measure: that is the
    study's mistake, and no noise of the expert's. Answers that follow nothing that was shown speak
    for no other kind.

    Parameters
    ----------
    specification : StudySpecification
    answers : sequence of GivenAnswer
    direction : {"increasing", "decreasing"}
    first, second : ndarray of shape (k, 4)
        Pairs on which errors are counted, rates tp, fp, fn, tn; where there are none, every second
        answer is supposed to be one.
    """
    if sum(given.decided for given in answers) < FEW:
        posterior = learn_all(family_posterior(specification), answers, direction)
        fit = Fit(posterior)
        return OwnMetric(fit, _errors(fit, first, second), (fit,), posterior.heedless)
    kinds, posteriors = compared_kinds(specification, answers, direction)
    posterior = posteriors[OWN[specification.family]]
    fit, heedless = Fit(posterior), posterior.heedless
    errors = _errors(fit, first, second)
    experts = _of_every_kind(kinds, posteriors)
    if heedless >= HEEDLESS:
        heedless = min(heedless, kinds.heedless)
    if not kinds.speak_against_family or heedless >= HEEDLESS:
        return OwnMetric(fit, errors, experts, heedless, kinds=kinds)
    fit = Fit(posteriors[kinds.best])
    errors = _errors(fit, first, second)
    return OwnMetric(fit, errors, experts, heedless, kinds.kind, kinds)


def _of_every_kind(kinds: Kinds, posteriors: Mapping[Rival, GridPosterior]) -> tuple[Fit, ...]:
    """Experts drawn from all kinds, about `DRAWS` together."""
    draws = {rival: round(share * DRAWS) for rival, share in kinds.expected.items()}
    return tuple(Fit(posteriors[rival], number) for rival, number in draws.items() if number)


def _errors(fit: Fit, first: FloatArray, second: FloatArray) -> FloatArray:
    return fit.errors(first, second) if len(first) else np.full(1, 0.5)
