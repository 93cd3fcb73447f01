"""Whether answers fit a linear metric, a fractional one, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from whichmetric.elicitation.run import Family
from whichmetric.studies import Session
from whichmetric.trust.consistency import Consistency, consistency
from whichmetric.trust.given_answers import given_answers
from whichmetric.trust.kinds import EXCLUDED, Kind, compared_kinds
from whichmetric.trust.model_check_words import (
    against_of,
    kind_in_words,
    model_check_texts,
    warning_of,
)
from whichmetric.trust.verdict import HEEDLESS, Verdict

__all__ = ["Kind", "ModelCheck", "check_model"]

FEW = 10
"""Answers below which nothing is said."""


@dataclass(frozen=True, kw_only=True)
class ModelCheck:
    """What kind of metric the answers fit; ``str`` says it in words.

    Parameters
    ----------
    kind : {"linear", "fractional", "neither", "unclear"}
    linear, fractional, neither : float
        Probabilities, given the answers. "Neither" stands for power means of the two true rates,
        the G-mean among them.
    measures : float
        The part of `fractional` that is F-measures.
    power : float
        The typical power of those means: 1 would be linear, 0 is a geometric mean, and the smaller
        it is, the more the worse of the two rates counts; above 1, the better.
    family : {"linear", "f-beta", "linear-fractional"}
        What the study supposes.
    decided : int
        Answers but for those that could not decide.
    undecided : int
        Those.
    heedless : float
        Probability that the answers do not follow what was shown, whatever the metric.
    verdict : {"good", "mixed", "poor", "unknown"}
        Whether the answers hang together.
    outdone : bool
        Whether the best metric of some other kind fits the answers clearly better than the best of
        the study's family. Else nothing is flagged, however many metrics of the other kind fit.
    """

    kind: Kind
    linear: float
    fractional: float
    neither: float
    measures: float
    power: float
    family: Family
    decided: int
    undecided: int = 0
    heedless: float = 0.0
    verdict: Verdict = "unknown"
    outdone: bool = True

    @property
    def is_heedless(self) -> bool:
        """Whether the answers probably do not follow what was shown, so that no metric fits."""
        return self.heedless >= HEEDLESS

    @property
    def is_flagged(self) -> bool:
        """Whether the answers speak against the family that the study supposes."""
        if self.family == "f-beta":
            told = self.outdone and not (self.is_premature or self.is_heedless)
            return self.measures < EXCLUDED and told
        return self.kind == "neither" or (self.kind == "fractional" and self.family == "linear")

    @property
    def is_premature(self) -> bool:
        """Whether there are too few answers to tell."""
        return self.decided < FEW

    @property
    def against(self) -> str:
        """That the answers speak against that family, to stand after "the answers"; else empty.

        Where they are not to be used, it does not matter what they fit.
        """
        return against_of(self)

    @property
    def warning(self) -> str:
        """What is to be known before the result is read; empty where nothing is."""
        return warning_of(self)

    @property
    def texts(self) -> tuple[str, ...]:
        """What the answers fit, and what to do next, a paragraph each."""
        return model_check_texts(self)

    def __str__(self) -> str:
        return "\n".join(self.texts)

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries."""
        return {
            "kind": self.kind,
            "kind_in_words": kind_in_words(self),
            "flagged": self.is_flagged,
            "linear": self.linear,
            "fractional": self.fractional,
            "neither": self.neither,
            "measures": self.measures,
            "power": self.power,
            "family": self.family,
            "decided": self.decided,
            "heedless": self.heedless,
            "verdict": self.verdict,
            "texts": list(self.texts),
        }


def check_model(session: Session, judged: Consistency | None = None) -> ModelCheck:
    """What kind of metric the answers of a session fit, whatever its study supposes.

    Three kinds compete: linear metrics; all linear-fractional ones, half of them F-measures; and
    power means of the true positive and the true negative rate, which bend where those cannot. Each
    is judged by how probable it made every answer before that was given, its parameters and the
    noise integrated out. A kind that could have explained anything gains nothing by explaining
    this. None is named against linear metrics, or what the study supposes, whose best metric does
    not fit the answers three times as well as theirs.

    Parameters
    ----------
    session : Session
    judged : Consistency, optional
        Whether its answers hang together, where that is known already.

    Examples
    --------
    >>> import whichmetric as wm
    >>> from whichmetric.sources import breast_cancer_table
    >>> asks = wm.StudySpecification(
    ...     table=breast_cancer_table(),
    ...     prevalence=0.2,
    ...     options={"max_questions": 22, "held_out": 12},
    ... )
    >>> session = wm.Study.create(wm.studies.MemoryStore(), asks, id="example").start("dr-lee")
    >>> while (asked := session.ask()) is not None:
    ...     a, b = asked.a.counts, asked.b.counts
    ...     answered = session.answer(asked.number, "A" if a.tp * a.tn > b.tp * b.tn else "B")
    >>> check_model(session).kind  # the expert has the G-mean in mind
    'neither'
    """
    answers, asks = given_answers(session), session.specification
    judged = judged or consistency(session)
    kinds = judged.kinds or compared_kinds(asks, answers, session.estimate().direction)[0]
    linear, neither, measures = (kinds.shares[one] for one in ("linear", "neither", "f-beta"))
    fractional = kinds.shares["fractional"] + measures
    decided = sum(given.decided for given in answers)
    told = decided >= FEW and kinds.heedless < HEEDLESS
    return ModelCheck(
        kind=kinds.kind if told else "unclear",
        linear=linear,
        fractional=fractional,
        neither=neither,
        measures=measures,
        power=kinds.power,
        family=asks.family,
        decided=decided,
        undecided=len(answers) - decided,
        heedless=kinds.heedless,
        verdict=judged.verdict,
        outdone=kinds.is_outdone,
    )
