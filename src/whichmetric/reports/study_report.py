"""A whole study as plain text or as plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from whichmetric.arguments import as_truth
from whichmetric.decisions.json_values import infinity_as_none
from whichmetric.elicitation.plain_numbers import two_digits
from whichmetric.elicitation.run import Family, Method
from whichmetric.errors import DocumentError, InvalidInputError, ReplayError
from whichmetric.reports.conclusion import Conclusion, conclude
from whichmetric.reports.crowd_report import CrowdReport, answered_by_many
from whichmetric.reports.question_text import SAID, question_as_plain, question_line
from whichmetric.reports.several_experts import SeveralExperts, several_experts
from whichmetric.reports.study_text import conclusion_texts, state_text
from whichmetric.studies import SessionSummary, Study, find_sessions
from whichmetric.studies.events import Purpose
from whichmetric.studies.exchanges import Exchange, exchanges
from whichmetric.studies.moments import moment_text
from whichmetric.studies.sentences import how_many, meaning_texts, prevalence_text
from whichmetric.studies.trials import is_trial
from whichmetric.studies.wording import Wording
from whichmetric.trust import Consistency, ModelCheck, check_model, consistency

__all__ = ["ExpertReport", "StudyReport", "study_report"]

FAMILIES: dict[Family, str] = {
    "linear": "A linear metric",
    "f-beta": "An F-beta metric",
    "linear-fractional": "A linear-fractional metric",
}
METHODS: dict[Method, str] = {
    "bayesian": "the Bayesian method",
    "bisection": "the bisection method",
    "binary-search": "the binary-search method",
}
ASKED = "What was asked and said:"
GUESSED = "Asked outright before the first question, the expert guessed a cost ratio of {}."
CHECKED: dict[Purpose, str] = {
    "trade-off": "",
    "repeat": " (Question {repeats} again, its sides swapped.)",
    "dominated": " (A check: one option is better in both.)",
    "held-out": " (A check: not used for the estimate.)",
}
UNFINISHED = "There is more to ask. So far, the answers come to this:"


@dataclass(frozen=True, kw_only=True)
class ExpertReport:
    """One expert's part.

    Parameters
    ----------
    summary : SessionSummary
    exchanges : tuple of Exchange
        Every question with its answer, also what was taken back.
    conclusion : Conclusion or None
        None before the first answer, and where the log cannot be read or does not replay; then
        nothing else is known either.
    guess : float or None
        The cost ratio that the expert guessed outright.
    consistency : Consistency or None
        Whether the answers can be trusted.
    model_check : ModelCheck or None
        What kind of metric they fit.
    """

    summary: SessionSummary
    exchanges: tuple[Exchange, ...]
    conclusion: Conclusion | None
    guess: float | None = None
    consistency: Consistency | None = None
    model_check: ModelCheck | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """A paragraph each."""
        if self.conclusion is None:
            return (state_text(self.summary),)
        return (state_text(self.summary), *self._result_texts, *self._trust_texts)

    @property
    def question_texts(self) -> tuple[str, ...]:
        """Every question as it was shown, with its answer: a line each, under a heading."""
        if self.conclusion is None:
            return ()
        wording = self.conclusion.specification.wording
        return (ASKED, *(_exchange_text(wording, exchange) for exchange in self.exchanges))

    @property
    def _result_texts(self) -> tuple[str, ...]:
        """What the answers come to."""
        if self.conclusion is None:
            return ()
        unfinished = () if self.summary.ended else (UNFINISHED,)
        whom = self.summary.expert or "the expert"
        told = conclusion_texts(self.conclusion, whom, self.consistency, self.model_check)
        return (*unfinished, *told)

    @property
    def _trust_texts(self) -> tuple[str, ...]:
        """Whether the answers can be trusted, and which kind of metric they fit if that is told."""
        found, checked = self.consistency, self.model_check
        guessed = () if self.guess is None else (GUESSED.format(two_digits(self.guess)),)
        hang_together = () if found is None else found.texts
        fit = () if checked is None or checked.is_premature else checked.texts
        return (*guessed, *hang_together, *fit)

    def _questions_as_plain(self) -> list[dict[str, Any]]:
        if self.conclusion is None:
            return []
        wording = self.conclusion.specification.wording
        return [_exchange_as_plain(wording, exchange) for exchange in self.exchanges]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        found, checked = self.consistency, self.model_check
        return {
            "session": self.summary.id,
            "expert": self.summary.expert,
            "name": self.summary.name,
            "state": state_text(self.summary),
            "answered": self.summary.decided,
            "skipped": self.summary.undecided,
            "ended": self.summary.ended,
            "problem": self.summary.problem,
            "last": moment_text(self.summary.last),
            "questions": self._questions_as_plain(),
            "result": None if self.conclusion is None else self.conclusion.as_dict(),
            "result_texts": list(self._result_texts),
            "guess": self.guess,
            "consistency": None if found is None else found.as_dict(),
            "model_check": None if checked is None else checked.as_dict(),
        }


@dataclass(frozen=True, kw_only=True)
class StudyReport:
    """What a study asked, and what each expert's answers come to.

    Parameters
    ----------
    study : Study
    experts : tuple of ExpertReport or CrowdReport
        A crowd is one part.
    together : SeveralExperts or None
        Those who have answered, taken together; None where fewer than two have.
    everyone : bool
        Whether that counts all, however little their answers hang together.
    """

    study: Study
    experts: tuple[ExpertReport | CrowdReport, ...]
    together: SeveralExperts | None = None
    everyone: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """What was asked, a paragraph each; what the experts said stands in `experts`."""
        return (_asked_text(self.study), " ".join(meaning_texts(self.study.specification.wording)))

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries."""
        specification = self.study.specification
        plain = specification.as_plain()
        table = plain.pop("table")
        return infinity_as_none(
            {
                "study": self.study.id,
                "created": moment_text(self.study.created),
                "texts": list(self.texts),
                "specification": plain | {"table_fingerprint": table["fingerprint"]},
                "experts": [expert.as_dict() for expert in self.experts],
                "together": None if self.together is None else self.together.as_dict(),
                "everyone": self.everyone,
            }
        )


