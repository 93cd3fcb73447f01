"""A SQLite file: recognised before it is touched, and opened so that nothing is lost."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event

from whichmetric.errors import StorageError
from whichmetric.studies.storage.sql_database import MIGRATES, WRITES, Database
from whichmetric.studies.storage.sql_failures import SAFE, sqlite_error
from whichmetric.studies.storage.sql_tables import VERSION_TABLE

__all__ = ["sqlite_database"]

MAGIC = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""

_ARCHIVE = URL.create("sqlite", query={"mode": "ro", "immutable": "1", "uri": "true"})
"""How a file is opened in a folder where SQLite cannot put what it needs to share it."""

SETTINGS = (
    "PRAGMA synchronous = FULL",  # a commit returns when the disk has it
    "PRAGMA fullfsync = ON",  # on macOS a plain sync leaves it in the drive's own memory
)


def sqlite_database(path: Path, patience: float, *, create: bool = True) -> Database:
    """A file as a database, made where there is none, unless told otherwise.

    Raises
    ------
    StorageError
        Where it is something else, which is left as it is, or cannot be used.
    """
    path = path.expanduser() if path.parts[:1] == ("~",) else path.absolute()
    try:
        _refuse_what_is_not_ours(path, create)
        if not path.exists():
            _prepare_new(path, patience)
        elif not _is_archive(path):
            _prepare(path, patience)
    except sqlite3.Error as failure:
        raise sqlite_error(failure, str(path), patience) from None
    except OSError as failure:
        raise StorageError(
            f"{path} cannot be opened ({failure.strerror}): see that this user may read and write "
            "the file and its folder, or choose another place."
        ) from None
    engine = create_engine(
        _ARCHIVE.set(database=f"file:{quote(str(path))}")
        if _is_archive(path)
        else URL.create("sqlite", database=str(path)),
        connect_args={"timeout": patience},
        hide_parameters=True,
    )
    event.listen(engine, "connect", _settle)
    event.listen(engine, "begin", _begin)
    _refuse_another_file(engine, path)
    return Database(engine, str(path), patience)


def _is_archive(path: Path) -> bool:
    """Whether a file can only be read, as on a medium that is read-only, and is all there.

    What a log beside it holds could not be read, so that the file with one is none.
    """
    log = path.with_name(f"{path.name}-wal")
    return not os.access(path.parent, os.W_OK) and not log.exists()


def _settle(dbapi_connection: Any, _: object) -> None:
    dbapi_connection.isolation_level = None  # the module would begin transactions by itself
    dbapi_connection.text_factory = _decoded
    for setting in SETTINGS:
        dbapi_connection.execute(setting)


def _decoded(stored: bytes) -> str:
    """A text, marks of damage in it rather than an error that would hide all other rows."""
    return stored.decode("utf-8", "surrogateescape")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    # A table that others refer to could not be made anew with foreign keys on, and inside of a
    # transaction they cannot be switched.
    connection.exec_driver_sql(f"PRAGMA foreign_keys = {'OFF' if MIGRATES in options else 'ON'}")
    # A writer that begins as a reader would fail where another one writes in between.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if WRITES in options else "BEGIN")


def _refuse_another_file(engine: Engine, path: Path) -> None:
    """Stop where the file was moved, removed or replaced while it is open.

    SQLite would go on writing to the old one, which nobody finds again.
    """

    @event.listens_for(engine, "connect")
    def note(_: Any, record: Any) -> None:
        record.info["file"] = _identity(path)

    @event.listens_for(engine, "checkout")
    def compare(_: Any, record: Any, __: Any) -> None:
        if record.info["file"] != _identity(path):
            raise StorageError(
                f"{path} has been moved, removed or replaced while it was in use: put it back, "
                f"and open it again. {SAFE}"
            )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _refuse_what_is_not_ours(path: Path, create: bool) -> None:
    """Look at the file by its first bytes: SQLite takes a very short one for empty."""
    if not path.parent.is_dir():
        raise StorageError(
            f"There is no folder {path.parent} to hold {path.name}: make it, or choose another."
        )
    if path.is_dir():
        raise StorageError(f"{path} is a folder: give the name of a file in it.")
    if not path.exists():
        if not create:
            raise StorageError(f"There is no file {path}: give the one that holds your studies.")
        return
    with path.open("rb") as file:
        beginning = file.read(len(MAGIC))
    if beginning not in (b"", MAGIC):
        raise StorageError(
            f"{path} is not a SQLite database, and was left as it is: give another file, or a new "
            "name."
        )
    if not beginning and not create:
        raise StorageError(f"{path} is empty: give the file that holds your studies.")


def _prepare_new(path: Path, patience: float) -> None:
    """Make the file; where there turns out to be no room for it, leave none behind."""
    path.touch(mode=0o600)  # answers are nobody else's business
    try:
        _prepare(path, patience)
    except sqlite3.Error:
        if path.stat().st_size == 0:
            path.unlink()
        raise


def _prepare(path: Path, patience: float) -> None:
    """Switch the write-ahead log on, once it is clear that the file is ours or new."""
    with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as connection:
        tables = {
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
        if tables and VERSION_TABLE not in tables:
            raise StorageError(
                f"{path} is a database of another program (it has the table {min(tables)!r}), and "
                "was left as it is: give another file, or a new name."
            )
        if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            _switch_to_write_ahead_log(connection, patience)


def _switch_to_write_ahead_log(connection: sqlite3.Connection, patience: float) -> None:
    # SQLite does not wait by itself here where another process does the same.
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as failure:
            if failure.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
