"""Tables are brought to the newest revision once, and by nobody who does not know them."""

from types import SimpleNamespace

import pytest
from alembic import command
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.pool import StaticPool

from whichmetric.errors import StorageError
from whichmetric.studies.storage import sql_migrations
from whichmetric.studies.storage.sql_database import Database
from whichmetric.studies.storage.sql_migrations import (
    NEWEST,
    _config,
    _torn,
    _upgrade,
    bring_up_to_date,
    revision_of,
)
from whichmetric.studies.storage.sql_tables import metadata


@pytest.fixture
def database():
    """Return a database in memory, with nothing in it."""
    made = Database(create_engine("sqlite://", poolclass=StaticPool), "the place", 1.0)
    yield made
    made.close()


def run(database, *statements):
    """Change the database by hand."""
    database.write(
        lambda connection, _: [connection.execute(text(statement)) for statement in statements]
    )


def say_revision(database, *revisions):
    """Let the tables have a revision."""
    run(
        database,
        "CREATE TABLE whichmetric_version (version_num TEXT)",
        *(f"INSERT INTO whichmetric_version VALUES ('{revision}')" for revision in revisions),
    )


def test_revision_is_read_from_the_tables(database):
    """None without tables, empty where nothing says which."""
    assert database.read(revision_of) is None
    say_revision(database)
    assert database.read(revision_of) == ""
    run(database, "INSERT INTO whichmetric_version VALUES ('0002')")
    assert database.read(revision_of) == "0002"


def test_tables_are_made_where_there_are_none(database):
    """All of them, of the newest revision; again changes nothing."""
    for _ in range(2):
        bring_up_to_date(database)
        assert database.read(revision_of) == NEWEST
    assert set(inspect(database.engine).get_table_names()) == {
        *metadata.tables,
        "whichmetric_version",
    }


def test_tables_of_an_older_revision_are_upgraded(database):
    """This version knows them all."""

    def make(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")

    database.migrate(make)
    assert database.read(revision_of) == "0002"
    bring_up_to_date(database)
    assert database.read(revision_of) == NEWEST


@pytest.mark.parametrize(
    ("revisions", "text"),
    [
        (
            [],
            (
                "the place does not say of which revision its tables are (whichmetric_version is "
                "empty): it has been changed or damaged, and was left as it is. Put a backup in "
                "its place."
            ),
        ),
        (
            ["9999"],
            (
                "the place was written by a newer whichmetric (its tables have revision '9999'; "
                f"this version knows them up to '{NEWEST}'), and was left as it is: install a "
                "newer whichmetric."
            ),
        ),
    ],
)
def test_tables_that_this_version_does_not_know_are_left_as_they_are(database, revisions, text):
    """The place is named, and what to do."""
    say_revision(database, *revisions)
    with pytest.raises(StorageError) as caught:
        bring_up_to_date(database)
    assert str(caught.value) == text
    assert inspect(database.engine).get_table_names() == ["whichmetric_version"]


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (1, 1), (2, 1)])
def test_upgrade_that_tears_logs_is_not_done(database, monkeypatch, before, after):
    """Lines that were torn before do not count."""
    counts = iter([before, after])
    monkeypatch.setattr(sql_migrations, "_torn", lambda connection: next(counts))
    if after <= before:
        bring_up_to_date(database)
        return
    with pytest.raises(StorageError) as caught:
        bring_up_to_date(database)
    assert str(caught.value) == (
        "The upgrade would have torn logs from their sessions: it was not done."
    )


def test_torn_lines_are_counted(database):
    """Each that refers to one that is not there."""
    run(
        database,
        "CREATE TABLE a (id INTEGER PRIMARY KEY)",
        "CREATE TABLE b (a REFERENCES a (id))",
        "INSERT INTO b VALUES (1), (2)",
    )
    assert database.read(_torn) == 2
    run(database, "INSERT INTO a VALUES (1), (2)")
    assert database.read(_torn) == 0


class Server:
    """Stands for a connection to PostgreSQL."""

    dialect = SimpleNamespace(name="postgresql")

    def __init__(self):
        self.asked = []

    def execute(self, statement, values):
        """Note what is asked."""
        self.asked.append((str(statement), values))


def test_server_is_locked_before_its_tables_are_looked_at(monkeypatch):
    """Of several processes, one makes them; nothing can be torn there."""
    server = Server()

    def look(connection):
        assert connection is server
        assert len(server.asked) == 1
        return NEWEST

    monkeypatch.setattr(sql_migrations, "revision_of", look)
    _upgrade(server)
    lock = int.from_bytes(b"whichmet", "big")
    assert server.asked == [("SELECT pg_advisory_xact_lock(:key)", {"key": lock})]
    assert _torn(server) == 0
