"""The experts of a study together: what they share, where they differ, what all could live with."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from whichmetric.arguments import as_truth
from whichmetric.decisions import Compromise, LeftOut, Panel, compromise, panel
from whichmetric.decisions.compromise_words import (
    CaseWords,
    compromise_sentences,
    view_sentences,
)
from whichmetric.decisions.left_out import doubted_sentences, left_out_sentences
from whichmetric.decisions.misfit import Misfit, misfit_sentences
from whichmetric.decisions.panel_words import panel_sentences
from whichmetric.elicitation import Result
from whichmetric.errors import DocumentError, InvalidInputError, ReplayError
from whichmetric.reports.study_text import missed_text
from whichmetric.studies import Study, StudySpecification
from whichmetric.studies.trials import is_trial
from whichmetric.studies.wording import Wording
from whichmetric.trust import check_model, consistency

__all__ = [
    "COUNT_ALL",
    "NOT_POOLED",
    "SeveralExperts",
    "StudyResults",
    "several_experts",
    "study_panel",
    "study_results",
]

NOT_POOLED = (
    "Linear-fractional metrics have two numbers each, which are not pooled: the experts stand each "
    "for themselves."
)
COUNT_ALL = (
    "To count everyone who has a view all the same: everyone=True in Python, --everyone for "
    "whichmetric report, ?everyone=true in an address of the web application."
)
PREFERS_ERRORS = "the answers prefer wrong decisions to right ones"
UNDECIDED = 'every trade-off was answered with "cannot decide"'
NOBODY_TOO_MANY = "Everyone was to be counted, and nobody's answers would have been left out."
Extent = Literal["all", "some", "one", "nobody"]
"""Of the experts who have answered, who have a view and are counted."""
TITLES: dict[Extent, str] = {
    "all": "All experts together",
    "some": "The experts who are counted",
    "one": "The one expert who is counted",
    "nobody": "No expert is counted",
}
NO_VIEWS = "No expert's answers can be taken for a view, so there is nothing that all share."


@dataclass(frozen=True, kw_only=True)
class SeveralExperts:
    """Experts of one study who have answered, taken together.

    Parameters
    ----------
    panel : Panel or None
        None where the family of the study is not pooled, and where nobody is counted.
    compromise : Compromise or None
        None where no expert's answers can be taken for a view.
    left_out : tuple of LeftOut
        Experts who are not counted, and why.
    wording : Wording
        Of the study.
    everyone : bool
        Whether everyone was to be counted, however little their answers hang together.
    doubted : mapping of names to texts
        Who is counted for that alone, and why the answers are not to be used.
    misfits : tuple of Misfit
        Who is counted although the answers speak against the study's family.
    """

    panel: Panel | None
    compromise: Compromise | None
    left_out: tuple[LeftOut, ...]
    wording: Wording
    everyone: bool = False
    doubted: Mapping[str, str] = field(default_factory=dict)
    misfits: tuple[Misfit, ...] = ()

    @property
    def extent(self) -> Extent:
        """Who has a view and is counted, of all who have answered."""
        if self.compromise is None:
            return "nobody"
        if len(self.compromise.views) == 1:
            return "one"
        return "some" if self.left_out or self.compromise.unheard else "all"

    @property
    def title(self) -> str:
        """What stands above all this."""
        return TITLES[self.extent]

    @property
    def texts(self) -> tuple[str, ...]:
        """A paragraph each, none twice."""
        said = (*self.panel_texts, *self.compromise_texts, *self.view_texts)
        return tuple(dict.fromkeys(said))

    @property
    def panel_texts(self) -> tuple[str, ...]:
        """What they share, where they differ, who is not counted and who is all the same."""
        if self.panel is not None:
            pooled = panel_sentences(self.panel, missed_text(self.wording))
            return (*pooled, *self.everyone_texts)
        first = NO_VIEWS if self.compromise is None else NOT_POOLED
        return (first, *self.left_out_texts, *self.everyone_texts, *self.misfit_texts)

    @property
    def compromise_texts(self) -> tuple[str, ...]:
        """What all could live with, and who is left out of that."""
        if self.compromise is None:
            return (NO_VIEWS, *self.left_out_texts)
        return compromise_sentences(self.compromise, self._words)

    @property
    def left_out_texts(self) -> tuple[str, ...]:
        """Who is not counted and why, and how to count them all the same."""
        return left_out_sentences(self.left_out)

    @property
    def everyone_texts(self) -> tuple[str, ...]:
        """Who is counted since everyone was to be; none where the doubtful are left out."""
        if self.everyone and not self.doubted:
            return () if self.left_out else (NOBODY_TOO_MANY,)
        unheard = () if self.compromise is None else self.compromise.unheard
        doubted = (LeftOut(name, reason) for name, reason in self.doubted.items())
        return doubted_sentences(doubted, unheard)

    @property
    def misfit_texts(self) -> tuple[str, ...]:
        """Whose answers speak against the study's family, and how they are counted."""
        return misfit_sentences(self.misfits)

    @property
    def view_texts(self) -> tuple[str, ...]:
        """What each expert would do, and loses at the compromise; none where there is none."""
        return () if self.compromise is None else view_sentences(self.compromise, self._words)

    @property
    def _words(self) -> CaseWords:
        return CaseWords(self.wording.cases, self.wording.many_have, self.wording.without)

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries."""
        return {
            "panel": None if self.panel is None else self.panel.as_dict(),
            "compromise": None if self.compromise is None else self.compromise.as_dict(),
            "left_out": [one.name for one in self.left_out],
            "left_out_texts": list(self.left_out_texts),
            "extent": self.extent,
            "title": self.title,
            "doubted": list(self.doubted),
            "everyone_texts": list(self.everyone_texts),
            "misfits": [one.name for one in self.misfits],
            "misfit_texts": list(self.misfit_texts),
            "texts": list(self.texts),
            "panel_texts": list(self.panel_texts),
            "compromise_texts": list(self.compromise_texts),
        }


@dataclass(frozen=True, kw_only=True)
class StudyResults:
    """What the experts of a study have said, whose answers are not to be used, or do not fit.

    Parameters
    ----------
    results : mapping of names to results
    distrusted : mapping of names to texts
        Why answers are not to be used, of those experts whose answers are not.
    everyone : bool
        Whether these count all the same.
    against : mapping of names to texts
        That answers speak against the study's family, of those experts whose answers do.
    """

    results: Mapping[str, Result]
    distrusted: Mapping[str, str]
    everyone: bool = False
    against: Mapping[str, str] = field(default_factory=dict)

    @property
    def counted(self) -> dict[str, Result]:
        """Those that can be taken together."""
        left_out = {one.name for one in self.left_out}
        return {name: one for name, one in self.results.items() if name not in left_out}

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Those that are not, and why."""
        found = []
        for name, result in self.results.items():
            if result.direction == "decreasing":
                found.append(LeftOut(name, self.distrusted.get(name) or PREFERS_ERRORS))
            elif result.answered == 0:
                found.append(LeftOut(name, UNDECIDED))
            elif self.distrusted.get(name) and not self.everyone:
                found.append(LeftOut(name, self.distrusted[name], COUNT_ALL))
        return tuple(found)

    @property
    def doubted(self) -> dict[str, str]:
        """Those that are only taken together since everyone counts, and why they would not be."""
        return {name: self.distrusted[name] for name in self.counted if self.distrusted.get(name)}

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        """Those that are taken together although they speak against what is supposed of all."""
        return tuple(
            Misfit(name, self.against[name]) for name in self.counted if self.against.get(name)
        )


