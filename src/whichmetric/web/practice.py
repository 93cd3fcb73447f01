"""A question with a right answer, which shows whether the pictures are understood."""

from __future__ import annotations

from typing import Literal, NamedTuple

from whichmetric.studies import StudySpecification
from whichmetric.studies.sentences import comparison_text
from whichmetric.values import Counts, shown_positives

__all__ = ["ROUNDS", "PracticeQuestion", "practice_question"]

FOUND_AND_FLAGGED = (
    ((0.6, 0.3), (0.9, 0.1)),
    ((0.8, 0.25), (0.95, 0.15)),
    ((0.5, 0.12), (0.7, 0.04)),
)
"""Rates within each true class, of the worse option and of the better one, by round."""
ROUNDS = 60
"""After so many the sides, which are bits of a seed, begin anew."""


class PracticeQuestion(NamedTuple):
    """Two options, one of which makes fewer mistakes of both kinds.

    Parameters
    ----------
    a, b : Counts
    right : {"A", "B"}
        The better one.
    why : str
        In the difference alone.
    """

    a: Counts
    b: Counts
    right: Literal["A", "B"]
    why: str


def practice_question(
    specification: StudySpecification, session: str = "", turn: int = 0
) -> PracticeQuestion:
    """A plain one, at the study's own prevalence and out of as many cases.

    Parameters
    ----------
    specification : StudySpecification
    session : str
        Its name decides on which side the better option stands.
    turn : int
        Which time this is, from 0; every time the numbers are others, and perhaps the side.
    """
    positives = shown_positives(specification.prevalence, specification.out_of)
    negatives = specification.out_of - positives
    worse, better = (
        _counts(positives, negatives, found=found, flagged=flagged)
        for found, flagged in FOUND_AND_FLAGGED[turn % len(FOUND_AND_FLAGGED)]
    )
    if specification.session_seed(session) >> (turn % ROUNDS) & 1:
        return PracticeQuestion(better, worse, "A", comparison_text(better, worse))
    return PracticeQuestion(worse, better, "B", comparison_text(worse, better))


def _counts(positives: int, negatives: int, *, found: float, flagged: float) -> Counts:
    tp, fp = round(found * positives), round(flagged * negatives)
    return Counts(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)
