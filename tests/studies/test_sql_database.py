"""Transactions wait, look again, and explain; what goes wrong is raised by the work itself."""

import sqlite3
from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.pool import StaticPool

from whichmetric.errors import StorageError
from whichmetric.studies.storage import sql_database
from whichmetric.studies.storage.sql_database import MIGRATES, WRITES, Database

PAUSES = [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0]


@pytest.fixture
def slept(monkeypatch):
    """Return the pauses that were made, by a clock that nobody has to wait for."""
    pauses = []
    monkeypatch.setattr(
        sql_database,
        "time",
        SimpleNamespace(monotonic=lambda: 100.0 + sum(pauses), sleep=pauses.append),
    )
    return pauses


@pytest.fixture
def database():
    """Return a database with a patience of three seconds."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    made = Database(engine, "the place", 3.0)
    yield made
    made.close()


def lost(words="gone"):
    """Return the failure of a server that went away."""
    return OperationalError("SELECT 1", {}, type("OperationalError", (Exception,), {})(words))


def absent():
    """Return the failure of a server that is not there."""
    return lost("Connection refused")


def restarting():
    """Return the failure of a server that is not yet there again."""
    return lost("FATAL:  the database system is starting up")


def rival():
    """Return the failure of a writer who was not first."""
    return IntegrityError("INSERT", {}, sqlite3.IntegrityError("UNIQUE"))


def locked():
    """Return the failure of a file that others hold."""
    original = sqlite3.OperationalError("locked")
    original.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return OperationalError("INSERT", {}, original)


class Work:
    """Fails some times before it succeeds, and notes what it was told."""

    def __init__(self, failure, times):
        self.failure, self.times, self.told = failure, times, []

    def __call__(self, connection, uncertain=None):
        """Fail or return."""
        self.told.append(uncertain)
        if len(self.told) <= self.times:
            raise self.failure()
        return "done"


def test_writer_is_told_that_an_earlier_attempt_may_count(database, slept):
    """Where the server went away, nobody knows what it did last."""
    work = Work(lost, 2)
    assert database.write(work) == "done"
    assert work.told == [False, True, True]
    assert slept == PAUSES[:2]


def test_server_that_stays_away_is_waited_for_as_long_as_patience_lasts(database, slept):
    """In pauses that grow to a second; then the place is named."""
    work = Work(lost, 99)
    with pytest.raises(StorageError, match=r"^The place cannot be reached \(gone\)"):
        database.write(work)
    assert slept == PAUSES
    assert len(work.told) == len(PAUSES) + 1


def test_without_patience_nobody_waits(slept):
    """Not even once."""
    impatient = Database(create_engine("sqlite://"), "the place", 0.0)
    with pytest.raises(StorageError, match="cannot be reached"):
        impatient.write(Work(lost, 1))
    assert slept == []


def test_reading_is_repeated(database, slept):
    """As any writing."""
    assert database.read(Work(lost, 1)) == "done"
    assert slept == PAUSES[:1]


@pytest.mark.parametrize(
    ("failure", "pauses"),
    [(restarting, PAUSES), (absent, PAUSES[:4]), (lost, [])],
    ids=["restarting", "absent", "for good"],
)
def test_who_opens_a_place_waits_as_long_as_there_is_hope(database, slept, failure, pauses):
    """For a restart as long as who writes; a quarter of it where nobody listens; else not once."""
    with pytest.raises(StorageError, match="cannot be reached"):
        database.read(Work(failure, 99), opening=True)
    assert slept == pauses
    del slept[:]
    if pauses:
        assert database.read(Work(failure, 3), opening=True) == "done"


def test_who_opens_a_place_remembers_that_its_server_restarts(database, slept):
    """After it has said so, nobody listens for a while: that is no wrong address."""
    failures = iter([restarting(), *[absent() for _ in PAUSES[1:]]])
    work = Work(lambda: next(failures), len(PAUSES))
    assert database.read(work, opening=True) == "done"
    assert slept == PAUSES


def test_time_that_the_driver_waits_counts_for_who_opens_a_place(database, slept):
    """A line on which every attempt takes long is not tried for as long again."""

    def slow():
        slept.append(2.0)
        return restarting()

    with pytest.raises(StorageError, match="cannot be reached"):
        database.read(Work(slow, 99), opening=True)
    assert slept == [2.0, PAUSES[0], 2.0]


def test_migration_is_repeated_too(database, slept):
    """As any writing."""
    work = Work(lost, 1)
    database.migrate(work)
    assert len(work.told) == 2
    assert slept == PAUSES[:1]


def test_writer_who_was_not_first_looks_again_at_once(database, slept):
    """Nineteen times; an attempt that was refused was not committed."""
    work = Work(rival, 19)
    assert database.write(work) == "done"
    assert work.told == [False] * 20
    with pytest.raises(StorageError, match=r"^The place has failed: UNIQUE\."):
        database.write(Work(rival, 20))
    assert slept == []


def test_other_failures_are_told_at_once(database, slept):
    """With the seconds that the database itself has waited, and without the driver's words."""
    work = Work(locked, 1)
    with pytest.raises(StorageError, match=r"^The place has been locked") as caught:
        database.write(work)
    assert "locked by another program for 3 seconds" in str(caught.value)
    assert caught.value.__suppress_context__
    assert len(work.told) == 1
    assert slept == []


def test_transactions_say_what_they_are_for(database):
    """The options tell a database whether to take the writer's place, and to change tables."""

    def options(connection, uncertain=False):
        given = connection.get_execution_options()
        return given.get(WRITES), given.get(MIGRATES)

    noted = []
    assert database.read(options) == (None, None)
    assert database.write(options) == (True, None)
    database.migrate(lambda connection: noted.append(options(connection)))
    assert noted == [(True, True)]


def test_work_is_committed_whole_or_not_at_all(database):
    """What fails half-way leaves nothing."""
    database.migrate(lambda connection: connection.execute(text("CREATE TABLE t (n INTEGER)")))
    database.write(lambda connection, _: connection.execute(text("INSERT INTO t VALUES (1)")))

    def break_off(connection, uncertain):
        connection.execute(text("INSERT INTO t VALUES (2)"))
        raise locked()

    with pytest.raises(StorageError):
        database.write(break_off)
    found = database.read(lambda connection: connection.scalars(text("SELECT n FROM t")).all())
    assert found == [1]


def test_forked_process_connects_anew_and_closes_nothing(tmp_path):
    """The connections of the parent are kept, so that nothing gives them back."""
    engine = create_engine(f"sqlite:///{tmp_path}/x.db")
    database = Database(engine, "the place", 3.0)
    database.read(lambda connection: None)
    pool = engine.pool
    before = list(sql_database._of_the_parent)
    try:
        sql_database._leave_to_the_parent()
        assert pool in sql_database._of_the_parent
        assert engine.pool is not pool
        assert pool.checkedin() == 1
    finally:
        sql_database._of_the_parent[:] = before
        pool.dispose()
    database.close()
    assert database.engine.pool.checkedin() == 0
