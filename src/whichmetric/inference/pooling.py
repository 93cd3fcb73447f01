"""Several experts together: where their metrics lie, and how far apart.

Every expert has a quantity of the same kind, such as a cost ratio, and answers tell of each one's
own. The logarithms are taken to come from a normal distribution whose centre and spread are
unknown; both are found from all experts at once. Where experts agree, the spread is found to be
small and all of them tell about the centre; where they do not, it is large and each speaks for
himself or herself.

==========  ==================================================================
symbol      meaning
==========  ==================================================================
``theta``   logarithm of an expert's quantity
``mu``      the centre: mean of theta over experts
``tau``     the spread: standard deviation of theta over experts
``L_i``     likelihood of theta given what expert i has answered, if they say anything
``h_i``     probability, by the own answers of expert i alone, that they say nothing
``I_i``     ``integral of L_i(theta) N(theta; mu, tau^2)``, of each (mu, tau)
==========  ==================================================================

Whoever does not look says nothing. For every choice of those who do, the posterior of (mu, tau) is
the prior times the product of their ``I_i``, on a grid; the choices are averaged by the product of
the ``h_i`` and ``1 - h_i``. So each expert's own answers tell whether they look, and the others do
not: in a posterior of all at once, who lies far from the others would be taken for one who does not
look, and the disagreement would be hidden.

Bibliography
------------
Gelman (2006), Prior distributions for variance parameters in hierarchical models, for the heavy
tail of the spread's prior, by which few experts can show that they differ much. Plummer (2015),
Cuts in Bayesian graphical models, for parts of a model that are kept from telling about others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from whichmetric.inference.priors import LogisticPrior

__all__ = [
    "SPREAD",
    "Likelihood",
    "PooledDraws",
    "PooledPosterior",
    "flat_likelihood",
    "likelihood_from_quantiles",
]

FloatArray = NDArray[np.float64]
SPREAD = 0.6
"""Median of the spread's prior, which is half-Cauchy: experts whose quantities differ by factors of
about 1.8."""
SPREADS = np.geomspace(0.005, 12.0, 32)
"""That are considered; experts closer than the first are as good as one."""
CENTRES = 100
"""That are considered, where the posterior is."""
FARTHEST = 1e-6
"""Probability of the prior's tails, beyond which a likelihood goes on as it was."""
IMPOSSIBLE = 1e-14
"""Of a likelihood whose largest value is 1: less is rounding."""
NEGLIGIBLE = 1e-6
"""Probability of each tail of the centre that a finer grid leaves out."""
FINEST = 1e-4
"""Share of the prior's range below which a grid of centres is not made finer."""
MOST_CHOICES = 128
"""Of those who look, that are averaged; the most probable, all of them up to seven experts."""
UNLIKELY = 0.01
"""Of the highest likelihood, below which answers rule a quantity out, if they say anything."""
ELSEWHERE = 200
"""Values that stand for where an expert is otherwise."""
SURE_TO_LOOK = 1e-6
"""Probability of saying nothing below which it is left out of account."""


