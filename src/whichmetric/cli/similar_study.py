"""A study that somebody may have meant who is about to begin another."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from whichmetric.errors import DocumentError
from whichmetric.geometry import ScoreTable
from whichmetric.studies import Study, StudySpecification, StudyStore, Wording, denominator
from whichmetric.studies.sentences import how_many
from whichmetric.studies.summaries import session_summary

__all__ = ["SimilarStudy", "differences", "similar_study"]

FEW = 3
"""Studies that are compared; each has to be read with its whole table."""


@dataclass(frozen=True, kw_only=True)
class SimilarStudy:
    """A study from a file of the same name, or of the same title, that has answers.

    Parameters
    ----------
    study : Study
    answered : int
        Answers of all experts that stand.
    differences : tuple of str
        What is otherwise in the command.
    """

    study: Study
    answered: int
    differences: tuple[str, ...]

    @property
    def text(self) -> str:
        """What there is, and what differs."""
        kept = how_many(self.answered, "answer", "answers")
        return (
            f"There is a study {self.study.id} already, with {kept}. This command is not the same: "
            f"{'; '.join(self.differences)}."
        )


def similar_study(
    store: StudyStore, specification: StudySpecification, stem: str
) -> SimilarStudy | None:
    """The study that differs least of the latest few, and the latest of those that differ alike.

    None where there is none with answers. One that cannot be read is no candidate.

    Parameters
    ----------
    store : StudyStore
    specification : StudySpecification
        Of the study that is about to be made.
    stem : str
        What its name would begin with.
    """
    from_file = re.compile(rf"{re.escape(stem)}-[0-9a-f]{{6}}(-[0-9.e-]+)?")
    title = specification.wording.title
    found = []
    for header in reversed(store.studies()):
        same_title = header.title == title != Wording().title
        if header.problem or (not same_title and from_file.fullmatch(header.id) is None):
            continue  # spares reading its table
        with suppress(DocumentError):  # a damaged one must not keep a new one from being made
            answered = sum(
                session_summary(store, header.id, record).answered
                for record in store.sessions(header.id)
            )
            if answered:
                study = Study.open(store, header.id)
                told = differences(specification, study.specification)
                found.append(SimilarStudy(study=study, answered=answered, differences=told))
        if len(found) == FEW:
            break
    return min(found, key=lambda similar: len(similar.differences), default=None)


def differences(new: StudySpecification, old: StudySpecification) -> tuple[str, ...]:
    """What is otherwise in a specification than in an older one, a few words each.

    Examples
    --------
    >>> from whichmetric.geometry import ScoreTable
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1, 0, 1], [0.1, 0.3, 0.35, 0.8, 0.6, 0.9])
    >>> old = StudySpecification(table=table, prevalence=0.1, method="bisection")
    >>> differences(StudySpecification(table=table, seed=3, method="bisection"), old)
    ("the data's prevalence, 0.5, instead of 0.1", 'seed 3 instead of 0')
    """
    told = [*_scores(new, old), *_prevalence(new, old)]
    names = ("family", "method", "seed")
    told += [_instead(name, getattr(new, name), getattr(old, name)) for name in names]
    for option in sorted({*new.options, *old.options}):
        name = "questions" if option == "max_questions" else option
        told.append(_instead(name, new.options.get(option), old.options.get(option)))
    told += [
        _instead(field.name, getattr(new.wording, field.name), getattr(old.wording, field.name))
        for field in fields(Wording)
        if not _follows(field.name, new.wording, old.wording)
    ]
    return tuple(text for text in told if text)


def _scores(new: StudySpecification, old: StudySpecification) -> list[str]:
    if new.table == old.table:
        return []
    if _differ_in_bins_alone(new.table, old.table):
        bins, before = (_bins_text(study.table) for study in (new, old))
        return [f"{bins} instead of {before}" if bins != before else "other bins of the scores"]
    now, then = (float(s.table.positive.sum() + s.table.negative.sum()) for s in (new, old))
    sizes = f" ({now:,.6g} cases instead of {then:,.6g})" if now != then else ""
    return [f"the scores have changed{sizes}"]


def _differ_in_bins_alone(new: ScoreTable, old: ScoreTable) -> bool:
    """Whether bins are the reason, as far as they let it be known."""
    now, then = ((t.positive.sum(), t.negative.sum(), *t.score_range) for t in (new, old))
    is_exact = new.certificate.is_exact and old.certificate.is_exact
    return not is_exact and bool(np.allclose(now, then, rtol=1e-12, atol=0.0))


def _bins_text(table: ScoreTable) -> str:
    if table.certificate.is_exact:
        return "every score by itself"
    return f"the scores in {how_many(len(table), 'bin', 'bins')}"


def _prevalence(new: StudySpecification, old: StudySpecification) -> list[str]:
    told = []
    as_in_data = new.prevalence == new.table.prevalence
    # Of changed scores nobody has chosen another prevalence.
    if not (as_in_data and old.prevalence == old.table.prevalence):
        now = f"the data's prevalence, {new.prevalence:.4g}," if as_in_data else None
        told.append(_instead("prevalence", new.prevalence, old.prevalence, now=now))
    follows = all(study.out_of == denominator(study.prevalence) for study in (new, old))
    if new.out_of != old.out_of and not follows:
        told.append(f"shown out of {new.out_of:,} instead of {old.out_of:,}")
    return told


def _follows(name: str, new: Wording, old: Wording) -> bool:
    """Whether a word was made from another one that has been told."""
    made_from = {"cases": "case", "one_has": "condition", "many_have": "condition"}
    made_from["without"] = "condition"
    source = made_from.get(name)
    return source is not None and getattr(new, source) != getattr(old, source)


def _instead(name: str, new: Any, old: Any, now: str | None = None) -> str:
    if new == old:
        return ""
    now = now or f"{name.replace('_', ' ')} {_shown(new)}"
    return f"{now} instead of {_shown(old)}"


def _shown(value: Any) -> str:
    if value is None:
        return "none given"
    if isinstance(value, str) and " " in value:
        return f'"{value}"' if len(value) <= 40 else f'"{value[:39]}..."'
    return f"{value:.4g}" if isinstance(value, float) else str(value)
