"""What a PostgreSQL server is asked for, without one."""

from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine

from whichmetric.errors import InvalidInputError, MissingExtraError, StorageError
from whichmetric.studies.storage import postgres_server
from whichmetric.studies.storage.postgres_server import postgres_database

PATTERN = "postgresql://user:password@host:5432/database"


@pytest.fixture
def server(monkeypatch):
    """Return what a server would have seen: nobody connects, and it answers for itself."""
    seen = SimpleNamespace(options={}, encoding="UTF8", opening=None, closed=0)

    def make(url, **options):
        seen.options = options
        return create_engine(url, **options)

    def read(database, work, *, opening):
        seen.opening = opening
        return work(
            SimpleNamespace(
                exec_driver_sql=lambda statement: SimpleNamespace(
                    scalar_one=lambda: {"SHOW server_encoding": seen.encoding}[statement]
                )
            )
        )

    def close(database):
        seen.closed += 1

    monkeypatch.setattr(postgres_server, "create_engine", make)
    monkeypatch.setattr(postgres_server.Database, "read", read)
    monkeypatch.setattr(postgres_server.Database, "close", close)
    return seen


def test_engine_asks_before_it_relies_on_a_connection(server):
    """It shows no values, and writers see what others have committed; its address may be wrong."""
    database = postgres_database("postgresql://ada@host/studies", 20.0)
    assert server.options == {
        "isolation_level": "READ COMMITTED",
        "pool_pre_ping": True,
        "hide_parameters": True,
    }
    assert database.patience == 20.0
    assert (server.opening, server.closed) == (True, 0)


@pytest.mark.parametrize(
    ("patience", "connecting", "sending"), [(20.0, "20", "20000"), (0.0105, "2", "11")]
)
def test_patience_reaches_the_driver(server, patience, connecting, sending):
    """In whole seconds, two at least, and in milliseconds; the server is told who connects."""
    database = postgres_database("postgres://ada@host/studies", patience)
    assert database.engine.url.drivername == "postgresql+psycopg"
    assert dict(database.engine.url.query) == {
        "application_name": "whichmetric",
        "connect_timeout": connecting,
        "tcp_user_timeout": sending,
    }


def test_what_the_address_says_is_left_as_it_is(server):
    """Who names a limit of their own has it."""
    database = postgres_database("postgresql://host/studies?connect_timeout=7&sslmode=require", 20)
    assert dict(database.engine.url.query) == {
        "application_name": "whichmetric",
        "connect_timeout": "7",
        "sslmode": "require",
        "tcp_user_timeout": "20000",
    }


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("postgresql://ada:s3cret@host:5433/studies", "'studies' on host:5433"),
        ("postgresql://host/studies", "'studies' on host"),
        ("postgresql:///studies?host=/run/postgres", "'studies' on /run/postgres"),
        ("postgresql:///studies", "'studies' on this machine"),
        ("postgresql://host/studies?application_name=a@b@c://d", "'studies' on host"),
    ],
)
def test_database_is_called_by_its_place(server, address, name):
    """Its name, its host, and the port where one is given; no password."""
    assert postgres_database(address, 20.0).name == f"the PostgreSQL database {name}"


def test_encoding_that_loses_letters_is_refused(server):
    """The connection is given back."""
    server.encoding = "LATIN1"
    with pytest.raises(StorageError) as caught:
        postgres_database("postgresql://host/studies", 20.0)
    assert str(caught.value) == (
        "the PostgreSQL database 'studies' on host has the encoding LATIN1, which does not keep "
        "every letter: make a database with the encoding UTF8."
    )
    assert server.closed == 1


@pytest.mark.parametrize(
    ("address", "text"),
    [
        (
            "postgresql://ada:s3@cret@host/studies",
            (
                "The address of the PostgreSQL database has more than one @: write it as %40 "
                f"inside the password, as in {PATTERN}."
            ),
        ),
        (
            "postgresql://ada:x@host:s3cret/studies",
            (
                "The address of the PostgreSQL database cannot be read (it is not shown, since it "
                f"may hold a password): write it as {PATTERN}."
            ),
        ),
        (
            "postgresql://ada:s3cret@host",
            f"The address of the PostgreSQL database names no database: write it as {PATTERN}.",
        ),
    ],
)
def test_address_that_cannot_be_used_is_not_shown(server, address, text):
    """The pattern of one that can is."""
    with pytest.raises(InvalidInputError) as caught:
        postgres_database(address, 20.0)
    assert str(caught.value) == text


def test_missing_driver_is_named_with_its_extra(server, monkeypatch):
    """Before anything is made."""
    asked = []
    monkeypatch.setattr("whichmetric.extras.find_spec", asked.append)
    with pytest.raises(MissingExtraError) as caught:
        postgres_database("postgresql://host/studies", 20.0)
    assert str(caught.value) == str(MissingExtraError("psycopg", "postgres"))
    assert (asked, server.options) == (["psycopg"], {})


@pytest.mark.parametrize(("patience", "lock"), [(20.0, "20000ms"), (0.0105, "11ms"), (0, "1ms")])
def test_connection_waits_for_the_disk_and_for_nobody_for_ever(server, monkeypatch, patience, lock):
    """All is set in one statement, which is committed: it holds for every transaction."""
    done = []
    connection = SimpleNamespace(
        execute=lambda *given: done.append(given), commit=lambda: done.append("commit")
    )
    listening = {}

    def listen(engine, what, do):
        listening[what] = do

    monkeypatch.setattr(postgres_server, "event", SimpleNamespace(listen=listen))
    postgres_database("postgresql://host/studies", patience)
    listening["connect"](connection, None)
    statement = (
        "SELECT set_config('lock_timeout', %s, false), "
        "set_config('idle_in_transaction_session_timeout', %s, false), "
        "set_config('synchronous_commit', CASE current_setting('synchronous_commit') "
        "WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)"
    )
    assert done == [(statement, (lock, "60s")), "commit"]
