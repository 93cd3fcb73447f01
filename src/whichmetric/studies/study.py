"""A study: one specification, and a session for each expert."""

from __future__ import annotations

from datetime import datetime

from whichmetric.elicitation.run import refuse_idle_probability
from whichmetric.errors import ConflictError, DocumentError
from whichmetric.studies.crowds import crowd_name, own_name
from whichmetric.studies.identifiers import NewIdentifier, random_identifier
from whichmetric.studies.moments import Clock, utc_now
from whichmetric.studies.names import free_name, name_from
from whichmetric.studies.plain_text import plain_text
from whichmetric.studies.session import Session
from whichmetric.studies.specification import StudySpecification
from whichmetric.studies.storage import SessionRecord, StudyRecord, StudyStore
from whichmetric.studies.storage.records import LONGEST_EXPERT
from whichmetric.studies.summaries import SessionSummary, session_summary

__all__ = ["Study"]


class Study:
    """A study in a store; make one with `create`, find it again with `open`.

    Parameters
    ----------
    store : StudyStore
    record : StudyRecord
    clock : callable
        Says what time it is.
    new_identifier : callable
        Names sessions and requests that come without a name.

    Examples
    --------
    >>> from whichmetric.geometry import ScoreTable
    >>> from whichmetric.studies.storage import MemoryStore
    >>> table = ScoreTable.from_arrays([0, 0, 1, 1, 0, 1], [0.1, 0.3, 0.35, 0.8, 0.6, 0.9])
    >>> store = MemoryStore()
    >>> specification = StudySpecification(table=table, method="bisection")
    >>> study = Study.create(store, specification, id="example")
    >>> session = study.start("dr-lee")
    >>> while (asked := session.ask()) is not None:
    ...     fewer_missed = "A" if asked.a.counts.fn < asked.b.counts.fn else "B"
    ...     answered = session.answer(asked.number, fewer_missed)
    >>> again = Study.open(store, "example").session("dr-lee")
    >>> again.estimate() == session.estimate()
    True
    """

    def __init__(
        self,
        store: StudyStore,
        record: StudyRecord,
        *,
        clock: Clock = utc_now,
        new_identifier: NewIdentifier = random_identifier,
    ) -> None:
        self.store = store
        self.record = record
        self._clock = clock
        self._new_identifier = new_identifier

    @classmethod
    def create(
        cls,
        store: StudyStore,
        specification: StudySpecification,
        *,
        id: str | None = None,  # noqa: A002
        clock: Clock = utc_now,
        new_identifier: NewIdentifier = random_identifier,
    ) -> Study:
        """Store a new study; where an equal one has this id, open that.

        Raises
        ------
        ConflictError
            Where another study has this id.
        InvalidInputError
            Where the options ask for a probability of nothing.
        """
        record = StudyRecord(
            id=new_identifier() if id is None else id, specification=specification, created=clock()
        )
        refuse_idle_probability(record.specification.options)
        stored = store.create_study(record)
        return cls(store, stored, clock=clock, new_identifier=new_identifier)

    @classmethod
    def open(
        cls,
        store: StudyStore,
        id: str,  # noqa: A002
        *,
        clock: Clock = utc_now,
        new_identifier: NewIdentifier = random_identifier,
    ) -> Study:
        """Find a study.

        Raises
        ------
        UnknownStudyError
            Where there is none of this id.
        """
        return cls(store, store.study(id), clock=clock, new_identifier=new_identifier)

    @property
    def id(self) -> str:
        """The study's name in its store."""
        return self.record.id

    @property
    def specification(self) -> StudySpecification:
        """What is asked about, how, and in which words."""
        return self.record.specification

    @property
    def created(self) -> datetime:
        """When, in UTC."""
        return self.record.created

    @property
    def sessions(self) -> tuple[SessionSummary, ...]:
        """Where each session stands; nothing is replayed."""
        return tuple(
            session_summary(self.store, self.id, record, self.specification)
            for record in self.store.sessions(self.id)
        )

    def start(self, session: str | None = None, *, expert: str = "") -> Session:
        """Begin a session; where the expert has one of this name, open that.

        Parameters
        ----------
        session : str, optional
            Its name; a new one where left out. The sides, and the draws of a method that draws at
            random, follow from it.
        expert : str
            Who answers, by whatever name.

        Raises
        ------
        ConflictError
            Where another expert has a session of this name.
        """
        record = SessionRecord(
            id=self._new_identifier() if session is None else session,
            expert=expert,
            created=self._clock(),
        )
        return self._open(self.store.create_session(self.id, record))

    def session_of(self, expert: str = "") -> Session:
        """Open the expert's latest session, or begin the first, named after the expert.

        Parameters
        ----------
        expert : str
            Who answers, by whatever name; one who gives none is one expert, too. All of a crowd
            share one session, and have no names.
        """
        name = plain_text("expert", expert, longest=LONGEST_EXPERT, may_be_empty=True)
        name = crowd_name(name) if self.specification.is_crowd else own_name(name)
        while True:
            records = self.store.sessions(self.id)
            own = [record for record in records if record.expert == name]
            if own:
                return self._open(own[-1])
            taken = {record.id for record in records}
            try:
                return self.start(
                    free_name(name_from(name, otherwise="expert"), taken), expert=name
                )
            except ConflictError:  # another expert has just taken that name
                if {record.id for record in self.store.sessions(self.id)} == taken:
                    raise

    def session(self, session: str) -> Session:
        """Open a session by its name; what is stored is replayed.

        Raises
        ------
        UnknownStudyError
            Where there is none of this name.
        ReplayError
            Where its log does not replay.
        """
        return self._open(self.store.session(self.id, session))

    def _open(self, record: SessionRecord) -> Session:
        if record.problem:
            raise DocumentError(record.problem)
        return Session(
            self.store,
            self.record,
            record,
            clock=self._clock,
            new_identifier=self._new_identifier,
        )

    def __repr__(self) -> str:
        return f"Study({self.id!r}, {self.specification.wording.title!r})"
