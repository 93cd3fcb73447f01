"""What a database's refusals mean for the person who reads them."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from whichmetric.errors import StorageError

__all__ = [
    "SAFE",
    "is_lost_connection",
    "is_rivalry",
    "opening_patience",
    "sqlite_error",
    "storage_error",
]

SAFE = "Nothing was stored now; what was stored before is safe."
WHOLE = (
    "to a folder of yours, together with the files beside it whose names go on with -wal and -shm "
    "(the last answers may be in them alone),"
)

SQLITE_TEXTS = {
    sqlite3.SQLITE_BUSY: "{name} has been locked by another program for {patience:g} seconds: "
    "close that program or wait for it, and repeat. {safe}",
    sqlite3.SQLITE_FULL: "The disk that holds {name} is full: make room and repeat. {safe}",
    sqlite3.SQLITE_IOERR: "{name} could not be read or written ({reason}): see that its disk is "
    "not full and still there, and that no limit on the size of files is reached; repeat. {safe}",
    sqlite3.SQLITE_READONLY: "{name} may not be changed ({reason}): allow this user to write the "
    "file and its folder, or copy it {whole} and open the copy. {safe}",
    sqlite3.SQLITE_CANTOPEN: "{name} cannot be opened ({reason}): see that this user may read and "
    "write the file and its folder, or copy it {whole} and open the copy.",
    sqlite3.SQLITE_NOTADB: "{name} is not a SQLite database: give another file, or a new name.",
    sqlite3.SQLITE_CORRUPT: "{name} is damaged ({reason}): put a backup in its place.",
}
SQLITE_TEXTS[sqlite3.SQLITE_LOCKED] = SQLITE_TEXTS[sqlite3.SQLITE_BUSY]
SQLITE_TEXTS[sqlite3.SQLITE_PERM] = SQLITE_TEXTS[sqlite3.SQLITE_CANTOPEN]

POSTGRES_TEXTS = {
    "25006": "{name} may only be read ({reason}): give the address of the server that takes "
    "changes. {safe}",
    "42501": "This user may not do that in {name} ({reason}): let its owner grant it. {safe}",
    "53100": "The disk of {name} is full: make room on the server and repeat. {safe}",
    "53300": "{name} takes no more connections ({reason}): close some, or raise its limit.",
    "55P03": "{name} has been locked by another program for {patience:g} seconds: "
    "wait for it, and repeat. {safe}",
}
"""By SQLSTATE."""

RIVALRY = {"40001", "40P01"}
"""Serialization failure, deadlock: PostgreSQL has chosen between two writers."""

LOST = {"25P03", "57P01", "57P02", "57P03"}
"""Idle for too long in a transaction, shut down, crashed, not yet up."""

RESTARTING = "the database system is "
"""Starting up, shutting down, in recovery mode, not yet accepting connections.

While a connection is made, the driver passes on a server's words without its code. A server that
says it in another language is taken for one that refuses.
"""

ABSENT = ("Connection refused", "No such file or directory", "server closed the connection")
"""What the driver says where nobody listens: the server is down, or the address is wrong."""

ABSENCE = 0.25
"""The share of the patience that is for an address at which nobody has been met yet.

A server that restarts listens again within a second or two; who has mistyped a port wants to know.
"""


def storage_error(failure: SQLAlchemyError, name: str, patience: float) -> StorageError:
    """A refusal in words, with the remedy where it is known.

    Parameters
    ----------
    failure : SQLAlchemyError
    name : str
        Of the file or database, as people know it and without its password.
    patience : float
        Seconds that were waited where the database was busy or away.
    """
    original = _original(failure)
    if isinstance(original, sqlite3.Error):
        return sqlite_error(original, name, patience)
    if is_lost_connection(failure):
        return StorageError(
            f"{_upper(name)} cannot be reached ({_reason(original)}): see that the address is "
            "right and the server runs, and repeat. What was acknowledged is stored, and what is "
            "repeated counts once."
        )
    text = POSTGRES_TEXTS.get(_sqlstate(failure))
    return _error(text, name, _reason(original or failure), patience)


def sqlite_error(failure: sqlite3.Error, name: str, patience: float) -> StorageError:
    """A refusal of SQLite in words."""
    # The low byte is the kind; the rest says where inside SQLite it arose.
    code = getattr(failure, "sqlite_errorcode", 0) & 0xFF
    return _error(SQLITE_TEXTS.get(code), name, _reason(failure), patience)


def is_rivalry(failure: SQLAlchemyError) -> bool:
    """Whether another writer was first; looking again says what it has written."""
    return isinstance(failure, IntegrityError) or _sqlstate(failure) in RIVALRY


def is_lost_connection(failure: SQLAlchemyError) -> bool:
    """Whether a server went away, so that nobody knows what it did last."""
    if not isinstance(failure, DBAPIError) or isinstance(failure.orig, sqlite3.Error):
        return False
    # Where a connection cannot be made there is no server to give a code.
    unmade = type(failure.orig).__name__ in ("OperationalError", "ConnectionTimeout")
    code = _sqlstate(failure)
    return failure.connection_invalidated or code in LOST or (unmade and code == "")


def opening_patience(failure: SQLAlchemyError, patience: float) -> float:
    """Seconds that a server is worth waiting for when it is opened, from the beginning on.

    All the patience for a server that restarts or went away after it had been reached, a share of
    it where nobody listens, and nothing where waiting does not help: a name that does not exist, a
    wrong password, a server that does not answer for as long as the driver waits.

    Parameters
    ----------
    failure : SQLAlchemyError
        A lost connection.
    patience : float
        Seconds that a store would wait once it is open.
    """
    told = str(_original(failure))
    if RESTARTING in told or _sqlstate(failure) in LOST:
        return patience
    return ABSENCE * patience if any(words in told for words in ABSENT) else 0.0


def _error(text: str | None, name: str, reason: str, patience: float) -> StorageError:
    text = text or "{name} has failed: {reason}. {safe}"
    words = {"name": name, "reason": reason, "patience": patience, "safe": SAFE, "whole": WHOLE}
    return StorageError(_upper(text.format(**words)))


def _original(failure: SQLAlchemyError) -> BaseException | None:
    """What the driver has raised; None where it was never asked."""
    return failure.orig if isinstance(failure, DBAPIError) else None


def _sqlstate(failure: SQLAlchemyError) -> str:
    return getattr(_original(failure), "sqlstate", None) or ""


def _reason(failure: BaseException | None) -> str:
    """The first line of what the database says, which holds no password."""
    lines = str(failure).strip().splitlines() or [type(failure).__name__]
    return lines[0].strip().rstrip(".")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
