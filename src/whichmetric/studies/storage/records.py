"""What a store keeps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from whichmetric.arguments import expect
from whichmetric.studies.events import Event
from whichmetric.studies.identifiers import checked_identifier
from whichmetric.studies.moments import checked_moment
from whichmetric.studies.plain_text import plain_text
from whichmetric.studies.specification import StudySpecification

__all__ = [
    "LONGEST_EXPERT",
    "InvitationRecord",
    "SessionRecord",
    "StoredEvent",
    "StudyHeader",
    "StudyRecord",
]

LONGEST_EXPERT = 100
"""Characters."""


class StudyHeader(NamedTuple):
    """A study without its table, for lists.

    Parameters
    ----------
    id : str
    title : str
        From its wording.
    created : datetime
        In UTC.
    fingerprint : str or None
        Of its specification; None where that is not known.
    problem : str
        What is damaged in this very line; empty where nothing is.
    """

    id: str
    title: str
    created: datetime
    fingerprint: str | None
    problem: str = ""


@dataclass(frozen=True, kw_only=True)
class StudyRecord:
    """A study, which never changes once it is created.

    Parameters
    ----------
    id : str
    specification : StudySpecification
    created : datetime
    """

    id: str
    specification: StudySpecification
    created: datetime

    def __post_init__(self) -> None:
        checked_identifier("study", self.id)
        remedy = "give a StudySpecification"
        expect("specification", self.specification, StudySpecification, remedy)
        object.__setattr__(self, "created", checked_moment("created", self.created))

    @property
    def header(self) -> StudyHeader:
        """What lists show."""
        words = self.specification.wording
        return StudyHeader(self.id, words.title, self.created, self.specification.fingerprint)


@dataclass(frozen=True, kw_only=True)
class SessionRecord:
    """One expert's way through a study.

    Parameters
    ----------
    id : str
        Unlike that of any other session of the study.
    created : datetime
    expert : str
        Who answers, by whatever name; may be empty.
    problem : str
        What is damaged in this very line, so that it can be listed but not opened, and nothing else
        in it is relied on; empty where nothing is.
    """

    id: str
    created: datetime
    expert: str = ""
    problem: str = ""

    def __post_init__(self) -> None:
        if self.problem:
            return
        checked_identifier("session", self.id)
        object.__setattr__(self, "created", checked_moment("created", self.created))
        expert = plain_text("expert", self.expert, longest=LONGEST_EXPERT, may_be_empty=True)
        object.__setattr__(self, "expert", expert)

    @property
    def name(self) -> str:
        """What the expert is called; the session's own name where nobody is named."""
        return self.expert or self.id


@dataclass(frozen=True, kw_only=True)
class InvitationRecord:
    """The right to answer one session, of whoever knows its secret.

    Parameters
    ----------
    id : str
        Unlike that of any other invitation; no secret.
    session : str
    digest : str
        Of the secret, by which the invitation is found; the secret itself is not kept.
    created : datetime
    shows_result : bool
        Whether the expert sees the result at the end.
    revoked : datetime or None
        Since when it leads nowhere.
    """

    id: str
    session: str
    digest: str
    created: datetime
    shows_result: bool
    revoked: datetime | None = None

    def __post_init__(self) -> None:
        for name in ("id", "session", "digest"):
            checked_identifier(name, getattr(self, name))
        object.__setattr__(self, "created", checked_moment("created", self.created))
        if self.revoked is not None:
            object.__setattr__(self, "revoked", checked_moment("revoked", self.revoked))


class StoredEvent(NamedTuple):
    """An event and its place in the log.

    Parameters
    ----------
    position : int
        From 0.
    event : Event
    """

    position: int
    event: Event
