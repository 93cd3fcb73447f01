"""A line to PostgreSQL that breaks at the worst moment: after a commit, before its answer."""

import contextlib
import select
import socket
import threading
from collections.abc import Iterator


class CuttingProxy:
    """Passes bytes on between a client and a server; cuts the line where it is told to."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.cuts_left = 0
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no more connections, and end those that are there."""
        self._listening.close()
        for end in self._open:
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                self._open += [client, server]
                threading.Thread(target=self._pass_on, args=(client, server), daemon=True).start()

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), client, server:
            while True:
                for end in select.select([client, server], [], [])[0]:
                    if not (data := end.recv(65536)):
                        return
                    (server if end is client else client).sendall(data)
                    if end is client and b"COMMIT\0" in data and self.cuts_left:
                        self.cuts_left -= 1
                        server.recv(65536)  # the commit took place, and its client never hears
                        return


@contextlib.contextmanager
def cutting_proxy(server: str) -> Iterator[CuttingProxy]:
    """Run a proxy before a server that listens on a socket."""
    proxy = CuttingProxy(server)
    try:
        yield proxy
    finally:
        proxy.close()
