"""Pairs that are shown to check answers: held-out ones near a metric, and dominated ones."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.display import is_askable, shown, shown_cells
from whichmetric.elicitation.level_pairs import LevelPairs
from whichmetric.elicitation.run import Family
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics import Metric, TilePoint
from whichmetric.metrics.tile import order_vectors, tile_to_chart
from whichmetric.studies.bent_rival import BentRival
from whichmetric.values import ConfusionMatrix

__all__ = ["CheckPair", "CheckPairs"]

FloatArray = NDArray[np.float64]
ANCHORS = 40
"""Frontier points that a held-out pair may start from: all over it, so that a metric which weighs
mistakes differently at its two ends is found out."""
NEAR, FAR = 1.25, 6.0
"""A held-out pair is a tie for a metric whose weights differ by a factor between these from the
estimate's, up or down: close enough to tell it from its rivals, far enough to have an answer."""
CLEAR = 0.1
"""Distance of two options, in true rates, from which rounding to whole cases hardly matters."""
BENT_FAR = 1.6
"""The same factor at most for a pair that tells a bend, which outweighs no more."""
DEPTHS = (0.1, 0.2, 0.3, 0.45)
"""How far from a lopsided option, in true rates, the balanced one may lie: a bend shows on long
ways alone."""
BENDS = {1: 0.0, 2: 2.0, 4: 2.0}
"""Powers of the mean that a held-out pair tells, by its number among five: to a geometric mean the
worse of the two rates counts for more than its share, to a square one for less, which is harder to
tell."""
TRIES = 20
"""Draws of a held-out pair before there is taken to be none."""
WORSE = (0.05, 0.12)
"""By how much, in true rates, a dominated option is worse in both kinds of mistakes."""
UTMOST = 20.0
"""Log-odds beyond which a coordinate of the Tile lies on its edge."""


class CheckPair(NamedTuple):
    """Two options as they are shown.

    Parameters
    ----------
    first, second : ConfusionMatrix
        For a dominated pair, the first is the better.
    """

    first: ConfusionMatrix
    second: ConfusionMatrix


