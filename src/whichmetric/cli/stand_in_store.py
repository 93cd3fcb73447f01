"""A stand-in until studies are kept in SQL: a journal of JSON lines, read into memory.

Not for the product: whoever merges the SQL stores deletes this file and calls theirs in stores.py.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from whichmetric.errors import InvalidInputError
from whichmetric.studies import Event, MemoryStore, StudySpecification
from whichmetric.studies.event_json import event_as_plain, event_from_plain
from whichmetric.studies.moments import moment_from_text, moment_text
from whichmetric.studies.storage import SessionRecord, StoredEvent, StudyHeader, StudyRecord

__all__ = ["StandInStore"]


class StandInStore:
    """See `StudyStore`."""

    def __init__(self, path: str, *, create: bool = True) -> None:
        if "://" in path:
            raise InvalidInputError(f"{path.partition('://')[0]}:// is not supported yet.")
        if not create and not Path(path).exists():
            raise FileNotFoundError(2, "No such file or directory", path)
        self._path = path
        self._memory = MemoryStore()
        self._read = 0
        with self._locked():
            pass

    def __enter__(self) -> StandInStore:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing is held open."""

    @contextmanager
    def _locked(self) -> Iterator[int]:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = os.fstat(file).st_size
            for line in os.pread(file, size - self._read, self._read).splitlines():
                self._take(json.loads(line))
            self._read = size
            yield file
        finally:
            os.close(file)

    def _write(self, file: int, entry: dict[str, Any]) -> None:
        line = json.dumps(entry).encode() + b"\n"
        os.write(file, line)
        os.fsync(file)
        self._read += len(line)

    def _take(self, entry: dict[str, Any]) -> None:
        created = moment_from_text("created", entry["created"]) if "created" in entry else None
        if "specification" in entry:
            specification = StudySpecification.from_plain("study", entry["specification"])
            assert created is not None
            self._memory.create_study(
                StudyRecord(id=entry["study"], created=created, specification=specification)
            )
        elif "expert" in entry:
            assert created is not None
            self._memory.create_session(
                entry["study"],
                SessionRecord(id=entry["session"], created=created, expert=entry["expert"]),
            )
        else:
            self._memory.append(
                entry["study"],
                entry["session"],
                event_from_plain("event", entry["event"]),
                position=entry["position"],
            )

    def create_study(self, record: StudyRecord) -> StudyRecord:
        """Keep a study."""
        with self._locked() as file:
            new = record.id not in {header.id for header in self._memory.studies()}
            stored = self._memory.create_study(record)
            if new:
                self._write(
                    file,
                    {
                        "study": record.id,
                        "created": moment_text(record.created),
                        "specification": record.specification.as_plain(),
                    },
                )
            return stored

    def studies(self) -> tuple[StudyHeader, ...]:
        """All studies."""
        with self._locked():
            return self._memory.studies()

    def study(self, study: str) -> StudyRecord:
        """One study."""
        with self._locked():
            return self._memory.study(study)

    def create_session(self, study: str, record: SessionRecord) -> SessionRecord:
        """Keep a session."""
        with self._locked() as file:
            new = record.id not in {own.id for own in self._memory.sessions(study)}
            stored = self._memory.create_session(study, record)
            if new:
                created = moment_text(record.created)
                entry = {"study": study, "session": record.id, "created": created}
                self._write(file, entry | {"expert": record.expert})
            return stored

    def sessions(self, study: str) -> tuple[SessionRecord, ...]:
        """The sessions of a study."""
        with self._locked():
            return self._memory.sessions(study)

    def session(self, study: str, session: str) -> SessionRecord:
        """One session."""
        with self._locked():
            return self._memory.session(study, session)

    def append(self, study: str, session: str, event: Event, *, position: int) -> StoredEvent:
        """Add an event."""
        with self._locked() as file:
            known = len(self._memory.events(study, session))
            stored = self._memory.append(study, session, event, position=position)
            if stored.position == known:
                entry = {"study": study, "session": session, "position": position}
                self._write(file, entry | {"event": event_as_plain(event)})
            return stored

    def events(self, study: str, session: str, *, start: int = 0) -> tuple[Event, ...]:
        """A session's log."""
        with self._locked():
            return self._memory.events(study, session, start=start)