class Likelihood(NamedTuple):
    """How well each logarithm of a quantity explains an expert's answers, in steps.

    Parameters
    ----------
    edges : ndarray of shape (k - 1,)
        Between the steps, rising.
    heights : ndarray of shape (k,)
        The likelihood on each step, the largest 1; the first and the last go on for ever.
    silent : float
        Probability, by these answers alone, that they say nothing after all.
    outside : float
        Probability, by these answers alone, that the logarithm is not where `heights` say, since
        they say nothing or mostly err.
    elsewhere : ndarray of shape (s,)
        Where it then is, in values that are equally probable; none needed where `outside` is 0.
    """

    edges: FloatArray
    heights: FloatArray
    silent: float = 0.0
    outside: float = 0.0
    elsewhere: FloatArray = np.empty(0)

    def moved(self, by: float) -> Likelihood:
        """What the same answers would say of an expert whose logarithm is larger by so much."""
        return self._replace(edges=self.edges + by, elsewhere=self.elsewhere + by)

    def averaged(self, centre: FloatArray, spread: FloatArray) -> FloatArray:
        """Mean over normal distributions whose centres and spreads broadcast together."""
        from scipy.special import ndtr

        z = (self.edges - np.asarray(centre)[..., None]) / np.asarray(spread)[..., None]
        return np.asarray(self.heights[-1] - ndtr(z) @ np.diff(self.heights))

    def draw(self, centre: FloatArray, spread: FloatArray, rng: np.random.Generator) -> FloatArray:
        """One logarithm for each normal distribution, weighed by this likelihood; shape (n,)."""
        from scipy.special import ndtri

        z = (self.edges - centre[:, None]) / spread[:, None]
        none = np.full((len(centre), 1), np.inf)
        low, high = np.hstack((-none, z)), np.hstack((z, none))
        mass = self.heights * _normal_between(low, high)
        nearest = np.argmin(np.where(self.heights > 0, np.maximum(low, -high), np.inf), axis=1)
        lost = mass.sum(axis=1) <= 0.0  # too far out for a normal distribution in numbers
        mass[lost, nearest[lost]] = 1.0
        steps = np.cumsum(mass, axis=1)
        places = rng.random(len(centre)) * steps[:, -1]
        step = np.minimum((steps <= places[:, None]).sum(axis=1), len(self.heights) - 1)
        rows = np.arange(len(centre))
        low, high = low[rows, step], high[rows, step]
        # On the side of the distribution where differences of small numbers are exact.
        turn = np.where(low > 0, -1.0, 1.0)
        low, high = np.where(turn > 0, low, -high), np.where(turn > 0, high, -low)
        share = rng.random(len(centre))
        inside = ndtri(_ndtr(low) + share * (_ndtr(high) - _ndtr(low)))
        inside = np.where(np.isneginf(inside), high, inside)  # so far out, all is at the near end
        return np.asarray(centre + spread * turn * np.clip(inside, low, high))


class PooledDraws(NamedTuple):
    """Drawn together from what all answers leave open; all of them logarithms but the spread.

    Parameters
    ----------
    centre, spread, another : ndarray of shape (n,)
        The centre, the spread, and the quantity of one more expert of this kind.
    experts : ndarray of shape (n, experts)
        The quantities of those who were asked, each by own answers and by those of the others.
    """

    centre: FloatArray
    spread: FloatArray
    another: FloatArray
    experts: FloatArray


def likelihood_from_quantiles(
    probabilities: ArrayLike, values: ArrayLike, prior: LogisticPrior, heedless: float | None = None
) -> Likelihood:
    """What answers say of a quantity, from its posterior and the prior that is in it.

    Parameters
    ----------
    probabilities, values : array-like of shape (k,)
        Quantiles of the posterior of the quantity, both rising.
    prior : LogisticPrior
        That the posterior was made with.
    heedless : float, optional
        Probability in the posterior that the answers say nothing. By default this is left in the
        likelihood, which then does not fall below a level. If it is given, it is told apart, and
        so is what answers leave open that are mostly wrong.

    Examples
    --------
    A posterior that is the prior tells nothing.

    >>> from whichmetric.inference.priors import COST_RATIO
    >>> p = np.linspace(0.1, 0.9, 5)
    >>> likelihood_from_quantiles(p, COST_RATIO.quantile(p), COST_RATIO).heights.round(3)
    array([1., 1., 1., 1., 1., 1.])
    """
    ends = prior.quantile([FARTHEST, 1.0 - FARTHEST])
    inner = np.clip(np.asarray(values, dtype=np.float64), *ends)
    mass = np.diff(np.concatenate(([0.0], np.asarray(probabilities, dtype=np.float64), [1.0])))
    x = np.concatenate((ends[:1], inner, ends[1:]))
    wide = np.diff(x) > 0  # several quantiles may be one value
    before = prior.between(x[:-1][wide], x[1:][wide])
    # What lies on one value belongs to the step that begins there.
    owner = np.minimum(np.cumsum(wide) - wide, wide.sum() - 1)
    heights = np.bincount(owner, mass, wide.sum()) / before
    # The outermost steps go on for ever, so that a sliver of the prior at its end may not raise
    # them; what lies on one value may.
    shares = np.bincount(owner)
    for outermost, next_to_it in ((0, 1), (-1, -2)):
        if len(heights) > 2 and shares[outermost] == 1:
            heights[outermost] = min(heights[outermost], heights[next_to_it])
    edges = np.log(np.append(x[:-1][wide], x[-1]))
    if heedless is None:
        return Likelihood(edges[1:-1], heights / heights.max())
    # Where the answers say nothing, the posterior is the prior: a level of the same height.
    silent = min(heedless, float(heights.min()))
    said = heights - silent
    said[said < UNLIKELY * said.max()] = 0.0
    rest = np.cumsum(np.append(0.0, (heights - said) * before))
    places = (np.arange(ELSEWHERE) + 0.5) / ELSEWHERE * rest[-1]
    return Likelihood(
        edges[1:-1],
        said / said.max(),
        silent,
        max(float(rest[-1] / (heights @ before)), silent),
        np.interp(places, rest, edges),
    )


