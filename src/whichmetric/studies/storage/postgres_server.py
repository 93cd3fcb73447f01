"""A PostgreSQL database by its address, with a password that is never shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from whichmetric.errors import InvalidInputError, StorageError
from whichmetric.extras import demand
from whichmetric.studies.storage.sql_database import Database

__all__ = ["postgres_database"]

PATTERN = "postgresql://user:password@host:5432/database"

ASLEEP = 60
"""Seconds after which a writer that has fallen asleep in the middle loses its place."""


def postgres_database(address: str, patience: float) -> Database:
    """A database of a PostgreSQL server, which must be up or about to be.

    Raises
    ------
    StorageError
        Where it cannot be reached, or does not keep every letter.
    """
    url = _url(address)
    demand("psycopg", "psycopg", "postgres")
    waits = {
        "application_name": "whichmetric",
        "connect_timeout": str(max(2, math.ceil(patience))),
        "tcp_user_timeout": str(math.ceil(1000 * patience)),
    }
    given = {name: value for name, value in waits.items() if name not in url.query}
    engine = create_engine(
        url.update_query_dict(given),
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _settle(patience))
    database = Database(engine, _name(url), patience)
    encoding = database.read(_encoding, opening=True)
    if encoding != "UTF8":
        database.close()
        raise StorageError(
            f"{database.name} has the encoding {encoding}, which does not keep every letter: "
            "make a database with the encoding UTF8."
        )
    return database


def _url(address: str) -> URL:
    """The address in parts, refused without being shown: any part may be of a password."""
    _, _, rest = address.partition("://")
    if rest.partition("?")[0].count("@") > 1:
        raise InvalidInputError(
            "The address of the PostgreSQL database has more than one @: write it as %40 inside "
            f"the password, as in {PATTERN}."
        )
    try:
        url = make_url(f"postgresql+psycopg://{rest}")
    except (ArgumentError, ValueError):
        raise InvalidInputError(
            "The address of the PostgreSQL database cannot be read (it is not shown, since it may "
            f"hold a password): write it as {PATTERN}."
        ) from None
    if not url.database:
        raise InvalidInputError(
            f"The address of the PostgreSQL database names no database: write it as {PATTERN}."
        )
    return url


def _name(url: URL) -> str:
    host = url.host or url.query.get("host") or "this machine"
    port = f":{url.port}" if url.port else ""
    return f"the PostgreSQL database {url.database!r} on {host}{port}"


def _settle(patience: float) -> Callable[[Any, object], None]:
    """What every connection is set to.

    Commits wait for the disk, whatever the server's default; stricter defaults stay. Nobody waits
    for ever for a writer who does not go on.
    """
    statement = (
        "SELECT set_config('lock_timeout', %s, false), "
        "set_config('idle_in_transaction_session_timeout', %s, false), "
        "set_config('synchronous_commit', CASE current_setting('synchronous_commit') "
        "WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)"
    )
    waits = (f"{max(1, math.ceil(1000 * patience))}ms", f"{ASLEEP}s")

    def settle(dbapi_connection: Any, _: object) -> None:
        dbapi_connection.execute(statement, waits)
        dbapi_connection.commit()

    return settle


def _encoding(connection: Connection) -> str:
    return str(connection.exec_driver_sql("SHOW server_encoding").scalar_one())
