"""Many people as one expert."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whichmetric.arguments import expect
from whichmetric.errors import InvalidInputError
from whichmetric.oracles.oracle import Oracle, expect_oracle
from whichmetric.values import Answer, Question, as_answer

__all__ = ["MajorityOracle"]


class MajorityOracle:
    """Asks several oracles and gives the answer of most, as an A/B test does.

    EQUAL counts half for each option and SKIP not at all; a drawn vote is EQUAL.

    Parameters
    ----------
    oracles : sequence of Oracle

    Examples
    --------
    >>> from whichmetric.oracles import ScriptedOracle
    >>> crowd = MajorityOracle([ScriptedOracle("A"), ScriptedOracle("B"), ScriptedOracle("A")])
    """

    def __init__(self, oracles: Sequence[Oracle]) -> None:
        expect("oracles", oracles, Iterable, "give a list of oracles")
        self._oracles = tuple(oracles)
        for oracle in self._oracles:
            expect_oracle(oracle)
        if not self._oracles:
            raise InvalidInputError("There are no oracles: a majority needs at least one.")

    def answer(self, question: Question) -> Answer:
        """The answer of most."""
        votes = [as_answer(oracle.answer(question)) for oracle in self._oracles]
        if all(vote is Answer.SKIP for vote in votes):
            return Answer.SKIP
        lead = votes.count(Answer.A) - votes.count(Answer.B)
        return Answer.EQUAL if lead == 0 else Answer.A if lead > 0 else Answer.B
