"""Families of one parameter at the information limit."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from whichmetric.elicitation.bisection.base import BisectionElicitor
from whichmetric.elicitation.display import is_askable, shown_cells
from whichmetric.elicitation.level_pairs import LevelPairs, comparisons
from whichmetric.elicitation.version_space import comparison_of
from whichmetric.geometry import FeasibleRegion
from whichmetric.metrics.tile import order_vectors, tile_to_chart
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["BisectionCurve"]

FloatArray = NDArray[np.float64]
ROUNDING = 1e-9
"""Relative to the tolerance."""
DEPTHS = (0.05, 0.1, 0.2, 0.4, 0.8)
"""How far inside the frontier, in true rates, options may lie where the frontier itself cannot
show the cut."""
CENTRAL = np.linspace(-0.2, 0.2, 9)
"""How far from there, as a share of the interval, cuts are tried when whole counts move them."""
NEAR = 0.05
"""How far from where it should be, as a share of the interval, a cut of an easier pair may lie."""
FAR = 0.2
"""The same, beyond which all pairs of whole counts are looked at for a better one."""
LAST_DIGITS = 1e-15
"""Of a rate: what the difference of two is known to, so that a cut out of n is known to n times."""
SAME = 1e-9
"""Cuts nearer to each other than this are one."""
ASIDE = 2 / 3
"""Where the interval is cut after "about equal": in the middle the same pair would come again."""


class BisectionCurve(BisectionElicitor):
    """Halve an interval of the family's parameter; see `BisectionElicitor`.

    Obligations of a subclass
    -------------------------
    whole
        The interval before the first question.
    _tiles
        The Tile points (a, b) of parameters.
    _cuts
        The parameter that finds each pair equal.
    _counted_pairs
        All pairs of whole counts whose cuts are next to where they should be.
    """

    whole: ClassVar[tuple[float, float]]

    def __init__(self, feasible: FeasibleRegion, **options: Any) -> None:
        super().__init__(feasible, **options)
        self._pairs = LevelPairs(feasible, anchors=100, depths=DEPTHS)
        self._low, self._high = self.whole
        self._tied = False
        self._ties: list[float] = []
        self._tolerance *= 1.0 + ROUNDING

    @abstractmethod
    def _tiles(self, places: FloatArray) -> FloatArray:
        """Tile points of parameters of shape (m,); ndarray of shape (m, 2)."""

    @abstractmethod
    def _cuts(self, compared: FloatArray, prevalence: float) -> FloatArray:
        """The parameters that find pairs equal, given ``C~ x C~'`` of shape (k, 3); shape (k,)."""

    def _uncertainty(self) -> float:
        return self._high - self._low

    def _corners(self) -> FloatArray:
        return self._tiles(np.array([self._low, self._high]))

    def _halvings(self) -> int | None:
        if self._tolerance == 0.0:
            return None
        return max(self._cuts_left(), 1) + (self._direction is None)

    def _cuts_left(self) -> int:
        """How many times the interval must be halved to meet the tolerance."""
        return math.ceil(math.log2(self._uncertainty() / self._tolerance))

    def _aim(self) -> float:
        """Where to cut, as a share of the interval: never so that it takes a question more."""
        if not self._tied:
            return 0.5
        if self._tolerance == 0.0:
            return ASIDE
        largest = 2.0 ** (self._cuts_left() - 1) * self._tolerance / self._uncertainty()
        return max(0.5, min(ASIDE, largest * (1.0 - ROUNDING)))

    def _vectors(self, places: FloatArray, prevalence: float) -> FloatArray:
        return order_vectors(tile_to_chart(self._tiles(places), prevalence))

    def _pairs_to_ask(self, attempt: int) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        """The longest pairs, on the frontier if there are, whose cuts are where they should be."""
        z, width, aim = self.feasible.prevalence, self._uncertainty(), self._aim()
        tried = aim + (CENTRAL if self._out_of else np.zeros(1))
        pairs = self._pairs.of(self._vectors(self._low + width * tried, z))
        first, second = (shown_cells(side, z, self._out_of) for side in pairs[:2])
        compared = comparisons(first[:, [0, 3]], second[:, [0, 3]])
        cuts = self._cuts(compared, float(first[0, 0] + first[0, 2])) if len(first) else np.zeros(0)
        off = np.abs((cuts - self._low) / width - aim)
        askable = is_askable(first, second, self._out_of)
        useful = np.flatnonzero(askable & self._is_inside(cuts))
        if self._out_of and (len(useful) == 0 or off[useful].min() > FAR):
            yield from self._counted_pairs()
        length = np.hypot(*((pairs.first - pairs.second)[useful] / np.array([z, 1.0 - z])).T)
        easiest = np.lexsort((-length, ~pairs.on_frontier[useful], np.maximum(off[useful], NEAR)))
        for chosen in useful[easiest]:
            yield pairs.options(int(chosen), self.feasible, self._out_of)

    def _is_inside(self, cuts: FloatArray) -> NDArray[np.bool_]:
        """Which cuts leave something on either side, and not rounding alone.

        Of whole counts, where another cut cannot always be had, none that was "about equal".
        """
        slack = LAST_DIGITS * (self._out_of or 0)
        inside = (cuts - self._low > slack) & (self._high - cuts > slack)
        for tie in self._ties if self._out_of else ():
            inside &= np.abs(cuts - tie) > SAME
        return np.asarray(inside)

    @abstractmethod
    def _counted_pairs(self) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        """The same among all pairs of whole counts, as far as the family can look at all."""

    def _easiest_first(
        self, cuts: FloatArray, positives: FloatArray, negatives: FloatArray
    ) -> NDArray[np.intp]:
        """Pairs of whole counts that differ by so many, the longest near where to cut first."""
        aim, z = self._low + self._uncertainty() * self._aim(), self.feasible.prevalence
        off = np.abs(cuts - aim) / self._uncertainty()
        return np.lexsort((-np.hypot(positives / z, negatives / (1.0 - z)), np.maximum(off, NEAR)))

    def _narrow(self, question: Question, answer: Answer) -> None:
        compared, z = comparison_of(question), question.a.prevalence
        cut = float(np.clip(self._cuts(compared[None, :], z)[0], self._low, self._high))
        self._tied = answer is Answer.EQUAL
        if self._tied:
            self._ties.append(cut)
            quarter = (self._high - self._low) / 4
            self._low, self._high = max(self._low, cut - quarter), min(self._high, cut + quarter)
            return
        above = self._vectors(np.array([(cut + self.whole[1]) / 2]), z)[0]
        if (answer is Answer.A) == (above @ compared > 0):
            self._low = cut
        else:
            self._high = cut
