"""The experts of a study together: what they share, where they differ, what all could live with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from whichmetric.decisions import Compromise, Panel, compromise, panel
from whichmetric.decisions.compromise_words import (
    CaseWords,
    compromise_sentences,
    view_sentences,
)
from whichmetric.decisions.panel_words import panel_sentences
from whichmetric.elicitation import Result
from whichmetric.errors import DocumentError, InvalidInputError, ReplayError
from whichmetric.reports.study_text import missed_text
from whichmetric.studies import Study, StudySpecification
from whichmetric.studies.trials import is_trial
from whichmetric.studies.wording import Wording

__all__ = ["NOT_POOLED", "SeveralExperts", "several_experts", "study_panel", "study_results"]

NOT_POOLED = (
    "Linear-fractional metrics have two numbers each, which are not pooled: the experts stand each "
    "for themselves."
)
NO_VIEWS = "No expert's answers can be taken for a view, so there is nothing that all share."


@dataclass(frozen=True, kw_only=True)
class SeveralExperts:
    """Experts of one study who have answered, taken together.

    Parameters
    ----------
    panel : Panel or None
        None where the family of the study is not pooled.
    compromise : Compromise or None
        None where no expert's answers can be taken for a view.
    left_out : tuple of str
        Experts whose answers prefer wrong decisions to right ones.
    wording : Wording
        Of the study.
    """

    panel: Panel | None
    compromise: Compromise | None
    left_out: tuple[str, ...]
    wording: Wording

    @property
    def texts(self) -> tuple[str, ...]:
        """A paragraph each."""
        return (*self.panel_texts, *self._agreed_texts, *self.view_texts, *self._against)

    @property
    def panel_texts(self) -> tuple[str, ...]:
        """What they share, and where they differ."""
        if self.panel is None:
            return (NOT_POOLED,)
        return tuple(panel_sentences(self.panel, missed_text(self.wording)))

    @property
    def compromise_texts(self) -> tuple[str, ...]:
        """What all could live with, and who is left out of that."""
        return (*self._agreed_texts, *self._against)

    @property
    def view_texts(self) -> tuple[str, ...]:
        """What each expert would do, and loses at the compromise; none where there is none."""
        return () if self.compromise is None else view_sentences(self.compromise, self._words)

    @property
    def _agreed_texts(self) -> tuple[str, ...]:
        if self.compromise is None:
            return (NO_VIEWS,)
        return compromise_sentences(self.compromise, self._words)

    @property
    def _words(self) -> CaseWords:
        return CaseWords(self.wording.cases, self.wording.many_have, self.wording.without)

    @property
    def _against(self) -> list[str]:
        return [
            f"Left out, since the answers prefer wrong decisions to right ones: {name}."
            for name in self.left_out
        ]

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers, texts, lists and dictionaries."""
        return {
            "panel": None if self.panel is None else self.panel.as_dict(),
            "compromise": None if self.compromise is None else self.compromise.as_dict(),
            "left_out": list(self.left_out),
            "texts": list(self.texts),
            "panel_texts": list(self.panel_texts),
            "compromise_texts": list(self.compromise_texts),
        }


def several_experts(
    specification: StudySpecification, results: Mapping[str, Result]
) -> SeveralExperts | None:
    """What the results of a study come to together; None where fewer than two can be counted.

    Parameters
    ----------
    specification : StudySpecification
    results : mapping of names to results
        Of the experts who have answered.
    """
    counted = {
        name: result
        for name, result in results.items()
        if result.direction == "increasing" and result.answered > 0
    }
    if len(counted) < 2:
        return None
    pooled = None if specification.family == "linear-fractional" else panel(counted)
    try:
        agreed = compromise(counted if pooled is None else pooled, specification.table)
    except InvalidInputError:  # nobody has a view
        agreed = None
    return SeveralExperts(
        panel=pooled,
        compromise=agreed,
        left_out=tuple(name for name, one in results.items() if one.direction == "decreasing"),
        wording=specification.wording,
    )


def study_results(study: Study) -> dict[str, Result]:
    """What each expert of a study has said, by name; of several sessions the latest with answers.

    Sessions without an answer are left out, and so are those whose log cannot be read, and what the
    owner tried.
    """
    results = {}
    for summary in study.sessions:
        if summary.answered == 0 or summary.problem or is_trial(summary.expert):
            continue
        try:
            results[summary.name] = study.session(summary.id).estimate()
        except (DocumentError, ReplayError):  # one must not hide what the others say
            continue
    return results


def study_panel(study: Study, *, level: float = 0.9) -> Panel:
    """The experts of a study, pooled.

    Parameters
    ----------
    study : Study
    level : float
        Probability of the intervals.

    Raises
    ------
    InvalidInputError
        Where nobody has answered, an expert prefers wrong decisions, or the study's family is not
        pooled.
    """
    results = study_results(study)
    if not results:
        raise InvalidInputError(f"Nobody has answered study {study.id!r} yet: ask experts first.")
    return panel(results, level=level)
