"""What the Bayesian elicitors have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from whichmetric.arguments import as_generator, as_truth, expect
from whichmetric.elicitation.bayesian.alike import answering_alike, tying_alike
from whichmetric.elicitation.bayesian.best_vertices import BestVertices
from whichmetric.elicitation.bayesian.stopping import DIRECTION_LEAD, P, StoppingElicitor
from whichmetric.elicitation.direction import (
    DirectionOption,
    ask_direction,
    direction_lead,
    direction_pairs,
    known_direction,
)
from whichmetric.elicitation.display import checked_out_of, is_askable, shown_cells
from whichmetric.elicitation.elicitor import MOST_SKIPS, Search, no_trade_offs
from whichmetric.elicitation.level_pairs import LevelPairs, Pairs
from whichmetric.elicitation.result import Result, Spread
from whichmetric.elicitation.sides import Sides
from whichmetric.errors import InvalidInputError
from whichmetric.geometry import FeasibleRegion
from whichmetric.inference import (
    CROWD,
    NoisePrior,
    answer_probabilities,
    attention_gain,
    information_gain,
)
from whichmetric.metrics import Metric
from whichmetric.values import Answer, ConfusionMatrix, Question

__all__ = ["BayesianElicitor"]

FloatArray = NDArray[np.float64]
BUDGET = 30
"""Questions, where no budget is given: what a person answers with care in one sitting."""
CROWD_BUDGET = 200
"""The same of a crowd, one for each person."""
NODES = 240
"""Metrics that stand for the posterior when a question is chosen."""
ROUGH_NODES = 40
"""A first look with few metrics picks the candidates that are looked at with all."""
FRONTIER_BONUS = 1.03
"""Factor on the worth of a pair on the frontier, so that it is preferred between equals."""
LEAST_GAIN = 0.01
"""Bits about the metric for which a question beside what is plausible is still asked."""
LOOKS = 4
"""For those who tie alike: one all over the family, the others around what was found before."""
EDGE = 1e-12
"""Where the Tile ends, vertices tie that metrics this far inside it tell apart."""
DIGITS = 7
"""Of what questions are worth, beyond which it is rounding."""


class BayesianElicitor(StoppingElicitor[P]):
    """Ask what is expected to tell most about the metric, whatever the expert's noise.

    Of several reasons to stop, the first that holds ends it.

    Parameters
    ----------
    feasible : FeasibleRegion
    tolerance : float, optional
        Stop when the metric is known this well with the asked probability; see the subclass.
    noise : NoisePrior, optional
        How experts may err.
    crowd : bool
        Whether every answer is another person's: then nobody is found not to look, and the errors
        of all are one share (`inference.CROWD`). What is sought is the median person's metric.
    probability : float
        The asked probability. Where `regret` or `same_threshold` alone end it, how sure to be that
        answers do not just follow from the one before.
    regret : float, optional
        Stop when the chosen threshold is expected to lose no more than this, on ``N / (N + D)``.
    same_threshold : bool
        Stop when every plausible metric picks the same threshold.
    direction : {"increasing", "decreasing", "either"}
        With "either", three to ten questions ask whether correct decisions are liked.
    out_of : int, optional
        Show whole cases out of this many and infer from them. Intervals then hold, too, who
        answers all that was asked as the estimate does: nothing that can be shown may tell them
        apart.
    max_questions : int, optional
        Budget, 30 by default, and 200 persons of a crowd.
    rng : int or Generator
        Seed of the sides and of the metrics that stand for the posterior.
    """

    takes_seed = True
    balances_sides = True  # and learns from them whether the expert prefers one
    corners: ClassVar[tuple[tuple[float, float], ...]]
    """The family, as the corners (a, b) of a part of the Tile that is convex in its chart."""
    depths: ClassVar[tuple[float, ...]]
    """How far inside the frontier, in true rates, an option may lie."""
    to_chance: ClassVar[bool]
    """Whether an option may lie as far inside as just above the chance line."""
    anchors: ClassVar[int]
    """Frontier points that candidate questions start from."""
    short_list: ClassVar[int]
    """Candidates that pass the first look."""
    attention: ClassVar[float]
    """What it is worth, in bits about the metric, to learn whether the expert looks at all."""

    def __init__(
        self,
        feasible: FeasibleRegion,
        *,
        tolerance: float | None = None,
        noise: NoisePrior | None = None,
        crowd: bool = False,
        probability: float = 0.9,
        regret: float | None = None,
        same_threshold: bool = False,
        direction: DirectionOption = "increasing",
        out_of: int | None = None,
        max_questions: int | None = None,
        rng: int | np.random.Generator = 0,
    ) -> None:
        usual = CROWD_BUDGET if as_truth("crowd", crowd) else BUDGET
        super().__init__(
            feasible,
            tolerance=tolerance,
            probability=probability,
            regret=regret,
            same_threshold=same_threshold,
            max_questions=usual if max_questions is None else max_questions,
        )
        if len(feasible.frontier) < 3:
            raise InvalidInputError(no_trade_offs(feasible))
        usual_noise = CROWD if crowd else NoisePrior()
        self._noise = usual_noise if noise is None else noise
        expect("noise", self._noise, NoisePrior, "give whichmetric.inference.NoisePrior(...)")
        self._direction = known_direction(direction)
        self._overheard = 0
        self._out_of = checked_out_of(out_of, feasible.prevalence)
        self._direction_pairs = (
            direction_pairs(feasible, self._out_of) if self._direction is None else []
        )
        self._seed = int(as_generator(rng).integers(2**63))
        self._pairs = LevelPairs(
            feasible, anchors=self.anchors, depths=self.depths, to_chance=self.to_chance
        )
        self._best = BestVertices(feasible)
        self._sides = Sides(self._seed)
        self._posterior = self._prior()
        self._attentive = self._posterior.attentive()
        self._last_gain = 1.0

    @abstractmethod
    def _prior(self) -> P:
        """The posterior before the first answer."""

    @abstractmethod
    def _centres(self, rng: np.random.Generator) -> FloatArray:
        """Order vectors of metrics through whose place cuts are considered; shape (m, 3)."""

    @abstractmethod
    def _far_centres(self, rng: np.random.Generator) -> FloatArray:
        """The same of metrics anywhere in the family, plausible or not; shape (m, 3)."""

    def _search(self) -> Search:
        if self._direction is None:
            questions = (self._sides.question(*pair) for pair in self._direction_pairs)
            found = yield from ask_direction(questions, lead=DIRECTION_LEAD)
            self._direction = found or "increasing"
            if all(answer is Answer.SKIP for _, answer in self.history):
                return "skipped"
            for asked, said in self.history:
                self._learn(asked, said)
        skipped: list[frozenset[ConfusionMatrix]] = []
        while len(skipped) < MOST_SKIPS:
            reason = self._reason_to_stop(self._posterior)
            if reason is not None and self._posterior.in_turn <= self._allowed_doubt():
                return reason
            question = self._question(skipped)
            if question is None:
                return "skipped" if skipped else "exhausted"
            answer = yield question
            if answer is Answer.SKIP:
                skipped.append(frozenset((question.a, question.b)))
                continue
            skipped.clear()
            self._learn(question, answer)
            yield None
        return "skipped"

    def _learn_besides(self, question: Question, answer: Answer) -> None:
        if self._direction is not None:  # before, nobody knows what the answer means
            self._learn(question, answer)
            self._overheard += answer is not Answer.SKIP

    def _learn(self, question: Question, answer: Answer) -> None:
        said = answer if self._increasing() else answer.swapped()
        self._posterior.tell(np.array(question.a.cells), np.array(question.b.cells), said)
        self._attentive = self._posterior.attentive()

    def _question(self, skipped: list[frozenset[ConfusionMatrix]]) -> Question | None:
        """The most informative pair that was not just skipped; None where all look alike."""
        rng = self._rng(len(skipped))
        self._only_attention_counts = self._settled_if_attentive()
        pairs, first, second, places = self._candidates(self._centres(rng))
        is_near = len(places) > 0
        if not is_near:  # so few cases are shown that all of these look alike
            pairs, first, second, places = self._candidates(self._far_centres(rng))
        if len(places) == 0:
            return self._counted_question(skipped)
        bonus = np.where(pairs.on_frontier, FRONTIER_BONUS, 1.0)
        nodes = self._attentive.nodes(NODES, float(rng.random()))
        few = nodes[:: NODES // ROUGH_NODES] if is_near else nodes
        chances = answer_probabilities(self._attentive, few, first[places], second[places])
        gain = information_gain(chances)
        besides = self._told_besides(few, first[places], second[places], gain)
        worth = self._in_all(gain + besides, chances) * bonus[places]
        places = places[_best_first(worth)[: self.short_list]]
        chances = answer_probabilities(self._attentive, nodes, first[places], second[places])
        gain = information_gain(chances)
        self._last_gain = float(gain.max())
        if not is_near and self._last_gain < LEAST_GAIN:
            return self._counted_question(skipped)
        worth = self._worth(nodes, chances)
        most = _best_first(worth)[0]
        worth *= gain[most] / max(worth[most], 1e-30)
        worth += self._told_besides(nodes, first[places], second[places], gain)
        worth = self._in_all(worth, chances) * bonus[places]
        best_first = places[_best_first(worth)]
        return self._first_new(
            (pairs.options(int(chosen), self.feasible, self._out_of) for chosen in best_first),
            skipped,
        )

    def _counted_question(self, skipped: list[frozenset[ConfusionMatrix]]) -> Question | None:
        """The most informative of all pairs of whole counts, where the usual ones tell nothing."""
        options = list(self._counted_pairs())
        if not options:
            return None
        first, second = (np.array([pair[side].cells for pair in options]) for side in (0, 1))
        nodes = self._attentive.nodes(NODES, float(self._rng(len(skipped)).random()))
        gain = information_gain(answer_probabilities(self._attentive, nodes, first, second))
        self._last_gain = float(gain.max())
        if self._last_gain < LEAST_GAIN:
            return None
        return self._first_new((options[place] for place in _best_first(gain)), skipped)

    def _counted_pairs(self) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        """Pairs of whole counts that tell plausible metrics apart, where all can be looked at."""
        return iter(())

    def _first_new(
        self,
        pairs: Iterator[tuple[ConfusionMatrix, ConfusionMatrix]],
        skipped: list[frozenset[ConfusionMatrix]],
    ) -> Question | None:
        """The first pair that was neither just asked nor just skipped; asked before at worst."""
        again = None
        for options in pairs:
            if frozenset(options) in skipped:
                continue
            if self._was_just_asked(options):
                again = options
                continue
            return self._sides.question(*options)
        return None if again is None else self._sides.question(*again)

    def _was_just_asked(self, options: tuple[ConfusionMatrix, ConfusionMatrix]) -> bool:
        """Whether people would see the pair of the last question, perhaps with sides changed."""
        if not self.history:
            return False
        last, _ = self.history[-1]
        return {last.a, last.b} == set(options)

    def _candidates(
        self, centres: FloatArray
    ) -> tuple[Pairs, FloatArray, FloatArray, NDArray[np.intp]]:
        """Pairs on lines through some places, their cells as shown, and which can be asked."""
        pairs = self._pairs.of(centres)
        first, second = (
            shown_cells(side, self.feasible.prevalence, self._out_of) for side in pairs[:2]
        )
        return pairs, first, second, np.flatnonzero(is_askable(first, second, self._out_of))

    def _in_all(self, worth: FloatArray, chances: FloatArray) -> FloatArray:
        """What questions are worth, counting what they tell about whether the expert looks.

        Where the metric is settled if the expert looks, nothing else counts.
        """
        careless = self._posterior.careless
        attention = attention_gain(chances, careless, self._posterior.habit()[: len(chances)])
        if self._only_attention_counts:
            return attention
        return (1.0 - careless) * worth + self.attention * attention

    def _told_besides(
        self, nodes: NDArray[np.intp], first: FloatArray, second: FloatArray, gain: FloatArray
    ) -> FloatArray:
        """What else questions tell, in bits about the metric that it is worth; shape (k,).

        Of k pairs as shown, for cells that stand for the posterior, beside what `gain` has.
        """
        return np.zeros_like(gain)

    @abstractmethod
    def _worth(self, nodes: NDArray[np.intp], chances: FloatArray) -> FloatArray:
        """What each of a few questions is worth, from 0 for nothing.

        Parameters
        ----------
        nodes : ndarray of shape (m,)
            Equally probable cells that stand for the posterior.
        chances : ndarray of shape (answers, k, m)
            Probabilities of the answers, for each question and cell.

        Returns
        -------
        ndarray of shape (k,)
        """

    def _result(self, metric: Metric, intervals: Mapping[str, Spread], **particular: Any) -> Result:
        """The result, with what is particular to the family."""
        regret = self.expected_regret()
        return Result(
            metric=metric,
            tile=metric.tile(self.feasible.prevalence),
            direction="increasing" if self._increasing() else "decreasing",
            questions=len(self.history),
            operating_point=self.feasible.best(metric),
            regret=regret,
            remaining=self._remaining(regret),
            heedless=self._posterior.heedless,
            stopped=self.stopped,
            history=self.history,
            overheard=self._overheard,
            intervals=intervals,
            **particular,
        )

    def _believed(self) -> P:
        """That if the answers follow what is shown.

        Ten right answers may all lie on one side by chance, or on A and B in turn. Then it is
        likely that they do not, which intervals reckon with; what they say, if anything, is this.
        """
        return self._attentive.heeding()

    def _alike(self, tile: FloatArray) -> FloatArray:
        """Tile points between which all metrics answer what was asked as this one; shape (k, 2).

        None of them where exact rates are shown, since there nothing keeps questions from telling
        more, and before the first answer about a trade-off.
        """
        cells = np.array([learnt[:2] for learnt in self._posterior.answers]).reshape(-1, 2, 4)
        tp, _, _, tn = (cells[:, 0] - cells[:, 1]).T
        trades = tp * tn < 0
        if self._out_of is None or not trades.any():
            return np.zeros((0, 2))
        if self._posterior.has_ties:
            first, second = cells.swapaxes(0, 1)
            said = [answer for *_, answer in self._posterior.answers]
            alike, others = tile[None, :], self._others()
            for _ in range(LOOKS):
                found = tying_alike(tile, others, first, second, said)
                alike = np.vstack((alike, found))
                others = self._others(alike)
            return alike
        return answering_alike(tile, self.corners, *cells[trades].swapaxes(0, 1))

    @abstractmethod
    def _others(self, around: FloatArray | None = None) -> FloatArray:
        """Tile points all over the family, or close together around some of shape (k, 2)."""

    def _thresholds_besides(self, alike: FloatArray) -> FloatArray:
        """The best thresholds of what `_alike` has found; ndarray of shape (k,)."""
        varies = np.ptp(self.corners, axis=0) > 0.0
        inside = np.where(varies, np.clip(alike, EDGE, 1.0 - EDGE), alike)
        return self._best.thresholds(*inside.T, increasing=self._increasing())

    def _increasing(self) -> bool:
        if self._direction is None:  # still being asked
            return direction_lead(self.history) >= 0
        return self._direction == "increasing"


def _best_first(worth: FloatArray) -> NDArray[np.intp]:
    """Places in falling order, those equal but for rounding as they come, on every machine."""
    return np.argsort(-np.round(worth / max(worth.max(), 1e-30), DIGITS), kind="stable")
