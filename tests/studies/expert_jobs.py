"""What the processes do that the tests start, kill, starve and forbid to write.

The first argument of each is a function that takes down what the process wants to be known; what it
has been given is on file, whatever happens to the process.
"""

import itertools
import os
import random
import resource
from contextlib import suppress

import alembic.command  # noqa: F401  # loaded before the fork, like what else is not used here
import psycopg  # noqa: F401
from tests.studies.making import asked, session_record, specification

from whichmetric.errors import ConflictError, StorageError
from whichmetric.studies import Session, Study, open_store
from whichmetric.studies.event_json import event_as_plain
from whichmetric.studies.storage import sql_store, sqlite_file  # noqa: F401

NOBODY = 65534


def answer_until_killed(report, address, first, seed):
    """Answer one session after the other, undo now and then, and acknowledge every event."""
    draw = random.Random(seed)
    with open_store(address) as store:
        study = Study.create(store, specification(), id="study")
        for number in itertools.count(first):
            session = study.start(f"s{number}")
            acknowledge = acknowledging(report, session)
            while (question := session.ask()) is not None:
                acknowledge()
                # What a process sent to a server just before it was killed may come in even now.
                with suppress(ConflictError):
                    session.answer(question.number, draw.choice("AB"))
                    acknowledge()
                    if draw.random() < 0.2:
                        session.undo()
                        acknowledge()
            acknowledge()


def acknowledging(report, session: Session):
    """Return a function that acknowledges the events since it was last called."""
    known = session.position

    def acknowledge():
        nonlocal known
        for position in range(known, session.position):
            report([session.id, position, event_as_plain(session.events[position])])
        known = session.position

    return acknowledge


def answer_all(report, address, name):
    """Answer a session of one's own to its end."""
    with open_store(address, patience=50) as store:
        session = Study.open(store, "study").start(name, expert=f"Dr {name}")
        while (question := session.ask()) is not None:
            session.answer(question.number, random.Random(f"{name}{question.number}").choice("AB"))
        report([event_as_plain(event) for event in session.events])


def answer_with_others(report, address, name):
    """Answer the session that others answer too, until it ends; report the answers that counted."""
    with open_store(address, patience=50) as store:
        session = Study.open(store, "study").start("shared")
        while (question := session.ask()) is not None:
            try:
                event = session.answer(
                    question.number, "A", request_key=f"{name}-{question.number}"
                )
            except ConflictError:
                continue
            report(event_as_plain(event))


def answer_in_a_crowd(report, address, name):
    """Answer as many people in turn, beside others, until the crowd has ended."""
    with open_store(address, patience=50) as store:
        session = Study.open(store, "study").session_of()
        while (question := session.ask()) is not None:
            key = f"{name}-{len(session.heard)}"
            report(event_as_plain(session.answer(question.number, "A", request_key=key)))


def open_at_once(report, address):
    """Open a place where there may be nothing yet."""
    with open_store(address) as store:
        report(len(store.studies()))


def share_with_a_child(report, address):
    """Fork while a store is open; parent and child go on with it at the same time."""
    with open_store(address) as store:
        Study.create(store, specification(), id="study")
        names = ["parent", "child"]
        for name in names:
            store.create_session("study", session_record(name))
        number = os.fork()
        mine = names[number == 0]
        for position in range(20):
            store.append("study", mine, asked(position + 1), position=position)
        if number == 0:
            os._exit(0)
        assert os.waitpid(number, 0)[1] == 0
        report([len(store.events("study", name)) for name in names])


def answer_until_the_limit(report, address, limit):
    """Answer until files may not grow any more; then, with the limit gone, repeat and go on."""
    with open_store(address) as store:
        study = Study.create(store, specification(), id="study")
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        for number in itertools.count():
            try:
                session = study.start(f"s{number}")
                acknowledge = acknowledging(report, session)
                while (question := session.ask()) is not None:
                    acknowledge()
                    session.answer(question.number, "A")
                    acknowledge()
            except StorageError as error:
                report(str(error))
                break
        before = session.events
        report([event_as_plain(event) for event in before])
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        while (question := session.ask()) is not None:
            session.answer(question.number, "A")
        assert session.events[: len(before)] == before


def try_as_an_ordinary_user(report, address):
    """Open, and add an event, without the rights of root; report what came of it."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        with open_store(address) as store:
            report(f"{len(store.studies())} studies")
            store.append("study", "one", asked(), position=0)
            report("stored")
    except StorageError as error:
        report(str(error))