def flat_likelihood(low: float, high: float) -> Likelihood:
    """What answers say that are all right: the quantity lies from `low` to `high`, anywhere.

    Examples
    --------
    >>> flat_likelihood(1.0, np.inf)[:2]
    (array([0.]), array([0., 1.]))
    """
    edges, heights = [], [1.0]
    if low > 0.0:
        edges.append(np.log(low))
        heights.insert(0, 0.0)
    if high < np.inf:
        # A single value is as good as a step that nobody could tell from it.
        edges.append(max(np.log(high), edges[0] + 1e-6) if edges else np.log(high))
        heights.append(0.0)
    return Likelihood(np.array(edges), np.array(heights))


class PooledPosterior:
    """Centre and spread of the experts' quantities, given what all of them have answered.

    Parameters
    ----------
    likelihoods : sequence of Likelihood
        One for each expert.
    prior : LogisticPrior
        Of the centre.

    Attributes
    ----------
    centres : ndarray of shape (m,)
        Logarithms, evenly spaced.
    spreads : ndarray of shape (t,)
    choices : ndarray of shape (k, experts)
        Who looks, a truth value each.
    parts : ndarray of shape (k, m, t)
        Probability of each of these with each centre and spread.
    mass : ndarray of shape (m, t)
        The same whoever looks.

    Examples
    --------
    >>> from whichmetric.inference.priors import COST_RATIO
    >>> alike = PooledPosterior([flat_likelihood(9.0, 11.0)] * 5, COST_RATIO)
    >>> np.exp(alike.centre_quantile(0.5)).round(1), alike.spread_quantile(0.5) < 0.1
    (np.float64(9.9), np.True_)
    """

    def __init__(self, likelihoods: Sequence[Likelihood], prior: LogisticPrior) -> None:
        self._likelihoods = tuple(likelihoods)
        self.choices, self._chances = _choices([one.silent for one in self._likelihoods])
        self.spreads = SPREADS
        # Half-Cauchy, on nodes that are evenly spaced in the logarithm.
        weights = self.spreads / (1.0 + (self.spreads / SPREAD) ** 2)
        whole = low, high = tuple(np.log(prior.quantile([FARTHEST, 1.0 - FARTHEST])).tolist())
        while True:
            self.centres = np.linspace(low, high, CENTRES)
            self.parts = self._parts(prior, weights)
            self.mass = self.parts.sum(axis=0)
            steps = np.cumsum(self.mass.sum(axis=1))
            first = max(int(np.searchsorted(steps, NEGLIGIBLE)) - 1, 0)
            last = min(int(np.searchsorted(steps, 1.0 - NEGLIGIBLE)) + 1, CENTRES - 1)
            low, high = self.centres[first], self.centres[last]
            if last - first > CENTRES / 2 or high - low < FINEST * (whole[1] - whole[0]):
                break

    def _parts(self, prior: LogisticPrior, weights: FloatArray) -> FloatArray:
        half = (self.centres[1] - self.centres[0]) / 2
        before = prior.between(np.exp(self.centres - half), np.exp(self.centres + half))
        logs = np.log(before)[:, None] + np.log(weights)
        said = np.zeros((len(self._likelihoods), *logs.shape))
        for own, one in zip(said, self._likelihoods, strict=True):
            chances = one.averaged(self.centres[:, None], self.spreads)
            np.log(np.maximum(chances, IMPOSSIBLE), out=own)
        parts = logs + np.tensordot(self.choices.astype(np.float64), said, axes=1)
        parts = np.exp(parts - parts.max(axis=(1, 2), keepdims=True))
        return self._averaged(parts)

    def _averaged(self, parts: FloatArray) -> FloatArray:
        """Each choice of those who look with its own probability, whatever the grid holds of it."""
        share = self._chances / parts.sum(axis=(1, 2))
        return np.asarray(parts * share[:, None, None])

    def centre_quantile(self, probability: ArrayLike) -> FloatArray:
        """Quantiles of the centre, a logarithm, interpolated between those considered."""
        step = self.centres[1] - self.centres[0]
        return _quantile(self.mass.sum(axis=1), self.centres[0] - step / 2, step, probability)

    def centre_quantile_with(self, another: Likelihood, probability: ArrayLike) -> FloatArray:
        """The same after one more expert, among the centres that are considered now."""
        shares = another.averaged(self.centres[:, None], self.spreads)
        after = self._averaged(self.parts * np.maximum(shares, IMPOSSIBLE)).sum(axis=0)
        mass = ((1.0 - another.silent) * after + another.silent * self.mass).sum(axis=1)
        step = self.centres[1] - self.centres[0]
        return _quantile(mass, self.centres[0] - step / 2, step, probability)

    def spread_quantile(self, probability: ArrayLike) -> FloatArray:
        """Quantiles of the spread, interpolated between those considered."""
        logs = np.log(self.spreads)
        step = logs[1] - logs[0]
        return np.exp(_quantile(self.mass.sum(axis=0), logs[0] - step / 2, step, probability))

    def draws(self, size: int, rng: np.random.Generator) -> PooledDraws:
        """Centre, spread and experts, drawn together."""
        steps = np.cumsum(self.parts)
        places = (np.arange(size) + rng.random()) / size * steps[-1]
        cells = np.minimum(np.searchsorted(steps, places), len(steps) - 1)
        who, rows, columns = np.unravel_index(rng.permutation(cells), self.parts.shape)
        gap = self.centres[1] - self.centres[0]
        ratio = np.log(self.spreads[1] / self.spreads[0])
        centre = self.centres[rows] + gap * (rng.random(size) - 0.5)
        spread = self.spreads[columns] * np.exp(ratio * (rng.random(size) - 0.5))
        another = centre + spread * rng.normal(size=size)
        experts = []
        for one, looks in zip(self._likelihoods, self.choices[who].T, strict=True):
            said = one.draw(centre, spread, rng)
            if one.outside > 0.0:
                errs = rng.random(size) * (1.0 - one.silent) < one.outside - one.silent
                said = np.where(looks & ~errs, said, rng.choice(one.elsewhere, size))
            experts.append(said)
        return PooledDraws(centre, spread, another, np.column_stack(experts))


