"""Studies, clocks and events to test with."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from whichmetric.geometry import ScoreTable
from whichmetric.studies import (
    Answered,
    Asked,
    Ended,
    Guessed,
    MemoryStore,
    Option,
    Study,
    StudySpecification,
    Undone,
    Wording,
)
from whichmetric.studies.storage import InvitationRecord, SessionRecord, StudyRecord
from whichmetric.values import Answer, Counts, Realisation

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TABLE = ScoreTable(
    scores=np.arange(1, 20) / 20,
    positive=0.1 + np.arange(19) ** 2 / 9,
    negative=0.1 + np.arange(18, -1, -1) ** 2 / 7,
)
CANCER = Wording(
    title="Mammography",
    case="patient",
    cases="patients",
    condition="cancer",
    flag="a biopsy",
    miss="The cancer is found later.",
    false_alarm="A healthy person has a biopsy.",
)


def clock(start=NOON, step=timedelta(seconds=7)):
    """Return a clock that goes on by a step whenever it is read."""
    times = itertools.count()
    return lambda: start + next(times) * step


def names(prefix="n"):
    """Return a giver of identifiers that counts."""
    counter = itertools.count(1)
    return lambda: f"{prefix}{next(counter)}"


def specification(**changes) -> StudySpecification:
    """Return a specification by bisection, which is quick, with changes."""
    usual: dict[str, Any] = {
        "table": TABLE,
        "prevalence": 0.08,
        "method": "bisection",
        "wording": CANCER,
    }
    return StudySpecification(**usual | changes)


def new_study(store=None, name="study", **changes) -> Study:
    """Return a study in a store, with a clock and identifiers that can be foretold."""
    store = MemoryStore() if store is None else store
    return Study.create(
        store, specification(**changes), id=name, clock=clock(), new_identifier=names()
    )


def study_record(name="study", created=NOON, **changes) -> StudyRecord:
    """Return a study to store."""
    return StudyRecord(id=name, created=created, specification=specification(**changes))


def session_record(name="one", created=NOON, expert="Dr Lee") -> SessionRecord:
    """Return a session to store."""
    return SessionRecord(id=name, created=created, expert=expert)


def invitation_record(name="first", session="one", created=NOON, **changes) -> InvitationRecord:
    """Return an invitation to store."""
    usual: dict[str, Any] = {"digest": f"digest-{name}", "shows_result": True}
    return InvitationRecord(id=name, session=session, created=created, **(usual | changes))


def asked(number=1, at=NOON) -> Asked:
    """Return a question with numbers that show every lost digit."""
    a = Option(Counts(tp=70, fp=25, fn=10, tn=895), Realisation.at(float("inf")))
    rule = Realisation((0.1, 1 / 3), (0.30000000000000004, 0.7), (False, True))
    b = Option(Counts(tp=60, fp=4, fn=20, tn=916), rule)
    return Asked(number=number, a=a, b=b, swapped=True, at=at)


def check(number=2, at=NOON) -> Asked:
    """Return a repeat of the first question."""
    first = asked()
    return Asked(
        number=number, a=first.b, b=first.a, swapped=False, at=at, purpose="repeat", repeats=1
    )


def guessed(cost_ratio=0.1 + 0.2, key="g1", at=NOON) -> Guessed:
    """Return a guess."""
    return Guessed(cost_ratio=cost_ratio, at=at, request_key=key)


def answered(number=1, key="k1", answer=Answer.A, seconds=0.1 + 0.2, at=NOON) -> Answered:
    """Return an answer."""
    return Answered(number=number, answer=answer, at=at, seconds=seconds, request_key=key)


def undone(number=1, key="u1", at=NOON) -> Undone:
    """Return an undoing."""
    return Undone(number=number, at=at, request_key=key)


def ended(answers=1, at=NOON) -> Ended:
    """Return an end."""
    return Ended(answered=answers, reason="tolerance", at=at)


def answer_all(session, said):
    """Answer with each in turn, as far as there are questions."""
    for answer in said:
        if (question := session.ask()) is None:
            break
        session.answer(question.number, answer)
