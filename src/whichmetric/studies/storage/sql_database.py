"""A database in which studies are kept: transactions that wait, look again, and explain."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, Engine, Pool
from sqlalchemy.exc import SQLAlchemyError

from whichmetric.studies.storage.sql_failures import (
    is_lost_connection,
    is_rivalry,
    opening_patience,
    storage_error,
)

__all__ = ["MIGRATES", "WRITES", "Database"]

Value = TypeVar("Value")

WRITES, MIGRATES = "whichmetric_writes", "whichmetric_migrates"
"""The options of a transaction that is going to write, and of one that changes the tables."""

MOST_RIVALS = 20
"""Defeats in a row after which a writer gives up; each needs another writer who has won."""

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between attempts to reach a server that went away."""

_open: WeakSet[Database] = WeakSet()
_of_the_parent: list[Pool] = []


class Database:
    """Runs work inside transactions.

    Parameters
    ----------
    engine : Engine
    name : str
        For errors; without a password.
    patience : float
        Seconds to wait for a database that is busy or away.
    """

    def __init__(self, engine: Engine, name: str, patience: float) -> None:
        self.engine = engine
        self.name = name
        self.patience = patience
        self._writing = engine.execution_options(**{WRITES: True})
        _open.add(self)

    def read(self, work: Callable[[Connection], Value], *, opening: bool = False) -> Value:
        """Run work that only reads; again where the server went away.

        Parameters
        ----------
        work : callable
            Of the connection.
        opening : bool
            Whether nobody has reached the server yet, so that its address may be wrong: it is
            waited for as `opening_patience` says.

        Raises
        ------
        StorageError
        """
        return self._run(self.engine, lambda connection, _: work(connection), opening=opening)

    def write(self, work: Callable[[Connection, bool], Value]) -> Value:
        """Run work and commit; again where another writer was first or the server went away.

        Parameters
        ----------
        work : callable
            Of the connection and of whether an earlier attempt may have been committed without
            anybody knowing. It looks at what is there before it writes.

        Raises
        ------
        StorageError
        """
        return self._run(self._writing, work)

    def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run work that changes the tables, and commit.

        Raises
        ------
        StorageError
        """
        engine = self.engine.execution_options(**{WRITES: True, MIGRATES: True})
        self._run(engine, lambda connection, _: work(connection))

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()

    def _run(
        self, engine: Engine, work: Callable[[Connection, bool], Value], *, opening: bool = False
    ) -> Value:
        defeats, uncertain = 0, False
        pause, deadline = FIRST_PAUSE, None
        begun = time.monotonic()
        while True:
            try:
                with engine.begin() as connection:
                    return work(connection, uncertain)
            except SQLAlchemyError as failure:
                if is_lost_connection(failure):
                    uncertain = True
                    if opening:  # who has once said that it restarts may be silent for a while
                        seconds = opening_patience(failure, self.patience)
                        deadline = max(deadline or begun, begun + seconds)
                    else:
                        deadline = deadline or time.monotonic() + self.patience
                    retry = time.monotonic() < deadline
                else:
                    defeats += 1
                    retry = is_rivalry(failure) and defeats < MOST_RIVALS
                if not retry:
                    # The driver's own error holds the address, password included.
                    raise storage_error(failure, self.name, self.patience) from None
            if deadline is not None:
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)


def _leave_to_the_parent() -> None:
    """In a forked process, make all databases connect anew.

    Two processes on one connection garble it. The parent's are not even closed: that would reach
    the parent's server, and SQLite forbids it.
    """
    for database in _open:
        _of_the_parent.append(database.engine.pool)
        database.engine.dispose(close=False)


if hasattr(os, "register_at_fork"):  # Windows does not fork
    os.register_at_fork(after_in_child=_leave_to_the_parent)
