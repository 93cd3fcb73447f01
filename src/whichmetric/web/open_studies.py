"""Studies and sessions that are open, so that an answer need not replay all before it."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, RLock, Semaphore

from whichmetric.studies import Session, SessionSummary, Study, StudyStore
from whichmetric.web.recently_used import RecentlyUsed

__all__ = ["OpenStudies"]

MOST_STUDIES = 64
MOST_SESSIONS = 128
HANDS = (os.cpu_count() or 1) + 1
"""Sessions that are worked on at once: one for each core, and one that waits for its store. With
more, all would wait for each other's turns, and some for very long."""


@dataclass
class _Slot:
    """One session: whoever holds the lock works with it."""

    lock: RLock = field(default_factory=RLock)
    session: Session | None = None


class OpenStudies:
    """Opens studies and sessions, and keeps those that were used last.

    Parameters
    ----------
    store : StudyStore
    """

    def __init__(self, store: StudyStore) -> None:
        self.store = store
        self._studies: RecentlyUsed[str, Study] = RecentlyUsed(MOST_STUDIES)
        self._slots: OrderedDict[tuple[str, str], _Slot] = OrderedDict()
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
        slot = self._slot(study, name)
        with slot.lock, self._hands:
            if slot.session is None:
                slot.session = self.study(study).session(name)
            else:
                slot.session.refresh()
            try:
                yield slot.session
            except BaseException:
                slot.session = None  # whatever state it is in, the stored one is right
                raise

    def _slot(self, study: str, name: str) -> _Slot:
        with self._lock:
            slot = self._slots.setdefault((study, name), _Slot())
            self._slots.move_to_end((study, name))
            while len(self._slots) > MOST_SESSIONS:
                self._slots.popitem(last=False)
            return slot
