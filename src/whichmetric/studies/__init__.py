"""Studies that lose nothing: a specification, and every expert's session as a log of events.

A study is its log. What is stored are the specification and the events; every state is a replay.
"""

from whichmetric.studies.checks import Checks
from whichmetric.studies.denominator import denominator
from whichmetric.studies.document import export_study, import_study
from whichmetric.studies.events import Answered, Asked, Ended, Event, Guessed, Option, Undone
from whichmetric.studies.invitations import Invited, find_invited, invite
from whichmetric.studies.lookup import find_sessions, find_study
from whichmetric.studies.session import Progress, Session
from whichmetric.studies.specification import StudySpecification
from whichmetric.studies.storage import MemoryStore, StudyStore, open_store
from whichmetric.studies.study import Study
from whichmetric.studies.summaries import SessionSummary, StudySummary, list_studies
from whichmetric.studies.wording import Wording

__all__ = [
    "Answered",
    "Asked",
    "Checks",
    "Ended",
    "Event",
    "Guessed",
    "Invited",
    "MemoryStore",
    "Option",
    "Progress",
    "Session",
    "SessionSummary",
    "Study",
    "StudySpecification",
    "StudyStore",
    "StudySummary",
    "Undone",
    "Wording",
    "denominator",
    "export_study",
    "find_invited",
    "find_sessions",
    "find_study",
    "import_study",
    "invite",
    "list_studies",
    "open_store",
]