def several_experts(
    specification: StudySpecification,
    results: Mapping[str, Result],
    distrusted: Mapping[str, str] | None = None,
    *,
    everyone: bool = False,
    against: Mapping[str, str] | None = None,
) -> SeveralExperts | None:
    """What the results of a study come to together; None where fewer than two have answered.

    Parameters
    ----------
    specification : StudySpecification
    results : mapping of names to results
        Of the experts who have answered.
    distrusted : mapping of names to texts, optional
        Experts who are left out, and why: `Consistency.distrust` says it.
    everyone : bool
        Whether these count all the same.
    against : mapping of names to texts, optional
        That answers speak against the study's family: `ModelCheck.against` says it.
    """
    given = StudyResults(
        results=results, distrusted=distrusted or {}, everyone=everyone, against=against or {}
    )
    counted, left_out = given.counted, given.left_out
    if len(counted) + len(left_out) < 2:
        return None
    pooled = agreed = None
    if counted and specification.family != "linear-fractional":
        pooled = replace(panel(counted, left_out=left_out), misfits=given.misfits)
    with suppress(InvalidInputError):  # nobody has a view
        agreed = compromise(pooled or counted, specification.table, left_out=left_out)
        agreed = replace(agreed, misfits=given.misfits)
    return SeveralExperts(
        panel=pooled,
        compromise=agreed,
        left_out=left_out,
        wording=specification.wording,
        everyone=everyone,
        doubted=given.doubted,
        misfits=given.misfits,
    )


def study_results(study: Study, *, everyone: bool = False) -> StudyResults:
    """What each expert of a study has said, by name; of several sessions the latest with answers.

    Sessions without an answer are left out, and so are those whose log cannot be read, and what the
    owner tried.

    Parameters
    ----------
    study : Study
    everyone : bool
        Whether to count all, however little their answers hang together.
    """
    results, distrusted, against = {}, {}, {}
    as_truth("everyone", everyone)
    judged = not study.specification.is_crowd
    for summary in study.sessions:
        if summary.answered == 0 or summary.problem or is_trial(summary.expert):
            continue
        try:
            session = study.session(summary.id)
            results[summary.name] = session.estimate()
            if judged:
                found = consistency(session)
                distrusted[summary.name] = found.distrust
                against[summary.name] = check_model(session, found).against
        except (DocumentError, ReplayError):  # one must not hide what the others say
            continue
    return StudyResults(results=results, distrusted=distrusted, everyone=everyone, against=against)


def study_panel(study: Study, *, level: float = 0.9, everyone: bool = False) -> Panel:
    """The experts of a study, pooled.

    Whose answers are not to be used, since they hardly hang together or prefer the worse option, is
    left out; `Panel.left_out` names them with the reason. `Panel.misfits` names those who are
    counted although their answers speak against the study's family.

    Parameters
    ----------
    study : Study
    level : float
        Probability of the intervals.
    everyone : bool
        Whether to count those, too; `Panel.doubted` names them then.

    Raises
    ------
    InvalidInputError
        Where nobody has answered or is counted, the study's family is not pooled, or it asks a
        crowd.
    """
    if study.specification.is_crowd:
        raise InvalidInputError(
            f"Study {study.id!r} asks a crowd, whose answers, one a person, are one result and no "
            "panel: take session_of().estimate() of the study, and give that to recommend(...) or "
            "rank_models(...)."
        )
    given = study_results(study, everyone=everyone)
    if not given.results:
        raise InvalidInputError(f"Nobody has answered study {study.id!r} yet: ask experts first.")
    if not given.counted:
        told = " ".join(left_out_sentences(given.left_out))
        raise InvalidInputError(f"Nobody who has answered study {study.id!r} is counted. {told}")
    doubted = tuple(LeftOut(name, reason) for name, reason in given.doubted.items())
    pooled = panel(given.counted, level=level, left_out=given.left_out)
    return replace(pooled, doubted=doubted, misfits=given.misfits)
