"""Cells of metrics that are cut where they become probable, jointly with the noise."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from whichmetric.inference.boxes import halved
from whichmetric.inference.habit import COIN, EVENLY, Guess, guess_after
from whichmetric.inference.joint_cells import Rooms, gathered, over_lapses, parts, with_looks
from whichmetric.inference.noise import USUAL_CELLS, NoisePrior, TieCells
from whichmetric.inference.noise_grid import NoiseGrid
from whichmetric.inference.value_gaps import gaps
from whichmetric.values import Answer

__all__ = ["RefiningGrid"]

FloatArray = NDArray[np.float64]
SingleArray = NDArray[np.float32]
NEGLIGIBLE = 1e-9
"""A cell this much less probable than the likeliest one is dropped: it would take about ten
answers against all others to bring it back."""
SMALLEST = 1e-9
"""Cells are not cut into pieces smaller than this, in the grid's own coordinates."""
UNLIKELY = 1e-5
"""A way of looking this much less probable than the likeliest one is dropped."""


class RefiningGrid(ABC):
    """Probabilities of cells of metrics after each answer, the noise integrated out.

    A cell's metrics are represented by its middle. Cells that have become probable are cut into
    smaller ones, which learn all answers so far; cells that have become all but impossible are
    dropped. So the grid is fine where the metric is, however many answers there are.

    Obligations of a subclass
    -------------------------
    _prior_mass
        The prior probability of boxes.
    _tile
        The Tile point of the middle of boxes.
    heaviest
        Probability above which a cell is cut.
    tie_cells
        How closely to look at the width of "about equal".

    Parameters
    ----------
    low, high : ndarray of shape (n, d)
        The boxes that the grid starts with, in coordinates of the subclass's choice.
    noise : NoisePrior

    Attributes
    ----------
    low, high : ndarray of shape (m, d)
        The cells at present.
    a, b : ndarray of shape (m,)
        Tile points of their middles.
    noise : NoiseGrid
        The ways of looking and the lapses.
    """

    heaviest: float
    tie_cells: TieCells = USUAL_CELLS

    def __init__(self, low: FloatArray, high: FloatArray, noise: NoisePrior) -> None:
        self._boxes = low, high
        self._rooms = Rooms()
        self._whole = float(self._prior_mass(low, high).sum())
        self._noise_prior = noise
        self._answers: list[tuple[FloatArray, FloatArray, Answer]] = []
        self._habits: dict[int, Guess] = {}  # by the number of answers before
        self._start(with_ties=False)

    @abstractmethod
    def _prior_mass(self, low: FloatArray, high: FloatArray) -> FloatArray:
        """Prior probability of boxes, up to a factor; ndarray of shape (n,)."""

    @abstractmethod
    def _tile(self, middle: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Both coordinates, each of shape (n,), of points of shape (n, d)."""

    def gaps(
        self, a: FloatArray, b: FloatArray, first: FloatArray, second: FloatArray
    ) -> FloatArray:
        """How much better the first option is to each metric; see the function `gaps`."""
        return gaps(a, b, first, second)

    @property
    def joint(self) -> SingleArray:
        """Probability of each lapse with each cell and way of looking; shape (l, m, j).

        It sums to 1. In single precision, which is twice as fast; but sums, which depend on the
        machine by a rounding or two, in double, so that every machine asks the same questions.
        Lapses come first, so that each is one block of memory.
        """
        return self._joint

    @joint.setter
    def joint(self, joint: SingleArray) -> None:
        self._joint = joint
        # Summed up when they are asked for.
        self._mass: FloatArray | None = None
        self._summed: FloatArray | None = None

    @property
    def mass(self) -> FloatArray:
        """Probability of each cell; ndarray of shape (m,)."""
        if self._mass is None:
            self._mass = np.einsum("mj->m", self._whatever_the_lapse())
        return self._mass

    def _whatever_the_lapse(self) -> FloatArray:
        """Probability of each cell with each way of looking; ndarray of shape (m, j)."""
        if self._summed is None:
            self._summed = over_lapses(self._joint)
        return self._summed

    @property
    def has_ties(self) -> bool:
        """Whether the expert has said "about equal"."""
        return bool(self.noise.tie.any())

    def guess(self, answer: Answer, number: int | None = None) -> FloatArray:
        """P(answer) in a lapse, to a question by its number, by default the next; shape (l,).

        Who lapses now and then picks any answer in use; who never looks has a habit.
        """
        habit = self.habit(number)
        now_and_then = (EVENLY if self.has_ties else COIN).of(answer)
        return np.where(self.noise.lapse == 1.0, habit.of(answer), now_and_then)

    def habit(self, number: int | None = None) -> Guess:
        """What an expert who never looks says to a question, by default the next one."""
        if not self.has_ties:
            return COIN
        known = len(self._answers) if number is None else number
        if known not in self._habits:  # every answer is learnt again by cells that are cut
            self._habits[known] = guess_after([answer for *_, answer in self._answers[:known]])
        return self._habits[known]

    @property
    def answers(self) -> tuple[tuple[FloatArray, FloatArray, Answer], ...]:
        """The answers learnt so far, each with the cells of its options, in order."""
        return tuple(self._answers)

    @property
    def log_evidence(self) -> float:
        """Logarithm of the probability of all answers so far."""
        return float(np.log(self._totals).sum())

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
            self._start(with_ties=True)
        else:
            self._learn()

    def _start(self, *, with_ties: bool) -> None:
        self.noise = self._noise_prior.grid(with_ties=with_ties, tie_cells=self.tie_cells)
        self._never = float(self.noise.lapse_weight[self.noise.lapse == 1.0].sum())
        self._totals: list[float] = []
        self._keep(*self._boxes, self._weighed(*self._boxes, self.noise))
        while len(self._totals) < len(self._answers):
            self._learn()

    def _learn(self) -> None:
        """From the first answer that has not been learnt yet."""
        number = len(self._totals)
        first, second, answer = self._answers[number]
        gap = self.gaps(self.a, self.b, first, second)
        guess, summed = self.guess(answer, number), np.empty(self.joint.shape[1:])
        for some in parts(self.joint):
            looking = self.noise.looking(answer, gap[some]).astype(np.float32)
            self.noise.weigh(self.joint[:, some], looking, guess)
            summed[some] = over_lapses(self.joint[:, some])
        self._mass, self._summed = None, summed
        self._totals.append(1.0)
        self._normalise()
        mass = self.mass
        self._select(mass > NEGLIGIBLE * mass.max())
        if self.has_ties:
            self._look_closer()
        self._refine()

    def _look_closer(self) -> None:
        """Drop unlikely ways of looking, and cut ties' cells until none is too heavy."""
        looks = np.zeros(self.joint.shape[2])  # of those who look at all
        for block, lapse in zip(self.joint, self.noise.lapse, strict=True):
            if lapse < 1.0:
                looks += block.sum(axis=0, dtype=np.float64)
        self._select_looks(looks >= UNLIKELY * looks.max())
        while (heavy := self._too_blunt()).any():
            halves = self.noise.select(heavy).halved()
            joint = self._weighed(self.low, self.high, halves)
            self.noise = self.noise.select(~heavy).joined(halves)
            summed = self._whatever_the_lapse()[:, ~heavy]
            self.joint = with_looks(self.joint, ~heavy, joint, self._rooms)
            self._summed = np.concatenate((summed, over_lapses(joint)), axis=1)
            self._normalise()

    def _too_blunt(self) -> NDArray[np.bool_]:
        heaviest, sharpest, *_ = self.tie_cells
        return np.asarray((self._looks() > heaviest) & (self.noise.span > sharpest))

    def _looks(self) -> FloatArray:
        """Probability of each way of looking; ndarray of shape (j,)."""
        return np.asarray(np.einsum("mj->j", self._whatever_the_lapse()))

    def _select_looks(self, chosen: NDArray[np.bool_]) -> None:
        """Keep some ways of looking; to who never looks they are all the same."""
        if chosen.all():
            return
        never, weight = self.noise.lapse == 1.0, self.noise.look_weight
        share = weight.sum() / weight[chosen].sum()
        self.noise = self.noise.select(chosen)
        self.noise = self.noise._replace(
            lapse_weight=np.where(never, share, 1.0) * self.noise.lapse_weight
        )
        room = self._rooms.next((*self.joint.shape[:2], int(chosen.sum())))
        self.joint = np.compress(chosen, self.joint, axis=2, out=room)
        self.joint[never] *= np.float32(share)

    def _refine(self) -> None:
        """Cut cells until none that can be cut is too heavy."""
        low, high, mass = self.low, self.high, self.mass
        joints, place = [self.joint], np.arange(len(mass))  # of each cell in all of joints
        sums = [self._whatever_the_lapse()]
        while (heavy := self._too_heavy(low, high, mass)).any():
            pieces = halved(low[heavy], high[heavy])
            joints.append(self._weighed(*pieces, self.noise))
            sums.append(over_lapses(joints[-1]))
            low, high = (
                np.concatenate((cells[~heavy], cut))
                for cells, cut in zip((low, high), pieces, strict=True)
            )
            mass = np.concatenate((mass[~heavy], np.einsum("mj->m", sums[-1])))
            known = sum(joint.shape[1] for joint in joints[:-1])
            place = np.concatenate((place[~heavy], known + np.arange(joints[-1].shape[1])))
        if len(joints) > 1:
            self._keep(low, high, gathered(joints, place, self._rooms))
            self._summed = np.concatenate(sums).take(place, axis=0)
            self._normalise()

    def _too_heavy(self, low: FloatArray, high: FloatArray, mass: FloatArray) -> NDArray[np.bool_]:
        divisible = np.all(high - low > SMALLEST, axis=1)
        return np.asarray((mass > self.heaviest * mass.sum()) & divisible)

    def _weighed(self, low: FloatArray, high: FloatArray, noise: NoiseGrid) -> SingleArray:
        """The joint probability of boxes and noise after the answers learnt so far."""
        a, b = self._tile((low + high) / 2)
        prior = self._prior_mass(low, high) / self._whole
        joint = (noise.weight.T[:, None] * prior[:, None]).astype(np.float32, order="C")
        guesses = [
            self.guess(answer, number)
            for number, (*_, answer) in enumerate(self._answers[: len(self._totals)])
        ]
        for some in parts(joint):
            block = np.ascontiguousarray(joint[:, some])
            looking = self._looking(a[some], b[some], noise)
            for own, guess, total in zip(looking, guesses, self._totals, strict=True):
                noise.weigh(block, own, guess)
                block /= np.float32(total)
            joint[:, some] = block
        return joint

    def _looking(self, a: FloatArray, b: FloatArray, noise: NoiseGrid) -> SingleArray:
        """P of each answer learnt so far if the expert looks; ndarray of shape (answers, n, j)."""
        learnt = self._answers[: len(self._totals)]
        looking = np.empty((len(learnt), len(a), len(noise.side)), dtype=np.float32)
        for said in {answer for *_, answer in learnt}:  # many questions at once are cheaper
            places = [place for place, (*_, answer) in enumerate(learnt) if answer is said]
            first, second = (np.array([learnt[place][side] for place in places]) for side in (0, 1))
            looking[places] = noise.looking(said, self.gaps(a, b, first, second))
        return looking

    def _normalise(self) -> None:
        mass, summed = self.mass, self._whatever_the_lapse()
        total = float(mass.sum())
        divisor = np.float32(total)
        self.joint /= divisor
        # To within the roundings of single cells, which summing up anew would show.
        self._mass, self._summed = mass / float(divisor), summed / float(divisor)
        self._totals[-1] *= total

    def _keep(self, low: FloatArray, high: FloatArray, joint: SingleArray) -> None:
        self.low, self.high, self.joint = low, high, joint
        self.a, self.b = self._tile((low + high) / 2)

    def _select(self, chosen: NDArray[np.bool_]) -> None:
        if chosen.all():
            return
        mass, summed = self.mass[chosen], self._whatever_the_lapse()[chosen]
        self.low, self.high = self.low[chosen], self.high[chosen]
        lapses, _, looks = self.joint.shape
        room = self._rooms.next((lapses, int(chosen.sum()), looks))
        self.joint = np.compress(chosen, self.joint, axis=1, out=room)
        self.a, self.b, self._mass, self._summed = self.a[chosen], self.b[chosen], mass, summed
