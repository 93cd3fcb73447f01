"""Which study is being answered, by whom, and where that is kept."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from whichmetric.cli.similar_study import SimilarStudy
from whichmetric.cli.stores import database_option, without_password
from whichmetric.studies import Session, Study
from whichmetric.studies.crowds import is_crowd
from whichmetric.studies.sentences import prevalence_text
from whichmetric.values import Answer

__all__ = ["Setting"]


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What whoever runs a study wants to know before the first question.

    Parameters
    ----------
    study : Study
    session : Session
    database : str or None
        What ``--db`` was.
    is_new : bool
        Whether the study has just been made.
    similar : SimilarStudy or None
        Another one that may have been meant, where nobody was asked.
    namesake : str
        Another expert of nearly the same name, who may have been meant; else empty.
    """

    study: Study
    session: Session
    database: str | None
    is_new: bool
    similar: SimilarStudy | None = None
    namesake: str = ""

    @property
    def warning(self) -> str:
        """Which other study or expert may have been meant, and how to go on; else empty."""
        told = []
        if self.similar is not None:
            go_on = self.command_of(self.similar.study)
            told.append(f"{self.similar.text} To go on with it: {go_on}")
        if self.namesake:
            told.append(
                f"{self.session.record.expert} is new here, and not {self.namesake}, who has "
                f"answers of their own: --expert {shlex.quote(self.namesake)}"
            )
        return " ".join(told)

    @property
    def texts(self) -> tuple[str, str]:
        """Where everything is kept; which prevalence is used, and how to change it."""
        specification = self.study.specification
        told = prevalence_text(specification.wording, specification.prevalence)
        kind = "New study" if self.is_new else "Study"
        why = (
            "as in the data; for another share, begin a study with --prevalence"
            if specification.prevalence == specification.table.prevalence
            else "where the model will work"
        )
        return (
            f"{kind} {self.study.id}, kept in {without_password(self.database)}.",
            f"Asked as if {told}, {why}.",
        )

    def command_of(self, study: Study) -> str:
        """The command that goes on with a study."""
        return f"whichmetric ask --study {study.id}{self.who}{database_option(self.database)}"

    @property
    def who(self) -> str:
        """The option that names the expert, after a blank; empty where nobody is named."""
        expert = self.session.record.expert
        return f" --expert {shlex.quote(expert)}" if expert and not is_crowd(expert) else ""

    @property
    def counts(self) -> dict[str, int]:
        """For JSON: how many questions were answered, and how many skipped."""
        skipped = sum(event.answer is Answer.SKIP for event in self.session.heard)
        return {"answered": len(self.session.heard) - skipped, "skipped": skipped}

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        specification = self.study.specification
        return {
            "kind": "study",
            "study": self.study.id,
            "new": self.is_new,
            "session": self.session.id,
            "expert": self.session.record.expert,
            "namesake": self.namesake or None,
            **self.counts,
            "database": without_password(self.database),
            "prevalence": specification.prevalence,
            "prevalence_in_data": specification.table.prevalence,
            "out_of": specification.out_of,
            "similar": self._similar(),
        }

    def _similar(self) -> dict[str, Any] | None:
        if self.similar is None:
            return None
        return {
            "study": self.similar.study.id,
            "answered": self.similar.answered,
            "differences": list(self.similar.differences),
            "resume": self.command_of(self.similar.study),
        }