def study_report(study: Study, expert: str | None = None, *, everyone: bool = False) -> StudyReport:
    """The report on a study, or on one expert's part of it.

    Parameters
    ----------
    study : Study
    expert : str, optional
        By name, or by the session's; all of them where left out, but for what the owner tried.
    everyone : bool
        Whether experts whose answers are not to be used count among several all the same.

    Raises
    ------
    UnknownStudyError
        Where nobody of this name has answered.
    InvalidInputError
        Where `everyone` is given for a crowd or for one expert's part, which take nobody together.
    """
    if as_truth("everyone", everyone) and (expert is not None or study.specification.is_crowd):
        whom = "a crowd" if expert is None else f"the part of {expert!r} alone"
        raise InvalidInputError(
            f"everyone=True (--everyone, ?everyone=true) is for several experts, and this is the "
            f"report on {whom}: leave it out."
        )
    wanted = {record.id for record in find_sessions(study, expert)} if expert is not None else None
    experts = tuple(
        _expert(study, summary)
        for summary in study.sessions
        if (not is_trial(summary.expert) if wanted is None else summary.id in wanted)
    )
    together = None
    if expert is None:
        known = {made.summary.name: made for made in experts if made.conclusion is not None}
        results = {name: made.conclusion.result for name, made in known.items() if made.conclusion}
        distrusted = {name: _distrust(made) for name, made in known.items()}
        against = {name: _against(made) for name, made in known.items()}
        together = several_experts(
            study.specification, results, distrusted, everyone=everyone, against=against
        )
    return StudyReport(study=study, experts=experts, together=together, everyone=everyone)


def _distrust(made: ExpertReport | CrowdReport) -> str:
    """Why an expert is not counted among several; empty where one is."""
    known = None if isinstance(made, CrowdReport) else made.consistency
    return "" if known is None else known.distrust


def _against(made: ExpertReport | CrowdReport) -> str:
    """That an expert's answers speak against the study's family; empty where they do not."""
    known = None if isinstance(made, CrowdReport) else made.model_check
    return "" if known is None else known.against


def _expert(study: Study, summary: SessionSummary) -> ExpertReport | CrowdReport:
    if summary.answered == 0:
        return _unknown(study, summary)
    try:
        session = study.session(summary.id)
    except (DocumentError, ReplayError) as error:  # one must not hide what the others say
        return _unknown(study, replace(summary, problem=str(error)))
    conclusion = conclude(study.specification, session.estimate())
    given = exchanges(session.events)
    if study.specification.is_crowd:
        return CrowdReport(
            summary=summary, questions=answered_by_many(given), conclusion=conclusion
        )
    judged = consistency(session)
    return ExpertReport(
        summary=summary,
        exchanges=given,
        conclusion=conclusion,
        guess=session.guessed,
        consistency=judged,
        model_check=check_model(session, judged),
    )


def _unknown(study: Study, summary: SessionSummary) -> ExpertReport | CrowdReport:
    if study.specification.is_crowd:
        return CrowdReport(summary=summary, questions=(), conclusion=None)
    return ExpertReport(summary=summary, exchanges=(), conclusion=None)


def _exchange_text(wording: Wording, exchange: Exchange) -> str:
    asked, answered = exchange.asked, exchange.answered
    taken_back = ", taken back later" if exchange.undone else ""
    check = CHECKED[asked.purpose].format(repeats=asked.repeats)
    return f"{question_line(wording, asked)} Said: {SAID[answered.answer]}{taken_back}.{check}"


def _exchange_as_plain(wording: Wording, exchange: Exchange) -> dict[str, Any]:
    answered = exchange.answered
    return question_as_plain(wording, exchange.asked) | {
        "answer": answered.answer.value,
        "answered_at": moment_text(answered.at),
        "seconds": answered.seconds,
        "undone": exchange.undone,
    }


def _asked_text(study: Study) -> str:
    specification = study.specification
    words = specification.wording
    budget = specification.options.get("max_questions")
    if specification.people is not None:
        people = how_many(specification.people, "person", "people")
        have = "has" if specification.people == 1 else "have"
        limit = f", asked of people, one question each, until {people} {have} answered"
    else:
        limit = "" if budget is None else f", {how_many(budget, 'question', 'questions')} at most"
    return (
        f"Study {study.id}, begun {study.created:%Y-%m-%d}. {FAMILIES[specification.family]} by "
        f"{METHODS[specification.method]}{limit}. Shown out of "
        f"{how_many(specification.out_of, words.case, words.cases)}, as if "
        f"{prevalence_text(words, specification.prevalence)}."
    )
