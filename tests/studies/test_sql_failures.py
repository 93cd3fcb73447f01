"""What a database refuses is told in words, with the remedy where it is known."""

import sqlite3

import pytest
from sqlalchemy.exc import (
    IntegrityError,
    InterfaceError,
    InvalidRequestError,
    OperationalError,
    ProgrammingError,
)

from whichmetric.studies.storage.sql_failures import (
    is_lost_connection,
    is_rivalry,
    opening_patience,
    storage_error,
)

SAFE = "Nothing was stored now; what was stored before is safe."
WHOLE = (
    "to a folder of yours, together with the files beside it whose names go on with -wal and -shm "
    "(the last answers may be in them alone),"
)
AWAY = (
    "see that the address is right and the server runs, and repeat. What was acknowledged is "
    "stored, and what is repeated counts once."
)


class DriverError(Exception):
    """What a driver raises for a server's refusal."""

    def __init__(self, text="", sqlstate=None):
        super().__init__(text)
        self.sqlstate = sqlstate


# What a driver raises where a connection cannot be made: its kind is known by its name alone.
TIMEOUT = type("ConnectionTimeout", (DriverError,), {})
UNMADE = type("OperationalError", (DriverError,), {})


def of_sqlite(code, text="it says why"):
    """Return a failure of SQLite."""
    original = sqlite3.OperationalError(text)
    original.sqlite_errorcode = code
    return OperationalError("SELECT 1", {}, original)


def of_a_server(original, kind=OperationalError, **options):
    """Return a failure of a server."""
    return kind("SELECT 1", {}, original, **options)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            sqlite3.SQLITE_BUSY,
            (
                "The file has been locked by another program for 2.5 seconds: close that program "
                f"or wait for it, and repeat. {SAFE}"
            ),
        ),
        (
            sqlite3.SQLITE_LOCKED,
            (
                "The file has been locked by another program for 2.5 seconds: close that program "
                f"or wait for it, and repeat. {SAFE}"
            ),
        ),
        (
            sqlite3.SQLITE_FULL,
            f"The disk that holds the file is full: make room and repeat. {SAFE}",
        ),
        (
            sqlite3.SQLITE_IOERR | 10 << 8,
            (
                "The file could not be read or written (it says why): see that its disk is not "
                "full and still there, and that no limit on the size of files is reached; "
                f"repeat. {SAFE}"
            ),
        ),
        (
            sqlite3.SQLITE_READONLY | 255 << 8,
            (
                "The file may not be changed (it says why): allow this user to write the file and "
                f"its folder, or copy it {WHOLE} and open the copy. {SAFE}"
            ),
        ),
        (
            sqlite3.SQLITE_CANTOPEN,
            (
                "The file cannot be opened (it says why): see that this user may read and write "
                f"the file and its folder, or copy it {WHOLE} and open the copy."
            ),
        ),
        (
            sqlite3.SQLITE_NOTADB,
            "The file is not a SQLite database: give another file, or a new name.",
        ),
        (
            sqlite3.SQLITE_CORRUPT,
            "The file is damaged (it says why): put a backup in its place.",
        ),
        (sqlite3.SQLITE_ERROR, f"The file has failed: it says why. {SAFE}"),
    ],
)
def test_refusal_of_sqlite_is_told_by_its_kind(code, text):
    """The kind is in the low byte, whatever stands above it."""
    assert str(storage_error(of_sqlite(code), "the file", 2.5)) == text


def test_refusal_of_sqlite_without_a_kind_says_what_sqlite_says():
    """Some errors are the driver's own, and have no code."""
    failure = OperationalError("SELECT 1", {}, sqlite3.OperationalError("odd"))
    assert str(storage_error(failure, "the file", 2.5)) == f"The file has failed: odd. {SAFE}"


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (
            "25006",
            (
                "The place may only be read (it says why): give the address of the server that "
                f"takes changes. {SAFE}"
            ),
        ),
        (
            "42501",
            (
                "This user may not do that in the place (it says why): let its owner grant it. "
                f"{SAFE}"
            ),
        ),
        (
            "53100",
            f"The disk of the place is full: make room on the server and repeat. {SAFE}",
        ),
        (
            "53300",
            "The place takes no more connections (it says why): close some, or raise its limit.",
        ),
        (
            "55P03",
            (
                "The place has been locked by another program for 2.5 seconds: wait for it, and "
                f"repeat. {SAFE}"
            ),
        ),
        ("57P01", f"The place cannot be reached (it says why): {AWAY}"),
        ("XX000", f"The place has failed: it says why. {SAFE}"),
    ],
)
def test_refusal_of_a_server_is_told_by_its_state(state, text):
    """Of what it says, the first line without its full stop."""
    failure = of_a_server(DriverError("\n  it says why. \nand more of it", state))
    assert str(storage_error(failure, "the place", 2.5)) == text


