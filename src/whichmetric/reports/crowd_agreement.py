"""How far the people of a crowd agree with what their answers come to."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from whichmetric.elicitation import Result
from whichmetric.values import Answer

__all__ = ["CrowdAgreement", "crowd_agreement"]

FEW = 20
"""Answers that prefer an option, of which fewer go with almost any estimate."""
BY_CHANCE = 2.0
"""Over the root of their number: by how much at most the share of those that go with the estimate
exceeds one half where coins are tossed: about the 95th percentile of 25 simulated crowds each of
20, 30, 45, 60 and 100 people. It is more than of answers to given questions, since the estimate and
the next question follow them."""
MOST = 0.7
"""Share of answers that one in seven who err leaves well above, and people of two minds do not."""


class CrowdAgreement(NamedTuple):
    """How many answers go with the estimate.

    Parameters
    ----------
    agreeing : int
    out_of : int
        Answers that prefer an option.
    """

    agreeing: int
    out_of: int

    @property
    def is_doubtful(self) -> bool:
        """Whether so few answers agree that the estimate stands for few people."""
        return self.out_of >= FEW and self._share < MOST

    @property
    def _share(self) -> float:
        return self.agreeing / self.out_of

    @property
    def _by_chance(self) -> float:
        return 0.5 + BY_CHANCE / math.sqrt(self.out_of)

    @property
    def text(self) -> str:
        """How many do, a sentence; empty where no answer prefers an option."""
        if self.out_of == 0:
            return ""
        return f"Of {self.out_of:,} answers that prefer an option, {self.agreeing:,} go with this."

    @property
    def caution(self) -> str:
        """What to think of it; empty where more agree than coins bring about in nineteen of twenty.

        Examples
        --------
        >>> CrowdAgreement(70, 80).caution
        ''
        >>> print(CrowdAgreement(17, 20).caution)
        17 of 20 answers go with the estimate. Of so few, as many might if coins were tossed: more
        answers would tell.
        """
        if self.out_of == 0 or (self.out_of >= FEW and self._share >= max(MOST, self._by_chance)):
            return ""
        if not self.is_doubtful:
            return (
                f"{self.agreeing:,} of {self.out_of:,} answers go with the estimate. Of so few, as "
                "many might if coins were tossed: more answers would tell."
            )
        by_chance = (
            ", hardly more than if coins were tossed" if self._share < self._by_chance else ""
        )
        return (
            f"Only {self.agreeing:,} of {self.out_of:,} answers go with the estimate{by_chance}: "
            "people may not have looked at the options, or differ so much that no weighing stands "
            "for them all. The interval does not tell."
        )

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return self._asdict() | {"doubtful": self.is_doubtful}


def crowd_agreement(result: Result) -> CrowdAgreement:
    """How many answers of a crowd prefer what the estimated metric prefers.

    Examples
    --------
    >>> import whichmetric as wm
    >>> feasible = wm.SigmoidPopulation(5.0).feasible_set()
    >>> crowd = wm.CrowdOracle(wm.metrics.cost_ratio(7), rng=1)
    >>> crowd_agreement(wm.elicit(feasible, crowd, crowd=True, max_questions=9))
    CrowdAgreement(agreeing=9, out_of=9)
    """
    chosen = [
        (question.a, question.b) if answer is Answer.A else (question.b, question.a)
        for question, answer in result.history
        if answer in (Answer.A, Answer.B)
    ]
    agreeing = sum(result.metric(liked) > result.metric(other) for liked, other in chosen)
    return CrowdAgreement(agreeing, len(chosen))
