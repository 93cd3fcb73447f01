"""The noise that is integrated out: a small grid of response models."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.geometry.cores import one_core_product
from whichmetric.responses import probability_looking
from whichmetric.values import Answer

__all__ = ["TINY", "NoiseGrid"]

FloatArray = NDArray[np.float64]
SingleArray = NDArray[np.float32]
TINY = float(np.finfo(np.float64).tiny)
WIDEST_TIE = 650.0
"""Of scales: the exponential of more, or of its negative, is not far from the ends of floats."""
FEW_LOOKS = 8
"""Ways of looking that are worked on one by one."""
AT_A_TIME = 1 << 14
"""Chances that are worked on together: a few arrays of them stay in a core's cache."""
RARE = 0.01
"""Ways of looking less probable than this are left out of a forecast where there are many."""


class NoiseGrid(NamedTuple):
    """Ways of looking, arrays of shape (j,), and lapses, of shape (l,).

    Parameters
    ----------
    finest : ndarray of shape (j,)
        The scale, but for the smear of the tie.
    side, tie : ndarray of shape (j,)
    span : ndarray of shape (j,)
        Width of the tie's cell, of its logarithm.
    look_weight : ndarray of shape (j,)
        Prior probability.
    lapse, lapse_weight : ndarray of shape (l,)
    smear : float
        See `TieCells`.
    """

    finest: FloatArray
    side: FloatArray
    tie: FloatArray
    span: FloatArray
    look_weight: FloatArray
    lapse: FloatArray
    lapse_weight: FloatArray
    smear: float

    @property
    def scale(self) -> FloatArray:
        """Of each way of looking, at least as coarse as its tie is known; shape (j,)."""
        return np.asarray(np.maximum(self.finest, self.smear * self.span * self.tie))

    def select(self, chosen: NDArray[np.bool_]) -> NoiseGrid:
        """Some of the ways of looking."""
        some: dict[str, Any] = {name: getattr(self, name)[chosen] for name in _LOOK}
        return self._replace(**some)

    def joined(self, other: NoiseGrid) -> NoiseGrid:
        """These ways of looking and then the others."""
        both: dict[str, Any] = {
            name: np.concatenate((getattr(self, name), getattr(other, name))) for name in _LOOK
        }
        return self._replace(**both)

    def halved(self) -> NoiseGrid:
        """Every tie's cell cut in two."""
        quarter = np.exp(self.span / 4)
        lower, upper = (
            self._replace(
                tie=(self.tie * shift),
                span=(self.span / 2),
                look_weight=self.look_weight / 2,
            )
            for shift in (1 / quarter, quarter)
        )
        return lower.joined(upper)

    @property
    def weight(self) -> FloatArray:
        """Prior probability of each way of looking with each lapse; ndarray of shape (j, l)."""
        return np.outer(self.look_weight, self.lapse_weight)

    def weigh(self, joint: SingleArray, looking: SingleArray, guess: FloatArray) -> None:
        """Multiply by P(answer), in place.

        Parameters
        ----------
        joint : ndarray of shape (l, n, j)
        looking : ndarray of shape (n, j)
            P(answer) of an expert who looks.
        guess : ndarray of shape (l,)
            P(answer) in a lapse.
        """
        attentive = (1.0 - self.lapse).astype(np.float32)
        lapsing = (guess * self.lapse).astype(np.float32)
        chance = looking * attentive[:, None, None]
        chance += lapsing[:, None, None]
        np.multiply(joint, chance, out=joint)

    def for_forecast(self, weights: FloatArray) -> tuple[NoiseGrid, FloatArray]:
        """The likely ways of looking, without sides, with the weights of all.

        Options change sides at random, so a preferred side averages out; leaving it out of a
        forecast (not of the inference) saves most of the time.

        Parameters
        ----------
        weights : ndarray of shape (n, j)

        Returns
        -------
        NoiseGrid, ndarray of shape (n, ways)
        """
        # As complex numbers, which are sorted like pairs, and sooner than these.
        pairs, group = np.unique(self.scale + 1j * self.tie, return_inverse=True)
        summed = one_core_product(weights, np.eye(len(pairs))[group])
        shares = summed.sum(axis=0) / summed.sum()
        likely = shares > (RARE if self.tie.any() else 0.0)
        likely[np.unique(summed.argmax(axis=1))] = True  # so that every metric keeps its own
        scale, tie = pairs.real[likely], pairs.imag[likely]
        none = np.zeros_like(scale)
        kept = summed[:, likely]
        kept *= summed.sum(axis=1, keepdims=True) / np.maximum(
            kept.sum(axis=1, keepdims=True), TINY
        )
        plain = self._replace(
            finest=scale, side=none, tie=tie, span=none, look_weight=shares[likely]
        )
        return plain, kept

    def looking(self, answer: Answer, gap: FloatArray) -> FloatArray:
        """P(answer) of an expert who looks, for gaps of shape (...); shape (..., j)."""
        if len(self.side) > FEW_LOOKS:
            return probability_looking(answer, gap[..., None], self.scale, self.side, self.tie)
        looks = zip(self.scale, self.side, self.tie, strict=True)  # numpy is slow on short rows
        return np.stack([probability_looking(answer, gap, *look) for look in looks], axis=-1)

    def preferring(self, gap: FloatArray, weights: FloatArray) -> FloatArray:
        """P(A) of experts who look, take no side and always choose, some gaps at a time.

        Parameters
        ----------
        gap : ndarray of shape (k, m)
        weights : ndarray of shape (m, j)
            Of the ways of looking, for each expert.

        Returns
        -------
        ndarray of shape (k, m)
        """
        preferring = np.zeros(gap.shape)
        step = max(AT_A_TIME // gap.shape[1], 1)
        with np.errstate(over="ignore"):  # endless odds against are a chance of 0
            for start in range(0, len(gap), step):
                some = slice(start, start + step)
                term = np.empty_like(gap[some])
                for scale, weight in zip(self.scale, weights.T, strict=True):
                    np.exp(np.divide(gap[some], -scale, out=term), out=term)  # the odds against
                    term += 1.0
                    preferring[some] += np.divide(weight, term, out=term)
        return preferring

    def decided(self, gap: FloatArray, weights: FloatArray) -> FloatArray:
        """P(A) and P(B) of experts who look and take no side, in a third of the time of `looking`.

        One exponential of a gap's size serves all ties of a scale, and both answers: the odds for
        the better option are ``exp((size - tie) / scale)``, for the other ``exp((-size - tie) /
        scale)``.

        Parameters
        ----------
        gap : ndarray of shape (k, m)
        weights : ndarray of shape (m, j)
            Of the ways of looking, for each expert.

        Returns
        -------
        ndarray of shape (2, k, m)
        """
        ratio = self.tie / self.scale
        wide = ratio > WIDEST_TIE
        usual = np.flatnonzero(~wide)
        scales, group = np.unique(self.scale[usual], return_inverse=True)
        looks = [usual[group == place].tolist() for place in range(len(scales))]
        least = np.exp(-ratio)
        # A row for each expert: numpy is slow on short rows, and there are many questions.
        size = np.ascontiguousarray(np.abs(gap).T)
        weight, upper = weights.T[:, :, None], (weights * least).T[:, :, None]
        better, worse = np.zeros(size.shape), np.zeros(size.shape)
        step = max(AT_A_TIME // size.shape[1], 1)
        for start in range(0, len(size), step):
            some = slice(start, start + step)
            fall, term = np.empty_like(size[some]), np.empty_like(size[some])
            for scale, alike in zip(scales, looks, strict=True):
                np.exp(np.divide(size[some], -scale, out=fall), out=fall)
                for look in alike:
                    np.add(fall, least[look], out=term)
                    better[some] += np.divide(upper[look, some], term, out=term)
                    np.add(fall, 1.0 / least[look], out=term)
                    np.divide(fall, term, out=term)
                    worse[some] += np.multiply(weight[look, some], term, out=term)
            for look in np.flatnonzero(wide):  # with which nobody takes the worse option
                looking = probability_looking(
                    Answer.A, size[some], self.scale[look], 0.0, self.tie[look]
                )
                better[some] += weight[look, some] * looking
        is_first = gap > 0
        better, worse = better.T, worse.T
        return np.stack((np.where(is_first, better, worse), np.where(is_first, worse, better)))


_LOOK = ("finest", "side", "tie", "span", "look_weight")
