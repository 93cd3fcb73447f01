"""A question with a right answer, which shows whether the pictures are understood."""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.studies import StudySpecification
from whichmetric.studies.sentences import comparison_text
from whichmetric.values import Counts

__all__ = ["PracticeQuestion", "practice_question"]


class PracticeQuestion(NamedTuple):
    """Two options, one of which makes fewer mistakes of both kinds.

    Parameters
    ----------
    a, b : Counts
    right : str
        The better one.
    why : str
        In the difference alone.
    """

    a: Counts
    b: Counts
    right: str
    why: str


def practice_question(specification: StudySpecification) -> PracticeQuestion:
    """A plain one, at the study's own prevalence and out of as many cases."""
    positives = round(specification.out_of * specification.prevalence)
    negatives = specification.out_of - positives
    worse = _counts(positives, negatives, found=0.6, flagged=0.3)
    better = _counts(positives, negatives, found=0.9, flagged=0.1)
    return PracticeQuestion(worse, better, "B", comparison_text(worse, better))


def _counts(positives: int, negatives: int, *, found: float, flagged: float) -> Counts:
    tp, fp = round(found * positives), round(flagged * negatives)
    return Counts(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)
