"""Where studies are kept."""

from whichmetric.studies.storage.memory import MemoryStore
from whichmetric.studies.storage.opening import open_store
from whichmetric.studies.storage.records import (
    InvitationRecord,
    SessionRecord,
    StoredEvent,
    StudyHeader,
    StudyRecord,
)
from whichmetric.studies.storage.store import StudyStore

__all__ = [
    "InvitationRecord",
    "MemoryStore",
    "SessionRecord",
    "StoredEvent",
    "StudyHeader",
    "StudyRecord",
    "StudyStore",
    "open_store",
]
