"""A whole study as one JSON document, to keep, to send, and to bring into another store."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from whichmetric.errors import ConflictError, DocumentError
from whichmetric.studies.checks import Checks
from whichmetric.studies.event_json import event_as_plain, event_from_plain
from whichmetric.studies.events import Event
from whichmetric.studies.fields import Fields
from whichmetric.studies.identifiers import (
    NewIdentifier,
    checked_identifier,
    random_identifier,
)
from whichmetric.studies.moments import Clock, moment_from_text, moment_text, utc_now
from whichmetric.studies.replay import Replay
from whichmetric.studies.shallow_json import read_json
from whichmetric.studies.specification import StudySpecification
from whichmetric.studies.storage import SessionRecord, StudyRecord, StudyStore
from whichmetric.studies.study import Study

__all__ = [
    "SCHEMA",
    "StudyDocument",
    "export_study",
    "import_study",
    "read_document",
    "store_document",
]

FORMAT = "whichmetric study"
SCHEMA = 5
"""Goes up with every change of what a document holds; newer ones are refused. A document names the
oldest that can hold it: 5 where one person's errors are inferred or a noise says what "about equal"
changes, 4 for held-out pairs that tell a bend, 3 for a crowd, 2 for a study with other checks, 1
for any other."""


class StudyDocument(NamedTuple):
    """What a document says, checked and replayed.

    Parameters
    ----------
    study : StudyRecord
    sessions : tuple of (SessionRecord, tuple of Event)
    """

    study: StudyRecord
    sessions: tuple[tuple[SessionRecord, tuple[Event, ...]], ...]


def export_study(study: Study, *, leave_out: Collection[str] = ()) -> str:
    """The study, its score table and every event of its sessions.

    Parameters
    ----------
    study : Study
    leave_out : collection of str
        Sessions that are not to be in it, such as those that cannot be read.

    Returns
    -------
    str
        JSON that names the version of its own schema. Every number is kept to its last digit, and a
        digest over the study and its sessions shows damage.
    """
    store = study.store
    body = {
        "study": {
            "id": study.id,
            "created": moment_text(study.created),
            "specification": study.specification.as_plain(),
        },
        "sessions": [
            {
                "id": record.id,
                "expert": record.expert,
                "created": moment_text(record.created),
                "events": [event_as_plain(event) for event in store.events(study.id, record.id)],
            }
            for record in store.sessions(study.id)
            if record.id not in leave_out
        ],
    }
    head = {
        "format": FORMAT,
        "schema": _oldest_schema(study.specification),
        "digest": _digest(body),
    }
    return json.dumps(head | body, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _oldest_schema(specification: StudySpecification) -> int:
    noise = specification.options.get("noise") or {}
    if specification.ties_version > 1 or {"shares", "share_weights", "care"} & set(noise):
        return 5
    if specification.pairs_version > 1:
        return 4
    if specification.is_crowd:
        return 3
    return 2 if specification.checks != Checks() else 1


def import_study(
    store: StudyStore,
    document: str,
    *,
    id: str | None = None,  # noqa: A002
    clock: Clock = utc_now,
    new_identifier: NewIdentifier = random_identifier,
) -> Study:
    """Bring an exported study into a store: `read_document`, then `store_document`.

    Parameters
    ----------
    store : StudyStore
    document : str
        What `export_study` has written.
    id : str, optional
        Another name for the study; sessions keep theirs, and so their questions.
    clock, new_identifier
        For the study that is returned.

    Raises
    ------
    DocumentError, ReplayError, ConflictError
        As these do.
    """
    read = read_document(document, id=id)
    return store_document(store, read, clock=clock, new_identifier=new_identifier)


def read_document(document: str, *, id: str | None = None) -> StudyDocument:  # noqa: A002
    """What a document says, before anything is stored.

    It is checked against its digest, the score table against its fingerprint, and every session is
    replayed.

    Parameters
    ----------
    document : str
        What `export_study` has written.
    id : str, optional
        Another name for the study.

    Raises
    ------
    DocumentError
        For what is no study, or damaged, or of a newer schema.
    ReplayError
        Where a session would be asked something else now than was stored.
    """
    if id is not None:
        checked_identifier("study", id)
    read = _read(document, id)
    for record, events in read.sessions:
        Replay(read.study.specification, record.id, events)
    return read


def store_document(
    store: StudyStore,
    document: StudyDocument,
    *,
    clock: Clock = utc_now,
    new_identifier: NewIdentifier = random_identifier,
) -> Study:
    """Keep what a document says.

    Where the study is there already, what the document has more is added, so that an import that
    broke off can be repeated. Where one session does not fit, nothing is added to any.

    Raises
    ------
    ConflictError
        Where the store has another study of that name, or one of the sessions went another way.
    """
    stored = store.create_study(document.study)
    there = {record.id for record in store.sessions(stored.id)}
    for record, events in document.sessions:
        if record.id in there:
            store.create_session(stored.id, record)  # refuses another expert, and writes nothing
            _missing(store, stored.id, record.id, events)
    for record, events in document.sessions:
        store.create_session(stored.id, record)
        _add_missing(store, stored.id, record.id, events)
    return Study(store, stored, clock=clock, new_identifier=new_identifier)


def _missing(store: StudyStore, study: str, session: str, events: tuple[Event, ...]) -> range:
    """The positions that the document knows and the store does not; the store may also know more.

    Raises
    ------
    ConflictError
        Where the two do not begin alike.
    """
    there = store.events(study, session)
    shared = min(len(there), len(events))
    if there[:shared] != events[:shared]:
        raise ConflictError(
            f"Session {session!r} of study {study!r} went another way here than in the document: "
            "import the document under another name."
        )
    return range(shared, len(events))


def _add_missing(store: StudyStore, study: str, session: str, events: tuple[Event, ...]) -> None:
    """Add what is missing, beside others who may be doing the same."""
    missing = _missing(store, study, session, events)
    while missing:
        try:
            store.append(study, session, events[missing[0]], position=missing[0])
            missing = missing[1:]
        except ConflictError:  # another import was first; what it wrote is compared, too
            before, missing = missing, _missing(store, study, session, events)
            if missing == before:  # then the store has lost events, and waiting is no use
                raise


def _read(document: str, new_id: str | None) -> StudyDocument:
    try:
        values = read_json(document.removeprefix("\ufeff"))  # which some editors put there
    except (AttributeError, TypeError, ValueError) as failure:
        raise DocumentError(
            f"This is no JSON document ({failure}). Give what `export` has written, whole."
        ) from None
    with Fields("The document", values).reading() as read:
        _check_head(values)
        for name in ("format", "schema", "digest"):
            read.skip(name)
        with read.inner("study").reading() as head:
            stored_id = head.text("id")
            study = StudyRecord(
                id=stored_id if new_id is None else new_id,
                created=moment_from_text("created", head.text("created")),
                specification=StudySpecification.from_plain(
                    "The specification", head.mapping("specification")
                ),
            )
        sessions = tuple(
            _session(f"Session {place}", values)
            for place, values in enumerate(read.items("sessions"), start=1)
        )
    _refuse_twice(record.id for record, _ in sessions)
    return StudyDocument(study, sessions)


def _check_head(values: dict[str, Any]) -> None:
    """Refuse another format, a newer schema, and damage."""
    if values.get("format") != FORMAT:
        raise DocumentError(
            f"The document's format is {values.get('format')!r}, not {FORMAT!r}: "
            "give what `export` has written."
        )
    schema = values.get("schema")
    if not isinstance(schema, int) or isinstance(schema, bool) or schema < 1:
        raise DocumentError(f"The document's schema is {schema!r}, not a version number.")
    if schema > SCHEMA:
        raise DocumentError(
            f"The document has schema {schema}, and this version reads up to {SCHEMA}: "
            "install a newer whichmetric."
        )
    body = {name: value for name, value in values.items() if name in ("study", "sessions")}
    if values.get("digest") != _digest(body):
        raise DocumentError(
            "The document does not match its own digest: it has been changed or damaged. "
            "Export the study again."
        )


def _session(where: str, values: Any) -> tuple[SessionRecord, tuple[Event, ...]]:
    with Fields(where, values).reading() as read:
        record = SessionRecord(
            id=read.text("id"),
            expert=read.text("expert"),
            created=moment_from_text("created", read.text("created")),
        )
        events = tuple(
            event_from_plain(f"Session {record.id!r}, event {position}", event)
            for position, event in enumerate(read.items("events"))
        )
    return record, events


def _refuse_twice(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise DocumentError(f"The document has two sessions {name!r}.")
        seen.add(name)


def _digest(body: dict[str, Any]) -> str:
    """SHA-256 of the contents, however they are laid out."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
