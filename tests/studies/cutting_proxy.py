"""A line to PostgreSQL that breaks at the worst moments: just before or just after a commit."""

import contextlib
import re
import select
import socket
import threading
from collections.abc import Callable, Iterator


class CuttingProxy:
    """Passes bytes on between a client and a server, until a commit comes by that is to be cut.

    Set `cuts_left` to how many commits are to take place without their client hearing of it, or
    `meanwhile` to what happens in place of the next commit, which then never takes place.
    """

    def __init__(self, server: str) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.cuts_left = 0
        self.meanwhile: Callable[[], object] | None = None
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def instead_of(self, address: str) -> str:
        """Return an address with this line in place of the server's socket."""
        by_network = address.replace("@/", f"@127.0.0.1:{self.port}/")
        return re.sub("host=[^&]*", "sslmode=disable", by_network)

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
                    commit = end is client and b"COMMIT\0" in data
                    if commit and self.meanwhile is not None:
                        happening, self.meanwhile = self.meanwhile, None
                        server.close()
                        happening()
                        return
                    (server if end is client else client).sendall(data)
                    if commit and self.cuts_left:
                        self.cuts_left -= 1
                        server.recv(65536)  # the answer
                        return


@contextlib.contextmanager
def cutting_proxy(server: str) -> Iterator[CuttingProxy]:
    """Run a proxy before a server that listens on a socket."""
    proxy = CuttingProxy(server)
    try:
        yield proxy
    finally:
        proxy.close()
