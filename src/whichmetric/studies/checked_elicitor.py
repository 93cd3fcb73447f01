"""An elicitor with checks woven in between its questions."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from whichmetric.elicitation import Result
from whichmetric.elicitation.result import Stopped
from whichmetric.studies.check_pairs import CheckPair, CheckPairs
from whichmetric.studies.events import Answered, Purpose
from whichmetric.studies.sided_elicitor import SidedElicitor
from whichmetric.studies.specification import StudySpecification
from whichmetric.values import Answer, Question

__all__ = ["Asking", "CheckedElicitor"]

PLACES: dict[Purpose, tuple[float, float]] = {
    "repeat": (0.35, 1.0),
    "dominated": (0.2, 0.9),
    "held-out": (0.6, 1.0),
}
"""Part of the trade-offs over which checks of a kind are spread: there has to be something to
repeat, and held-out pairs lie near an estimate."""
USUAL = 20
"""Trade-offs that checks are spread over where there is no budget; the rest comes at the end."""
RECENT = 3
"""Questions after which one may be repeated: whoever still has it in mind is no witness."""


class Asking(NamedTuple):
    """A question as it is put.

    Parameters
    ----------
    question : Question
        As shown: A on the left.
    purpose : {"trade-off", "repeat", "dominated", "held-out"}
    swapped : bool
        Whether A is the elicitor's own B; False for checks.
    repeats : int or None
        Number of the question that is repeated.
    """

    question: Question
    purpose: Purpose = "trade-off"
    swapped: bool = False
    repeats: int | None = None


class CheckedElicitor:
    """Asks what its method asks, and in between the checks that the study has chosen.

    Where the checks stand and which pairs they show follows from the seed and the answers. The
    elicitor learns what it can from repeats and dominated pairs, and never hears of held-out ones.
    When it has stopped, the checks that
    are left are asked; one for which there is no pair is left out. Without checks, this is what
    `SidedElicitor` is.

    Of a crowd several may answer one question. Each is heard and counts against the budget; a
    question that was chosen before the budget was used up is asked all the same.

    Parameters
    ----------
    specification : StudySpecification
    session : str
        Name of the session, from which all that is drawn follows.
    """

    def __init__(self, specification: StudySpecification, session: str) -> None:
        self._specification = specification
        self._inner = SidedElicitor(specification, session)
        self._seed = specification.session_seed(session)
        self._due = _places(specification, self._seed)
        self._given: list[tuple[Asking, Answer]] = []
        self._heard: list[tuple[Question, Answer]] = []
        self._current: Asking | None = None

    @cached_property
    def _pairs(self) -> CheckPairs:
        asks = self._specification
        return CheckPairs(asks.feasible, asks.family, asks.out_of, asks.pairs_version)

    def ask(self) -> Asking | None:
        """The question as it is put, the same until it is told; None when there is none."""
        is_over = self._current is None and self._specification.is_full(len(self._heard))
        return None if is_over else self._next()

    def hear(self, answered: Answered) -> None:
        """Record an answer out of a log: to the question that is asked, or to an earlier one."""
        if answered.joined:
            self._tell_again(answered.number, answered.answer)
        else:
            self.tell(answered.answer)

    def _next(self) -> Asking | None:
        if self._current is None:
            check, left = self._check()
            found = check or self._trade_off()
            self._current, self._due = found, left  # at once: an interrupt leaves all as it was
        return self._current

    def tell(self, answer: Answer) -> None:
        """Record the answer to the question as it is shown."""
        asking = self._next()
        assert asking is not None
        if asking.purpose == "trade-off":
            self._inner.tell(answer)
        elif asking.purpose != "held-out":
            self._inner.overhear(asking.question, answer)
        self._given.append((asking, answer))
        self._heard.append((asking.question, answer))
        self._current = None

    def _tell_again(self, number: int, answer: Answer) -> None:
        """Let the elicitor hear another person's answer to a question that was told before."""
        self.ask()  # somebody may have been shown it already, so this answer does not end it
        question = self._given[number - 1][0].question
        self._inner.overhear(question, answer)
        self._heard.append((question, answer))

    @property
    def _joined(self) -> int:
        return len(self._heard) - len(self._given)

    @property
    def stopped(self) -> Stopped | None:
        """Why nothing more is asked; None while there is more to ask."""
        if self.ask() is not None:
            return None
        return self._inner.stopped or "budget"

    def estimate(self) -> Result:
        """What the answers so far say, those to held-out pairs apart.

        Its `remaining` counts the checks that are to come. Of a crowd, all who have answered are in
        its `history`, with the sides as they were shown.
        """
        result = self._with_joined(self._inner.estimate())
        if result.stopped is not None and self.ask() is not None:
            result = replace(result, stopped=None)
        left = len(self._due) + (self._current is not None and self._current.purpose != "trade-off")
        if left and result.remaining is not None:
            result = replace(result, remaining=result.remaining + left)
        return result

    def _with_joined(self, result: Result) -> Result:
        if self._joined == 0:
            return result
        is_over = self.ask() is None
        left = None if result.remaining is None else max(result.remaining - self._joined, 1)
        return replace(
            result,
            questions=len(self._heard),
            history=tuple(self._heard),
            overheard=0,
            stopped=self.stopped,
            remaining=0 if is_over else left,
        )

    def _trade_off(self) -> Asking | None:
        question = self._inner.ask()
        if question is None:
            return None
        return Asking(question, swapped=self._inner.swapped)

    def _check(self) -> tuple[Asking | None, list[tuple[float, Purpose]]]:
        """The first check whose place has come and for which there is a pair; and those left."""
        left = list(self._due)
        ended = bool(left) and self._inner.stopped is not None
        told = sum(asking.purpose == "trade-off" for asking, _ in self._given)
        for place, purpose in self._due:
            if place > told and not ended:
                break
            found = self._asking(purpose, ended)
            if found is not None or ended or purpose != "repeat":  # that may come to have a pair
                left.remove((place, purpose))
            if found is not None:
                return found, left
        return None, left

    def _asking(self, purpose: Purpose, ended: bool) -> Asking | None:
        rng = np.random.default_rng((self._seed, 3, len(self._given)))
        if purpose == "repeat":
            return self._repeat(rng, 0 if ended else RECENT)
        pair = self._pairs.dominated(rng) if purpose == "dominated" else self._held_out(rng)
        if pair is None:
            return None
        a, b = pair if rng.random() < 0.5 else reversed(pair)
        return Asking(Question(a, b), purpose)

    def _held_out(self, rng: np.random.Generator) -> CheckPair | None:
        before = sum(asking.purpose == "held-out" for asking, _ in self._given)
        return self._pairs.held_out(self._inner.estimate().tile, rng, before)

    def _repeat(self, rng: np.random.Generator, recent: int) -> Asking | None:
        """An earlier trade-off that was decided, the other way round."""
        repeated = {asking.repeats for asking, _ in self._given}
        numbers = [
            number
            for number, (asking, answer) in enumerate(self._given, start=1)
            if asking.purpose == "trade-off"
            and answer is not Answer.SKIP
            and number not in repeated
            and number <= len(self._given) - recent
        ]
        if not numbers:
            return None
        number = int(rng.choice(numbers))
        question = self._given[number - 1][0].question
        return Asking(Question(question.b, question.a), "repeat", repeats=number)


def _places(specification: StudySpecification, seed: int) -> list[tuple[float, Purpose]]:
    """After how many trade-offs each check is due, in order."""
    checks = specification.checks
    budget = specification.elicitor_budget or USUAL
    rng = np.random.default_rng((seed, 2))
    numbers: dict[Purpose, int] = {
        "repeat": checks.repeats,
        "dominated": checks.dominated,
        "held-out": checks.held_out,
    }
    places: list[tuple[float, Purpose]] = []
    for purpose, number in numbers.items():
        low, high = PLACES[purpose]
        shares = low + (high - low) * (np.arange(number) + rng.random(number)) / max(number, 1)
        places += [(round(float(share) * budget, 6), purpose) for share in shares]
    return sorted(places)
