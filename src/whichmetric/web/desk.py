"""Studies and sessions that are open, so that an answer need not replay all before it."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, RLock, Semaphore

from whichmetric.studies import Session, SessionSummary, Study, StudyStore
from whichmetric.web.shelf import Shelf

__all__ = ["Desk"]

MOST_STUDIES = 64
MOST_SESSIONS = 128
HANDS = (os.cpu_count() or 1) + 1
"""Sessions that are worked on at once: one for each core, and one that waits for its store. With
more, all would wait for each other's turns, and some for very long."""


@dataclass
class _Place:
    """A session's place on the desk; whoever holds the lock works with it."""

    lock: RLock = field(default_factory=RLock)
    session: Session | None = None


class Desk:
    """Opens studies and sessions, and keeps those that were used last.

    Parameters
    ----------
    store : StudyStore
    """

    def __init__(self, store: StudyStore) -> None:
        self.store = store
        self._studies: Shelf[str, Study] = Shelf(MOST_STUDIES)
        self._places: OrderedDict[tuple[str, str], _Place] = OrderedDict()
        self._lock = Lock()
        self._hands = Semaphore(HANDS)

    def study(self, name: str) -> Study:
        """A study, which never changes once it is there."""
        known = self._studies.get(name)
        if known is None:
            known = Study.open(self.store, name)
            self._studies.put(name, known)
        return known

    def summary(self, study: str, session: str) -> SessionSummary:
        """Where a session stands; refused in words where there is none."""
        self.store.session(study, session)
        return next(one for one in self.study(study).sessions if one.id == session)

    @contextmanager
    def session(self, study: str, name: str) -> Iterator[Session]:
        """A session as it is stored now, for the caller alone until the end of the block."""
        place = self._place(study, name)
        with place.lock, self._hands:
            if place.session is None:
                place.session = self.study(study).session(name)
            else:
                place.session.refresh()
            try:
                yield place.session
            except BaseException:
                place.session = None  # whatever state it is in, the stored one is right
                raise

    def _place(self, study: str, name: str) -> _Place:
        with self._lock:
            place = self._places.setdefault((study, name), _Place())
            self._places.move_to_end((study, name))
            while len(self._places) > MOST_SESSIONS:
                self._places.popitem(last=False)
            return place