class CheckPairs:
    """The pairs of one study.

    Parameters
    ----------
    feasible : FeasibleRegion
    family : {"linear", "f-beta", "linear-fractional"}
        In which the metrics near an estimate are sought.
    out_of : int
        Whole cases that are shown.
    version : {1, 2}
        From 2 on, three of five held-out pairs tell whether the metric bends.

    Examples
    --------
    >>> import whichmetric as wm
    >>> from whichmetric.sources import breast_cancer_table
    >>> pairs = CheckPairs(wm.FeasibleSet(breast_cancer_table()), "linear", 1000)
    >>> better, worse = pairs.dominated(np.random.default_rng(0))
    >>> better.tp > worse.tp and better.tn > worse.tn
    True
    """

    def __init__(
        self, feasible: FeasibleRegion, family: Family, out_of: int, version: int = 1
    ) -> None:
        self._feasible = feasible
        self._family = family
        self._out_of = out_of
        self._version = version
        self._levels = LevelPairs(feasible, anchors=ANCHORS)
        self._inward = LevelPairs(feasible, anchors=ANCHORS, depths=DEPTHS, crossing=False)
        self._unit = np.array([feasible.prevalence, 1.0 - feasible.prevalence])

    def held_out(
        self, tile: TilePoint, rng: np.random.Generator, number: int = 0
    ) -> CheckPair | None:
        """A pair at random that the metric of a Tile point is not indifferent to; None where none.

        Parameters
        ----------
        tile : TilePoint
            The estimate.
        rng : numpy.random.Generator
        number : int
            Pairs that were held out before; after some, one is drawn that tells a bend.
        """
        bend = BENDS.get(number % 5) if self._version > 1 else None
        bent = None if bend is None else self._bent(tile, bend, rng)
        return bent or self._near_tie(tile, rng)

    def _near_tie(self, tile: TilePoint, rng: np.random.Generator) -> CheckPair | None:
        """A pair anywhere along the frontier.

        A metric near the estimate, by a factor `NEAR` to `FAR` in its weights and up or down alike,
        finds the options equal. Where they lie is drawn evenly among those candidates.
        """
        z = self._feasible.prevalence
        judge = Metric.from_tile(tile.a, tile.b)
        for _ in range(TRIES):
            near = self._near(tile, rng, FAR)
            pairs = self._levels.of(order_vectors(tile_to_chart(near, z)))
            first, second = (shown_cells(side, z, self._out_of) for side in pairs[:2])
            visible = is_askable(first, second, self._out_of)
            apart = np.hypot(*((pairs.first - pairs.second) / self._unit).T) >= CLEAR
            for wanted in (visible & pairs.on_frontier & apart, visible & apart, visible):
                places = np.flatnonzero(wanted)
                if len(places):
                    chosen = int(places[int(rng.integers(len(places)))])
                    options = pairs.options(chosen, self._feasible, self._out_of)
                    if judge.gap(*options) != 0.0:
                        return CheckPair(*options)
                    break
        return None

    def _bent(self, tile: TilePoint, power: float, rng: np.random.Generator) -> CheckPair | None:
        """A pair that the estimate and a metric with its optimum that bends decide otherwise.

        One option is on the frontier, the other inside it on a level line of a metric near the
        estimate, drawn as above. Frontier pairs do not tell a bend: those that are nearly a tie lie
        on both sides of the optimum, where a bent metric and a straight one are alike.
        """
        z = self._feasible.prevalence
        rival = BentRival(self._feasible, tile, power)
        for _ in range(TRIES):
            near = self._near(tile, rng, BENT_FAR)
            pairs = self._inward.of(order_vectors(tile_to_chart(near, z)))
            first, second = (shown_cells(side, z, self._out_of) for side in pairs[:2])
            visible = is_askable(first, second, self._out_of)
            places = np.flatnonzero(visible & rival.differs(first, second, by=NEAR))
            if len(places):
                chosen = int(places[int(rng.integers(len(places)))])
                return CheckPair(*pairs.options(chosen, self._feasible, self._out_of))
        return None

    def dominated(self, rng: np.random.Generator) -> CheckPair | None:
        """A classifier on the frontier, and one that makes more mistakes of both kinds."""
        rates = self._feasible.frontier / self._unit
        skill = rates.sum(axis=1) - 1.0
        places = np.flatnonzero(skill >= skill.max() / 2)
        at = int(places[int(rng.integers(len(places)))])
        worse = min(float(rng.uniform(*WORSE)), 0.45 * float(skill[at]))
        worse = min(worse, *(float(rate) for rate in rates[at]))
        better = self._feasible.realise(*map(float, self._feasible.frontier[at]))
        point = self._feasible.frontier[at] - worse * self._unit
        pair = (better, self._feasible.realise(*map(float, point)))
        first, second = (shown(option, self._out_of) for option in pair)
        return CheckPair(first, second) if first.tp > second.tp and first.tn > second.tn else None

    def _near(self, tile: TilePoint, rng: np.random.Generator, farthest: float) -> FloatArray:
        """A Tile point near another, inside the family; ndarray of shape (1, 2)."""
        far = float(rng.uniform(math.log(NEAR), math.log(farthest)))
        turn = float(rng.uniform(0.0, 2.0 * math.pi))
        up = far if turn < math.pi else -far
        steps = {
            "linear": (up, up),
            "f-beta": (0.0, up),
            "linear-fractional": (far * math.cos(turn), far * math.sin(turn)),
        }[self._family]
        # Rounded, so that the last digit of a machine's arithmetic does not choose the pair.
        moved = [
            1.0 / (1.0 + math.exp(-round(_log_odds(own) + step, 3))) if step else own
            for own, step in zip((tile.a, tile.b), steps, strict=True)
        ]
        return np.array([moved])


def _log_odds(share: float) -> float:
    if share <= 0.0 or share >= 1.0:
        return math.copysign(UTMOST, share - 0.5)
    return min(max(math.log(share / (1.0 - share)), -UTMOST), UTMOST)
