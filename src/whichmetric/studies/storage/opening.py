"""Stores by their address."""

from __future__ import annotations

import math
from os import PathLike
from pathlib import Path
from typing import Any

from whichmetric.arguments import as_number
from whichmetric.errors import InvalidInputError
from whichmetric.studies.storage.memory import MemoryStore
from whichmetric.studies.storage.store import StudyStore

__all__ = ["PATIENCE", "open_store"]

PATIENCE = 20.0
"""Seconds: more than a server takes to restart, less than a person waits for a page."""

MEMORY = ":memory:"
POSTGRES = ("postgresql", "postgresql+psycopg", "postgres")


def open_store(
    address: str | PathLike[str], *, create: bool = True, patience: float = PATIENCE
) -> StudyStore:
    """Open the place where studies are kept, and make it where there is none yet.

    Tables of an older version are brought up to date.

    Parameters
    ----------
    address : str or path
        A file, which will be a SQLite database; ``sqlite:///file``, which says the same;
        ``postgresql://user:password@host/database`` (extra ``postgres``); or ``:memory:``, which is
        gone with the process.
    create : bool
        Whether a file that is missing is made. A PostgreSQL database must be there already; tables
        are made in it.
    patience : float
        Seconds to wait for a database that is locked by others, or for a server that has gone away
        or says that it restarts, before a StorageError. Where nobody listens at an address when it
        is opened, a quarter of that: it may be wrong.

    Returns
    -------
    StudyStore
        To be closed; it is its own context manager.

    Raises
    ------
    StorageError
        Where the place cannot be used, belongs to another program, or was written by a newer
        version; it is left as it is. Passwords are not in the text.
    MissingExtraError
        Where the driver of PostgreSQL is not installed.

    Examples
    --------
    >>> with open_store(":memory:") as store:
    ...     store.studies()
    ()
    """
    seconds = as_number("patience", patience)
    if not 0 <= seconds < math.inf:
        raise InvalidInputError(f"patience={patience} is not a number of seconds: give 20, say.")
    given: Any = address  # whatever a caller brings
    if not isinstance(given, str | PathLike) or not str(given).strip() or "\0" in str(given):
        raise InvalidInputError(f"address={given!r} is not a file or an address of a database.")
    scheme, sign, rest = str(address).partition("://")
    if sign and isinstance(address, str):
        if scheme in POSTGRES:
            return _in_postgres(address, seconds)
        if scheme != "sqlite":
            raise InvalidInputError(
                f"There is no store for {scheme}:// addresses: give a file, or an address that "
                "begins with sqlite:/// or postgresql://."
            )
        address = _sqlite_path(rest)
    if str(address) == MEMORY:
        return MemoryStore()
    return _in_sqlite(Path(address), create, seconds)


def _sqlite_path(rest: str) -> str:
    """The file after ``sqlite://``: one more slash if relative, two if absolute."""
    if rest in ("", "/", f"/{MEMORY}"):
        return MEMORY
    if not rest.startswith("/") or "?" in rest:
        raise InvalidInputError(
            f"sqlite://{rest} is not the address of a file: write sqlite:///studies.db for one "
            "here, or just the name of the file, and no options."
        )
    return rest[1:]


def _in_sqlite(path: Path, create: bool, patience: float) -> StudyStore:
    from whichmetric.studies.storage.sqlite_file import sqlite_database

    return _with_tables(sqlite_database(path, patience, create=create))


def _in_postgres(address: str, patience: float) -> StudyStore:
    from whichmetric.studies.storage.postgres_server import postgres_database

    return _with_tables(postgres_database(address, patience))


def _with_tables(database: Any) -> StudyStore:
    from whichmetric.studies.storage.sql_store import SqlStore

    try:
        return SqlStore(database)
    except BaseException:
        database.close()
        raise
