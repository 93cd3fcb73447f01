"""What is thought of how experts err, before they have answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_generator, as_number
from whichmetric.errors import InvalidInputError
from whichmetric.inference.noise_grid import TINY, NoiseGrid
from whichmetric.responses import Logistic

__all__ = ["STEADY", "USUAL_CELLS", "NoisePrior", "TieCells"]

FloatArray = NDArray[np.float64]

_RANGES = (
    ("scale", TINY, np.inf),
    ("lapse", 0.0, 1.0),
    ("side", -np.inf, np.inf),
    ("tie", TINY, np.inf),
    ("share", 0.0, np.inf),
)
"""Of each parameter."""
MOST_CARE = 100.0
"""With more, the exponential of a lapse's share of it is not far from the ends of floats."""


NO_DOUBT = 1e-4
"""A scale this fine stands for all that are finer: of an expert who sees every difference."""


class TieCells(NamedTuple):
    """How closely the posterior looks at the width of "about equal".

    Parameters
    ----------
    heaviest : float
        Probability of a way of looking above which its tie's cell is cut in two.
    sharpest : float
        A cell this narrow, of its logarithm, is not cut any further.
    smear : float
        The scale is at least this share of the width of a tie's cell. With sharper ends, an expert
        whose tie lies between two of the grid would seem to say exactly how large a gap is.
    finest : float
        The scale of experts who see every difference, but for the smear.
    """

    heaviest: float = 0.1
    sharpest: float = 0.05
    smear: float = 0.3
    finest: float = NO_DOUBT


USUAL_CELLS = TieCells()


def _log_spaced(low: float, high: float, count: int) -> tuple[float, ...]:
    return tuple(float(value) for value in np.geomspace(low, high, count))


