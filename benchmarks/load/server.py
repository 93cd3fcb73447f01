"""`whichmetric serve` in a process of its own, which can be killed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from types import TracebackType

__all__ = ["Server"]


class Server:
    """A server over a store, always on the same port.

    Parameters
    ----------
    database : str
        As `--db` takes it.
    """

    def __init__(self, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._database = database
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Return once it answers."""
        where = ("--db", self._database, "--port", str(self.port))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "whichmetric", "serve", *where, "--no-example"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        if not said.startswith("Open "):
            raise RuntimeError(f"The server did not start: {said!r}.")

    def kill(self) -> None:
        """End it as ``kill -9`` does: it can save nothing any more."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Server:
        """Start it."""
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop it."""
        assert self._process is not None
        self._process.terminate()
        self._process.communicate()
