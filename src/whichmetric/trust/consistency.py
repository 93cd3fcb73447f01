"""Whether an expert's answers hang together, and so can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from whichmetric.decisions.one_sided import one_sided_text
from whichmetric.elicitation.run import Family
from whichmetric.studies import Asked, Session
from whichmetric.trust.consistency_words import (
    consistency_texts,
    distrust_of,
    reasons_of,
    warning_of,
)
from whichmetric.trust.fit import Fit
from whichmetric.trust.given_answers import GivenAnswer, given_answers
from whichmetric.trust.held_out import (
    HeldOut,
    Share,
    fresh_pairs,
    held_out,
)
from whichmetric.trust.kinds import Kind, Kinds
from whichmetric.trust.own_metric import own_metric
from whichmetric.trust.verdict import Finding, Verdict, are_reversed, finding_of, verdict_of
from whichmetric.values import Answer

__all__ = ["Consistency", "ResponseTimes", "StandingOut", "consistency"]

UNLIKELY = 0.2
"""An answer less probable than this, given all the others, stands out."""
HASTY = 1.5
"""Seconds in which nobody reads two options."""


class StandingOut(NamedTuple):
    """An answer that does not fit the others.

    Parameters
    ----------
    asked : Asked
        The question as it was shown.
    answer : Answer
        As it was said: A is what stood on the left.
    probability : float
        Of that answer, given all the others.
    """

    asked: Asked
    answer: Answer
    probability: float


class ResponseTimes(NamedTuple):
    """What the expert took.

    Parameters
    ----------
    measured : int
        Answers whose time is known.
    median : float
        Seconds.
    hasty : int
        Answers in less than a second and a half.
    """

    measured: int
    median: float
    hasty: int


@dataclass(frozen=True, kw_only=True)
class Consistency:
    """Whether answers hang together; ``str`` says it in words.

    Parameters
    ----------
    decided : int
        Answers but for those that could not decide.
    chosen : int
        Those among them that prefer an option of a trade-off, which "about equal" does not.
    equal : int
        Trade-offs that were found about equal.
    undecided : int
        Answers that could not decide.
    error_rate : float
        Fitted to all answers at once: the rate at which the expert's answers to pairs near the
        estimate go against the expert's own metric, one of the study's family unless there is a
        `misfit`. "About equal" does so where the options are not, to this expert, and counts half
        there.
    error_rate_interval : tuple of float
        90% of that.
    score : float
        From 0 for answers by a coin to 1 for answers without error: ``1 - 2 * error_rate``.
    repeats : Share or None
        Questions that were answered alike when they came again; None where none came.
    dominated : Share or None
        Dominated pairs of which the better option was chosen; the worse one where the study states
        that errors are preferred. Out of those of which one was chosen; None where none was.
    unseen : int
        Dominated pairs that were found about equal.
    held_out : HeldOut or None
        How well the elicited metric and its rivals foretell held-out answers.
    unchecked : int
        Checks of all these kinds that could not be decided.
    standing_out : tuple of StandingOut
        The least probable first.
    times : ResponseTimes or None
        None where nobody measured them.
    one_sided : bool
        Whether nearly all trade-offs, ten or more, were decided for the same kind of mistake.
    one_sided_text : str
        The same in words; empty where it is not so.
    expects_errors : bool
        Whether the study states ``direction="decreasing"``: errors are preferred.
    prefers_errors : bool
        Whether the study asks for the direction, with ``direction="either"``, and was told that.
    heedless : float
        Probability that the answers do not follow what was shown, whatever the metric.
    family : {"linear", "f-beta", "linear-fractional"}
        What the study supposes.
    misfit : {"linear", "fractional", "neither", "unclear"} or None
        The kind of metrics that the answers fit where they speak against the family; None
        elsewhere.
    kinds : Kinds or None
        What `check_model` tells, worked out already; None where there are too few answers.
    """

    decided: int
    chosen: int
    equal: int = 0
    undecided: int = 0
    error_rate: float
    error_rate_interval: tuple[float, float]
    score: float
    repeats: Share | None = None
    dominated: Share | None = None
    unseen: int = 0
    held_out: HeldOut | None = None
    unchecked: int = 0
    standing_out: tuple[StandingOut, ...] = ()
    times: ResponseTimes | None = None
    one_sided: bool = False
    one_sided_text: str = ""
    expects_errors: bool = False
    prefers_errors: bool = False
    heedless: float = 0.0
    family: Family = "linear"
    misfit: Kind | None = None
    kinds: Kinds | None = field(default=None, repr=False, compare=False)

    @property
    def verdict(self) -> Verdict:
        """Whether to trust the answers; unknown where they are few."""
        return verdict_of(self)

    @property
    def is_reversed(self) -> bool:
        """Whether the answers hang together but prefer what is worse in every way.

        Where the study states that errors are preferred: what is better in every way.
        """
        return are_reversed(self)

    @property
    def finding(self) -> Finding:
        """The verdict, or what else is wrong with answers that hang together."""
        return finding_of(self)

    @property
    def distrust(self) -> str:
        """Why the expert is not counted among several; empty unless the verdict is poor."""
        return distrust_of(self)

    @property
    def warning(self) -> str:
        """What is to be known before the result is read; empty where nothing is."""
        return warning_of(self)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, a sentence each."""
        return reasons_of(self)

    @property
    def texts(self) -> tuple[str, ...]:
        """The verdict with its reasons, and what else there is to know, a paragraph each."""
        return consistency_texts(self)

    def __str__(self) -> str:
        return "\n".join(self.texts)

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries.

        Where nothing was decided, what was assumed of errors before is none of these answers.
        """
        known = self.held_out
        assumed = self.finding == "undecided"
        return {
            "verdict": self.verdict,
            "reversed": self.is_reversed,
            "reasons": list(self.reasons),
            "texts": list(self.texts),
            "score": None if assumed else self.score,
            "decided": self.decided,
            "chosen": self.chosen,
            "equal": self.equal,
            "heedless": None if assumed else self.heedless,
            "error_rate": None if assumed else self.error_rate,
            "error_rate_interval": None if assumed else list(self.error_rate_interval),
            "repeats": _plain(self.repeats),
            "dominated": _plain(self.dominated),
            "unseen": self.unseen,
            "unchecked": self.unchecked,
            "held_out": None
            if known is None
            else {
                "elicited": _plain(known.elicited),
                "guess": _plain(known.guess),
                "accuracy": _plain(known.accuracy),
                "f1": _plain(known.f1),
                "expected": known.expected,
                "interval": list(known.interval),
            },
            "standing_out": [
                {
                    "number": one.asked.number,
                    "a": one.asked.a.counts._asdict(),
                    "b": one.asked.b.counts._asdict(),
                    "answer": one.answer.value,
                    "probability": one.probability,
                }
                for one in self.standing_out
            ],
            "times": None if self.times is None else self.times._asdict(),
            "one_sided": self.one_sided,
            "expects_errors": self.expects_errors,
            "prefers_errors": self.prefers_errors,
            "family": self.family,
            "misfit": self.misfit,
        }


def consistency(session: Session) -> Consistency:
    """Whether the answers of a session hang together.

    All answers count, whatever they were asked for. The metric and the noise are fitted to them
    together, so that an honest doubt between close options is not taken for carelessness; in the
    study's family, or where the answers speak against that, in the kind of metrics that they fit.
    What to expect of fresh pairs counts every kind by its probability.

    Examples
    --------
    >>> import whichmetric as wm
    >>> from whichmetric.sources import breast_cancer_table
    >>> checks = {"max_questions": 16, "repeats": 3, "dominated": 1, "held_out": 4}
    >>> asks = wm.StudySpecification(table=breast_cancer_table(), prevalence=0.2, options=checks)
    >>> session = wm.Study.create(wm.studies.MemoryStore(), asks, id="example").start("dr-lee")
    >>> while (asked := session.ask()) is not None:
    ...     a, b = asked.a.counts, asked.b.counts
    ...     first = 7 * a.fn + a.fp < 7 * b.fn + b.fp  # a miss weighs as much as 7 false alarms
    ...     answered = session.answer(asked.number, "A" if first else "B")
    >>> found = consistency(session)
    >>> found.verdict, str(found.repeats), str(found.dominated)
    ('good', '3 of 3', '1 of 1')
    """
    answers, result = given_answers(session), session.estimate()
    asks = session.specification
    first, second = fresh_pairs(asks, result)
    if not len(first) and answers:
        first, second = (np.array(side) for side in zip(*(g.cells for g in answers), strict=True))
    own = own_metric(asks, answers, result.direction, first, second)
    fit, errors = own.fit, own.errors
    low, high = (float(end) for end in np.quantile(errors, (0.05, 0.95)))
    one_way = one_sided_text(result)
    expects_errors = asks.options.get("direction") == "decreasing"
    rate = float(errors.mean())
    return Consistency(
        decided=sum(given.decided for given in answers),
        chosen=sum(given.traded for given in answers),
        equal=sum(
            given.purpose != "dominated" and given.answer is Answer.EQUAL for given in answers
        ),
        undecided=sum(not given.decided for given in answers),
        error_rate=rate,
        error_rate_interval=(low, high),
        score=min(max(1.0 - 2.0 * rate, 0.0), 1.0),
        repeats=_repeats(answers),
        dominated=_dominated(answers, expects_errors=expects_errors),
        unseen=sum(
            given.purpose == "dominated" and given.answer is Answer.EQUAL for given in answers
        ),
        held_out=held_out(answers, result, session.guessed, own.experts, (first, second)),
        unchecked=sum(given.purpose != "trade-off" and not given.decided for given in answers),
        standing_out=_standing_out(fit, answers, turned=result.direction == "decreasing"),
        times=_times(answers),
        one_sided=bool(one_way),
        one_sided_text=one_way,
        expects_errors=expects_errors,
        prefers_errors=result.direction == "decreasing" and not expects_errors,
        heedless=own.heedless,
        family=asks.family,
        misfit=own.misfit,
        kinds=own.kinds,
    )


def _repeats(answers: Sequence[GivenAnswer]) -> Share | None:
    said = {given.number: given.answer for given in answers}
    pairs = [
        (given.answer, said[given.asked.repeats].swapped())
        for given in answers
        if given.asked.repeats is not None and given.decided
    ]
    return Share(sum(now is then for now, then in pairs), len(pairs)) if pairs else None


def _dominated(answers: Sequence[GivenAnswer], *, expects_errors: bool) -> Share | None:
    right = []
    for given in answers:
        if given.purpose == "dominated" and given.chosen:
            a, b = given.options
            better = Answer.A if a.tp + a.tn > b.tp + b.tn else Answer.B
            right.append(given.answer is (better.swapped() if expects_errors else better))
    return Share(sum(right), len(right)) if right else None


def _standing_out(
    fit: Fit, answers: Sequence[GivenAnswer], *, turned: bool
) -> tuple[StandingOut, ...]:
    """Answers that the others make improbable, and other than what these foretell.

    Leaving an answer out is weighing experts by the inverse of its probability, so that what
    remains is a harmonic mean. Who prefers an option where "about equal" was likely, or says that
    where either option was, does not contradict the others.
    """
    found = []
    for given in answers:
        if given.decided:
            first, second = given.cells
            said = given.answer.swapped() if turned else given.answer
            chances = fit.chances(first[None], second[None])
            weights = 1.0 / np.maximum(chances[said][0], 1e-12)
            probability = float(1.0 / weights.mean())
            liked = {one: float(chances[one][0] @ weights) for one in (Answer.A, Answer.B)}
            least = liked.get(said, min(liked.values()))
            if probability < UNLIKELY and least < UNLIKELY * sum(liked.values()):
                found.append(StandingOut(given.asked, given.answer, probability))
    return tuple(sorted(found, key=lambda one: (one.probability, one.asked.number)))


def _times(answers: Sequence[GivenAnswer]) -> ResponseTimes | None:
    seconds = [given.seconds for given in answers if given.seconds is not None]
    if not seconds:
        return None
    return ResponseTimes(len(seconds), float(np.median(seconds)), sum(s < HASTY for s in seconds))


def _plain(share: Share | None) -> dict[str, float] | None:
    return None if share is None else {"right": float(share.right), "out_of": share.out_of}