_SCALES = _log_spaced(1e-4, 0.1, 7)
_SCALE_WEIGHTS = (4.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
_LAPSES = (0.0, 0.03, 0.1, 0.2, 0.3, 0.4, 0.6, 1.0)
_LAPSE_WEIGHTS = (0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.05, 0.2)
_TIES = _log_spaced(1.5625e-5, 4.096, 19)
_TIE_WEIGHTS = (0.3,) * 6 + (0.15, 0.35, 0.65, 0.9, 1, 0.85, 0.6, 0.3, 0.15, 0.05, 0.02, 0.01, 0.15)
"""Most of them within a factor of 4 of 0.016; the narrowest are for who said "about equal" by a
slip, the last is for who finds everything so."""
_SHARES = (0.0, 0.15, 0.6, 3.0), (7.0, 1.0, 1.0, 0.8)
_CARE = 6.0
STEADY: Mapping[str, Any] = MappingProxyType(
    {
        "ties": _log_spaced(0.001, 4.096, 13),
        "tie_weights": (1, 1, 1, 1, 1, 1, 1, 1, 0.5, 0.25, 0.1, 0.05, 0.2),
        "shares": (),
        "share_weights": (),
        "care": 0.0,
    }
)
"""Options of a `NoisePrior` whose scales and lapses stay what they are once "about equal" has been
said: of crowds, whose doubts are no single person's, and of studies that began with it."""
_Chances = tuple[Sequence[float], FloatArray]


@dataclass(frozen=True)
class NoisePrior:
    """Discrete priors on the parameters of `Logistic`, which are independent at first.

    The finest scale is far below any gap that is asked about, so that pure flips (a lapse alone)
    are covered; a lapse of 1 is an expert who answers at random, a side of 10 with a coarse scale
    one who always says the same, the widest tie one to whom everything is about equal.

    Once the expert has said "about equal", another prior counts: whoever has these words for a
    doubt is mostly sure where they are not said, and slips less often. So the scale is a share of
    their width then, for most of them none, and large lapses are less probable.

    Parameters
    ----------
    scales, lapses, sides : sequence of float
        Values of the parameters.
    scale_weights, lapse_weights, side_weights : sequence of float
        Their probabilities, up to a factor. Sides count until the expert says "about equal".
    ties, tie_weights : sequence of float
        The same for ``equal_within``, once the expert has said "about equal"; before that it is 0.
        Each stands for those nearer to it than to the next, by their ratio;
        the posterior looks closer where the expert's is.
    shares, share_weights : sequence of float, optional
        The same for the scale as a share of the tie, once the expert has said "about equal"; no
        scale is coarser than the coarsest of `scales`. Where they are empty, as they are by default
        where `scales` or their weights are given, those still count.
    care : float, optional
        Once the expert has said "about equal", weights of lapses below 1 are multiplied by
        ``exp(-care * lapse)``, their sum kept; 6 by default, and 0 where `lapses` or
        their weights are given. (`dataclasses.replace` gives all of these, as they are.)

    Examples
    --------
    >>> NoisePrior(shares=(0.5,), share_weights=(1,)).sample(rng=0, equal_within=0.02)
    Logistic(equal_within=0.02, scale=0.01, lapse=0.0, side=0.0)
    """

    scales: Sequence[float] = _SCALES
    scale_weights: Sequence[float] = _SCALE_WEIGHTS
    lapses: Sequence[float] = _LAPSES
    lapse_weights: Sequence[float] = _LAPSE_WEIGHTS
    sides: Sequence[float] = (-10.0, 0.0, 10.0)
    side_weights: Sequence[float] = (0.02, 0.96, 0.02)
    ties: Sequence[float] = _TIES
    tie_weights: Sequence[float] = _TIE_WEIGHTS
    shares: Sequence[float] = None  # type: ignore[assignment]  # known once it has been made
    share_weights: Sequence[float] = None  # type: ignore[assignment]  # and this
    care: float = None  # type: ignore[assignment]  # and this

    def __post_init__(self) -> None:
        given: dict[str, Any] = vars(self)
        if given["shares"] is None and given["share_weights"] is None:
            is_usual = self.scales is _SCALES and self.scale_weights is _SCALE_WEIGHTS
            shares, weights = _SHARES if is_usual else ((), ())
            object.__setattr__(self, "shares", shares)
            object.__setattr__(self, "share_weights", weights)
        if given["care"] is None:
            is_usual = self.lapses is _LAPSES and self.lapse_weights is _LAPSE_WEIGHTS
            object.__setattr__(self, "care", _CARE if is_usual else 0.0)
        for name, low, high in _RANGES:
            values, weights = getattr(self, name + "s"), getattr(self, name + "_weights")
            if name == "share" and np.size(values) == np.size(weights) == 0:
                continue  # scales still count
            _refuse_outside(name + "s", values, low, high)
            _refuse_outside(name + "_weights", weights, 0.0, np.inf)
            if len(weights) != len(values):
                raise InvalidInputError(
                    f"{name}_weights has {len(weights)} entries for {len(values)} {name}s: "
                    "give one for each."
                )
            if sum(weights) == 0.0:
                raise InvalidInputError(f"{name}_weights are all 0: make one of them positive.")
        _refuse_outside("care", (self.care,), 0.0, MOST_CARE)
        if not any(p > 0 for v, p in zip(self.lapses, self.lapse_weights, strict=True) if v < 1):
            raise InvalidInputError(
                "lapses leave only experts who answer at random, who tell nothing: "
                "give a lapse below 1 some weight."
            )

    def sample(self, rng: int | np.random.Generator, *, equal_within: float = 0.0) -> Logistic:
        """One response model at random, of an expert who always chooses or who has such a tie."""
        rng, tie = as_generator(rng), as_number("equal_within", equal_within)
        scale, lapse, side = (
            float(rng.choice(values, p=probabilities))
            for values, probabilities in self._parameters(with_ties=tie > 0.0)
        )
        if tie > 0.0:
            scale = float(self._scale_beside(np.array(tie), np.array(scale), NO_DOUBT))
        return Logistic(scale, lapse, side, equal_within=tie)

    def grid(self, *, with_ties: bool, tie_cells: TieCells = USUAL_CELLS) -> NoiseGrid:
        """All combinations, with ties, which are looked at so closely, or without."""
        ties = self.ties if with_ties else (0.0,)
        span = np.log(max(ties) / min(ties)) / (len(ties) - 1) if len(ties) > 1 else 0.0
        scales, (lapses, lapse_weights), sides = self._parameters(with_ties=with_ties)
        tied = ties, _normalised(self.tie_weights if with_ties else (1.0,))
        looks = list(product(*(zip(*each, strict=True) for each in (scales, sides, tied))))
        scale, side, tie = np.array([[value for value, _ in look] for look in looks]).T
        return NoiseGrid(
            self._scale_beside(tie, scale, tie_cells.finest) if with_ties else scale,
            side,
            tie,
            np.full(len(looks), span),
            np.array([p * q * r for (_, p), (_, q), (_, r) in looks]),
            np.array(lapses),
            lapse_weights,
            tie_cells.smear,
        )

    def _parameters(self, *, with_ties: bool) -> tuple[_Chances, _Chances, _Chances]:
        """Scales, or with ties shares if there are any, lapses and sides, with probabilities."""
        scales = self.scales, self.scale_weights
        sides: tuple[Sequence[float], Sequence[float]] = self.sides, self.side_weights
        lapse_weights = _normalised(self.lapse_weights)
        if with_ties:
            scales = (self.shares, self.share_weights) if len(self.shares) else scales
            sides = (0.0,), (1.0,)  # who says "about equal" does not always take the same side
            lapse_weights = self._with_care(lapse_weights)
        return (
            (scales[0], _normalised(scales[1])),
            (self.lapses, lapse_weights),
            (sides[0], _normalised(sides[1])),
        )

    def _with_care(self, lapse_weights: FloatArray) -> FloatArray:
        lapses = np.array(self.lapses)
        looks = lapses < 1.0
        careful = lapse_weights * np.exp(-self.care * lapses)
        careful *= lapse_weights[looks].sum() / careful[looks].sum()
        return np.where(looks, careful, lapse_weights)

    def _scale_beside(self, tie: FloatArray, chosen: FloatArray, finest: float) -> FloatArray:
        """Scales of who has said "about equal", given what was chosen of shares or of scales."""
        if len(self.shares):
            return np.clip(chosen * tie, finest, max(self.scales))
        return np.where(chosen <= NO_DOUBT, np.minimum(chosen, finest), chosen)


def _normalised(weights: Sequence[float]) -> FloatArray:
    return np.asarray(np.asarray(weights) / np.sum(weights))


def _refuse_outside(name: str, values: Sequence[float], low: float, high: float) -> None:
    """Refuse what is not some finite numbers from `low` to `high`."""
    if np.ndim(values) != 1 or len(values) == 0:
        raise InvalidInputError(f"{name}={values!r} is not a list of numbers.")
    for value in values:
        if not (low <= as_number(name, value) <= high and np.isfinite(value)):
            raise InvalidInputError(
                f"{name} holds {value}, which is out of range: give finite numbers "
                f"from {low:.3g} to {high:.3g}."
            )