def test_failure_without_words_is_called_by_its_name():
    """What no database has said is told as it is."""
    quiet = storage_error(of_a_server(TIMEOUT()), "the place", 2.5)
    assert str(quiet) == f"The place cannot be reached (ConnectionTimeout): {AWAY}"
    own = storage_error(InvalidRequestError("no such way as X."), "the place", 2.5)
    assert str(own) == f"The place has failed: no such way as X. {SAFE}"


@pytest.mark.parametrize(
    ("failure", "lost"),
    [
        (of_a_server(UNMADE()), True),
        (of_a_server(TIMEOUT()), True),
        (of_a_server(UNMADE(sqlstate="53300")), False),
        (of_a_server(DriverError()), False),
        (of_a_server(DriverError(), InterfaceError, connection_invalidated=True), True),
        *((of_a_server(DriverError("", code)), True) for code in ("25P03", "57P01", "57P02")),
        (of_a_server(DriverError("", "57P03"), ProgrammingError), True),
        (of_sqlite(sqlite3.SQLITE_BUSY), False),
        (InvalidRequestError("no such way"), False),
    ],
    ids=repr,
)
def test_server_is_lost_where_nobody_knows_what_it_did_last(failure, lost):
    """SQLite has no server; a refusal with a state came from one that is there."""
    assert is_lost_connection(failure) is lost


SOCKET = 'connection to server on socket "/run/.s.PGSQL.5432" failed: '


@pytest.mark.parametrize(
    ("failure", "seconds"),
    [
        (UNMADE(f"{SOCKET}FATAL:  the database system is starting up"), 20.0),
        (UNMADE(f"{SOCKET}FATAL:  the database system is shutting down"), 20.0),
        (DriverError("terminating connection", "57P01"), 20.0),
        (UNMADE(f"{SOCKET}No such file or directory\n\tIs the server running locally?"), 5.0),
        (UNMADE(f"{SOCKET}server closed the connection unexpectedly"), 5.0),
        (UNMADE('connection to server at "127.0.0.1", port 1 failed: Connection refused'), 5.0),
        (UNMADE(f'{SOCKET}FATAL:  database "nowhere" does not exist'), 0.0),
        (UNMADE(f'{SOCKET}FATAL:  password authentication failed for user "ada"'), 0.0),
        (UNMADE("failed to resolve host 'nowhere.invalid': Name or service not known"), 0.0),
        (TIMEOUT("connection timeout expired"), 0.0),
    ],
    ids=str,
)
def test_server_that_was_never_reached_is_waited_for_where_that_may_help(failure, seconds):
    """All the patience for one that restarts, a quarter where nobody listens, else none."""
    assert opening_patience(of_a_server(failure), 20.0) == seconds


def test_failure_of_no_database_is_not_waited_for():
    """It would be the same again."""
    assert opening_patience(InvalidRequestError("no such way"), 20.0) == 0.0


@pytest.mark.parametrize(
    ("failure", "rivals"),
    [
        (of_a_server(DriverError("", "23505"), IntegrityError), True),
        (IntegrityError("INSERT", {}, sqlite3.IntegrityError("UNIQUE")), True),
        (of_a_server(DriverError("", "40001")), True),
        (of_a_server(DriverError("", "40P01")), True),
        (of_a_server(DriverError("", "55P03")), False),
        (of_a_server(DriverError()), False),
        (InvalidRequestError("no such way"), False),
    ],
    ids=repr,
)
def test_rivalry_is_what_looking_again_explains(failure, rivals):
    """Another writer was first, or the server has chosen between two."""
    assert is_rivalry(failure) is rivals
