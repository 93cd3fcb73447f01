"""Tables made, and brought to the newest revision, when a database is opened."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Connection, column, inspect, select, table, text

from whichmetric.errors import StorageError
from whichmetric.studies.storage.sql_database import Database
from whichmetric.studies.storage.sql_tables import VERSION_TABLE

if TYPE_CHECKING:
    from alembic.config import Config

__all__ = ["NEWEST", "SCRIPTS", "bring_up_to_date", "revision_of"]

NEWEST = "0003"
"""The revision that `sql_tables` describes. Stands here so that opening loads no Alembic."""

SCRIPTS = "whichmetric.studies:migrations"
"""Where Alembic finds the revisions."""

_version = table(VERSION_TABLE, column("version_num"))
_one_at_a_time = Lock()  # Alembic keeps the migration under way in a global name
_POSTGRES_LOCK = 0x77686963686D6574  # "whichmet": any number that nobody else takes


def bring_up_to_date(database: Database) -> None:
    """Make the tables, or upgrade them; of several processes, one does it and the others wait.

    Raises
    ------
    StorageError
        Where a newer version of this package has written the tables, or they are damaged.
    """
    revision = database.read(revision_of)
    if revision == NEWEST:
        return
    if revision == "":
        raise StorageError(
            f"{database.name} does not say of which revision its tables are ({VERSION_TABLE} is "
            "empty): it has been changed or damaged, and was left as it is. Put a backup in its "
            "place."
        )
    if revision is not None and not _is_known(revision):
        raise StorageError(
            f"{database.name} was written by a newer whichmetric (its tables have revision "
            f"{revision!r}; this version knows them up to {NEWEST!r}), and was left as it is: "
            "install a newer whichmetric."
        )
    from alembic import command  # noqa: F401  # not while others wait for the tables

    database.migrate(_upgrade)


def revision_of(connection: Connection) -> str | None:
    """The revision of the tables; None where there are none, empty where nothing says which."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    revision: str | None = connection.scalar(select(_version.c.version_num))
    return revision or ""


def _upgrade(connection: Connection) -> None:
    """Bring the tables to the newest revision, in the transaction that the connection has begun."""
    from alembic import command

    in_postgres = connection.dialect.name == "postgresql"
    if in_postgres:  # in SQLite, writers come one by one anyway
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _POSTGRES_LOCK})
    if revision_of(connection) == NEWEST:  # another process was first
        return
    torn_before = _torn(connection)
    config = _config()
    config.attributes["connection"] = connection
    with _one_at_a_time:
        command.upgrade(config, "head")
    if _torn(connection) > torn_before:
        raise StorageError("The upgrade would have torn logs from their sessions: it was not done.")


def _torn(connection: Connection) -> int:
    """Lines that refer to one that is not there; PostgreSQL allows none."""
    if connection.dialect.name == "postgresql":
        return 0
    return len(connection.execute(text("PRAGMA foreign_key_check")).all())


def _is_known(revision: str) -> bool:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(_config())
    return revision in {script.revision for script in scripts.walk_revisions()}


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    return config
