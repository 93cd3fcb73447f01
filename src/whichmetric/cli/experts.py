"""Whom ``--expert`` means: the same in every command.

The expert of exactly this name; where there is none, the session of this name.
"""

from __future__ import annotations

import unicodedata

from whichmetric.errors import InvalidInputError
from whichmetric.studies import Session, Study, find_sessions
from whichmetric.studies.plain_text import JOINERS, plain_text
from whichmetric.studies.storage import SessionRecord
from whichmetric.studies.storage.records import LONGEST_EXPERT

__all__ = ["begun_session", "checked_expert", "namesake", "session_to_go_on_with"]


def checked_expert(expert: str) -> str:
    """The name as it is kept, refused where it would become another one, or nobody's."""
    if any(unicodedata.category(mark) == "Cs" for mark in expert):
        raise InvalidInputError(
            f"--expert {expert!r} is not text in this terminal's encoding: type the name again."
        )
    name = plain_text("expert", expert, longest=LONGEST_EXPERT, may_be_empty=True)
    if not name.strip(JOINERS + " "):
        raise InvalidInputError(
            f"--expert {expert!r} is empty: give a word or two, or leave it out."
        )
    return name


def session_to_go_on_with(study: Study, expert: str) -> Session:
    """The expert's latest session; the first one is begun where there is none."""
    records = study.store.sessions(study.id)
    if not any(record.expert == expert for record in records):
        for record in records:
            if record.id == expert:
                return study.session(record.id)
    return study.session_of(expert)


def namesake(study: Study, session: Session) -> str:
    """Another expert whose name differs in case and spaces alone; empty where there is none."""
    own = session.record.expert
    for record in study.store.sessions(study.id):
        if record.expert != own and _letters(record.expert) == _letters(own):
            return record.expert
    return ""


def _letters(name: str) -> str:
    return "".join(name.split()).casefold()


def begun_session(study: Study, expert: str | None) -> Session:
    """The session that `session_to_go_on_with` opens; nothing is begun.

    Parameters
    ----------
    study : Study
    expert : str or None
        None where only one expert has answered.

    Raises
    ------
    UnknownStudyError
        Where nobody is meant.
    InvalidInputError
        Where several may be meant.
    """
    records = find_sessions(study, None if expert is None else checked_expert(expert))
    if expert is None and len({record.expert for record in records}) > 1:
        known = ", ".join(record.name for record in records)
        raise InvalidInputError(f"Several have begun: say whose, with --expert ({known}).")
    return study.session(_latest(records, expert).id)


def _latest(records: tuple[SessionRecord, ...], expert: str | None) -> SessionRecord:
    named = [record for record in records if record.expert == expert]
    return (named or list(records))[-1]
