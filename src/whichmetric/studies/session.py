"""One expert's session: asked, answered, undone, and kept at every step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from whichmetric.arguments import as_whole_number
from whichmetric.elicitation import Result
from whichmetric.elicitation.result import Stopped
from whichmetric.errors import ConflictError, ElicitationError, InvalidInputError
from whichmetric.studies.events import Answered, Asked, Event, Guessed, Undone
from whichmetric.studies.identifiers import NewIdentifier, random_identifier
from whichmetric.studies.moments import Clock, utc_now
from whichmetric.studies.replay import Replay
from whichmetric.studies.specification import StudySpecification
from whichmetric.studies.storage import SessionRecord, StudyRecord, StudyStore
from whichmetric.studies.typed_guess import checked_guess
from whichmetric.values import Answer, as_answer

__all__ = ["Progress", "Session"]

Requested = TypeVar("Requested", Answered, Guessed, Undone)


@dataclass(frozen=True)
class Progress:
    """How far a session is.

    Parameters
    ----------
    answered : int
        Questions with an answer that stands.
    remaining : int or None
        Forecast of the questions still to come; None where the method makes none.
    stopped : str or None
        Why nothing more is asked; None while there is more.
    """

    answered: int
    remaining: int | None
    stopped: Stopped | None


class Session:
    """Ask, answer and undo; whatever a method has returned is stored.

    Opening replays what is stored. Afterwards an answer costs what its elicitor takes for the next
    question, and an undone one a replay. A session belongs to one thread; several sessions, also in
    other processes, may be open on the same log at once: of two answers to one question the first
    counts, and the other is told so.

    Get one from `Study.start` or `Study.session`.

    Parameters
    ----------
    store : StudyStore
    study : StudyRecord
    record : SessionRecord
    clock : callable
    new_identifier : callable
        For requests that come without a key.

    Raises
    ------
    ReplayError
        Where the log does not replay.
    """

    def __init__(
        self,
        store: StudyStore,
        study: StudyRecord,
        record: SessionRecord,
        *,
        clock: Clock = utc_now,
        new_identifier: NewIdentifier = random_identifier,
    ) -> None:
        self._store = store
        self._study = study
        self.record = record
        self._clock = clock
        self._new_identifier = new_identifier
        self._replay = Replay(study.specification, record.id)
        self.refresh()

    @property
    def id(self) -> str:
        """The session's name in its study."""
        return self.record.id

    @property
    def specification(self) -> StudySpecification:
        """What its study asks about, how, and in which words."""
        return self._study.specification

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, as far as this object has seen."""
        return self._replay.log.events

    @property
    def position(self) -> int:
        """How many events this object has seen; what `seen` is compared with."""
        return len(self._replay.log)

    @property
    def answers(self) -> tuple[Answered, ...]:
        """The answers that stand, in order, one a question; A is what stood on the left."""
        return self._replay.log.answers

    @property
    def heard(self) -> tuple[Answered, ...]:
        """The same in the order of time, with the further answers that a crowd gives."""
        return self._replay.log.heard

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The questions that stand, in order; the last may wait for its answer."""
        return self._replay.log.asked

    @property
    def guessed(self) -> float | None:
        """The cost ratio that the expert guessed outright; None where there is no guess."""
        guess = self._replay.log.guessed
        return None if guess is None else guess.cost_ratio

    @property
    def wants_guess(self) -> bool:
        """Whether the study asks for a guess, there is none yet, and nothing was answered."""
        return self.may_guess and self._replay.log.guessed is None

    @property
    def may_guess(self) -> bool:
        """Whether a guess may be given, or another one; an answer that is taken back was one."""
        return self.specification.checks.guess and self._replay.log.may_guess

    def ask(self) -> Asked | None:
        """The question to put, the same until it is answered; None when there is none.

        A question is stored as it will be shown, before anybody sees it. Of a crowd, nobody is
        asked any more once enough have answered, though who was shown a question may answer it.
        """
        log = self._replay.log
        while log.pending is None and log.ended is None:
            known = self.position
            try:
                self._append(self._replay.next(self._clock()))
            except ConflictError:  # another window has asked, and perhaps gone further
                self.refresh()
                if self.position == known:  # then the store has lost events, and waiting is no use
                    raise
        return None if self.specification.is_full(len(self.heard)) else log.pending

    def answer(
        self,
        number: int,
        answer: Answer | str,
        *,
        seconds: float | None = None,
        seen: int | None = None,
        request_key: str | None = None,
    ) -> Answered:
        """Store the answer to the question that `ask` returned.

        Parameters
        ----------
        number : int
            Of the question.
        answer : Answer
            A is what stood on the left.
        seconds : float, optional
            What the expert took, measured with a clock that does not jump.
        seen : int, optional
            `position` when the question was shown, where this object may have seen more since, as
            it does behind a page. After an answer before it was changed, another question can have
            the same number. In a crowd, where nothing is changed, it says that somebody who joins
            was shown this question and no other.
        request_key : str, optional
            A repeated request under the same key changes nothing.

        Returns
        -------
        Answered
            As it is stored; for a repeated request, as it was stored the first time. In a crowd,
            the answer to a question that somebody else has answered meanwhile joins theirs.

        Raises
        ------
        ConflictError
            Where another answer was first and this is no crowd, or the key was used for something
            else; nothing is stored.
        """
        event = Answered(
            number=number,
            answer=as_answer(answer),
            at=self._clock(),
            seconds=seconds,
            request_key=self._new_identifier() if request_key is None else request_key,
        )
        stored = self._request(event, seen)
        if stored.answer is not event.answer:
            raise self._reused(event, stored)
        return stored

    def guess(
        self, cost_ratio: float, *, seen: int | None = None, request_key: str | None = None
    ) -> Guessed:
        """Store what the expert guesses outright, before anything is answered.

        It is a baseline that the elicited metric is compared with, and tells the elicitor nothing.
        Of several guesses the last counts; an expert may also leave it out.

        Parameters
        ----------
        cost_ratio : float
            False alarms that the expert would accept to find one more positive case, from one in a
            million to a million.
        seen, request_key
            As for `answer`.

        Raises
        ------
        ElicitationError
            Where the study asks for no guess.
        ConflictError
            Where something has been answered already, or as for `answer`.
        """
        if not self.specification.checks.guess:
            raise ElicitationError(
                "This study asks for no guess: begin one with the option guess=True."
            )
        event = Guessed(
            cost_ratio=checked_guess(cost_ratio),
            at=self._clock(),
            request_key=self._new_identifier() if request_key is None else request_key,
        )
        stored = self._request(event, seen)
        if stored.cost_ratio != event.cost_ratio:
            raise self._reused(event, stored)
        return stored

    def undo(
        self,
        number: int | None = None,
        *,
        seen: int | None = None,
        request_key: str | None = None,
    ) -> Undone:
        """Take the last answer back; `ask` then returns its question again.

        Parameters
        ----------
        number : int, optional
            Of the last question that was answered, to be sure that it is this one.
        seen, request_key
            As for `answer`.

        Raises
        ------
        ConflictError
            As for `answer`.
        ElicitationError
            Where there is no answer to take back, or it is a crowd's.
        """
        if self.specification.is_crowd:
            raise ElicitationError(
                "An answer of a crowd stands: others have been asked by it since. Nothing was "
                "taken back."
            )
        known = None if request_key is None else self._replay.log.under(request_key)
        if number is None:
            number = known.number if isinstance(known, Undone) else len(self.answers)
        if number == 0:
            self.refresh()
            if self.answers:
                raise ConflictError("An answer has come in meanwhile: nothing was taken back.")
            raise ElicitationError("There is no answer to undo: nothing has been answered yet.")
        event = Undone(
            number=number,
            at=self._clock(),
            request_key=self._new_identifier() if request_key is None else request_key,
        )
        return self._request(event, seen)

    def estimate(self) -> Result:
        """What the standing answers say about the metric.

        In its history, A and B are the elicitor's own, before sides were changed.
        """
        return self._replay.estimate()

    @property
    def progress(self) -> Progress:
        """How far the session is; it costs an estimate."""
        result = self.estimate()
        return Progress(len(self.answers), result.remaining, result.stopped)

    def refresh(self) -> None:
        """See what others have stored."""
        for event in self._store.events(self._study.id, self.id, start=self.position):
            self._replay.add(event)

    def _request(self, event: Requested, seen: int | None) -> Requested:
        """Store what somebody has asked for, once, or say why not."""
        log = self._replay.log
        seen = None if seen is None else _checked_position(seen)
        if log.under(event.request_key) is None and not self._is_timely(event, seen):
            self.refresh()
        stored: Event | None = log.under(event.request_key)
        while stored is None:
            given, known = self._as_given(event), self.position
            if not self._is_timely(given, seen):
                raise self._too_late(event)
            try:
                stored = self._append(given)
            except ConflictError:
                self.refresh()
                if not self.specification.is_crowd or self.position == known:
                    raise self._too_late(event) from None
                stored = log.under(event.request_key)
        if not isinstance(stored, type(event)) or _number(stored) != _number(event):
            raise self._reused(event, stored)
        return stored

    def _as_given(self, event: Event) -> Event:
        """In a crowd, an answer to what somebody has answered already joins theirs."""
        if self.specification.is_crowd and isinstance(event, Answered):
            return replace(event, joined=event.number <= len(self.answers))
        return event

    def _is_timely(self, event: Event, seen: int | None) -> bool:
        return (seen is None or self._is_as_seen(event, seen)) and self._replay.log.fits(event)

    def _is_as_seen(self, event: Event, seen: int) -> bool:
        """Whether what was seen still holds; in a crowd, whether it was this question."""
        if self.specification.is_crowd and isinstance(event, Answered):
            log = self._replay.log
            return seen <= self.position and log.pending_at(seen) == event.number
        return seen == self.position

    def _append(self, event: Event) -> Event:
        """Store an event at the end of the log as this object knows it, and take it in."""
        position, stored = self._store.append(
            self._study.id, self.id, event, position=self.position
        )
        if position == self.position:
            self._replay.add(stored)
        else:  # the request is in the log already, and others with it
            self.refresh()
        return stored

    def _too_late(self, event: Answered | Guessed | Undone) -> ConflictError:
        answers, pending = self.answers, self._replay.log.pending
        now = (
            f"question {pending.number} is being asked; call ask() and look at it"
            if pending
            else "no question is waiting"
        )
        if (
            isinstance(event, Answered) and self.specification.is_crowd
        ):  # what others said is theirs
            what = f"Question {event.number} was not the one that waited"
        elif isinstance(event, Answered) and event.number <= len(answers):
            said = answers[event.number - 1].answer.value
            what = f"Question {event.number} has been answered already, with {said}"
        elif isinstance(event, Answered) and pending and pending.number == event.number:
            what = f"The session has moved on since question {event.number} was shown"
        elif isinstance(event, Answered):
            what = f"Question {event.number} is not being asked"
        elif isinstance(event, Guessed) and self._replay.log.may_guess:
            what = "The session has moved on since the guess was asked for"
        elif isinstance(event, Guessed):
            what = "A guess comes before the first answer, and there has been one"
        else:
            what = f"The answer to question {event.number} is not the last one, or has been undone"
        return ConflictError(f"{what}: nothing was stored. Now {now}.")

    def _reused(self, event: Answered | Guessed | Undone, stored: Event) -> ConflictError:
        return ConflictError(
            f"request_key={event.request_key!r} has been used for {stored}, so {event} was not "
            "stored: give every request a key of its own."
        )


def _number(event: Answered | Guessed | Undone) -> int:
    """Of the question that it is about; 0 for a guess, which is about none."""
    return 0 if isinstance(event, Guessed) else event.number


def _checked_position(seen: int) -> int:
    position = as_whole_number("seen", seen)
    if position < 0:
        raise InvalidInputError(f"seen={seen} is not a position: give what `position` was.")
    return position
