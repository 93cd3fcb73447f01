"""A posterior over metrics on a grid, jointly with the noise."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference.noise import NoiseGrid, NoisePrior
from whichmetric.values import Answer

__all__ = ["GridPosterior", "gaps"]

FloatArray = NDArray[np.float64]
NEGLIGIBLE = 1e-10
"""A metric this much less probable than the likeliest one is dropped: it would take more than ten
answers against all others to bring it back."""


class GridPosterior:
    """Probabilities of metrics (a, b) after each answer, the noise integrated out.

    Metrics that have become all but impossible are dropped, which makes later answers cheaper.

    Parameters
    ----------
    a, b : ndarray of shape (n,)
        Tile points of the grid.
    mass : ndarray of shape (n,)
        Their prior probabilities.
    noise : NoisePrior

    Attributes
    ----------
    a, b : ndarray of shape (m,)
        Tile points of the metrics that are left.
    joint : ndarray of shape (m, j, l)
        Probability of each of them with each way of looking and lapse; it sums to 1.
    noise : NoiseGrid
        The ways of looking and the lapses.
    log_evidence : float
        Logarithm of the probability of all answers so far.
    """

    def __init__(self, a: FloatArray, b: FloatArray, mass: FloatArray, noise: NoisePrior) -> None:
        self._grid = np.column_stack((a, b))
        self._prior = mass / mass.sum()
        self._noise_prior = noise
        self._answers: list[tuple[FloatArray, FloatArray, Answer]] = []
        self._start(noise.grid(with_ties=False))

    @property
    def mass(self) -> FloatArray:
        """Probability of each metric of the whole grid; ndarray of shape (n,)."""
        mass = np.zeros(len(self._grid))
        mass[self._left] = self.joint.sum(axis=(1, 2))
        return mass

    @property
    def has_ties(self) -> bool:
        """Whether the expert has said "about equal"."""
        return bool(self.noise.tie.any())

    def tell(self, first: FloatArray, second: FloatArray, answer: Answer) -> None:
        """Learn from an answer.

        Parameters
        ----------
        first, second : ndarray of shape (4,)
            The options as shown: rates tp, fp, fn, tn.
        answer : Answer
            SKIP changes nothing.
        """
        if answer is Answer.SKIP:
            return
        self._answers.append((first, second, answer))
        if answer is Answer.EQUAL and not self.has_ties:
            self._start(self._noise_prior.grid(with_ties=True))
        else:
            self._update(first, second, answer)

    def nodes(self, size: int, offset: float = 0.5) -> NDArray[np.intp]:
        """Metrics drawn evenly from the posterior, as indices into `a` and `b`; shape (size,)."""
        steps = np.cumsum(self.joint.sum(axis=(1, 2)))
        places = (np.arange(size) + offset) / size * steps[-1]
        return np.asarray(np.minimum(np.searchsorted(steps, places), len(steps) - 1))

    def _start(self, noise: NoiseGrid) -> None:
        self.noise = noise
        self.a, self.b = self._grid.T
        self._left = np.arange(len(self._grid))
        self.joint = np.einsum("i,j,k->ijk", self._prior, noise.look_weight, noise.lapse_weight)
        self.log_evidence = 0.0
        for first, second, answer in self._answers:
            self._update(first, second, answer)

    def _update(self, first: FloatArray, second: FloatArray, answer: Answer) -> None:
        self.joint *= self.noise.likelihood(answer, gaps(self.a, self.b, first, second))
        mass = self.joint.sum(axis=(1, 2))
        total = float(mass.sum())
        self.log_evidence += float(np.log(total))
        likely = mass > NEGLIGIBLE * mass.max()
        self._left, self.a, self.b = self._left[likely], self.a[likely], self.b[likely]
        self.joint = self.joint[likely] / total


def gaps(a: FloatArray, b: FloatArray, first: FloatArray, second: FloatArray) -> FloatArray:
    """``R(first) - R(second)`` with ``R = N / (N + D)`` of each Tile point; 0 where R is 0/0.

    Parameters
    ----------
    a, b : ndarray of shape (n,)
    first, second : ndarray of shape (..., 4)
        Rates tp, fp, fn, tn.

    Returns
    -------
    ndarray of shape (..., n)
    """
    correct, errors = [], []
    for cells in (first, second):
        tp, fp, fn, tn = (cells[..., i, None] for i in range(4))
        correct.append(a * tp + (1.0 - a) * tn)
        errors.append(b * fn + (1.0 - b) * fp)
    below = (correct[0] + errors[0]) * (correct[1] + errors[1])
    lead = correct[0] * errors[1] - correct[1] * errors[0]
    return np.divide(lead, below, out=np.zeros(np.shape(lead)), where=below > 0)
