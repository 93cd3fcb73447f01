"""A posterior over metrics on a grid that refines itself, and what it says of the expert."""

from __future__ import annotations

import copy
from typing import Self

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference.habit import probability_in_turn
from whichmetric.inference.joint_cells import masses
from whichmetric.inference.refining_grid import RefiningGrid

__all__ = ["GridPosterior"]

FloatArray = NDArray[np.float64]
ALWAYS, ALL_EQUAL = 0.1, 0.5
"""Gaps, in the metric's value, that a preferred side outweighs and that are still "about equal":
most that is asked about is smaller, so such an expert says always the same."""
LEAST_ATTENTION = 1e-9
"""Below this probability that the expert looks, nothing is gained by supposing it."""
LIKELY = 0.1
"""Probability of those who always say the same from which the others are looked at alone."""


class GridPosterior(RefiningGrid):
    """What a `RefiningGrid` has learnt: whether the expert looks, and metrics drawn from it."""

    @property
    def careless(self) -> float:
        """Probability that the expert answers at random, whatever is shown."""
        return float(self.joint[self.noise.lapse == 1.0].sum(dtype=np.float64))

    @property
    def heedless(self) -> float:
        """Probability that the answers do not follow what is shown.

        They are given at random, or always for the same side, or always "about equal", as the
        posterior has it; or each follows from the one before (`in_turn`), if that is likelier.
        """
        looking = self.joint[self.noise.lapse < 1.0]
        stubbornly = float(looking[..., self._stubborn()].sum(dtype=np.float64))
        return max(min(self.careless + stubbornly, 1.0), self.in_turn)

    @property
    def in_turn(self) -> float:
        """Probability that each answer follows from the one before, not from what is shown.

        It is not part of the posterior, which takes who never looks to toss a coin, or to lean to
        one side; of those, every second is supposed to do this before the first answer.
        """
        said = [answer for *_, answer in self._answers]
        return probability_in_turn(said, self._never, self.log_evidence)

    @property
    def log_best_fit(self) -> float:
        """Logarithm of the probability of all answers by the metric that fits them best.

        The noise is integrated out; how probable the metric was before does not count.
        """
        prior = self._prior_mass(self.low, self.high) / self._whole
        fits = np.divide(self.mass, prior, out=np.zeros_like(prior), where=prior > 0)
        return self.log_evidence + float(np.log(fits.max()))

    def attentive(self) -> Self:
        """The posterior if the expert does not answer at random.

        What it returns learns no more, and holds until this one does: its `joint` is a part of this
        one's, and sums to the probability that the expert looks; its `mass` sums to 1.
        """
        looks = self.noise.lapse < 1.0
        total = 1.0 - self.careless
        if looks.all() or total < LEAST_ATTENTION:
            return self
        given = copy.copy(self)
        number = int(looks.sum())
        given.joint = self.joint[:number] if looks[:number].all() else self.joint[looks]
        given._mass = masses(given.joint) / total
        given.noise = self.noise._replace(
            lapse=self.noise.lapse[looks], lapse_weight=self.noise.lapse_weight[looks]
        )
        return given

    def heeding(self) -> Self:
        """The posterior without those who always say the same, where these are likely.

        What it returns learns no more. Below that it is this posterior.
        """
        stubborn = self._stubborn()
        share = self.joint[..., stubborn].sum(dtype=np.float64) / self.joint.sum(dtype=np.float64)
        if not LIKELY <= share < 1.0 - LEAST_ATTENTION:
            return self
        given = copy.copy(self)
        given.joint = np.compress(~stubborn, self.joint, axis=2)
        given.noise = self.noise.select(~stubborn)
        given._mass = masses(given.joint)
        given._mass /= given._mass.sum()
        return given

    def _stubborn(self) -> NDArray[np.bool_]:
        """Ways of looking that always say the same; ndarray of shape (j,)."""
        noise = self.noise
        return (np.abs(noise.side) * noise.scale >= ALWAYS) | (noise.tie >= ALL_EQUAL)

    def wary_of_turns(self) -> Self:
        """The posterior that reckons with answers in turn; what it returns learns no more.

        Where each answer more probably follows from the one before than from what is shown, the
        answers tell so much less of the metric. Below that it is this posterior.
        """
        doubt = self.in_turn
        if doubt <= 0.5:
            return self
        never = self.noise.lapse == 1.0
        looks = self.noise.look_weight / (self.noise.look_weight.sum() * never.sum())
        untold = np.outer(self._prior_mass(self.low, self.high) / self._whole, looks)
        wary = copy.copy(self)
        wary.joint = self.joint * np.float32(1.0 - doubt)
        wary.joint[never] += (doubt * untold).astype(np.float32)
        return wary

    @property
    def bits_foretold(self) -> float:
        """What one foretold answer tells, on average, of whether the expert looks; 1 at most.

        The rest of 1 bit is the entropy of an answer that lapses now and then.
        """
        shares = self.joint.sum(axis=(1, 2), dtype=np.float64)
        lapse = float(shares @ self.noise.lapse / shares.sum())
        wrong = max(lapse / 2, 1e-9)
        return float(1.0 + wrong * np.log2(wrong) + (1.0 - wrong) * np.log2(1.0 - wrong))

    def nodes(self, size: int, offset: float | FloatArray = 0.5) -> NDArray[np.intp]:
        """Cells drawn evenly from the posterior, as indices; ndarray of shape (size,).

        Parameters
        ----------
        size : int
        offset : float or ndarray of shape (size,)
            From 0 to 1: where in each of as many equal shares of the mass.
        """
        steps = np.cumsum(self.mass)
        places = (np.arange(size) + offset) / size * steps[-1]
        return np.asarray(np.minimum(np.searchsorted(steps, places), len(steps) - 1))

    def experts(self, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Cells with ways of looking and lapses, drawn evenly from the posterior, as indices.

        Returns
        -------
        cell, look, lapse : ndarray of shape (size,)
            Of `a` and `b`; of `noise.scale`, `noise.side` and `noise.tie`; of `noise.lapse`.
        """
        steps = np.cumsum(self.joint, dtype=np.float64, axis=None)
        places = (np.arange(size) + 0.5) / size * steps[-1]
        flat = np.minimum(np.searchsorted(steps, places), len(steps) - 1)
        lapse, cell, look = np.unravel_index(flat, self.joint.shape)
        return cell, look, lapse
