"""Where studies are kept: the one place where the command line opens a store."""

from __future__ import annotations

import logging
import os
import re
import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import platformdirs
import typer
from rich.console import Console

from whichmetric.cli.paragraphs import say
from whichmetric.cli.waiting_store import said_if_long
from whichmetric.errors import InvalidInputError
from whichmetric.studies import MemoryStore, StudyStore
from whichmetric.studies import open_store as open_address

__all__ = [
    "VARIABLE",
    "Database",
    "database_option",
    "default_database",
    "from_variable",
    "hides_password",
    "open_store",
    "shown_to_python",
    "without_password",
]

VARIABLE = "WHICHMETRIC_DB"
Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="FILE|URL",
        envvar=VARIABLE,
        help="Where studies are kept; by default a file in your own data folder.",
    ),
]


def default_database() -> Path:
    """The file of studies in the user's data folder, wherever the platform has that."""
    return platformdirs.user_data_path("whichmetric", appauthor=False) / "studies.db"


def open_store(
    database: str | None, *, create: bool = True, may_vanish: bool = False
) -> StudyStore:
    """The store of ``--db``, or the user's own; a context manager, which closes it.

    Parameters
    ----------
    database : str or None
    create : bool
        Whether a file that is not there is made; else a mistyped name would be a new, empty store.
    may_vanish : bool
        Whether it may be in memory alone, as it may for a server but not for a single command.
    """
    if database is not None and not database.strip():
        raise InvalidInputError("--db is empty: give a file or an address, or leave it out.")
    if database is None and create:
        default_database().parent.mkdir(parents=True, exist_ok=True)
    elif database is None and not default_database().exists():
        raise InvalidInputError(
            f"No study is kept in {without_password(str(default_database()))} yet: name the file "
            "that holds yours with --db."
        )
    # Interrupted in the middle, the driver would write its own warnings across the screen.
    logging.getLogger("psycopg").addHandler(logging.NullHandler())
    place = default_database() if database is None else database
    # A file is there or is not; that a busy machine is slow to open it is nothing to tell.
    is_served = str(place).startswith("postgres")
    with said_if_long(_say_that_it_waits) if is_served else nullcontext():
        store = open_address(place, create=create)
    if isinstance(store, MemoryStore) and not may_vanish:
        raise InvalidInputError(
            f"--db {database} keeps nothing beyond this command: name a file, or leave it out."
        )
    return store


def _say_that_it_waits() -> None:
    say(Console(stderr=True, highlight=False), "Waiting for the database ... Ctrl-C stops.")


def without_password(database: str | None) -> str:
    """A database as people may see it: the home folder shortened, no password.

    Examples
    --------
    >>> without_password("postgresql://ada:s3cret@db.example.org/studies")
    'postgresql://ada:***@db.example.org/studies'
    >>> without_password("postgresql://ada:@db.example.org/studies")
    'postgresql://ada:@db.example.org/studies'
    >>> without_password("postgresql://db.example.org/studies?user=ada&password=s3cret")
    'postgresql://db.example.org/studies?user=ada&password=***'
    """
    text = shown_to_python(database)
    home = str(Path.home())
    return f"~{text.removeprefix(home)}" if text.startswith(f"{home}/") else text


def database_option(database: str | None) -> str:
    """What to add to a command so that it opens the same store; empty where that is the default.

    Examples
    --------
    >>> database_option("my studies.db"), database_option(None)
    (" --db 'my studies.db'", '')
    """
    if database is None or from_variable(database):
        return ""
    return f" --db {shlex.quote(without_password(database))}"


def from_variable(database: str | None) -> bool:
    """Whether the variable names this database, so that commands need not."""
    return database is not None and database == os.environ.get(VARIABLE)


def hides_password(database: str | None) -> bool:
    """Whether a database is shown without its password, so that what is shown cannot be used.

    Examples
    --------
    >>> hides_password("postgresql://ada:s3cret@db.example.org/studies"), hides_password(None)
    (True, False)
    """
    return database is not None and shown_to_python(database) != database


def shown_to_python(database: str | None) -> str:
    """A database as code may name it: in full, but for a password."""
    text = str(default_database()) if database is None else database
    if "://" not in text:
        return text
    # Up to the last @, since a password may hold one: rather too much hidden than too little.
    text = re.sub(r"(://[^:/@?]*):.+@", r"\1:***@", text)
    return re.sub(r"([?&][^=&]*pass[^=&]*=)[^&]*", r"\1***", text, flags=re.IGNORECASE)
