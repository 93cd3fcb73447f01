"""Studies and sessions found again by what people remember of them."""

from __future__ import annotations

from whichmetric.errors import DocumentError, UnknownStudyError
from whichmetric.studies.specification import StudySpecification
from whichmetric.studies.storage import SessionRecord, StudyStore
from whichmetric.studies.study import Study

__all__ = ["find_sessions", "find_study"]


def find_study(store: StudyStore, specification: StudySpecification) -> Study | None:
    """The latest study with this specification, by its fingerprint; None where there is none."""
    for header in reversed(store.studies()):
        if header.problem or header.fingerprint not in (None, specification.fingerprint):
            continue  # spares reading its table
        try:
            study = Study.open(store, header.id)
        except DocumentError:  # damaged; it says so where it is asked for by name
            continue
        if study.specification == specification:
            return study
    return None


def find_sessions(study: Study, expert: str | None = None) -> tuple[SessionRecord, ...]:
    """The sessions of an expert, given the expert's name or the session's; all where left out.

    A session of that name counts only where no expert has it.

    Raises
    ------
    UnknownStudyError
        Where there is none, naming those that there are.
    """
    records = study.store.sessions(study.id)
    if records and expert is None:
        return records
    for name in ("expert", "id"):
        found = tuple(record for record in records if getattr(record, name) == expert)
        if found:
            return found
    if not records:
        raise UnknownStudyError(f"Nobody has begun to answer study {study.id!r}.")
    known = ", ".join(dict.fromkeys(repr(record.name) for record in records))
    raise UnknownStudyError(f"Study {study.id!r} has no expert {expert!r}. It has {known}.")