def _choices(silent: Sequence[float]) -> tuple[NDArray[np.bool_], FloatArray]:
    """Who looks, of shape (k, experts), and how probable each choice is, of shape (k,)."""
    choices = np.ones((1, len(silent)), dtype=np.bool_)
    chances = np.ones(1)
    for place in np.argsort(silent, kind="stable")[::-1]:  # in whatever order they were given
        if silent[place] < SURE_TO_LOOK:
            break
        without = choices.copy()
        without[:, place] = False
        choices = np.concatenate((choices, without))
        chances = np.concatenate((chances * (1.0 - silent[place]), chances * silent[place]))
        kept = np.argsort(-chances, kind="stable")[:MOST_CHOICES]
        choices, chances = choices[kept], chances[kept]
    return choices, chances / chances.sum()


def _quantile(mass: FloatArray, start: float, step: float, probability: ArrayLike) -> FloatArray:
    """Of evenly spaced cells, each filled evenly."""
    steps = np.concatenate(([0.0], np.cumsum(mass)))
    edges = start + step * np.arange(len(steps))
    places = np.asarray(probability, dtype=np.float64) * steps[-1]
    return np.asarray(np.interp(places, steps, edges))


def _ndtr(z: FloatArray) -> FloatArray:
    from scipy.special import ndtr

    return np.asarray(ndtr(z))


def _normal_between(low: FloatArray, high: FloatArray) -> FloatArray:
    """The standard normal probability of intervals, exact in both tails."""
    above = low > 0
    ends = np.where(above, -low, high), np.where(above, -high, low)
    return np.asarray(_ndtr(ends[0]) - _ndtr(ends[1]))
